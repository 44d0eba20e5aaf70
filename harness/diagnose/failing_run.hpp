// A kernel run that shows a bug. A C program is written from it.
#pragma once

#include <optional>
#include <vector>

#include "harness/diagnose/case_run.hpp"

namespace wgcts::harness {

struct FailingRun {
  Case the_case;  ///< that it was made from
  KernelRun run;
  std::optional<LegalProgram> program{};  ///< none: the case's own kernel
  std::vector<StoredCall> calls{};        ///< of a case of single calls
  RunOutcome outcome{};               ///< in a new process, if that showed the bug; else the last that did
  std::vector<WrongElement> wrong{};  ///< of the outputs
  bool reproduced = false;            ///< a process that did nothing else showed the bug
  double timeout = 0;                 ///< time limit of a stage in the run, in seconds
};

/// The program as the case's kernel, without an outcome.
inline FailingRun failing_run_of(const Case& c, LegalProgram program, const DeviceFacts& facts) {
  FailingRun failing_run{c, run_of_program(c, program, facts)};
  if (!is_program(c)) failing_run.calls = stored_calls(program);
  failing_run.program = std::move(program);
  return failing_run;
}

}  // namespace wgcts::harness
