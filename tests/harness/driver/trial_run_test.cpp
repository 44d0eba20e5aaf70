// Trials on the stub: what is written comes back, and each way of failing has its name.
#include <gtest/gtest.h>

#include <cstring>

#include "harness/process/discovery.hpp"
#include "harness/process/lab.hpp"
#include "harness/program/trial.hpp"
#include "tests/harness/driver/stub.hpp"

namespace wgcts::harness {
namespace {

constexpr const char* sum_text =
    "__kernel void k(__global const int *in, __global int *out)\n{\n"
    "    size_t i = get_global_id(0);\n    out[i] = work_group_reduce_add(in[i]);\n}\n";

Trial sum_of_four() {
  const std::int32_t values[4] = {1, 2, 3, 4};
  Trial trial{
      .text = sum_text, .kernel = "k", .options = "-cl-std=CL3.0", .range = {1, {4, 1, 1}, {4, 1, 1}}};
  trial.input.resize(sizeof values);
  std::memcpy(trial.input.data(), values, sizeof values);
  trial.output = sizeof values;
  return trial;
}

std::vector<std::int32_t> ints(const std::vector<std::byte>& bytes) {
  std::vector<std::int32_t> values(bytes.size() / sizeof(std::int32_t));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

TrialRun on_stub(const Trial& trial, const std::string& script = "", double timeout = 30) {
  DeviceFacts device;
  {
    const Stub stub;
    device = discover(stub_setup()).devices.at(0);
  }
  const Stub stub(script);
  return Lab(stub_setup(timeout), device, 1).ask(trial);
}

TEST(TrialRun, GivesTheBytes) {
  const TrialRun run = on_stub(sum_of_four());
  EXPECT_EQ(run.verdict, Verdict::Pass) << run.message;
  EXPECT_EQ(ints(run.output), (std::vector<std::int32_t>{10, 10, 10, 10}));
}

TEST(TrialRun, WhatNobodyWroteIsPoison) {
  Trial idle = sum_of_four();
  idle.text = "__kernel void k(__global const int *in, __global int *out)\n{\n}\n";
  idle.poison = std::byte{0x11};
  EXPECT_EQ(on_stub(idle).output, std::vector<std::byte>(16, std::byte{0x11}));
}

TEST(TrialRun, EachWayOfFailingHasItsStage) {
  const struct {
    const char* script;
    Verdict verdict;
    Stage stage;
  } rows[] = {{"clBuildProgram segfaults", Verdict::Crash, Stage::Build},
              {"clBuildProgram fails -11", Verdict::BuildError, Stage::Build},
              {"clCreateKernel fails -46", Verdict::BuildError, Stage::Create},
              {"clEnqueueNDRangeKernel fails -5", Verdict::LaunchError, Stage::Launch},
              {"clFinish aborts", Verdict::Crash, Stage::Launch},
              {"clEnqueueReadBuffer aborts", Verdict::Crash, Stage::Read}};
  for (const auto& [script, verdict, stage] : rows) {
    const TrialRun run = on_stub(sum_of_four(), script);
    EXPECT_EQ(run.verdict, verdict) << script << ": " << run.message;
    EXPECT_EQ(run.stage, stage) << script;
    EXPECT_FALSE(run.message.empty()) << script;
  }
  EXPECT_EQ(on_stub(sum_of_four(), "clFinish hangs", 1).verdict, Verdict::Timeout);
}

// A worker that has tried something judges cases after it, with the data of the run's seed.
TEST(TrialRun, CasesCanBeAskedAfterATrial) {
  const Stub stub;
  const DeviceFacts device = discover(stub_setup()).devices.at(0);
  const Question sum{.the_case = parse_case("reduce_add.int.1d.33.solo").value(), .outputs = true};
  Lab lab(stub_setup(), device, 3), fresh(stub_setup(), device, 3);
  (void)lab.ask(sum_of_four());
  const IsolatedRun after = lab.ask(sum);
  EXPECT_EQ(after.result.verdict, Verdict::Pass);
  EXPECT_EQ(after.output->sites, fresh.ask(sum).output->sites);
  EXPECT_EQ(lab.workers(), 1U);
}

}  // namespace
}  // namespace wgcts::harness
