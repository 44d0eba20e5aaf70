// A bug: what a device does wrong, where, and how to see it. Many failing cases tell of one bug.
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

/// A word of the vocabulary of causes, with its parameters in the order in which they are told:
/// {"restarts", {{"every", "32"}}}. The codes are a closed list (docs/causes.md), so that bugs of different
/// drivers can be compared.
struct CauseWord {
  std::string code;
  std::vector<std::pair<std::string, std::string>> parameters{};
  auto operator<=>(const CauseWord&) const = default;
};

/// "restarts every=32": the word as reports, signatures and tables hold it. A parameter without a name or a value is
/// its other half alone, {"order", {{"", "reversed"}}} is "order reversed".
std::string to_string(const CauseWord& word);

/// What a driver said of itself: the parameter of a crash, a refusal and the like that is its own text.
inline constexpr std::string_view words_of_driver = "words";

/// The same but for the driver's words.
CauseWord without_words(CauseWord word);

/// The smallest case found that shows the bug, as a picture: one work-group, lane by lane.
struct MinimalCase {
  std::string name;      ///< the case's, which replays
  Extents local_size{};  ///< of the work-group shown
  std::size_t groups = 0;
  std::vector<WrongLane> lanes{};  ///< all lanes of that work-group, right ones too
  std::vector<LaneRun> wrong{};    ///< those of them that are wrong
  std::string message;             ///< what came instead of results, for crashes and the like
  bool operator==(const MinimalCase&) const = default;
};

/// A case that differs from the minimal one in one word, and passes.
struct PassingNeighbour {
  std::string name;
  std::string differs;  ///< "local size 32 instead of 33"
  bool operator==(const PassingNeighbour&) const = default;
};

/// A part that a reduced program cannot lose, "a break in a while loop", and a program that is smaller by it,
/// or by it and a little more, and passes.
struct Ingredient {
  std::string phrase;
  std::string without;  ///< that program's name
  bool operator==(const Ingredient&) const = default;
};

/// In which language the calls fail, OpenCL C or SPIR-V modules (--il). The words say what was seen: a call
/// that fails in OpenCL C alone may be wrong in the front end or in the library of builtins.
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
  /// Stable and short, see signature_of(): the same bug has the same signature on another machine, with another
  /// version of the driver and in another profile.
  std::string signature;
  CauseWord what;
  Where where;
  std::string sentence;  ///< both of them in plain words
  std::set<std::string> builtins{}, types{}, dimensions{}, forms{};
  std::vector<std::string> cases{};  ///< names of the failing cases that it explains, in plan order
  std::string example;               ///< the first of them
  std::optional<MinimalCase> minimal{};
  std::optional<PassingNeighbour> neighbour{};
  std::vector<Ingredient> ingredients{};  ///< of a bug that whole programs alone show
  std::string form{};                     ///< the reduced program's normal form, of such a bug
  std::vector<GivenProgram> programs{};   ///< reduced programs that names above stand for, with their content
  std::string reproducer;                 ///< file of a program that shows it; empty where none was written
  bool reproduced = false;  ///< that program, or where it was not run its kernel, showed the bug
  std::string proof{};      ///< what came of compiling and running it, or why not; empty where nobody tried
  std::string no_reproducer{};  ///< why there is no such program, where one was asked for: a sentence
  std::string compiler{};       ///< the code of a CompilerSide; empty where nothing tells
  std::string cut_short{};  ///< the step of the diagnosis that wall time ended early; empty for none
  double fit = 0;           ///< share of the bug's wrong work-groups whose results `what` gives to the bit
  std::set<std::string> clauses{};  ///< rules that it breaks
  bool operator==(const Bug&) const = default;
};

/// The signature of a bug: eight hexadecimal digits of a SHA-256 over what it is and the failing builtins. Conditions
/// are no part of it: they become sharper the more is run. Nor are the driver's words, which change with its version.
std::string signature_of(const CauseWord& what, const std::set<std::string>& builtins);

/// The conditions of a bug that has two parts: those that hold in both. Sets and bounds of the same feature widen.
Where common_conditions(const Where& a, const Where& b);

/// Makes of two bugs of one signature one, with the cases of both. The first one's name, words and smallest case stay
/// where it has them.
void unite(Bug& bug, Bug other);

/// Unites bugs that have the same signature, each into the first of them.
void unite_by_signature(std::vector<Bug>& bugs);

/// The signature of a bug that whole programs alone show: of what is wrong and of the reduced program's
/// normal form. Bugs of one form are one bug.
std::string signature_of_program(const CauseWord& what, const std::string& form);

/// Whether whole programs alone show the bug.
bool is_of_programs(const Bug& bug);

/// The case of a name that the bug holds, a reduced program with its content. Nothing where there is no such
/// case, or its content is not known.
std::optional<Case> case_in(const Bug& bug, const std::string& name);

/// Which side of the compiler it is on, in words; empty where nothing tells.
std::string_view compiler_text(const Bug& bug);

/// An object of the report's `bugs` list, and its inverse, which throws std::exception on anything else.
nlohmann::json to_json(const Bug& bug);
Bug bug_from_json(const nlohmann::json& json);

}  // namespace wgcts::results
