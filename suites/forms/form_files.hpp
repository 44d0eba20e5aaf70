// The files of this folder, as CMake finds them.
#pragma once

#include <span>
#include <string_view>

#include "suites/forms/form.hpp"

namespace wgcts::suites {

struct FormFile {
  std::string_view name;  ///< without ".cpp"
  Form (*form)();         ///< what it defines
};

/// Written by cmake/forms.cmake, in the order of the names.
std::span<const FormFile> form_files();

}  // namespace wgcts::suites
