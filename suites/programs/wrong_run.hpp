// Runs of programs whose collectives give wrong results. A program whose outputs stay the same cannot fail.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/causes/cause.hpp"
#include "suites/builtin.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::suites {

struct WrongRun {
  bool changed = false;  ///< the model changes a result
  /// Nothing if the program is no longer legal: its work-items diverge, or it does not end.
  std::optional<std::vector<OutputBuffer>> outputs{};
};

/// Runs of a program in which a collective, `of`, or every collective gives the wrong results of a fault.
/// Work-groups are independent, so only those that get a wrong result are run again. The program must live as
/// long as this object.
class WrongRuns {
 public:
  explicit WrongRuns(const LegalProgram& program);

  /// The calls of the program, with correct results.
  std::span<const CollectiveCall> collective_calls() const { return collective_calls_; }
  WrongModel model_of(const Cause& fault, std::optional<Collective> of) const;
  WrongRun run_with(const WrongModel& model) const;
  /// The outputs of the program on a device with that fault of guarding_causes(). Nothing if no result is
  /// wrong, or if the program is no longer legal.
  std::optional<std::vector<OutputBuffer>> outputs(const Cause& fault,
                                                   std::optional<Collective> of = {}) const;
  /// The first fault of guarding_causes() whose wrong results do not change the program's output, such as
  /// "a device that returns 1 for every input", or a kernel that never runs if the program stores nothing.
  /// Nothing if there is none, and at least one fault shows. A single work-group is enough to show a fault.
  std::optional<std::string> unseen() const;
  /// Whether some wrong results of the builtin change the output of a work-group.
  bool show(const Builtin& builtin) const;

 private:
  /// Whether wrong results change the output of a work-group. Nothing if no result is wrong, or if some
  /// work-groups are no longer legal and the others have the correct output.
  std::optional<bool> shows(const WrongModel& model) const;
  /// The work-groups that get a wrong result.
  std::vector<std::size_t> groups_met(const WrongModel& model) const;
  /// Whether the work-group is still legal.
  bool run_wrongly(std::size_t group, const WrongModel& model, std::vector<OutputBuffer>& outputs) const;

  const LegalProgram& program_;
  std::vector<CollectiveCall> collective_calls_;
};

std::vector<const Builtin*> builtins_called(const Program& program);

/// Whether the program calls a builtin of cl_khr_work_group_uniform_arithmetic.
inline bool calls_uniform_arithmetic(const Program& program) {
  return !std::ranges::all_of(builtins_called(program), [](const Builtin* b) { return is_core(*b); });
}

/// The builtins that the program calls and whose wrong results it shows.
std::vector<const Builtin*> builtins_shown(const LegalProgram& program);

/// Whether no fault is unseen, and the program shows wrong results of at least one builtin.
bool can_fail(const LegalProgram& program);

}  // namespace wgcts::suites
