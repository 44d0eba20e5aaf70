# Writes version.hpp only if it changed, to avoid needless builds. COMMIT replaces the commit of the checkout.
set(commit "${COMMIT}")
if(NOT commit)
  # A prefix means that the repository is another one: a packager's, which contains these sources in a folder.
  execute_process(COMMAND git -C ${SOURCE_DIR} rev-parse --show-prefix --short=12 HEAD
                  OUTPUT_VARIABLE commit ERROR_QUIET)
  string(STRIP "${commit}" commit)
  if(NOT commit MATCHES "^[0-9a-f]+$")
    set(commit unknown)
  else()
    # Only files that can change the program. New files count too, because CMake finds sources by itself. A build must
    # not take the lock of git's index.
    execute_process(COMMAND git --no-optional-locks -C ${SOURCE_DIR} status --porcelain --untracked-files=all --
                            CMakeLists.txt cmake cli harness layers.hpp reference reports results suites system
                    OUTPUT_VARIABLE changes ERROR_QUIET)
    if(changes)
      string(APPEND commit -dirty)
    endif()
  endif()
endif()

file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#pragma once
inline constexpr const char* wgcts_version = \"${VERSION}\";
inline constexpr const char* wgcts_commit = \"${commit}\";
")
