# cpack runs this on the installed files before it writes the .deb: Debian's policy has special rules for
# documents.
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)

# Debian already contains the text of the licence.
file(REMOVE ${share}/doc/wgcts/LICENSE)
file(WRITE ${share}/doc/wgcts/copyright "wgcts is under the Apache License 2.0.

Copyright: 2026 the authors of wgcts

On Debian systems, the text of the Apache License 2.0 is in /usr/share/common-licenses/Apache-2.0.
")

# Debian's zsh searches site-functions only under /usr/local.
if(EXISTS ${share}/zsh/site-functions/_wgcts)
  file(MAKE_DIRECTORY ${share}/zsh/vendor-completions)
  file(RENAME ${share}/zsh/site-functions/_wgcts ${share}/zsh/vendor-completions/_wgcts)
  file(REMOVE_RECURSE ${share}/zsh/site-functions)
endif()

# Debian's changelog has a special format. The date is that of the version: with SOURCE_DATE_EPOCH, the same
# files give the same package.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../CHANGELOG.md day REGEX "^## ${CPACK_PACKAGE_VERSION} - ")
if(NOT day)
  message(FATAL_ERROR "CHANGELOG.md has no heading '## ${CPACK_PACKAGE_VERSION} - DATE'.")
endif()
string(REGEX REPLACE ".* - " "" day "${day}")
execute_process(COMMAND date --utc --rfc-email --date=${day} OUTPUT_VARIABLE day OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${share}/doc/wgcts/changelog "wgcts (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * CHANGELOG.md lists the changes.

 -- ${CPACK_PACKAGE_CONTACT}  ${day}
")

# gzip -n omits the time.
execute_process(COMMAND gzip -9n ${share}/doc/wgcts/changelog ${share}/man/man1/wgcts.1 COMMAND_ERROR_IS_FATAL ANY)
file(CHMOD ${share}/doc/wgcts/changelog.gz FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
