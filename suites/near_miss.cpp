#include "suites/near_miss.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

#include "suites/plan.hpp"
#include "suites/text.hpp"

namespace wgcts {
namespace {

/// Levenshtein's distance, a row of the table at a time.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j)
      diagonal = std::exchange(row[j + 1],
                               std::min({row[j] + 1, row[j + 1] + 1, diagonal + (a[i] == b[j] ? 0 : 1)}));
  }
  return row.back();
}

template <class Table>
std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> names;
  for (const auto& row : table)
    if (!row.name.empty()) names.emplace_back(row.name);
  return names;
}

/// A part of a case's name, and the words that it may be; none where no list holds them.
struct Part {
  std::string_view what;
  std::vector<std::string> words;
};

std::array<Part, 6> parts() {
  return {{{"builtin", names_of(builtins)},
           {"type", names_of(gentypes)},
           {"dimension", {"1d", "2d", "3d"}},
           {"local size", {}},
           {"form", names_of(forms)},
           {"variant", names_of(variants)}}};
}

/// Bounded: who pipes a file into an argument wants no file in the answer.
std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 80;
  return "'" + std::string(text.substr(0, longest)) + (text.size() > longest ? "...'" : "'");
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t longest = 200;
  word = word.substr(0, longest);
  std::string best;
  std::size_t smallest = std::string::npos;
  for (const std::string& candidate : candidates)
    if (const std::size_t d = distance(word, candidate); d < smallest) best = candidate, smallest = d;
  return best;
}

Case case_named(std::string_view text) {
  const auto pieces = split(text, '.');
  const auto table = parts();
  if (pieces.size() >= 5 && pieces.size() <= table.size())
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const Part& part = table[i];
      if (part.words.empty() || std::ranges::find(part.words, pieces[i]) != part.words.end()) continue;
      throw std::invalid_argument("there is no " + std::string(part.what) + " " + quoted(pieces[i]) +
                                  ": the nearest is '" + nearest(pieces[i], part.words) + "'");
    }
  if (const auto c = parse_case(text); c && is_legal(*c)) return *c;
  std::vector<std::string> names;
  for (const Case& known : plan(Profile::Full)) names.push_back(name(known));
  throw std::invalid_argument("there is no case " + quoted(text) + ": the nearest is '" +
                              nearest(text, names) + "'");
}

}  // namespace wgcts
