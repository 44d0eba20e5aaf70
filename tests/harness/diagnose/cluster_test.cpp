#include <gtest/gtest.h>

#include <deque>

#include "harness/diagnose/diagnose.hpp"
#include "suites/parse.hpp"

namespace wgcts::harness {
namespace {

using Hosts = std::vector<std::size_t>;
const Boundary everywhere{};
const Boundary above_64{{{Feature::Size, Relation::Above, {64}}}};
constexpr const char *sums = "reduce_add.int.1d.8.solo", *maxima = "reduce_max.int.1d.8.solo";

/// Clusters of synthetic observations. Each observation is one work-group of a separate case.
class Merge : public testing::Test {
 protected:
  /// Adds work-groups of the cases numbered from `first` on.
  Cluster cluster(CauseWord what, const Boundary& boundary, const char* name, std::size_t first,
                  std::size_t count) {
    Cluster c{.what = std::move(what), .boundary = boundary};
    if (c.what.code != "unknown") c.candidate = 0;
    extend(c, name, first, count);
    return c;
  }
  void extend(Cluster& c, const char* name, std::size_t first, std::size_t count) {
    const Case& the_case = cases_.emplace_back(parse_case(name).value());
    for (std::size_t i = first; i < first + count; ++i) {
      const Place& place = places_.emplace_back(
          Place{.the_case = the_case, .size = the_case.local.extents, .enqueued = the_case.local.extents});
      c.wrong.insert(seen_.wrong.size());
      seen_.wrong.push_back({.failing = seen_.failing.size(), .place = place});
      seen_.failing.push_back({i, nullptr});
    }
  }
  Hosts merged(const std::vector<Cluster>& clusters) const { return merged_into(clusters, seen_); }

  std::deque<Case> cases_;
  std::deque<Place> places_;
  Observations seen_;
};

// A model may reproduce a few results of an unknown fault by chance.
TEST_F(Merge, ASmallNamedPartOfAnUnknownFault) {
  const auto unknown = cluster({"unknown"}, everywhere, sums, 0, 20),
             few = cluster({"constant"}, everywhere, sums, 5, 3);
  EXPECT_EQ(merged({unknown, few}), (Hosts{0, 0}));
  EXPECT_EQ(merged({few, unknown}), (Hosts{1, 1}));
}

TEST_F(Merge, NotABugOfAnotherBuiltin) {
  EXPECT_EQ(merged({cluster({"unknown"}, everywhere, sums, 0, 20),
                    cluster({"constant"}, everywhere, maxima, 5, 3)}),
            (Hosts{0, 1}));
}

TEST_F(Merge, NotABugOutsideOfTheBoundary) {
  EXPECT_EQ(
      merged({cluster({"unknown"}, above_64, sums, 0, 20), cluster({"constant"}, everywhere, sums, 30, 3)}),
      (Hosts{0, 1}));
}

TEST_F(Merge, AMuchSmallerPartIntoANamedBug) {
  const auto large = cluster({"narrowed"}, everywhere, sums, 0, 20);
  EXPECT_EQ(merged({large, cluster({"constant"}, everywhere, sums, 5, 3)}), (Hosts{0, 0}));
  EXPECT_EQ(merged({large, cluster({"constant"}, everywhere, sums, 5, 15)}), (Hosts{0, 1}));
}

TEST_F(Merge, AnUnknownPartInTheSameCases) {
  EXPECT_EQ(
      merged({cluster({"constant"}, everywhere, sums, 0, 20), cluster({"unknown"}, above_64, sums, 5, 15)}),
      (Hosts{0, 0}));
  EXPECT_EQ(
      merged({cluster({"constant"}, above_64, sums, 0, 20), cluster({"unknown"}, above_64, sums, 40, 15)}),
      (Hosts{0, 1}));
}

TEST_F(Merge, TheSameFaultOfTheSameBuiltin) {
  EXPECT_EQ(
      merged({cluster({"constant"}, above_64, sums, 0, 20), cluster({"constant"}, above_64, sums, 40, 15)}),
      (Hosts{0, 0}));
}

TEST_F(Merge, OneFaultWithTwoNumbers) {
  EXPECT_EQ(merged({cluster({"constant", {{"value", "0"}}}, everywhere, sums, 0, 10),
                    cluster({"constant", {{"value", "1"}}}, everywhere, sums, 20, 9)}),
            (Hosts{0, 0}));
}

// If some work-groups of a launch never run, the others see another NDRange.
TEST_F(Merge, AConsequenceOfALaunchThatDoesNotRunCompletely) {
  Cluster never_run = cluster({"unwritten"}, above_64, sums, 0, 4);
  const Cluster of_one_builtin = never_run;
  extend(never_run, "all.int.1d.8.solo", 0, 1);
  const Cluster beside = cluster({"unknown"}, everywhere, maxima, 10, 40),
                elsewhere = cluster({"unknown"}, everywhere, "reduce_max.int.1d.9.solo", 10, 40);
  EXPECT_EQ(merged({never_run, beside}), (Hosts{0, 0}));
  EXPECT_FALSE(is_consequence(beside, of_one_builtin, seen_))
      << "one builtin that writes nothing is no such launch";
  EXPECT_EQ(merged({never_run, elsewhere}), (Hosts{0, 1}));
  EXPECT_FALSE(is_consequence(beside, cluster({"constant", {{"value", "0"}}}, above_64, sums, 0, 4), seen_));
}

// PoCL's loop unrolling makes all builtins read uninitialized memory. A result 0 of all() has the same cause.
TEST_F(Merge, ANamedFaultUnderTheConditionsOfManyBuiltins) {
  const auto condition = [](const char* code, const char* relation, const char* value) {
    return predicate_from(code, {relation, value});
  };
  const Boundary even_sizes{{condition("size", "%2", "=0"), condition("builtin", "!=", "all")}},
      of_all{{condition("builtin", "=", "all")}};
  Cluster host = cluster({"unknown"}, even_sizes, sums, 0, 4);
  for (const char* name : {"reduce_min.int.1d.8.solo", "reduce_max.int.1d.8.solo",
                           "scan_inclusive_add.int.1d.8.solo", "broadcast.int.1d.8.solo"})
    extend(host, name, 0, 4);
  const Cluster zero = cluster({"constant", {{"value", "0"}}}, of_all, "all.int.1d.6.solo", 40, 4),
                odd = cluster({"constant", {{"value", "0"}}}, of_all, "all.int.1d.9.solo", 40, 4);
  EXPECT_FALSE(is_consequence(zero, host, seen_)) << "five builtins are not many";
  extend(host, "any.int.1d.8.solo", 0, 4);
  EXPECT_TRUE(is_consequence(zero, host, seen_));
  EXPECT_FALSE(is_consequence(host, zero, seen_)) << "one builtin, and a name";
  EXPECT_FALSE(is_consequence(odd, host, seen_)) << "an odd size";
  Cluster without_conditions = host;
  without_conditions.boundary = everywhere;
  EXPECT_FALSE(is_consequence(zero, without_conditions, seen_)) << "no conditions are no evidence";
}

}  // namespace
}  // namespace wgcts::harness
