// Delta debugging with simulated devices whose faults are known.
#include <gtest/gtest.h>

#include <map>

#include "harness/experiments/experiments.hpp"
#include "harness/program/kernel.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

Experiment experiment_at(const char* name) { return {.the_case = parse_case(name).value()}; }

/// The simplest case, and the number of experiments.
struct Found {
  std::string name;
  Experiment experiment;
  int experiments = 0;
};
Found found(const char* start, const Shows& breaks, const std::vector<std::size_t>& suspects = {},
            int most = 1000) {
  Found f;
  std::map<Experiment, int> asked;
  f.experiment = simplest(
      experiment_at(start), suspects,
      [&](const Experiment& q) {
        EXPECT_EQ(++asked[q], 1) << name(q.the_case) << " was asked again";
        EXPECT_TRUE(is_legal(q.the_case)) << name(q.the_case);
        ++f.experiments;
        return breaks(q);
      },
      [&] { return f.experiments < most; });
  EXPECT_TRUE(breaks(f.experiment));
  f.name = name(f.experiment.the_case);
  return f;
}

std::size_t lanes_asked(const Experiment& q) { return volume(q.the_case.local.extents); }

TEST(Simplify, WhatIsAlwaysWrongIsWrongInOneWorkItem) {
  const Found f = found("all.int.3d.4x3x5.branch", [](const Experiment&) { return true; });
  EXPECT_EQ(f.name, "all.int.1d.1.solo");
  EXPECT_TRUE(f.experiment.alone);
  EXPECT_LE(f.experiments, 5);
}

TEST(Simplify, StopsAtABoundary) {
  const auto beyond_32 = [](const Experiment& q) { return lanes_asked(q) > 32; };
  EXPECT_EQ(found("reduce_add.int.1d.257.chain", beyond_32).name, "reduce_add.int.1d.33.solo");
  // Suspected sizes shorten the search.
  const Found told = found("reduce_add.int.1d.257.chain", beyond_32, {31, 32, 33});
  EXPECT_EQ(told.name, "reduce_add.int.1d.33.solo");
}

TEST(Simplify, SmallGroupsStaySmall) {
  const auto small = [](const Experiment& q) { return lanes_asked(q) <= 2; };
  EXPECT_EQ(found("reduce_add.int.3d.1x2x1.chain", small).name, "reduce_add.int.1d.1.solo");
  EXPECT_EQ(found("any.int.1d.2.solo", [](const Experiment& q) { return lanes_asked(q) == 2; }).name,
            "any.int.1d.2.solo");
}

TEST(Simplify, NoMultipleOfAWidth) {
  const Found f =
      found("reduce_add.int.1d.100.solo", [](const Experiment& q) { return lanes_asked(q) % 8 != 0; });
  EXPECT_LE(lanes_asked(f.experiment), 7U);
}

TEST(Simplify, KeepsTheDimensionThatItTakes) {
  const auto in_two = [](const Experiment& q) {
    return q.the_case.dim == 2 && q.the_case.local.extents[0] > 1 && q.the_case.local.extents[1] > 1;
  };
  EXPECT_EQ(found("scan_inclusive_add.int.2d.10x7.chain", in_two).name, "scan_inclusive_add.int.2d.2x2.solo");
  const auto needs_z = [](const Experiment& q) {
    return q.the_case.dim == 3 && q.the_case.local.extents[2] > 1;
  };
  EXPECT_EQ(found("scan_inclusive_add.int.3d.4x3x5.chain", needs_z).name,
            "scan_inclusive_add.int.3d.1x1x2.solo");
}

TEST(Simplify, KeepsTheFormThatItTakes) {
  const auto branch = [](const Experiment& q) { return q.the_case.form->name == "branch"; };
  EXPECT_EQ(found("reduce_add.int.2d.10x7.branch", branch).name, "reduce_add.int.1d.1.branch");
}

TEST(Simplify, KeepsTheVariantThatItTakes) {
  const auto offset = [](const Experiment& q) { return q.the_case.variant->name == "offset"; };
  EXPECT_EQ(found("reduce_add.int.3d.4x3x5.chain.offset", offset).name, "reduce_add.int.1d.1.solo.offset");
  EXPECT_EQ(found("reduce_add.int.1d.129.chain.offset", [](const Experiment&) { return true; }).name,
            "reduce_add.int.1d.1.solo");
}

// A C program cannot have all rows of a combination, so unneeded rows are dropped even if one is needed.
TEST(Simplify, KeepsTheOneRowThatItTakes) {
  const auto cl20 = [](const Experiment& q) { return q.the_case.variant->cl_std == 20; };
  EXPECT_EQ(found("reduce_min.int.1d.2.solo.offset.unsized.typehint.copying.shelved.cl20", cl20).name,
            "reduce_min.int.1d.1.solo.cl20");
  const auto two = [&](const Experiment& q) { return cl20(q) && q.the_case.variant->offset[0] != 0; };
  EXPECT_EQ(found("reduce_min.int.1d.2.solo.offset.unsized.typehint.copying.shelved.cl20", two).name,
            "reduce_min.int.1d.1.solo.offset.cl20");
}

TEST(Simplify, KeepsTheCompanyThatItTakes) {
  const auto beside_max = [](const Experiment& q) {
    const auto members = kernel_of(q.the_case, q.alone, q.without).members;
    return std::ranges::find(members, builtin_named("scan_inclusive_max")) != members.end();
  };
  const Found f = found("any.int.1d.33.chain", beside_max);
  EXPECT_EQ(f.name, "any.int.1d.1.chain");
  EXPECT_FALSE(f.experiment.alone);
  EXPECT_EQ(kernel_of(f.experiment.the_case, false, f.experiment.without).members.size(), 2U);
}

TEST(Simplify, AsksNothingWithoutTime) {
  const Found f = found(
      "all.int.1d.33.chain", [](const Experiment&) { return true; }, {}, 0);
  EXPECT_EQ(f.name, "all.int.1d.33.chain");
  EXPECT_EQ(f.experiments, 0);
}

TEST(SuspectSizes, AreThoseThatADiagnosisNames) {
  EXPECT_EQ(suspect_sizes({predicate_from("type", {"=", "half"}), predicate_from("size", {">", "32"})}),
            (std::vector<std::size_t>{31, 32, 33}));
  EXPECT_TRUE(suspect_sizes({}).empty());
  EXPECT_TRUE(suspect_sizes({predicate_from("size", {"=", "power2"})}).empty());
}

}  // namespace
}  // namespace wgcts::harness
