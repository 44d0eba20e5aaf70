// The system's error messages.
#pragma once

#include <string>
#include <system_error>

#include "layers.hpp"

namespace wgcts::system {

/// The message for an errno, such as "No such file or directory".
inline std::string error_words(int error) { return std::generic_category().message(error); }

}  // namespace wgcts::system
