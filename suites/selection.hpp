// Which cases of the plan a user wants. `list` and `run` share it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suites/case.hpp"

namespace wgcts::suites {

/// Each list holds words as typed, commas not yet split; an empty list selects everything.
struct Selection {
  std::vector<std::string> ops;      ///< families ("reduce"), builtins ("reduce_add"), "program"
  std::vector<std::string> types;    ///< "float"
  std::vector<std::string> dims;     ///< "3" or "3d"
  std::vector<std::string> filters;  ///< globs over case names; "-" in front excludes
  bool il = false;                   ///< the plain cases among them again as SPIR-V modules
  bool operator==(const Selection&) const = default;
};

/// The selection as one would type it: "--op reduce --dim 3"; empty where it selects everything.
std::string to_arguments(const Selection& selection);

/// The inverse of to_arguments. Throws std::invalid_argument with a sentence for a text that it does not
/// write.
Selection selection_from(std::string_view arguments);

/// The words that --op and --type take.
std::vector<std::string> op_words();
std::vector<std::string> type_words();

/// What a selection chooses from: the planned cases, those that a filter names in full, and with --il the
/// twins of all of them as SPIR-V modules.
std::vector<Case> candidates(const std::vector<Case>& planned, const Selection& selection);

/// The selected cases, in their order. Throws std::invalid_argument with a sentence that names the valid
/// words for a word that selects nothing because there is no such thing.
std::vector<Case> select(const std::vector<Case>& cases, const Selection& selection);

}  // namespace wgcts::suites
