# Writes version.hpp only if it changed, to avoid needless builds.
execute_process(COMMAND git -C ${SOURCE_DIR} rev-parse --short=12 HEAD
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#pragma once
inline constexpr const char* wgcts_version = \"${VERSION}\";
inline constexpr const char* wgcts_commit = \"${commit}\";
")
