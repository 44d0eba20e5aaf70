// Kernel runs that are made of a case: of a small kernel that calls its builtin, or of the case's own kernel.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/program/kernel_run.hpp"
#include "reference/causes/scene.hpp"
#include "results/device_facts.hpp"
#include "suites/case.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::harness {

/// One work-group's call of a collective. The kernel stores the result of the call unchanged.
struct StoredCall {
  Collective collective{};
  Rule rule = Rule::Exact;              ///< of its results
  std::size_t group = 0;                ///< the linear group id
  std::vector<std::uint64_t> x{};       ///< what is passed, bit for bit, by local linear id
  std::size_t source = 0;               ///< the local linear id that a broadcast names
  std::size_t output = 0;               ///< where the results go; counts outputs
  std::vector<std::size_t> elements{};  ///< of the output, by local linear id
};

/// Whether the case's collectives are called in another part of the program.
bool has_parts(const Case& c);

/// What the program's results are judged by on a device with these facts, under the case's options.
Judging judging_of(const Case& c, const DeviceFacts& facts);

/// The calls of the program that are stored: of a work-group's calls whose results go to the same elements,
/// the last.
std::vector<StoredCall> stored_calls(const LegalProgram& program);

/// The program by itself, launched, built and attributed as the case's kernel is. Where that has parts, the
/// program's first function is the other one. Unless the case is a program,
/// only the results of its builtin are judged.
KernelRun run_of_program(const Case& c, const LegalProgram& program, const DeviceFacts& facts);

/// The case's own kernel with these builtins, on the data of these calls: member by member, site by site. The
/// work-groups of a call follow each other; their elements are numbered through from call to call.
KernelRun run_of_case(const Case& c, const std::vector<const Builtin*>& members, const NDRange& range,
                      std::span<const StoredCall> calls, const DeviceFacts& facts);

/// The call as wrong models see it.
template <class T>
Scene<T> scene_of(const KernelRun& run, const StoredCall& call) {
  const auto value = [](std::uint64_t bits) { return std::bit_cast<T>(static_cast<bits_of<T>>(bits)); };
  const KernelArgument& output = run.arguments[outputs_of(run)[call.output]];
  Scene<T> scene{.collective = call.collective, .rule = call.rule, .source = call.source};
  std::ranges::transform(call.x, std::back_inserter(scene.x), value);
  scene.truth = answers<T>(scene.collective, scene.x, scene.source);
  for (const std::size_t element : call.elements) {
    const Expected& expected = output.expected[element];
    scene.low.push_back(expected.judged ? value(expected.low) : T{1});
    scene.high.push_back(expected.judged ? value(expected.high) : T{0});
  }
  scene.size = work_group(run.range, call.group).size;
  scene.offset = run.range.offset;
  scene.dim = run.range.dim;
  scene.unwritten = value(element_of(output.bytes, output.type, 0));
  return scene;
}

/// What came of the call.
template <class T>
std::vector<T> results_of(const KernelRun& run, const RunOutcome::Outputs& outputs, const StoredCall& call) {
  const Type type = run.arguments[outputs_of(run)[call.output]].type;
  std::vector<T> got;
  for (const std::size_t element : call.elements)
    got.push_back(std::bit_cast<T>(static_cast<bits_of<T>>(element_of(outputs[call.output], type, element))));
  return got;
}

}  // namespace wgcts::harness
