// Whole programs that fail, compared with the bugs that single collectives show: what a program would have
// come to on a device with such a bug.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "harness/replay/boundary.hpp"
#include "reference/causes/cause.hpp"
#include "results/evidence.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::harness {

/// A fault's models for each type, the likeliest first. On one device they may differ from value to value.
using ModelsByType = std::map<GenType, std::vector<Cause>>;

/// A bug as a program may meet it.
struct KnownBug {
  const Boundary* boundary = nullptr;
  const ModelsByType* models = nullptr;  ///< empty if no model says what such a device returns
  std::set<Subject> subjects{};          ///< that it was seen with
};

/// How a bug explains what a program wrote.
enum class Account : std::uint8_t {
  None,      ///< the program does not meet it, or it changes nothing
  Possible,  ///< the program meets it; what the program then writes is not known, or is something else
  Exact      ///< the program writes just what the device wrote
};

/// One failing program, run by the interpreter with bugs in place.
class ProgramReplay {
 public:
  /// Without evidence no account is exact. The evidence and the facts must outlive this object.
  ProgramReplay(const Case& c, const Evidence* evidence, const DeviceFacts& facts);
  ProgramReplay(const ProgramReplay&) = delete;
  ProgramReplay& operator=(const ProgramReplay&) = delete;

  /// The collectives in its text, and what would be the program's case if it were of one of them.
  const std::map<Subject, Case>& subjects() const { return subjects_; }
  bool calls(const Builtin* builtin) const;

  /// Of wrong results. `anywhere`: the bug acts outside of its boundary and its subjects, too.
  Account account(const KnownBug& bug, bool anywhere = false) const;
  /// Whether a bug that ends the process, or makes the driver refuse something, may act in the program.
  bool may_be_ended_by(const KnownBug& bug) const;
  /// Whether the program has no meaning with the bug: its work-items diverge, or it does not end.
  bool loses_meaning(const KnownBug& bug) const;

 private:
  struct WrongRun {
    bool changed = false;                                ///< the bug changed a result
    std::optional<std::vector<OutputBuffer>> outputs{};  ///< none if the program has no meaning then
  };
  WrongRun run_with(const KnownBug& bug, std::size_t turn, bool anywhere) const;
  std::optional<std::vector<Word>> answer(const KnownBug& bug, const CollectiveCall& collective_call,
                                          std::size_t turn, bool anywhere) const;
  Place place_of(const CollectiveCall& collective_call) const;
  bool is_what_device_wrote(const std::vector<OutputBuffer>& outputs) const;

  Case case_;
  const DeviceFacts& facts_;
  const Evidence* evidence_;
  LegalProgram program_;
  std::map<Subject, Case> subjects_;
  std::vector<std::pair<Subject, Place>> met_;
};

}  // namespace wgcts::harness
