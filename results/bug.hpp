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

namespace wgcts::results {

/// A word of the vocabulary of causes, with its parameters in the order in which they are told:
/// {"restarts", {{"every", "32"}}}. The codes are a closed list (docs/causes.md), so that bugs of different
/// drivers can be compared.
struct CauseWord {
  std::string code;
  std::vector<std::pair<std::string, std::string>> parameters{};
  auto operator<=>(const CauseWord&) const = default;
};

/// "restarts every=32": the word as reports, signatures and tables hold it. A parameter whose name is a sign
/// stands close, {"size", {{">", "32"}}} is "size>32"; one without a name or a value is its other half alone,
/// {"order", {{"", "reversed"}}} is "order reversed".
std::string to_string(const CauseWord& word);

/// A conjunction; empty where the bug is always seen.
using Where = std::vector<CauseWord>;

/// What a driver said of itself: the parameter of a crash, a refusal and the like that is its own text.
inline constexpr std::string_view words_of_driver = "words";

/// The same but for the driver's words.
CauseWord without_words(CauseWord word);

/// "size>32 and type=uint|ulong"; "always" for none.
std::string to_string(const Where& where);

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

/// Which side of a compiler a bug is on: what else was judged tells, OpenCL C beside SPIR-V modules (--il).
struct CompilerSide {
  std::string_view code;
  std::string_view meaning;
};

inline constexpr std::array<CompilerSide, 3> compiler_sides{{
    {"opencl_c", "the same calls pass as SPIR-V modules: the front end of OpenCL C is where to look"},
    {"spirv", "the same calls pass as OpenCL C: what reads SPIR-V is where to look"},
    {"both", "the same calls fail as SPIR-V modules: behind the front ends is where to look"},
}};

struct Bug {
  /// Stable and short: of what, where and the failing builtins alone, without the driver's own words, so that
  /// the same bug has the same signature on another machine and with another version of the driver.
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
  std::vector<GivenProgram> programs{};  ///< reduced programs that the members above name, with their content
  std::string reproducer;                ///< file of a program that shows it; empty where none was written
  bool reproduced = false;               ///< that program ran against the device, and showed the bug
  std::string proof{};          ///< what compiling and running that program came to; empty where nobody did
  std::string no_reproducer{};  ///< why there is no such program, where one was asked for: a sentence
  std::string compiler{};       ///< the code of a CompilerSide; empty where nothing tells
  double fit = 0;  ///< share of the bug's wrong work-groups whose results `what` gives to the bit
  std::set<std::string> clauses{};  ///< rules that it breaks
  bool operator==(const Bug&) const = default;
};

/// The signature of a bug that whole programs alone show: of what is wrong and of the reduced program's
/// normal form. Bugs of one form are one bug.
std::string signature_of_program(const CauseWord& what, const std::string& form);

/// The signature of a bug whose other members are known: eight hexadecimal digits of a SHA-256. The order in
/// which the conditions of `where` stand does not count, nor do the words of the driver: of the same bug they
/// change with its version.
std::string signature_of(const CauseWord& what, const Where& where, const std::set<std::string>& builtins);

/// Which side of the compiler it is on, in words; empty where nothing tells.
std::string_view compiler_text(const Bug& bug);

/// An object of the report's `bugs` list, and its inverse, which throws std::exception on anything else.
nlohmann::json to_json(const Bug& bug);
Bug bug_from_json(const nlohmann::json& json);

}  // namespace wgcts::results
