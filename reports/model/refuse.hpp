// Sentences for files that cannot be read or written.
#pragma once

#include <stdexcept>
#include <string>
#include <system_error>

#include "layers.hpp"

namespace wgcts::reports {

/// Ends the reading of a file: its user is told the sentence. Throws std::runtime_error.
[[noreturn]] inline void refuse(const std::string& sentence) { throw std::runtime_error(sentence); }

/// What the system says of an errno.
inline std::string error_words(int error) { return std::generic_category().message(error); }

}  // namespace wgcts::reports
