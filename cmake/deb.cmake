# cpack runs this on the installed files before it writes the .deb: Debian's policy has rules of its own for documents.
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)

# Debian has the text of the licence already.
file(WRITE ${share}/doc/wgcts/copyright "wgcts is under the Apache License 2.0.

Copyright: 2026 the authors of wgcts

On Debian systems, the text of the Apache License 2.0 is in /usr/share/common-licenses/Apache-2.0.
")

# gzip -n leaves out the time, so that the same files give the same package.
file(COPY_FILE ${CMAKE_CURRENT_LIST_DIR}/../CHANGELOG.md ${share}/doc/wgcts/changelog)
execute_process(COMMAND gzip -9n ${share}/doc/wgcts/changelog ${share}/man/man1/wgcts.1 COMMAND_ERROR_IS_FATAL ANY)
file(CHMOD ${share}/doc/wgcts/changelog.gz FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
