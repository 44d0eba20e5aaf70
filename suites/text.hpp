// Splitting of short texts, shared by names, filters and plans.
#pragma once

#include <string_view>
#include <vector>

namespace wgcts {

/// The pieces between separators; empty pieces are kept.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  while (true) {
    const std::size_t end = text.find(separator);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

}  // namespace wgcts
