#include "harness/schedule/time_limits.hpp"

#include <gtest/gtest.h>

#include "tests/harness/text.hpp"

namespace wgcts::harness {
namespace {

const Case hanging = named("reduce_min.int.1d.33.chain");
const Job alone{{hanging}, true};

/// Limits of 60 s after two hangs of reduce_min in a phase, and this many answers in it.
TimeLimits after_hangs(Phase phase, int answers, double longest) {
  TimeLimits limits(60);
  for (int i = 0; i < answers; ++i) limits.note_answer(phase, i == 2 ? longest : longest / 10);
  for (int i = 0; i < 2; ++i) limits.note_hang(phase, hanging);
  return limits;
}

void expect_all(const Allowance& given) {
  EXPECT_EQ(given.seconds, 60);
  EXPECT_TRUE(given.full);
}

TEST(TimeLimits, NoAttemptIsShortenedBeforeTwoHangs) {
  TimeLimits limits(60);
  for (int i = 0; i < 100; ++i) limits.note_answer(Phase::Launch, 0.01);
  expect_all(limits.allowance(Phase::Launch, alone));
  limits.note_hang(Phase::Launch, hanging);
  expect_all(limits.allowance(Phase::Launch, alone));
  limits.note_hang(Phase::Launch, hanging);
  EXPECT_EQ(limits.allowance(Phase::Launch, alone).seconds, 15);
  EXPECT_FALSE(limits.allowance(Phase::Launch, alone).full);
}

TEST(TimeLimits, ShorteningNeedsEightAnswersOfThePhase) {
  expect_all(after_hangs(Phase::Launch, 7, 0.1).allowance(Phase::Launch, alone));
  EXPECT_EQ(after_hangs(Phase::Launch, 8, 0.1).allowance(Phase::Launch, alone).seconds, 15);
  EXPECT_EQ(after_hangs(Phase::Launch, 8, 1).allowance(Phase::Launch, alone).seconds, 20);
  expect_all(after_hangs(Phase::Launch, 8, 3).allowance(Phase::Launch, alone));
}

// A driver whose launches hang may build slowly, and a driver with fast builds may launch slowly.
TEST(TimeLimits, PhasesAreIndependent) {
  TimeLimits limits = after_hangs(Phase::Launch, 8, 0.1);
  expect_all(limits.allowance(Phase::Build, alone));
  limits = after_hangs(Phase::Build, 0, 0);
  for (int i = 0; i < 8; ++i) limits.note_answer(Phase::Launch, 0.01);
  expect_all(limits.allowance(Phase::Build, alone));
}

TEST(TimeLimits, OnlyACaseAloneIsShortened) {
  const TimeLimits limits = after_hangs(Phase::Launch, 8, 0.1);
  const Case other = named("reduce_min.int.1d.64.chain");
  expect_all(limits.allowance(Phase::Launch, {{hanging}}));
  expect_all(limits.allowance(Phase::Launch, {{hanging, other}, true}));
  expect_all(limits.allowance(Phase::Start, alone));
  expect_all(limits.allowance(Phase::Launch, {{named("reduce_max.int.1d.33.chain")}, true}));
  EXPECT_FALSE(limits.allowance(Phase::Launch, {{other}, true}).full);
}

}  // namespace
}  // namespace wgcts::harness
