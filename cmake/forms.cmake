# Writes forms.cpp, the list of suites/forms/*.cpp, so that a new form needs only its own file.
file(GLOB form_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/suites/forms/*.cpp)
set(form_declarations "")
set(form_rows "")
foreach(file IN LISTS form_files)
  cmake_path(GET file STEM form)
  string(APPEND form_declarations "namespace ${form} { Form form(); }\n")
  string(APPEND form_rows "  all.push_back(forms::${form}::form());\n  all.back().name = \"${form}\";\n")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/forms.cpp @ONLY CONTENT "// Written by cmake/forms.cmake.
#include \"suites/forms.hpp\"

namespace wgcts::suites {
namespace forms {
@form_declarations@}  // namespace forms

std::vector<Form> forms_of_files() {
  std::vector<Form> all;
@form_rows@  return all;
}
}  // namespace wgcts::suites
")
target_sources(wgcts_suites_forms PRIVATE ${PROJECT_BINARY_DIR}/generated/forms.cpp)
