// Helpers for case names and texts.
#pragma once

#include <string>
#include <string_view>

#include "suites/case.hpp"

namespace wgcts::harness {

/// The case of that name. Throws if there is none.
inline Case named(std::string_view text) { return parse_case(text).value(); }

/// The number of occurrences of the word in the text.
inline std::size_t count(const std::string& text, const std::string& word) {
  std::size_t n = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++n;
  return n;
}

}  // namespace wgcts::harness
