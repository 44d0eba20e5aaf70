#include "suites/case_suggestion.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "suites/nearest.hpp"
#include "suites/parse.hpp"
#include "suites/plan.hpp"

namespace wgcts::suites {
namespace {

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

Case case_named(std::string_view text) {
  const auto pieces = split(text, '.');
  const auto table = parts(pieces.front() == whole_program.name);
  if (pieces.size() >= 5)
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const Part& part = table[std::min(i, table.size() - 1)];
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

}  // namespace wgcts::suites
