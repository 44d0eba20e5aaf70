#include <gtest/gtest.h>

#include <cstring>

#include "harness/process/discovery.hpp"

namespace wgcts::harness {
namespace {

DeviceFacts device_with_sub_groups() {
  DeviceFacts facts;
  facts.extensions = {"cl_khr_subgroups"};
  facts.usual_cl_std = 30;
  facts.max_work_group_size = 64;
  facts.max_work_item_sizes = {48, 64, 64};
  return facts;
}

/// The outputs of a device with sub-groups of four work-items in linear order.
RunOutcome outcome_of(const KernelRun& run) {
  RunOutcome outcome{{Verdict::Pass}};
  for (const bool item : {false, true}) {
    std::vector<std::byte> bytes;
    for (std::uint32_t i = 0; i < volume(run.range.local); ++i) {
      const std::uint32_t value = item ? i % 4 : i / 4;
      bytes.resize(bytes.size() + sizeof value);
      std::memcpy(bytes.data() + bytes.size() - sizeof value, &value, sizeof value);
    }
    outcome.outputs.push_back(std::move(bytes));
  }
  return outcome;
}

TEST(SubGroupProbe, FitsTheDevice) {
  const auto probes = sub_group_probes(device_with_sub_groups());
  ASSERT_EQ(probes.size(), 2U);
  EXPECT_EQ(probes[0].range.local, (Extents{48, 1, 1}));
  EXPECT_TRUE(sub_group_probes({}).empty());
}

TEST(SubGroupProbe, ShowsTheLayoutOfWhatWasWritten) {
  const auto probes = sub_group_probes(device_with_sub_groups());
  std::vector<RunOutcome> outcomes;
  for (const KernelRun& probe : probes) outcomes.push_back(outcome_of(probe));
  EXPECT_EQ(layout_of(probes, outcomes), (SubGroupLayout{4, false}));
  outcomes[1] = {{Verdict::Crash}};
  EXPECT_EQ(layout_of(probes, outcomes), std::nullopt);
}

}  // namespace
}  // namespace wgcts::harness
