// What the system says of its errors.
#pragma once

#include <string>
#include <system_error>

#include "layers.hpp"

namespace wgcts::system {

/// The words for an errno: "No such file or directory".
inline std::string error_words(int error) { return std::generic_category().message(error); }

}  // namespace wgcts::system
