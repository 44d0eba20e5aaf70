// The selection of cases by options, and suggestions for misspelt words and case names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suites/case.hpp"

namespace wgcts::suites {

/// Words as typed, with commas not yet split. An empty list selects everything.
struct Selection {
  std::vector<std::string> ops;      ///< families ("reduce"), builtins ("reduce_add"), "program"
  std::vector<std::string> types;    ///< "float"
  std::vector<std::string> dims;     ///< "3" or "3d"
  std::vector<std::string> filters;  ///< globs over case names; a leading "-" excludes
  bool il = false;  ///< adds SPIR-V versions of the cases whose kernel can be written as SPIR-V
  bool operator==(const Selection&) const = default;
};

/// The selection as options: "--op reduce --dim 3"; empty if it selects everything.
std::string to_arguments(const Selection& selection);

/// The inverse of to_arguments. Throws std::invalid_argument for other texts.
Selection selection_from(std::string_view arguments);

std::vector<std::string> op_words();
std::vector<std::string> type_words();

/// The cases that a selection chooses from: the planned ones, those that a filter names in full, and with
/// --il the SPIR-V versions of all of them.
std::vector<Case> candidates(std::vector<Case> planned, const Selection& selection);

/// The selected cases, in order. Throws std::invalid_argument, with the valid words, for an unknown word.
std::vector<Case> select(std::vector<Case> cases, const Selection& selection);

/// The word most similar to `word`; the first of several. Empty without words.
std::string nearest(std::string_view word, const std::vector<std::string>& words);

/// The case of that name, in any profile or none. Throws std::invalid_argument with a message that suggests
/// the nearest valid word.
Case case_named(std::string_view text);

}  // namespace wgcts::suites
