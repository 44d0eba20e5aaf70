#include "system/memory.hpp"

#include <gtest/gtest.h>

namespace wgcts::system {
namespace {

constexpr std::size_t gib = std::size_t{1} << 30;

TEST(Machine, HasMemory) {
  const Memory memory = memory_now();
  ASSERT_TRUE(memory.available);
  EXPECT_GT(*memory.available, 0U);
}

TEST(Machine, MemoryIsPlainlyFreeWhereNoWorkerTookHalfOfIt) {
  EXPECT_EQ(memory_shortage({8 * gib, 0, 3}, {8 * gib, gib, 3}), "");
  EXPECT_EQ(memory_shortage({8 * gib}, {8 * gib, gib}), "") << "a system that counts no kills";
  EXPECT_EQ(memory_shortage({8 * gib, 0, 3}, {8 * gib, 5 * gib, 3}),
            "and memory may have been short: a worker took up to 5120 MiB, and 8192 MiB are available");
  EXPECT_EQ(memory_shortage({8 * gib, 0, 3}, {8 * gib, gib, 4}),
            "and the system was killing processes for want of memory");
  EXPECT_EQ(memory_shortage({}, {}), "and how much memory was available is not known");
  EXPECT_EQ(memory_shortage({8 * gib}, {8 * gib, gib, {}, true}),
            "and a process may not have all memory that is available (ulimit -v, ulimit -d)");
}

}  // namespace
}  // namespace wgcts::system
