#include <gtest/gtest.h>

#include "harness/program/job.hpp"
#include "tests/harness/able_device.hpp"

namespace wgcts::harness {
namespace {

DeviceFacts of_kind(const char* kind, std::size_t units) {
  DeviceFacts facts = able_device();
  facts.kind = kind;
  facts.compute_units = units;
  return facts;
}

std::size_t groups_of(const char* id, const DeviceFacts& facts) {
  const Launch launch = launches_of({.cases = {parse_case(id).value()}}).front();
  return layout_of(launch, launch.local.extents, facts).groups;
}

// An H100 has 132 compute units that hold 2048 work-items each, in at most 32 work-groups.
TEST(Layout, AGpuIsFilledFourTimes) {
  const DeviceFacts gpu = of_kind("GPU", 132);
  EXPECT_EQ(saturating_groups(gpu, 256, 4), 4 * 132 * 8U);
  EXPECT_EQ(saturating_groups(gpu, 1024, 4), 4 * 132 * 2U);
  EXPECT_EQ(saturating_groups(gpu, 8, 4), 4 * 132 * 32U);
  EXPECT_EQ(saturating_groups(gpu, 4096, 4), 4 * 132U);
  EXPECT_EQ(saturating_groups(of_kind("GPU", 0), 256, 4), 32U);
  EXPECT_EQ(groups_of("reduce_add.int.1d.256.solo.saturated", gpu), 4 * 132 * 8U);
  // The form stress has fewer work-groups, because its kernel calls in rounds.
  EXPECT_EQ(groups_of("reduce_add.int.1d.256.stress.saturated", gpu), 2 * 132 * 8U);
}

// Each thread of a CPU runs one work-group at a time, so more work-groups only take longer.
TEST(Layout, ACpuGetsAFewDozen) {
  EXPECT_EQ(groups_of("reduce_add.int.1d.256.solo.saturated", of_kind("CPU", 64)), 36U);
  EXPECT_EQ(groups_of("reduce_add.int.1d.256.solo.saturated", of_kind("", 64)), 36U);
  // Without saturation only the data determines the number.
  EXPECT_EQ(groups_of("reduce_add.int.1d.256.solo", of_kind("GPU", 132)),
            groups_of("reduce_add.int.1d.256.solo", of_kind("CPU", 64)));
}

// Each situation has other buffers. Together they have at most the memory of two.
TEST(Layout, TheMemoryIsDividedByAllBuffers) {
  constexpr std::size_t memory = std::size_t{1} << 30;
  const auto share = [&](const char* variant) {
    const std::string id = "reduce_add.long.1d.1024.solo" + std::string(variant);
    const Launch launch = launches_of({.cases = {parse_case(id).value()}}).front();
    const double values =
        static_cast<double>(site_count(launch.kernel) * sizeof(std::int64_t) * volume(launch.local.extents));
    return static_cast<double>(memory) / values /
           static_cast<double>(affordable_groups(launch, launch.local.extents, memory));
  };
  // Half of the number of buffers with values. Sources of broadcasts are few, except with `unsized`.
  for (const auto& [variant, wanted] : {std::pair{"", 1.0},
                                        {".unordered", 4.0},
                                        {".threads", 4.0},
                                        {".relaunched", 2.5},
                                        {".cloned", 2.0},
                                        {".svm", 2.0},
                                        {".unsized", 1.75}})
    EXPECT_NEAR(share(variant), wanted, 0.01) << variant;
}

}  // namespace
}  // namespace wgcts::harness
