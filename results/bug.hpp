// A bug of a device: fault, conditions and reproducers. A bug usually explains many failing cases. A
// condition compares a feature of a work-group or of its launch with values. Its text is for reports and
// people; wgcts itself compares and evaluates predicates.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "results/case_result.hpp"

namespace wgcts::results {

/// The features that a condition can compare. Some features share a code in reports, such as "call".
enum class Feature : std::uint8_t {
  Builtin,
  Culprit,  ///< a builtin that the kernel calls, even if another one is judged
  Type,
  Dimension,
  Form,
  Variant,
  Option,
  Size,
  ExtentX,
  ExtentY,
  ExtentZ,
  SubGroups,         ///< their number; this and the next three need a known layout
  SubGroupSize,      ///< work-items in the first sub-group
  UnequalSubGroups,  ///< one sub-group has fewer work-items than the others
  ManySubGroups,     ///< more sub-groups than work-items in the first one
  Call,
  CallInFunction,  ///< counted in each run of a function
  CallSite,        ///< counted in the text of the function
  Helper,          ///< the call is in a function that the kernel calls
  Group,
  LastRow,  ///< of work-groups; in three dimensions the last plane
  GroupX,
  GroupY,
  GroupZ,
  Source,
  Remainder,
  RemainderX,
  RemainderY,
  RemainderZ,
  Offset,
  OffsetX,
  OffsetY,
  OffsetZ,
  Value,
  Company,
  Alone,
  Load
};

enum class Relation : std::uint8_t {
  Holds,  ///< for a feature that is present or absent
  Is,     ///< one of the names or numbers
  IsNot,  ///< none of the names or numbers
  Above,
  Below,
  AtLeast,
  MultipleOf,
  NotMultipleOf,
  PowerOfTwo,
  NotPowerOfTwo
};

struct Predicate {
  Feature feature{};
  Relation relation = Relation::Holds;
  std::vector<std::size_t> numbers{};  ///< exactly one for Above, Below, AtLeast and multiples
  std::vector<std::string> names{};    ///< for Is and IsNot, if the feature has names
  auto operator<=>(const Predicate&) const = default;
};

/// A conjunction; empty if the bug always shows.
using Where = std::vector<Predicate>;

/// The code in reports: "size", "extent.x".
std::string_view code_of(Feature feature);

/// Whether the feature is Size or an extent.
constexpr bool is_of_sizes(Feature f) { return f >= Feature::Size && f <= Feature::ExtentZ; }

/// Call, CallInFunction or CallSite: ways to count the calls of a kernel. Reports use the same code for all.
constexpr bool is_call_number(Feature feature) {
  return feature >= Feature::Call && feature <= Feature::CallSite;
}
constexpr std::size_t axis_of(Feature extent) {
  return static_cast<std::size_t>(extent) - static_cast<std::size_t>(Feature::ExtentX);
}
/// Whether the feature is Builtin, Culprit or Type. These name the faulty part, not conditions.
constexpr bool is_of_subject(Feature f) { return f <= Feature::Type; }

/// Whether the relation holds for a number; true for relations that compare names.
bool holds_for(const Predicate& predicate, std::size_t number);

/// "size>32", "size%8!=0", "type=uint|ulong", "group=last", "offset.y".
std::string to_string(const Predicate& predicate);
/// "size>32 and type=uint|ulong"; "always" for none.
std::string to_string(const Where& where);

/// The name and the value of a fault's parameter; either can be empty. Or the relation and the value of a
/// condition: {">", "32"}, {"%8", "!=0"}; both are empty for Holds.
using Parameter = std::pair<std::string, std::string>;

/// The condition with this code. Throws std::invalid_argument if it is not a condition.
Predicate predicate_from(std::string_view code, const Parameter& text);

/// A fault: a code and its parameters in order, {"restarts", {{"every", "32"}}}. The codes are a closed list
/// (docs/causes.md), so that bugs of different drivers can be compared.
struct CauseWord {
  std::string code;
  std::vector<Parameter> parameters{};
  auto operator<=>(const CauseWord&) const = default;
};

/// The text in reports, signatures and tables: "restarts every=32"; "order reversed" for {"order", {{"",
/// "reversed"}}}.
std::string to_string(const CauseWord& word);

/// The parameter of a crash or refusal with the driver's message.
inline constexpr std::string_view words_of_driver = "words";

/// The word without the driver's message.
inline CauseWord without_words(CauseWord word) {
  std::erase_if(word.parameters, [](const auto& p) { return p.first == words_of_driver; });
  return word;
}

/// The largest work-group of a minimal case. A larger one would make the report too large for its readers.
inline constexpr std::size_t most_minimal_lanes = 65536;

/// The smallest failing case that was found, with one work-group lane by lane.
struct MinimalCase {
  std::string name;      ///< the case's name
  Extents local_size{};  ///< of the work-group
  std::size_t groups = 0;
  std::vector<LaneRow> lanes{};  ///< all lanes of the work-group, or only wrong ones
  std::vector<LaneRun> wrong{};  ///< the wrong lanes
  std::string message;           ///< for failures without results, such as crashes
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
/// change with its version. "nondeterministic" counts as "unknown", because whether the few repeated cases
/// show that results vary is chance.
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
inline bool is_of_programs(const Bug& bug) {
  return bug.builtins.size() == 1 && *bug.builtins.begin() == whole_program.name;
}

/// The case with this name; a reduced program gets its content from the bug. Empty if there is no such case,
/// or if the bug lacks the content.
std::optional<Case> case_in(const Bug& bug, const std::string& name);

/// The side of the compiler as text; empty if unknown.
inline std::string_view compiler_text(const Bug& bug) {
  const CompilerSide* side = find_row(compiler_sides, bug.compiler, &CompilerSide::code);
  return side == nullptr ? "" : side->meaning;
}

/// An element of the report's `bugs` list, and its inverse, which throws std::exception for invalid JSON.
nlohmann::json to_json(const Bug& bug);
Bug bug_from_json(const nlohmann::json& json);

}  // namespace wgcts::results
