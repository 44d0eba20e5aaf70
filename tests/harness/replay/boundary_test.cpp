#include <gtest/gtest.h>

#include <set>

#include "harness/replay/conditions.hpp"
#include "tests/harness/text.hpp"

namespace wgcts::harness {
namespace {

Place at(const char* case_name, std::size_t index = 0, std::size_t groups = 8) {
  static std::set<Case> cases;
  const Case& c = *cases.insert(named(case_name)).first;
  return {
      .the_case = c, .size = c.local.extents, .enqueued = c.local.extents, .index = index, .groups = groups};
}

/// The place in a kernel with these builtins.
Place with(const char* name, const std::vector<const Builtin*>& members) {
  Place place = at(name);
  place.members = members_in(members);
  return place;
}

/// The same for a case without results.
Place lost(const char* name, const std::vector<const Builtin*>& members) {
  Place place = with(name, members);
  place.whole_case = true;
  return place;
}

std::string parted(const std::vector<Place>& wrong, const std::vector<Place>& right) {
  return to_string(boundary_between(places_in(wrong), places_in(right)).where);
}

TEST(Where, NothingRightIsAlways) { EXPECT_EQ(parted({at("all.int.1d.33.chain")}, {}), "always"); }

TEST(Where, SizesHaveRoundBoundaries) {
  const Place s7 = at("all.int.1d.7.chain"), s33 = at("all.int.1d.33.chain"), s64 = at("all.int.1d.64.chain"),
              s65 = at("all.int.1d.65.chain"), s96 = at("all.int.1d.96.chain"),
              s257 = at("all.int.1d.257.chain");
  EXPECT_EQ(parted({s65, s96, s257}, {s7, s33, s64}), "size>64");
  EXPECT_EQ(parted({s96, s257}, {s7, s33}), "size>64");
  EXPECT_EQ(parted({s7}, {s33, s64}), "size<32");
  EXPECT_EQ(parted({s64}, {s7, s33, s65, s96, s257}), "size=64");
  EXPECT_EQ(parted({s7, s33, s65, s257, s96}, {s64}), "size!=power2");
}

TEST(Where, CasesArePartedByWhatTheyShare) {
  EXPECT_EQ(parted({at("all.int.1d.33.chain"), at("all.int.2d.7x5.chain")},
                   {at("any.int.1d.33.chain"), at("any.int.2d.7x5.chain")}),
            "builtin=all");
  EXPECT_EQ(parted({at("reduce_add.int.1d.100.branch"), at("reduce_add.float.1d.100.branch")},
                   {at("reduce_add.int.1d.100.solo"), at("reduce_add.float.1d.100.nested")}),
            "form=branch");
  EXPECT_EQ(parted({at("reduce_add.int.1d.129.chain.offset"), at("reduce_add.int.2d.6x5.chain.offset")},
                   {at("reduce_add.int.1d.129.chain"), at("reduce_add.int.2d.6x5.chain")}),
            "offset");
  EXPECT_EQ(
      parted({at("all.int.1d.33.chain.noopt")}, {at("all.int.1d.33.chain"), at("all.int.1d.33.chain.cl20")}),
      "option=-cl-opt-disable");
}

// A form or an option runs with few sizes, so the size is the less likely condition.
TEST(Where, AnOptionIsTheBetterGuessThanItsOnlySize) {
  EXPECT_EQ(parted({at("all.int.2d.7x11.chain.noopt")},
                   {at("all.int.1d.33.chain"), at("all.int.2d.7x5.chain"), at("all.int.1d.257.chain")}),
            "option=-cl-opt-disable");
}

// No case with that builtin and type could have contradicted a condition on sizes.
TEST(Where, WhatIsRightOfOthersSaysOnlyWhoseBugItIs) {
  EXPECT_EQ(parted({at("reduce_add.int.1d.65.chain")},
                   {at("any.int.1d.32.chain"), at("reduce_add.uint.1d.33.chain")}),
            "builtin=reduce_add and type=int");
}

TEST(Where, ABuiltinIsNamedOnce) {
  const Builtin *all = builtin_named("all"), *any = builtin_named("any");
  EXPECT_EQ(parted({lost("all.int.1d.33.chain", {all, any}), lost("any.int.1d.33.chain", {all, any})},
                   {lost("any.int.1d.33.solo", {any}), lost("broadcast.int.1d.33.chain", {all, any})}),
            "builtin=all");
}

// A bug report has the same name for both numbers.
TEST(Where, OneNumberOfACallIsEnough) {
  const auto call = [](const char* name, std::size_t in_launch, std::size_t in_text) {
    Place place = at(name);
    place.call = in_launch;
    place.call_site = in_text;
    return place;
  };
  EXPECT_EQ(parted({call("all.int.1d.33.twice", 2, 2)},
                   {call("all.int.1d.33.loop", 2, 1), call("all.int.1d.33.branch", 1, 2)}),
            "form=twice");
}

// A driver may lose its state at the end of each function.
TEST(Where, ACallIsAlsoCountedInEachRunOfItsFunction) {
  const auto call = [](const char* name, unsigned in_launch, unsigned in_function) {
    Place place = at(name);
    place.call = in_launch;
    place.call_in_function = in_function;
    return place;
  };
  EXPECT_EQ(parted({call("all.int.1d.33.loop", 2, 2), call("all.int.1d.33.twice", 2, 2)},
                   {call("all.int.1d.33.loop", 1, 1), call("all.int.1d.33.branch", 2, 1),
                    call("all.int.1d.33.stress", 3, 1)}),
            "call>=2");
}

TEST(Where, OtherConditionsThatFitAreRivals) {
  const Boundary boundary =
      boundary_between(places_in(std::vector{at("all.int.1d.65.nested"), at("all.int.1d.100.nested")}),
                       places_in(std::vector{at("all.int.1d.33.solo"), at("all.int.1d.64.solo")}));
  std::set<std::string> all{to_string(boundary.where)};
  for (const Where& rival : boundary.rivals) all.insert(to_string(rival));
  EXPECT_TRUE(all.contains("form=nested"));
  EXPECT_TRUE(all.contains("size>64"));
  EXPECT_EQ(all.size(), 1 + boundary.rivals.size()) << "each once, and not the one that is told";
}

TEST(Where, FewExtentsOfOne) {
  EXPECT_EQ(parted({at("all.int.2d.1x13.chain"), at("all.int.2d.1x64.chain")},
                   {at("all.int.2d.7x5.chain"), at("all.int.2d.2x1.chain"), at("all.int.2d.13x7.chain"),
                    at("all.int.2d.8x8.chain")}),
            "extent.x=1");
}

TEST(Where, AListOmitsFormsThatOtherConditionsExclude) {
  EXPECT_EQ(parted({at("reduce_add.int.1d.33.chain.reqd"), at("reduce_add.int.1d.33.solo.reqd.noopt"),
                    at("reduce_add.int.1d.33.loop.reqd"), at("reduce_add.int.1d.33.nested.reqd")},
                   {at("reduce_add.int.1d.33.derived"), at("reduce_add.int.1d.33.derived.noopt"),
                    at("reduce_add.int.1d.8.example"), at("reduce_add.int.1d.33.chain"),
                    at("reduce_add.int.1d.33.loop.noopt")}),
            "variant=reqd and form!=derived");
}

TEST(Where, CompanyIsWhatElseTheKernelCalls) {
  const Builtin *sum = builtin_named("reduce_add"), *least = builtin_named("reduce_min"),
                *first = builtin_named("broadcast");
  const std::vector<Place> beside{with("reduce_add.int.1d.33.chain", {sum, least, first}),
                                  with("reduce_add.int.1d.64.chain", {sum, least, first}),
                                  with("reduce_add.int.1d.257.chain", {sum, least, first}),
                                  with("reduce_add.int.2d.10x7.branch", {sum, least}),
                                  with("reduce_add.int.1d.99.twice", {sum})};
  const std::vector<Place> by_itself{with("reduce_add.int.1d.100.solo", {sum}),
                                     with("reduce_add.int.1d.100.nested", {sum})};
  EXPECT_EQ(parted(beside, by_itself), "company");
  EXPECT_EQ(parted(by_itself, beside), "alone");
}

// If a kernel crashes with all its builtins, one of them is the cause.
TEST(Where, TheBuiltinThatTheLostKernelsShare) {
  const Builtin *sum = builtin_named("reduce_add"), *least = builtin_named("reduce_min"),
                *all = builtin_named("all");
  EXPECT_EQ(
      parted({lost("reduce_add.int.1d.33.chain", {all, sum, least}),
              lost("reduce_min.int.1d.33.chain", {all, sum, least}), lost("all.int.1d.100.solo", {all})},
             {lost("reduce_add.uint.1d.33.chain", {sum, least}), lost("reduce_min.int.1d.100.solo", {least}),
              lost("reduce_add.int.1d.100.solo", {sum})}),
      "builtin=all");
}

/// Each case has two wrong work-groups, a correct first one, and `right_behind_the_first` other correct ones.
std::string likely(std::size_t right_behind_the_first) {
  std::vector<Place> wrong, right;
  for (const char* name : {"all.int.1d.33.chain", "all.int.1d.64.solo", "all.int.2d.7x5.branch",
                           "all.int.1d.257.chain.offset", "all.int.1d.5.loop"}) {
    for (const std::size_t g : {3, 5}) wrong.push_back(at(name, g));
    right.push_back(at(name, 0));
    for (std::size_t i = 0; i < right_behind_the_first; ++i) right.push_back(at(name, 3 + 2 * (i % 2)));
  }
  return to_string(boundary_between(places_in(wrong), places_in(right), RightPlaces::MayHideIt).where);
}

TEST(Where, SomeMayBeRightByChance) {
  EXPECT_EQ(likely(0), "group!=first");
  std::vector<Place> wrong, right;
  for (std::size_t i = 0; i < 30; ++i) {
    wrong.push_back(at("all.int.1d.33.chain", 1 + i % 7));
    right.push_back(at("all.int.1d.33.chain", 0));
  }
  for (std::size_t i = 0; i < 3; ++i) right.push_back(at("all.int.1d.33.chain", 3 + i));
  EXPECT_EQ(to_string(boundary_between(places_in(wrong), places_in(right), RightPlaces::MayHideIt).where),
            "group!=first");
  // Correct results of another builtin only add a condition on the builtin.
  for (std::size_t i = 0; i < 300; ++i) right.push_back(at("any.int.1d.33.chain", i % 8));
  EXPECT_EQ(to_string(boundary_between(places_in(wrong), places_in(right), RightPlaces::MayHideIt).where),
            "builtin=all and group!=first");
}

TEST(Where, WhatIsRightEverywhereSaysNothing) { EXPECT_EQ(likely(6), "always"); }

/// The conditions if values hide the fault in half of the work-groups of three failing cases, and in all
/// work-groups of a passing case with one work-item.
std::string where_half_is_hidden(std::size_t of_a_failing_case, std::size_t of_the_passing_case) {
  std::vector<Place> wrong, right;
  for (const char* name :
       {"reduce_max.int.1d.2.solo", "reduce_max.int.1d.33.loop", "reduce_max.int.2d.8x8.chain"})
    for (std::size_t g = 0; g < of_a_failing_case; ++g)
      (g % 2 == 0 ? wrong : right).push_back(at(name, g, of_a_failing_case));
  for (std::size_t g = 0; g < of_the_passing_case; ++g)
    right.push_back(at("reduce_max.int.1d.1.solo", g, of_the_passing_case));
  return to_string(boundary_between(places_in(wrong), places_in(right), RightPlaces::MayHideIt).where);
}

TEST(Where, SmallWorkGroupsThatAreAllRightAreACondition) {
  EXPECT_EQ(where_half_is_hidden(100, 20), "size>1");
}

// No condition on the case excludes correct work-groups of failing cases.
TEST(Where, FewPassingCasesAreAConditionBesideManyRightWorkGroups) {
  EXPECT_EQ(where_half_is_hidden(1000, 10), "size>1");
}

// A fault may show more often with some kinds of values. The kind is a condition only if the fault never
// shows without it.
TEST(Where, KindsOfValuesThatHideAFaultAreNoCondition) {
  const auto told = [](std::size_t hidden) {
    std::vector<Place> wrong, right;
    for (std::size_t g = 0; g < 120; ++g) {
      Place place = at("reduce_max.int.1d.33.solo", g, 120);
      place.values = bit_of_kind("negative");
      (g % 2 == 0 ? wrong : right).push_back(place);
      if (g < hidden) continue;
      if (g % 2 == 1) right.back().values = bit_of_kind("large");
    }
    return to_string(boundary_between(places_in(wrong), places_in(right), RightPlaces::MayHideIt).where);
  };
  EXPECT_EQ(told(90), "always");
  EXPECT_EQ(told(0), "value=negative");
}

TEST(Where, WorkGroupsArePartedByTheirPlace) {
  EXPECT_EQ(parted({at("all.int.1d.33.chain", 1), at("all.int.1d.33.chain", 2), at("all.int.1d.33.chain", 7)},
                   {at("all.int.1d.33.chain", 0)}),
            "group!=first");
  EXPECT_EQ(
      parted({at("all.int.1d.33.chain", 7)}, {at("all.int.1d.33.chain", 1), at("all.int.1d.33.chain", 5)}),
      "group=last");
}

}  // namespace
}  // namespace wgcts::harness
