// A kernel run that shows a bug: what a C program is written from.
#pragma once

#include <optional>
#include <vector>

#include "harness/diagnose/case_run.hpp"

namespace wgcts::harness {

/// A kernel run that shows a bug, and what came of it.
struct FailingRun {
  Case the_case;  ///< that it was made of
  KernelRun run;
  std::optional<LegalProgram> program{};  ///< that it runs; nothing where that is the case's own kernel
  std::vector<StoredCall> calls{};        ///< of a case of calls
  RunOutcome outcome{};                   ///< in a new process; where that did not show it, the last that did
  std::vector<WrongElement> wrong{};      ///< elements of the outputs that are not what they may be
  bool reproduced = false;                ///< shown by a process that did nothing else
  double timeout = 0;                     ///< seconds after which a stage of it counts as a hang in the run
};

/// The program as the case's kernel; nothing came of it yet.
inline FailingRun failing_run_of(const Case& c, LegalProgram program, const DeviceFacts& facts) {
  FailingRun failing_run{c, run_of_program(c, program, facts)};
  if (!is_program(c)) failing_run.calls = stored_calls(program);
  failing_run.program = std::move(program);
  return failing_run;
}

}  // namespace wgcts::harness
