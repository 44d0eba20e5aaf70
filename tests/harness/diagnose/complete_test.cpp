// All bugs of a report within one time.
#include "harness/diagnose/complete.hpp"

#include <gtest/gtest.h>

#include "tests/harness/diagnose/answering_device.hpp"

namespace wgcts::harness {
namespace {

TEST(Complete, SharesTheTimeAndKeepsToIt) {
  FakeDevice slow{[&](const Question&) { return verdict(Verdict::Fail); },
                  [](const Trial& t) { return all_of_bits(t, -1); }};
  const Oracle oracle = slow.oracle();
  std::vector<Bug> bugs(4, bug("unknown", {"all.int.3d.4x3x5.branch"}));
  const auto all = complete(bugs, oracle, 4);
  ASSERT_EQ(all.size(), 4U);
  EXPECT_LE(slow.now, 4.5);
  for (const Bug& b : bugs) EXPECT_TRUE(b.minimal) << "each gets its share";
}

TEST(Complete, AsksNothingWithoutTime) {
  FakeDevice fine;
  std::vector<Bug> bugs{bug("unknown", {"all.int.1d.33.chain"})};
  (void)complete(bugs, fine.oracle(), 0);
  EXPECT_EQ(fine.asked, 0);
  EXPECT_FALSE(bugs[0].minimal);
}

}  // namespace
}  // namespace wgcts::harness
