// Sentences for files that cannot be read or written.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "reports/model/printable.hpp"

namespace wgcts::reports {

/// Ends the reading of a file: its user is told the sentence. Throws std::runtime_error.
[[noreturn]] inline void refuse(const std::string& sentence) { throw std::runtime_error(sentence); }

/// What a sentence quotes of a file: one line, without what ends a text of C, and no more than it bears.
inline std::string excerpt(std::string_view text) { return shortened(printable(text), 60); }

/// What the system says of an errno.
inline std::string error_words(int error) { return std::generic_category().message(error); }

}  // namespace wgcts::reports
