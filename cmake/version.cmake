# Writes version.hpp only if it changed, to avoid needless builds. A prefix means that the repository is another one: a
# packager's, which contains these sources in a folder.
execute_process(COMMAND git -C ${SOURCE_DIR} rev-parse --show-prefix
                OUTPUT_VARIABLE prefix OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
execute_process(COMMAND git -C ${SOURCE_DIR} rev-parse --short=12 HEAD
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit OR prefix)
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#pragma once
inline constexpr const char* wgcts_version = \"${VERSION}\";
inline constexpr const char* wgcts_commit = \"${commit}\";
")
