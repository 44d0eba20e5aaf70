#include "suites/selection.hpp"

#include <fnmatch.h>

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

struct Option {
  std::string_view name;
  std::vector<std::string> Selection::*words;
};
constexpr std::array<Option, 4> options{{{"--op", &Selection::ops},
                                         {"--type", &Selection::types},
                                         {"--dim", &Selection::dims},
                                         {"--filter", &Selection::filters}}};

constexpr std::string_view il_option = "--il";

std::vector<std::string> names_of(const auto& table) {
  return mapped(table, [](const auto& row) { return std::string(row.name); });
}

std::vector<std::string> words_of(const std::vector<std::string>& lists, std::string_view option) {
  std::vector<std::string> words;
  for (const std::string& list : lists)
    for (const auto word : split(list, ',')) {
      if (word.empty())
        throw std::invalid_argument("there is an empty word in " + std::string(option) + " '" + list + "'");
      words.emplace_back(word);
    }
  return words;
}

void require_known(const std::vector<std::string>& words, const std::vector<std::string>& valid,
                   std::string_view what) {
  for (const std::string& word : words) {
    if (is_in(word, valid)) continue;
    throw std::invalid_argument("there is no " + std::string(what) + " '" + word + "'; valid are " +
                                joined(valid, ", "));
  }
}

void require_globs(const std::vector<std::string>& filters) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789_.*?[]!-";
  for (const std::string& glob : filters) {
    const std::string_view bare = std::string_view(glob).substr(glob.starts_with('-') ? 1 : 0);
    const auto bad = bare.find_first_not_of(allowed);
    if (bad != std::string_view::npos)
      throw std::invalid_argument("the filter '" + glob + "' contains '" + std::string(1, bare[bad]) +
                                  "', which no case name contains; globs consist of names, *, ? and [], such "
                                  "as 'reduce_*.float.3d.*'");
    if (bare.empty() || std::ranges::count(bare, '[') != std::ranges::count(bare, ']'))
      throw std::invalid_argument(
          "the filter '" + glob +
          "' is not a glob; write for example 'reduce_*.float.3d.*', with a leading '-' to exclude");
  }
}

/// Excluding filters take precedence. If all filters exclude, everything else is selected. One matching name
/// is enough to include or exclude.
bool passes(const std::vector<std::string>& names, const std::vector<std::string>& filters) {
  bool included = std::ranges::all_of(filters, [](const std::string& f) { return f.starts_with('-'); });
  for (const std::string& filter : filters) {
    const bool excludes = filter.starts_with('-');
    const char* glob = filter.c_str() + (excludes ? 1 : 0);
    if (std::ranges::none_of(names, [&](const std::string& n) { return fnmatch(glob, n.c_str(), 0) == 0; }))
      continue;
    if (excludes) return false;
    included = true;
  }
  return included;
}

/// The names of the case for filters. With --il, a SPIR-V module also has the name of its twin.
std::vector<std::string> names_of(const Case& c, const Selection& selection) {
  std::vector<std::string> names{name(c)};
  if (!selection.il || !is_module(c)) return names;
  if (const auto twin = il_twin(c)) names.push_back(name(*twin));
  return names;
}

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

struct Part {
  std::string_view what;
  std::vector<std::string> words;
};

std::array<Part, 6> parts(bool of_program) {
  return {{{"builtin", mapped(subjects, [](const Builtin* subject) { return std::string(subject->name); })},
           {"type", names_of(gentypes)},
           {"dimension", {"1d", "2d", "3d"}},
           {"local size", {}},
           {"form", of_program ? std::vector<std::string>{} : names_of(all_forms())},
           {"variant", names_of(std::span(variants).subspan(1))}}};
}

/// Limits the length: the argument may be a whole file, but the message must stay one sentence.
std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 80;
  return "'" + std::string(text.substr(0, longest)) + (text.size() > longest ? "...'" : "'");
}

}  // namespace

std::string to_arguments(const Selection& selection) {
  std::vector<std::string_view> arguments;
  for (const auto& [option, words] : options)
    for (const std::string& word : selection.*words) arguments.insert(arguments.end(), {option, word});
  if (selection.il) arguments.push_back(il_option);
  return joined(arguments, " ");
}

// Words of a selection contain no space. Options and words alternate, except for the last option.
Selection selection_from(std::string_view arguments) {
  Selection selection;
  if (arguments.empty()) return selection;
  const auto words = split(arguments, ' ');
  for (std::size_t i = 0; i < words.size(); i += 2) {
    selection.il = words[i] == il_option && i + 1 == words.size();
    if (selection.il) break;
    const Option* option = find_row(options, words[i], &Option::name);
    if (option == nullptr || i + 1 == words.size())
      throw std::invalid_argument("'" + std::string(arguments) + "' is not a selection of this program");
    (selection.*option->words).emplace_back(words[i + 1]);
  }
  return selection;
}

std::vector<std::string> op_words() {
  std::vector<std::string> valid;
  for (const Builtin* subject : subjects)
    for (const auto word : {subject->family, subject->name}) add_once(valid, std::string(word));
  return valid;
}

std::vector<std::string> type_words() { return names_of(gentypes); }

std::vector<Case> candidates(std::vector<Case> planned, const Selection& selection) {
  auto cases = with_named(std::move(planned), selection.filters);
  return selection.il ? with_il_twins(std::move(cases)) : cases;
}

std::vector<Case> select(std::vector<Case> cases, const Selection& selection) {
  const auto ops = words_of(selection.ops, "--op");
  const auto types = words_of(selection.types, "--type");
  auto dims = words_of(selection.dims, "--dim");
  const auto filters = words_of(selection.filters, "--filter");
  for (std::string& dim : dims)
    if (dim.size() == 2 && dim[1] == 'd') dim.pop_back();
  require_known(ops, op_words(), "op");
  require_known(types, type_words(), "type");
  require_known(dims, {"1", "2", "3"}, "dimension");
  require_globs(filters);
  const auto wanted = [](const std::vector<std::string>& words, auto... names) {
    return words.empty() || ((is_in(names, words)) || ...);
  };
  std::erase_if(cases, [&](const Case& c) {
    return !(wanted(ops, c.builtin->family, c.builtin->name) && wanted(types, info(c.type).name) &&
             wanted(dims, std::to_string(c.dim)) && passes(names_of(c, selection), filters));
  });
  return cases;
}

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
      throw std::invalid_argument("there is no " + std::string(part.what) + " " + in_quotes(pieces[i]) +
                                  ": the nearest is '" + nearest(pieces[i], part.words) + "'");
    }
  if (const auto c = parse_case(text); c && is_legal(*c)) return *c;
  const auto names = mapped(plan(Profile::Full), [](const Case& known) { return name(known); });
  throw std::invalid_argument("there is no case " + in_quotes(text) + ": the nearest is '" +
                              nearest(text, names) + "'");
}

}  // namespace wgcts::suites
