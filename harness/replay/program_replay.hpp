// Compares failing whole programs with bugs of single collectives: runs a program as on a device with such a
// bug.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "harness/replay/boundary.hpp"
#include "reference/causes/cause.hpp"
#include "results/case_result.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::harness {

/// A fault's models for each type, most likely first. On one device they may differ between values.
using ModelsByType = std::map<GenType, std::vector<Cause>>;

/// A bug that may affect a program.
struct KnownBug {
  const Boundary* boundary = nullptr;
  const ModelsByType* models = nullptr;  ///< empty if the bug has no model
  std::set<Subject> subjects{};          ///< builtins and types that it may affect
};

/// How well a bug explains the outputs of a program.
enum class Account : std::uint8_t {
  None,      ///< the program does not execute the bug's calls, or nothing changes
  Possible,  ///< the bug affects the program, but the outputs are unknown or different
  Exact      ///< with the bug, the program writes exactly what the device wrote
};

/// Runs one failing program in the interpreter with bugs applied.
class ProgramReplay {
 public:
  /// Without evidence, no account is Exact. The evidence and the facts must outlive this object.
  ProgramReplay(const Case& c, const Evidence* evidence, const DeviceFacts& facts);
  ProgramReplay(const ProgramReplay&) = delete;
  ProgramReplay& operator=(const ProgramReplay&) = delete;

  /// The collectives in its text, each with the program's case changed to that subject.
  const std::map<Subject, Case>& subjects() const { return subjects_; }
  bool calls(const Builtin* builtin) const;

  /// For wrong results. `anywhere`: the bug also acts outside its boundary and its subjects.
  Account account(const KnownBug& bug, bool anywhere = false) const;
  /// Whether a bug that is a termination may affect the program.
  bool may_be_ended_by(const KnownBug& bug) const;
  /// Whether the bug makes the program's behaviour undefined: work-items diverge, or it does not end.
  bool loses_meaning(const KnownBug& bug) const;

 private:
  struct WrongRun {
    bool changed = false;                                ///< the bug changed a result
    std::optional<std::vector<OutputBuffer>> outputs{};  ///< none if the behaviour is undefined
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
