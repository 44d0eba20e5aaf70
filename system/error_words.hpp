// The system's error messages.
#pragma once

#include <stdexcept>
#include <string>
#include <system_error>

#include "layers.hpp"

namespace wgcts::system {

/// The message for an errno, such as "No such file or directory".
inline std::string error_words(int error) { return std::generic_category().message(error); }

/// Throws std::runtime_error with file and cause. The path "-" is standard output.
[[noreturn]] inline void cannot_write(const std::string& path, const std::string& cause) {
  throw std::runtime_error("cannot write " + (path == "-" ? "to standard output" : path) + ": " + cause);
}

}  // namespace wgcts::system
