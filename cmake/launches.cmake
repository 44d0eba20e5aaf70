# Writes launches.cpp, which contains the names in suites/launches/*.txt: a function for each file.
set(functions standard_launches full_launches fixed_set fixed_set_under_variants)
set(files standard full programs programs_under_variants)
set(launches "")
foreach(function file IN ZIP_LISTS functions files)
  set(file ${PROJECT_SOURCE_DIR}/suites/launches/${file}.txt)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} names)
  # The suffix sv gives the length of a literal. Without it, Clang computes the length in too many steps for a
  # constant.
  string(REGEX REPLACE "([^\n]+)" "      \"\\1\"sv," names "${names}")
  string(APPEND launches "
std::span<const std::string_view> ${function}() {
  static constexpr std::string_view names[] = {
${names}  };
  return names;
}
")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/launches.cpp @ONLY CONTENT "// Written by cmake/launches.cmake.
#include \"suites/plan.hpp\"

namespace wgcts::suites {
using std::string_view_literals::operator\"\"sv;
@launches@
}  // namespace wgcts::suites
")
target_sources(wgcts_suites PRIVATE ${PROJECT_BINARY_DIR}/generated/launches.cpp)
