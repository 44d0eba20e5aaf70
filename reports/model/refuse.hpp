// Errors for files that cannot be read or written.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "reports/model/printable.hpp"
#include "system/error_words.hpp"

namespace wgcts::reports {

/// Throws std::runtime_error with this message.
[[noreturn]] inline void refuse(const std::string& sentence) { throw std::runtime_error(sentence); }

/// A quotation from a file for a message: one short, printable line.
inline std::string excerpt(std::string_view text) { return shortened(printable(text), 60); }

using system::error_words;

}  // namespace wgcts::reports
