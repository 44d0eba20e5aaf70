#include "suites/programs/wrong_run.hpp"

#include <algorithm>

#include "reference/causes/wrong_model.hpp"
#include "reference/lists.hpp"
#include "suites/programs/visit.hpp"

namespace wgcts::suites {

WrongRuns::WrongRuns(const LegalProgram& program)
    : program_(program), collective_calls_(collective_calls_of(program.program, program.launch)) {}

WrongModel WrongRuns::model_of(const Cause& fault, std::optional<Collective> of) const {
  return [this, fault, of](const CollectiveCall& collective_call) {
    return of && collective_call.site->collective != *of
               ? std::nullopt
               : answer_in_program(fault, collective_call, program_.launch.range);
  };
}

std::vector<std::size_t> WrongRuns::groups_met(const WrongModel& model) const {
  std::vector<std::size_t> groups;
  for (const CollectiveCall& collective_call : collective_calls_) {
    if (!groups.empty() && groups.back() == collective_call.group) continue;
    const auto wrong = model(collective_call);
    if (wrong && *wrong != collective_call.returned) groups.push_back(collective_call.group);
  }
  return groups;
}

bool WrongRuns::run_wrongly(std::size_t group, const WrongModel& model,
                            std::vector<OutputBuffer>& outputs) const {
  // A run that takes four times as long counts as an endless loop.
  const RunOptions options{.step_limit = 4 * program_.expected.longest, .wrong = model};
  try {
    run_again(program_.program, program_.launch, group, outputs, options);
    return true;
  } catch (const IllegalProgram&) {
    return false;
  }
}

WrongRun WrongRuns::run_with(const WrongModel& model) const {
  const auto groups = groups_met(model);
  WrongRun result{!groups.empty(), program_.expected.outputs};
  for (const std::size_t group : groups)
    if (!run_wrongly(group, model, *result.outputs)) return {true};
  return result;
}

std::optional<std::vector<OutputBuffer>> WrongRuns::outputs(const Cause& fault,
                                                            std::optional<Collective> of) const {
  const WrongRun wrong = run_with(model_of(fault, of));
  return wrong.changed ? wrong.outputs : std::nullopt;
}

std::optional<bool> WrongRuns::shows(const WrongModel& model) const {
  const auto groups = groups_met(model);
  bool hidden = !groups.empty();
  for (const std::size_t group : groups) {
    auto outputs = program_.expected.outputs;
    if (!run_wrongly(group, model, outputs))
      hidden = false;
    else if (outputs != program_.expected.outputs)
      return true;
  }
  return hidden ? std::optional(false) : std::nullopt;
}

bool WrongRuns::show(const Builtin& builtin) const {
  return std::ranges::any_of(guarding_causes(), [&](const Cause& fault) {
    return shows(model_of(fault, builtin.collective)).value_or(false);
  });
}

std::optional<std::string> WrongRuns::unseen() const {
  // If no work-group stores anything, a device that never runs the kernel passes.
  const auto is_written = [](const OutputBuffer& o) {
    return std::ranges::count(o.written, 0) < std::ssize(o.written);
  };
  if (std::ranges::none_of(program_.expected.outputs, is_written)) return "a kernel that never runs";
  bool any_shown = false;
  for (const Cause& fault : guarding_causes()) {
    const std::optional<bool> shown = shows(model_of(fault, {}));
    if (shown == false) return "a device that " + phrase_of(fault);
    any_shown |= shown.has_value();
  }
  return any_shown ? std::nullopt : std::optional<std::string>("any fault at all");
}

std::vector<const Builtin*> builtins_called(const Program& program) {
  std::vector<const Builtin*> called;
  const auto look = [&](const Expr& e) {
    if (e.kind != ExprKind::Collective) return;
    add_once(called, find_row(builtins, e.collective, &Builtin::collective));
  };
  visit_parts(program, look);
  return called;
}

std::vector<const Builtin*> builtins_shown(const LegalProgram& program) {
  const WrongRuns runs(program);
  return picked(builtins_called(program.program), [&](const Builtin* b) { return runs.show(*b); });
}

bool can_fail(const LegalProgram& program) {
  const WrongRuns runs(program);
  return !runs.unseen() && std::ranges::any_of(builtins_called(program.program),
                                               [&](const Builtin* builtin) { return runs.show(*builtin); });
}

}  // namespace wgcts::suites
