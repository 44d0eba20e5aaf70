// The name of a cause and its models.
#include "reference/causes/cause.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace wgcts::reference {
namespace {

bool goes_by_its_name(const Cause& cause) {
  const auto found = causes_named(code_of(cause.what), parameters_of(cause));
  return std::ranges::find(found, cause) != found.end();
}

TEST(NamedCauses, EveryModelIsFoundByItsName) {
  using Kind = LaneSet::Kind;
  for (const Cause& cause :
       {Cause{.what = What::Constant, .value = 0.1F},
        Cause{.what = What::Constant, .value = 0.1},
        Cause{.what = What::Constant, .value = std::numeric_limits<std::uint64_t>::max()},
        Cause{.what = What::Constant, .choice = 1},
        Cause{.what = What::Inverted, .choice = 2},
        Cause{.what = What::LaneValue, .choice = 3, .n = 17},
        Cause{.what = What::NarrowedPredicate, .choice = 1, .n = 8 | 32 << 8},
        Cause{
            .what = What::NarrowedPredicate, .choice = static_cast<std::uint8_t>(Narrow::CountBits), .n = 8},
        Cause{.what = What::WrongIdentity, .choice = 3, .variant = 1},
        Cause{.what = What::Coordinates, .choice = 8, .variant = 1},
        Cause{.what = What::Coordinates, .choice = 7, .n = -16},
        Cause{.what = What::SourceLimited, .n = 256},
        Cause{.what = What::Restarts, .choice = 2},
        Cause{.what = What::CarryPartial, .n = 24},
        Cause{.what = What::LanesIgnored, .lanes = {Kind::Tail, 8}},
        Cause{.what = What::LanesIgnored, .lanes = {Kind::FromEnd, 2}},
        Cause{.what = What::LanesDoubled, .variant = 2, .lanes = {Kind::AllButFirst}},
        Cause{.what = What::ResultMissingOn, .choice = 2, .lanes = {Kind::RowEnds}},
        Cause{.what = What::Narrowed, .choice = static_cast<std::uint8_t>(Narrow::Float), .variant = 6},
        Cause{.what = What::Narrowed, .choice = static_cast<std::uint8_t>(Narrow::Saturates), .n = 16},
        Cause{.what = What::Order, .choice = 7, .variant = 5, .n = 24},
        Cause{.what = What::ComparedAs, .choice = 2, .variant = 4},
        Cause{.what = What::ValueLost, .choice = 7}})
    EXPECT_TRUE(goes_by_its_name(cause)) << code_of(cause.what);
}

TEST(NamedCauses, WhatHasNoModelHasNone) {
  EXPECT_TRUE(causes_named("crash", {{"stage", "build"}}).empty());
  EXPECT_TRUE(causes_named("unknown", {}).empty());
  EXPECT_TRUE(causes_named("restarts", {{"every", "often"}}).empty());
}

TEST(NamedCauses, EveryCauseHasTheNameThatWasAskedFor) {
  const auto found = causes_named("lanes_ignored", {{"set", "last"}, {"n", "64"}});
  ASSERT_FALSE(found.empty());
  for (const Cause& cause : found) EXPECT_EQ(cause.lanes.kind, LaneSet::Kind::LastN);
}

}  // namespace
}  // namespace wgcts::reference
