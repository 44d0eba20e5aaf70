#include "harness/diagnose/parts.hpp"

#include <gtest/gtest.h>

namespace wgcts::harness {
namespace {

Place place_in(const char* name) {
  const Case c = parse_case(name).value();
  return {.the_case = c, .size = c.local.extents, .enqueued = c.local.extents};
}

/// So many work-groups of as many cases from `first` on, all at one place.
Part part_at(CauseWord what, const Boundary& boundary, const char* name, std::size_t first,
             std::size_t count) {
  Part p{std::move(what), &boundary};
  const Place place = place_in(name);
  p.subjects.emplace(place.the_case.builtin, place.the_case.type);
  for (std::size_t i = first; i < first + count; ++i) p.cases.insert(i);
  p.places.assign(count, place);
  return p;
}

using HostNumbers = std::vector<std::size_t>;
const Boundary everywhere{};
const Boundary nowhere_here{{{{Feature::Size, Relation::Above, {64}}, 1}}};

constexpr const char *sums_here = "reduce_add.int.1d.8.solo", *maxima_here = "reduce_max.int.1d.8.solo";

TEST(Parts, FewThatAModelHappensToGiveAreOfTheLargerUnknown) {
  EXPECT_EQ(hosts_of({part_at({"unknown"}, everywhere, sums_here, 0, 20),
                      part_at({"constant"}, everywhere, sums_here, 5, 3)}),
            (HostNumbers{0, 0}));
  EXPECT_EQ(hosts_of({part_at({"constant"}, everywhere, sums_here, 5, 3),
                      part_at({"unknown"}, everywhere, sums_here, 0, 20)}),
            (HostNumbers{1, 1}));
}

TEST(Parts, BugsOfOtherBuiltinsStay) {
  EXPECT_EQ(hosts_of({part_at({"unknown"}, everywhere, sums_here, 0, 20),
                      part_at({"constant"}, everywhere, maxima_here, 5, 3)}),
            (HostNumbers{0, 1}));
}

TEST(Parts, BugsThatStandElsewhereStay) {
  EXPECT_EQ(hosts_of({part_at({"unknown"}, nowhere_here, sums_here, 0, 20),
                      part_at({"constant"}, everywhere, sums_here, 30, 3)}),
            (HostNumbers{0, 1}));
}

// In work-groups of two many a model gives what nobody can name.
TEST(Parts, ANameOfTheSmallestWorkGroupsIsOfTheLargerUnknown) {
  const Part host = part_at({"unknown"}, nowhere_here, sums_here, 0, 20);
  const auto of_two = [](std::size_t count) {
    return part_at({"identity"}, everywhere, "reduce_add.int.1d.2.solo", 30, count);
  };
  EXPECT_EQ(hosts_of({host, of_two(5)}), (HostNumbers{0, 0}));
  EXPECT_EQ(hosts_of({host, of_two(6)}), (HostNumbers{0, 1})) << "so many are a bug of their own";
  EXPECT_EQ(hosts_of({part_at({"narrowed"}, nowhere_here, sums_here, 0, 20), of_two(5)}),
            (HostNumbers{0, 1}));
}

TEST(Parts, ANamedBugTakesInWhatIsMuchSmaller) {
  EXPECT_EQ(hosts_of({part_at({"narrowed"}, everywhere, sums_here, 0, 20),
                      part_at({"constant"}, everywhere, sums_here, 5, 3)}),
            (HostNumbers{0, 0}));
  EXPECT_EQ(hosts_of({part_at({"narrowed"}, everywhere, sums_here, 0, 20),
                      part_at({"constant"}, everywhere, sums_here, 5, 15)}),
            (HostNumbers{0, 1}));
}

// What a model gives of a bug and what it does not give stand in the same cases.
TEST(Parts, TheRestOfABugIsOfThatBug) {
  EXPECT_EQ(hosts_of({part_at({"constant"}, everywhere, sums_here, 0, 20),
                      part_at({"unknown"}, nowhere_here, sums_here, 5, 15)}),
            (HostNumbers{0, 0}));
  EXPECT_EQ(hosts_of({part_at({"constant"}, nowhere_here, sums_here, 0, 20),
                      part_at({"unknown"}, nowhere_here, sums_here, 40, 15)}),
            (HostNumbers{0, 1}));
}

TEST(Parts, TheSameNameOfTheSameBuiltinIsOneThingWhereverItStands) {
  EXPECT_EQ(hosts_of({part_at({"constant"}, nowhere_here, sums_here, 0, 20),
                      part_at({"constant"}, nowhere_here, sums_here, 40, 15)}),
            (HostNumbers{0, 0}));
}

TEST(Parts, OneThingWithTwoNumbersIsOneThing) {
  EXPECT_EQ(hosts_of({part_at({"constant", {{"value", "0"}}}, everywhere, sums_here, 0, 10),
                      part_at({"constant", {{"value", "1"}}}, everywhere, sums_here, 20, 9)}),
            (HostNumbers{0, 0}));
}

// Where some work-groups never run the others see another NDRange.
TEST(Parts, WhatFollowsFromALaunchThatDoesNotRunWhollyIsNoBug) {
  Part never_run = part_at({"unwritten"}, nowhere_here, sums_here, 0, 4);
  const Part alone = never_run;
  never_run.subjects.emplace(builtin_named("all"), GenType::Int);
  const Part beside = part_at({"unknown"}, everywhere, maxima_here, 10, 40),
             elsewhere = part_at({"unknown"}, everywhere, "reduce_max.int.1d.9.solo", 10, 40);
  EXPECT_EQ(hosts_of({never_run, beside}), (HostNumbers{0, 0}));
  EXPECT_TRUE(is_consequence(beside, never_run));
  EXPECT_FALSE(is_consequence(beside, alone)) << "one builtin that writes nothing is no such launch";
  EXPECT_EQ(hosts_of({never_run, elsewhere}), (HostNumbers{0, 1}));
  const Part constant = part_at({"constant", {{"value", "0"}}}, nowhere_here, sums_here, 0, 4);
  EXPECT_FALSE(is_consequence(beside, constant));
}

// PoCL that unrolls loops adds up what nobody wrote, in all builtins: that all() then gives 0 is no other bug.
TEST(Parts, ANameOfOneBuiltinIsOfWhatManyHaveWrongUnderTheSameConditions) {
  const auto condition = [](const char* code, const char* relation, const char* value) {
    return Condition{predicate_from(code, {relation, value}), 1};
  };
  const Boundary host_boundary{{condition("size", "%2", "=0"), condition("builtin", "!=", "all")}}, of_all{};
  Part host{{"unknown"}, &host_boundary};
  for (const char* name : {"reduce_add", "reduce_min", "reduce_max", "scan_inclusive_add", "broadcast"})
    host.subjects.emplace(builtin_named(name), GenType::Int);
  const Part zero = part_at({"constant", {{"value", "0"}}}, of_all, "all.int.1d.8.solo", 40, 4),
             odd = part_at({"constant", {{"value", "0"}}}, of_all, "all.int.1d.9.solo", 40, 4);
  EXPECT_FALSE(is_consequence(zero, host)) << "five are not many";
  host.subjects.emplace(builtin_named("any"), GenType::Int);
  EXPECT_TRUE(is_consequence(zero, host));
  EXPECT_FALSE(is_consequence(host, zero)) << "one builtin, and a name";
  EXPECT_FALSE(is_consequence(odd, host)) << "it stands elsewhere";
  Part without_conditions = host;
  without_conditions.boundary = &everywhere;
  EXPECT_FALSE(is_consequence(zero, without_conditions)) << "anything stands there";
}

}  // namespace
}  // namespace wgcts::harness
