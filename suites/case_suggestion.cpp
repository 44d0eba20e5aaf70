#include "suites/case_suggestion.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "reference/lists.hpp"
#include "suites/parse.hpp"
#include "suites/plan.hpp"

namespace wgcts::suites {
namespace {

/// The number of inserted, deleted or replaced characters between `a` and `b` (Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b) {
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

template <class Table>
std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> names;
  for (const auto& row : table)
    if (!row.name.empty()) names.emplace_back(row.name);
  return names;
}

/// A part of a case's name with its valid words; no words if there is no list.
struct Part {
  std::string_view what;
  std::vector<std::string> words;
};

std::array<Part, 6> parts(bool of_program) {
  std::vector<std::string> first;
  for (const Builtin* subject : subjects) first.emplace_back(subject->name);
  return {{{"builtin", std::move(first)},
           {"type", names_of(gentypes)},
           {"dimension", {"1d", "2d", "3d"}},
           {"local size", {}},
           {"form", of_program ? std::vector<std::string>{} : names_of(all_forms())},
           {"variant", names_of(variants)}}};
}

/// Limits the length: the argument may be a whole file, but the message must stay one sentence.
std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 80;
  return "'" + std::string(text.substr(0, longest)) + (text.size() > longest ? "...'" : "'");
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& words) {
  word = word.substr(0, 200);
  std::string_view found;
  // Words that contain the given one come first: "add" means "reduce_add" and not "all".
  std::pair least(true, std::string_view::npos);
  for (const std::string_view candidate : words) {
    const bool lacks = word.size() < 3 || candidate.find(word) == std::string_view::npos;
    const auto [shorter, longer] = std::minmax({word.size(), candidate.size()});
    if (std::pair(lacks, longer - shorter) >= least) continue;  // at least this many insertions
    const std::pair distance(lacks, edit_distance(word, candidate));
    if (distance >= least) continue;
    found = candidate;
    least = distance;
  }
  return std::string(found);
}

Case case_named(std::string_view text) {
  const auto pieces = split(text, '.');
  const auto table = parts(pieces.front() == whole_program.name);
  if (pieces.size() >= 5)
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const Part& part = table[std::min(i, table.size() - 1)];
      if (part.words.empty() || is_in(pieces[i], part.words)) continue;
      throw std::invalid_argument("there is no " + std::string(part.what) + " " + quoted(pieces[i]) +
                                  ": the nearest is '" + nearest(pieces[i], part.words) + "'");
    }
  if (const auto c = parse_case(text); c && is_legal(*c)) return *c;
  std::vector<std::string> names;
  for (const Case& known : plan(Profile::Full)) names.push_back(name(known));
  throw std::invalid_argument("there is no case " + quoted(text) + ": the nearest is '" +
                              nearest(text, names) + "'");
}

}  // namespace wgcts::suites
