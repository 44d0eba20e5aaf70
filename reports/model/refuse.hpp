// Sentences for files that cannot be read or written.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "reports/model/printable.hpp"
#include "system/error_words.hpp"

namespace wgcts::reports {

/// Ends the reading of a file: its user is told the sentence. Throws std::runtime_error.
[[noreturn]] inline void refuse(const std::string& sentence) { throw std::runtime_error(sentence); }

/// What a sentence quotes of a file: one line, without what ends a text of C, and no more than it bears.
inline std::string excerpt(std::string_view text) { return shortened(printable(text), 60); }

using system::error_words;

}  // namespace wgcts::reports
