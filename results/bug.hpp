// A bug of a device: fault, conditions and reproducers. A bug usually explains many failing cases.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "results/case_result.hpp"
#include "results/predicate.hpp"

namespace wgcts::results {

/// A fault: a code and its parameters in order, {"restarts", {{"every", "32"}}}. The codes are a closed list
/// (docs/causes.md), so that bugs of different drivers can be compared.
struct CauseWord {
  std::string code;
  std::vector<std::pair<std::string, std::string>> parameters{};
  auto operator<=>(const CauseWord&) const = default;
};

/// The text in reports, signatures and tables: "restarts every=32". A parameter can have no name or value:
/// {"order", {{"", "reversed"}}} is "order reversed".
std::string to_string(const CauseWord& word);

/// The parameter of a crash or refusal with the driver's message.
inline constexpr std::string_view words_of_driver = "words";

/// The word without the driver's message.
CauseWord without_words(CauseWord word);

/// The largest work-group of a minimal case. A larger one would make the report too large for its readers.
inline constexpr std::size_t most_minimal_lanes = 65536;

/// The smallest failing case that was found, with one work-group lane by lane.
struct MinimalCase {
  std::string name;      ///< the case's name
  Extents local_size{};  ///< of the work-group
  std::size_t groups = 0;
  std::vector<WrongLane> lanes{};  ///< all lanes of the work-group, also correct ones
  std::vector<LaneRun> wrong{};    ///< the wrong lanes
  std::string message;             ///< for failures without results, such as crashes
  bool operator==(const MinimalCase&) const = default;
};

/// A passing case that differs from the minimal one in a single part of its name.
struct PassingNeighbour {
  std::string name;
  std::string differs;  ///< "local size 32 instead of 33"
  bool operator==(const PassingNeighbour&) const = default;
};

/// A part of a reduced program that is needed for the failure, such as "a break in a while loop", and a
/// passing program without it.
struct Ingredient {
  std::string phrase;
  std::string without;  ///< the passing program's name
  bool operator==(const Ingredient&) const = default;
};

/// The language in which the calls fail: OpenCL C or SPIR-V (--il). It is an observation: a call that fails
/// only in OpenCL C may have its bug in the front end or in the library of builtins.
struct CompilerSide {
  std::string_view code;
  std::string_view meaning;
};

inline constexpr std::array<CompilerSide, 3> compiler_sides{{
    {"opencl_c", "the same calls pass as SPIR-V modules"},
    {"spirv", "the same calls pass as OpenCL C"},
    {"both", "the same calls fail as OpenCL C and as SPIR-V modules"},
}};

struct Bug {
  /// See signature_of(). The same bug has the same signature on another machine, with another version of the
  /// driver, and in another profile.
  std::string signature;
  CauseWord what;
  Where where;
  std::string sentence;  ///< fault and conditions as a sentence
  std::set<std::string> builtins{}, types{}, dimensions{}, forms{};
  std::vector<std::string> cases{};  ///< names of the failing cases that it explains, in plan order
  std::string example;               ///< the first of `cases`
  std::optional<MinimalCase> minimal{};
  std::optional<PassingNeighbour> neighbour{};
  std::vector<Ingredient> ingredients{};  ///< for bugs that only whole programs show
  std::string form{};                     ///< the reduced program's normal form, for such a bug
  std::vector<GivenProgram> programs{};   ///< the content of the reduced programs that are named above
  std::string reproducer;                 ///< file of the C program; empty if none was written
  bool reproduced = false;                ///< the C program or, if it was not run, its kernel showed the bug
  std::string proof{};          ///< the result of compiling and running it; empty if that was not tried
  std::string no_reproducer{};  ///< the reason why there is no C program, if one was requested
  std::string compiler{};       ///< the code of a CompilerSide; empty if unknown
  std::string cut_short{};      ///< the step of the diagnosis that the time limit ended early; empty for none
  double fit = 0;  ///< share of the bug's wrong work-groups whose results `what` predicts exactly
  std::set<std::string> clauses{};  ///< the broken clauses
  bool operator==(const Bug&) const = default;
};

/// The signature of a bug: eight hexadecimal digits of a SHA-256 over fault and failing builtins. Conditions
/// are left out because they become more precise in longer runs, and the driver's messages because they
/// change with its version.
std::string signature_of(const CauseWord& what, const std::set<std::string>& builtins);

/// The common conditions of two bugs that are merged. Sets and bounds of the same feature are widened.
Where common_conditions(const Where& a, const Where& b);

/// Merges two bugs with the same signature into the first. The first keeps its sentence and its smallest
/// case, if it has them.
void unite(Bug& bug, Bug other);

void unite_by_signature(std::vector<Bug>& bugs);

/// The signature of a bug that only whole programs show: a hash of the fault and of the reduced program's
/// normal form. Bugs with the same form are the same bug.
std::string signature_of_program(const CauseWord& what, const std::string& form);

/// Whether only whole programs show the bug.
bool is_of_programs(const Bug& bug);

/// The case with this name; a reduced program gets its content from the bug. Empty if there is no such case,
/// or if the bug lacks the content.
std::optional<Case> case_in(const Bug& bug, const std::string& name);

/// The side of the compiler as text; empty if unknown.
std::string_view compiler_text(const Bug& bug);

/// An element of the report's `bugs` list, and its inverse, which throws std::exception for invalid JSON.
nlohmann::json to_json(const Bug& bug);
Bug bug_from_json(const nlohmann::json& json);

}  // namespace wgcts::results
