// Suggestions for misspelt words.
#pragma once

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "layers.hpp"

namespace wgcts::suites {

/// The number of inserted, deleted or replaced characters between `a` and `b` (Levenshtein).
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

/// The word most similar to `word`; the first of several. Empty without words.
template <class Words = std::vector<std::string_view>>
std::string nearest(std::string_view word, const Words& words) {
  word = word.substr(0, 200);
  std::string_view found;
  std::size_t least = std::string_view::npos;
  for (const std::string_view candidate : words) {
    const auto [shorter, longer] = std::minmax({word.size(), candidate.size()});
    if (longer - shorter >= least) continue;  // at least this many insertions
    const std::size_t distance = edit_distance(word, candidate);
    if (distance >= least) continue;
    found = candidate;
    least = distance;
  }
  return std::string(found);
}

}  // namespace wgcts::suites
