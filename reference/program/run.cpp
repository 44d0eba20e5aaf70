#include "reference/program/run.hpp"

#include "reference/program/work_group.hpp"

namespace wgcts::reference {
namespace {

void require_matching_launch(const Program& program, const ProgramLaunch& launch) {
  const std::size_t groups = volume(group_counts(launch.range)), items = volume(launch.range.global);
  bool fits = launch.arguments.size() == program.arguments.size() &&
              launch.inputs.size() == program.inputs.size() &&
              launch.group_inputs.size() == program.group_inputs.size();
  for (const auto& values : launch.inputs) fits = fits && values.size() == items;
  for (const auto& values : launch.group_inputs) fits = fits && values.size() == groups;
  if (!fits) throw IllegalProgram("The launch does not match the kernel's parameters.");
}

}  // namespace

ProgramOutcome run(const Program& program, const ProgramLaunch& launch, const RunOptions& options) {
  check(program, launch.judging.has_value());
  require_matching_launch(program, launch);
  ProgramOutcome outcome;
  const std::size_t items = volume(launch.range.global);
  outcome.outputs.assign(program.outputs.size(),
                         {std::vector<Word>(items), std::vector<std::uint8_t>(items), {}});
  WorkGroupRun work_group(program, launch, options, outcome);
  for (std::size_t group = 0; group < volume(group_counts(launch.range)); ++group) work_group.run(group);
  return outcome;
}

void run_again(const Program& program, const ProgramLaunch& launch, std::size_t group,
               std::vector<OutputBuffer>& outputs, const RunOptions& options) {
  ProgramOutcome outcome{std::move(outputs)};
  for (const std::size_t item : lanes_of(launch.range, work_group(launch.range, group)))
    for (OutputBuffer& output : outcome.outputs) {
      output.values[item] = output.written[item] = 0;
      output.several.erase(item);
    }
  WorkGroupRun(program, launch, options, outcome).run(group);
  outputs = std::move(outcome.outputs);
}

}  // namespace wgcts::reference
