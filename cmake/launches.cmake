# Writes launches.cpp, which contains the names in suites/launches/*.txt.
set(launches "")
foreach(goal pairs triples)
  set(file ${PROJECT_SOURCE_DIR}/suites/launches/${goal}.txt)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} names)
  string(REGEX REPLACE "([^\n]+)" "      \"\\1\"," names "${names}")
  string(APPEND launches "
std::span<const std::string_view> launches_for_${goal}() {
  static constexpr std::string_view names[] = {
${names}  };
  return names;
}
")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/launches.cpp @ONLY CONTENT "// Written by cmake/launches.cmake.
#include \"suites/launches.hpp\"

namespace wgcts::suites {
@launches@
}  // namespace wgcts::suites
")
target_sources(wgcts_suites PRIVATE ${PROJECT_BINARY_DIR}/generated/launches.cpp)
