// The explanation must agree with the runner: outputs that it calls right pass the checker, and both show a
// single wrong work-item.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "harness/check/citations.hpp"
#include "harness/planning/planning.hpp"
#include "harness/program/job.hpp"
#include "tests/harness/able_device.hpp"
#include "tests/harness/check/written.hpp"
#include "tests/harness/isolated_run.hpp"

namespace wgcts::harness {
namespace {

Explanation explained(std::string_view id, const std::optional<IsolatedRun>& look = {},
                      std::uint64_t seed = 1) {
  return explain(parse_case(id).value(), plain_device(), seed, look);
}

std::size_t wrong_lanes_in(const Explanation& e) {
  std::size_t wrong = 0;
  for (const auto& site : e.sites)
    for (const GroupRecord& group : site) wrong += group.wrong.size();
  return wrong;
}

/// The buffer of a device with the expected results.
IsolatedRun perfect_look(const Explanation& e) {
  IsolatedRun look{{e.the_case, Verdict::Pass}, RawOutput{e.range.local, 0, {}}};
  const auto launch = launches_of({.cases = {e.the_case}}).front();
  look.output->groups = layout_of(launch, e.range.local, DeviceFacts{}).groups;
  for (const auto& site : e.sites) {
    std::vector<std::byte> bytes(volume(e.range.global) * info(e.the_case.type).bytes);
    for (std::size_t g = 0; g < site.size(); ++g) {
      const auto items = Grid(e.range).lanes(g);
      for (const LaneRow& lane : site[g].lanes) {
        const auto bits = std::strtoull(lane.expected.bits.c_str(), nullptr, 16);
        std::memcpy(&bytes[items[lane.lane] * info(e.the_case.type).bytes], &bits,
                    info(e.the_case.type).bytes);
      }
    }
    look.output->sites.push_back(std::move(bytes));
  }
  return look;
}

TEST(Explanation, CallsExpectedOutputsRightAndOneOtherWrong) {
  for (const char* id :
       {"all.int.1d.33.chain", "broadcast.half.3d.4x3x5.chain.offset", "reduce_max.ulong.1d.99.twice",
        "scan_exclusive_add.double.2d.8x8.chain.remainder", "scan_inclusive_min.float.1d.60.derived"}) {
    const auto e = explained(id);
    auto look = perfect_look(e);
    const auto right = explained(id, look);
    EXPECT_EQ(wrong_lanes_in(right), 0U) << id;
    ASSERT_FALSE(right.sites[0][0].lanes[0].got.text.empty()) << id;
    // Writes another result at one work-item.
    const std::size_t bytes = info(e.the_case.type).bytes, item = Grid(e.range).lanes(1).back();
    for (std::size_t i = 0; i < bytes; ++i) look.output->sites[0][item * bytes + i] = std::byte{0x5a};
    const auto wrong = explained(id, look);
    // Any other non-zero value is legal as well.
    const bool is_as_true = right.sites[0][1].lanes.back().expected.text == "non-zero";
    EXPECT_EQ(wrong_lanes_in(wrong), is_as_true ? 0U : 1U) << id;
    EXPECT_EQ(wrong.sites[0][1].wrong.empty(), is_as_true) << id;
  }
}

TEST(Explanation, ShowsWhatAProgramDidNotWrite) {
  const char* id = "program.int.2d.2x3.7";
  const ProgramChecker checker(parse_case(id).value());
  WrittenOutputs device(checker);
  const auto look = [&] {
    return IsolatedRun{{parse_case(id).value(), Verdict::Fail},
                       RawOutput{checker.grid().range.local, checker.grid().groups, device.outputs}};
  };
  EXPECT_EQ(wrong_lanes_in(explained(id, look())), 0U);
  const std::size_t item = checker.grid().lanes(0).front();
  device.set(0, item, device.poisons[0]);
  const auto e = explained(id, look());
  const bool is_expected = e.sites[0][0].lanes[0].expected.text == "nothing";
  EXPECT_EQ(wrong_lanes_in(e), is_expected ? 0U : 1U);
  EXPECT_EQ(e.sites[0][0].lanes[0].got.text, "nothing");
}

TEST(Explanation, CitesTheClausesOfJudging) {
  const auto e = explained("scan_exclusive_add.float.2d.6x5.chain.offset");
  const auto look = perfect_look(e);
  const Launch launch = launches_of({.cases = {e.the_case}}).front();
  const Layout layout = layout_of(launch, e.range.local, DeviceFacts{});
  const Grid grid(ndrange(2, e.range.local, *e.the_case.variant, look.output->groups));
  const auto checker = make_site_checker(e.the_case, 0, grid, FloatRules{}, layout.walk, 1);
  const std::vector<std::byte> poison(8, std::byte{0x77});
  const auto judged = checker->judge(look.output->sites[0], poison);
  EXPECT_FALSE(judged.failure);
  EXPECT_EQ(judged.clauses, checker->clauses());
  for (const std::string& id : judged.clauses) EXPECT_TRUE(e.clauses.contains(id)) << id;
  EXPECT_TRUE(e.clauses.contains("WGC.SC.1") && e.clauses.contains("WGC.ID.3"));
}

TEST(Explanation, ContainsTheKernelAndTheLaunch) {
  const auto e = explained("reduce_add.float.2d.32x3.chain.noopt");
  EXPECT_EQ(e.build_options, "-cl-std=CL3.0 -cl-opt-disable");
  EXPECT_NE(e.source.find("work_group_reduce_add("), std::string::npos);
  EXPECT_NE(e.source.find("void " + e.kernel + "("), std::string::npos);
  EXPECT_EQ(e.beside.size(), 9U);
  EXPECT_EQ(e.range.local, (Extents{32, 3, 1}));
  EXPECT_EQ(e.groups, e.sites[0].size());
  EXPECT_FALSE(e.missing);
}

TEST(Explanation, OtherSeedsGiveOtherData) {
  const auto bits = [](std::uint64_t seed) {
    const auto e = explained("any.int.1d.33.chain", {}, seed);
    std::string all;
    for (const auto& group : e.sites[0])
      for (const auto& lane : group.lanes) all += lane.input.bits;
    return all;
  };
  EXPECT_EQ(bits(1), bits(1));
  EXPECT_NE(bits(1), bits(2));
}

TEST(Explanation, NamesWhatTheDeviceLacks) {
  DeviceFacts device = plain_device();
  device.half = {false, {"CL_DEVICE_EXTENSIONS", "no cl_khr_fp16"}};
  const auto e = explain(parse_case("reduce_add.half.1d.33.chain").value(), device, 1, {});
  ASSERT_TRUE(e.missing);
  EXPECT_EQ(e.missing->query, "CL_DEVICE_EXTENSIONS");
}

IsolatedRun look_with(const char* mode, double timeout = 20) {
  setenv("FAKE", mode, 1);
  setenv("FAKE_CASE", "", 1);
  return run_isolated({{WGCTS_FAKE_WORKER}, timeout, 1}, able_device(), 1,
                      parse_case("any.int.1d.33.chain").value());
}

TEST(IsolatedRun, GetsAVerdictForEveryWorkerBehaviour) {
  EXPECT_EQ(look_with("none").result.verdict, Verdict::Pass);
  EXPECT_EQ(look_with("crash").result.verdict, Verdict::Crash);
  EXPECT_EQ(look_with("refuse").result.verdict, Verdict::LaunchError);
  EXPECT_EQ(look_with("hang", 1).result.verdict, Verdict::Timeout);
  EXPECT_FALSE(look_with("crash").output);
}

TEST(IsolatedRun, ThrowsIfNoWorkerStarts) {
  const Case c = parse_case("any.int.1d.33.chain").value();
  EXPECT_THROW(run_isolated({{"/bin/false"}, 1, 1}, able_device(), 1, c), std::runtime_error);
  EXPECT_THROW(run_isolated({{"/nonexistent/worker"}, 1, 1}, able_device(), 1, c), std::runtime_error);
}

// Builtins that the file does not define cannot be in the kernel: a run leaves them out, and so does explain.
TEST(Explanation, LeavesOutBuiltinsThatAFileLacks) {
  DeviceFacts device = with_implementation(plain_device(), {.file = "sums.cl", .text = "..."});
  device.implementation->defines = {"work_group_reduce_add(int)"};
  const Explanation e = explain(parse_case("reduce_add.int.1d.33.chain").value(), device, 1, {});
  EXPECT_TRUE(e.beside.empty());
  EXPECT_EQ(e.source.find("work_group_reduce_min"), std::string::npos) << e.source;
  EXPECT_NE(e.source.find("work_group_reduce_add"), std::string::npos) << e.source;
  EXPECT_FALSE(explained("reduce_add.int.1d.33.chain").beside.empty()) << "with a driver they share it";
}

}  // namespace
}  // namespace wgcts::harness
