#include "system/memory.hpp"

#include <gtest/gtest.h>

namespace wgcts::system {
namespace {

constexpr std::uint64_t gib = std::uint64_t{1} << 30;

TEST(Machine, HasMemory) {
  const Memory memory = memory_now();
  ASSERT_TRUE(memory.available);
  EXPECT_GT(*memory.available, 0U);
}

TEST(Machine, MemoryIsNotShortIfWorkersUseLessThanHalfOfIt) {
  EXPECT_EQ(memory_shortage({8 * gib, 0, 3}, {8 * gib, gib, 3}), "");
  EXPECT_EQ(memory_shortage({8 * gib}, {8 * gib, gib}), "") << "a system that does not count kills";
  EXPECT_EQ(memory_shortage({8 * gib, 0, 3}, {8 * gib, 5 * gib, 3}),
            "and memory may have been short: a worker used up to 5120 MiB, and 8192 MiB are available");
  EXPECT_EQ(memory_shortage({8 * gib, 0, 3}, {8 * gib, gib, 4}),
            "and the system was killing processes because memory ran out");
  EXPECT_EQ(memory_shortage({}, {}), "and the amount of available memory is unknown");
  EXPECT_EQ(memory_shortage({8 * gib}, {8 * gib, gib, {}, true}),
            "and the memory of a process is limited (ulimit -v, ulimit -d)");
}

}  // namespace
}  // namespace wgcts::system
