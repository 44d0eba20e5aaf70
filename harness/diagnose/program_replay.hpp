// A failing program, held against bugs that are told already: what it would have come to on a device that has
// them.
#pragma once

#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "harness/diagnose/conditions.hpp"
#include "reference/causes/cause.hpp"
#include "results/evidence.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::harness {

/// A builtin, and the type that it is called with.
using Subject = std::pair<const Builtin*, GenType>;

/// What a bug's models are for each type, the likeliest first: those of a device may differ from value to
/// value.
using ModelsByType = std::map<GenType, std::vector<Cause>>;

/// A bug as it may be met in a program.
struct ToldBug {
  const Boundary* boundary = nullptr;
  const ModelsByType* models = nullptr;  ///< empty where no model says what such a device returns
  std::set<Subject> subjects{};          ///< that it was seen with
};

/// How a bug accounts for what a program came to.
enum class Account : std::uint8_t {
  None,      ///< it does not strike there, or changes nothing
  Possible,  ///< it strikes there; what the program then comes to is not known, or is another thing
  Exact      ///< the program comes to just what the device gave
};

class ProgramReplay {
 public:
  /// Draws the case's program and runs it. Without evidence no account is exact.
  ProgramReplay(const Case& c, const Evidence* evidence);

  /// The collectives in its text.
  const std::set<Subject>& subjects() const { return subjects_; }

  /// Of wrong results. `anywhere` lets the bug strike beyond its boundary and its subjects.
  Account account(const ToldBug& bug, bool anywhere = false) const;
  /// The same of several bugs together.
  bool explained_by_all(std::span<const ToldBug> bugs) const;
  /// Whether a bug that takes the driver down, or makes it refuse something, may strike there.
  bool may_be_lost_by(const ToldBug& bug) const;
  /// Whether the program has no meaning any more where the bug strikes: its work-items part ways, or it goes
  /// round for ever.
  bool loses_meaning(const ToldBug& bug) const;

 private:
  struct WrongRun {
    bool struck = false;
    std::optional<std::vector<OutputBuffer>> outputs{};  ///< nothing where it has no meaning any more
  };
  WrongRun run_under(std::span<const ToldBug> bugs, std::size_t turn, bool anywhere) const;
  std::optional<std::vector<Word>> answer(const ToldBug& bug, const Meeting& meeting, std::size_t turn,
                                          bool anywhere) const;
  Place place_of(const Meeting& meeting) const;
  bool is_what_came(const std::vector<OutputBuffer>& outputs) const;

  Case case_;
  const Evidence* evidence_;
  LegalProgram program_;
  std::set<Subject> subjects_;
  std::vector<std::pair<Subject, Place>> met_;
};

}  // namespace wgcts::harness
