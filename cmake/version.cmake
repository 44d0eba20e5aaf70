# Writes version.hpp only if it changed, to avoid needless builds. A prefix means that the repository is another one: a
# packager's, which contains these sources in a folder.
execute_process(COMMAND git -C ${SOURCE_DIR} rev-parse --show-prefix --short=12 HEAD
                OUTPUT_VARIABLE commit ERROR_QUIET)
string(STRIP "${commit}" commit)
if(NOT commit MATCHES "^[0-9a-f]+$")
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#pragma once
inline constexpr const char* wgcts_version = \"${VERSION}\";
inline constexpr const char* wgcts_commit = \"${commit}\";
")
