#include "suites/programs/wrong_run.hpp"

#include <algorithm>

#include "reference/program/wrong_models.hpp"
#include "suites/programs/visit.hpp"

namespace wgcts::suites {
namespace {

/// How a program ends where collectives answer wrongly.
struct WrongRun {
  bool differed = false;  ///< some answer was not the right one
  std::optional<std::vector<OutputBuffer>> outputs;
};

WrongRun run_wrongly(const LegalProgram& program, std::string_view mutant, std::optional<Collective> of) {
  WrongRun result;
  RunOptions options;
  // What takes so many times as long goes round for ever, as far as anybody waits.
  options.step_limit = 4 * program.expected.steps;
  options.wrong = [&](const Meeting& meeting) -> std::optional<std::vector<Word>> {
    if (of && meeting.site->collective != *of) return std::nullopt;
    auto answer = answer_like(mutant, meeting);
    // Which non-zero value a predicate gives is the device's choice (WGC.U.7).
    if (answer && is_predicate(meeting.site->collective.family))
      for (Word& w : *answer) w = w != 0 ? 1 : 0;
    result.differed |= answer && *answer != meeting.returned;
    return answer;
  };
  try {
    result.outputs = run(program.program, program.launch, options).outputs;
  } catch (const IllegalProgram&) {
    // It has no meaning any more: what a device would write is anybody's guess.
  }
  return result;
}

/// Whether some wrong answers of the builtin change what the program writes.
bool shows(const LegalProgram& program, const Builtin& builtin) {
  return std::ranges::any_of(mutant_names(), [&](std::string_view mutant) {
    const auto wrong = outputs_like(program, mutant, builtin.collective);
    return wrong && *wrong != program.expected.outputs;
  });
}

}  // namespace

std::optional<std::vector<OutputBuffer>> outputs_like(const LegalProgram& program, std::string_view mutant,
                                                      std::optional<Collective> of) {
  WrongRun wrong = run_wrongly(program, mutant, of);
  return wrong.differed ? std::move(wrong.outputs) : std::nullopt;
}

std::optional<std::string_view> unseen_mutant(const LegalProgram& program) {
  // Where every work-group returns before it stores, a device that runs nothing does what it must.
  const auto is_written = [](const OutputBuffer& o) {
    return std::ranges::count(o.written, 0) < std::ssize(o.written);
  };
  if (std::ranges::none_of(program.expected.outputs, is_written)) return "a kernel that never runs";
  bool any_seen = false;
  for (const std::string_view mutant : mutant_names()) {
    const auto wrong = outputs_like(program, mutant);
    if (!wrong) continue;
    if (*wrong == program.expected.outputs) return mutant;
    any_seen = true;
  }
  return any_seen ? std::nullopt : std::optional<std::string_view>("any mutant at all");
}

std::vector<const Builtin*> builtins_called(const Program& program) {
  std::vector<const Builtin*> called;
  const auto look = [&](const Expr& e) {
    if (e.kind != ExprKind::Collective) return;
    const Builtin* builtin = &*std::ranges::find(builtins, e.collective, &Builtin::collective);
    if (std::ranges::find(called, builtin) == called.end()) called.push_back(builtin);
  };
  visit_program(
      program, [](const Stmt&) {}, look);
  return called;
}

std::vector<const Builtin*> builtins_shown(const LegalProgram& program) {
  std::vector<const Builtin*> shown = builtins_called(program.program);
  std::erase_if(shown, [&](const Builtin* builtin) { return !shows(program, *builtin); });
  return shown;
}

bool can_fail(const LegalProgram& program) {
  return !unseen_mutant(program) &&
         std::ranges::any_of(builtins_called(program.program),
                             [&](const Builtin* builtin) { return shows(program, *builtin); });
}

}  // namespace wgcts::suites
