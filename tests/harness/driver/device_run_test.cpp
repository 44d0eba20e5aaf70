// Kernel runs on the stub: outputs are returned, and each kind of failure has its verdict and stage.
#include <gtest/gtest.h>

#include <cstring>

#include "harness/process/discovery.hpp"
#include "harness/process/worker_connection.hpp"
#include "tests/harness/driver/stub.hpp"

namespace wgcts::harness {
namespace {

constexpr const char* sum_text =
    "__kernel void k(__global const int *in, __global int *out)\n{\n"
    "    size_t i = get_global_id(0);\n    out[i] = work_group_reduce_add(in[i]);\n}\n";

KernelRun sum_of_four() {
  KernelRun run{
      .text = sum_text, .kernel = "k", .options = "-cl-std=CL3.0", .range = {1, {4, 1, 1}, {4, 1, 1}}};
  KernelArgument in = input_argument({1, 2, 3, 4});
  in.type = Type::Int;
  run.arguments = {std::move(in), output_argument(Type::Int, 4)};
  return run;
}

/// The elements of an output without its canary.
std::vector<std::int32_t> ints(const std::vector<std::byte>& bytes) {
  std::vector<std::int32_t> values(4);
  std::memcpy(values.data(), bytes.data(), sizeof(std::int32_t) * values.size());
  return values;
}

RunOutcome on_stub(const KernelRun& run, const std::string& script = "", double timeout = 30) {
  DeviceFacts device;
  {
    const Stub stub;
    device = discover(stub_setup()).devices.at(0);
  }
  const Stub stub(script);
  return WorkerConnection(stub_setup(timeout), device, 1).ask(run);
}

TEST(KernelRun, ReturnsTheBytes) {
  const RunOutcome outcome = on_stub(sum_of_four());
  EXPECT_EQ(outcome.verdict, Verdict::Pass) << outcome.message;
  EXPECT_EQ(ints(outcome.outputs.at(0)), (std::vector<std::int32_t>{10, 10, 10, 10}));
}

TEST(KernelRun, UnwrittenOutputIsPoison) {
  KernelRun idle = sum_of_four();
  idle.text = "__kernel void k(__global const int *in, __global int *out)\n{\n}\n";
  idle.arguments[1].bytes.assign(4, std::byte{0x11});
  const auto output = on_stub(idle).outputs.at(0);
  EXPECT_GT(output.size(), size_in_bytes(idle.arguments[1])) << "the canary follows";
  EXPECT_TRUE(is_filled_with(output, idle.arguments[1].bytes));
}

TEST(KernelRun, EachKindOfFailureHasItsStage) {
  const struct {
    const char* script;
    Verdict verdict;
    Stage stage;
  } rows[] = {{"clBuildProgram segfaults", Verdict::Crash, Stage::Build},
              {"clBuildProgram fails -11", Verdict::BuildError, Stage::Build},
              {"clCreateKernel fails -46", Verdict::BuildError, Stage::Create},
              {"clEnqueueNDRangeKernel fails -5", Verdict::LaunchError, Stage::Launch},
              {"launch_of_4 fails -1", Verdict::LaunchError, Stage::Launch},
              {"clFinish aborts", Verdict::Crash, Stage::Launch},
              {"clEnqueueReadBuffer aborts", Verdict::Crash, Stage::Read}};
  for (const auto& [script, verdict, stage] : rows) {
    const RunOutcome outcome = on_stub(sum_of_four(), script);
    EXPECT_EQ(outcome.verdict, verdict) << script << ": " << outcome.message;
    EXPECT_EQ(outcome.stage, stage) << script;
    EXPECT_FALSE(outcome.message.empty()) << script;
  }
  EXPECT_EQ(on_stub(sum_of_four(), "clFinish hangs", 1).verdict, Verdict::Timeout);
}

// A worker that ran a kernel can judge cases later, with the data of the run's seed.
TEST(KernelRun, CasesCanFollow) {
  const Stub stub;
  const DeviceFacts device = discover(stub_setup()).devices.at(0);
  const Experiment sum{.the_case = parse_case("reduce_add.int.1d.33.solo").value(), .outputs = true};
  WorkerConnection connection(stub_setup(), device, 3), fresh(stub_setup(), device, 3);
  (void)connection.ask(sum_of_four());
  const IsolatedRun after = connection.ask(sum);
  EXPECT_EQ(after.result.verdict, Verdict::Pass);
  EXPECT_EQ(after.output->sites, fresh.ask(sum).output->sites);
  EXPECT_EQ(connection.workers(), 1U);
}

}  // namespace
}  // namespace wgcts::harness
