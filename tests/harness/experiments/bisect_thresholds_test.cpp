#include <gtest/gtest.h>

#include "harness/experiments/experiments.hpp"
#include "tests/harness/able_device.hpp"

namespace wgcts::harness {
namespace {

const Shows anywhere = [](const Experiment&) { return true; };

struct Asked {
  std::string where;
  int experiments = 0;
};

/// Bisects `where` on a device that is wrong at those sizes, starting at a case of `from` work-items.
Asked bisected(Where where, std::size_t from, const std::function<bool(std::size_t)>& wrong,
               int most = 1000) {
  Asked asked;
  const Experiment showing{.the_case =
                               parse_case("reduce_add.int.1d." + std::to_string(from) + ".solo").value()};
  const Shows shows = [&](const Experiment& q) {
    ++asked.experiments;
    return wrong(volume(q.the_case.local.extents));
  };
  asked.where = to_string(bisect_thresholds(
      std::move(where), showing, shows, anywhere, [&] { return asked.experiments < most; }, able_device()));
  return asked;
}

Where size_term(const char* relation, const char* n) { return {predicate_from("size", {relation, n})}; }

/// The same for a device that is wrong only in such launches, starting at the named case.
std::string bisected_from(const char* name, Where where, const std::function<bool(const Extents&)>& wrong) {
  const Experiment showing{.the_case = parse_case(name).value()};
  const Shows shows = [&](const Experiment& q) { return wrong(q.the_case.local.extents); };
  return to_string(bisect_thresholds(
      std::move(where), showing, shows, anywhere, [] { return true; }, able_device()));
}

TEST(BisectThresholds, MovesTheNumberToWhereTheBugBegins) {
  EXPECT_EQ(bisected(size_term(">", "128"), 300, [](auto n) { return n > 200; }).where, "size>200");
  EXPECT_EQ(bisected(size_term(">", "128"), 300, [](auto n) { return n > 37; }).where, "size>37");
  EXPECT_EQ(bisected(size_term("<", "16"), 2, [](auto n) { return n < 9; }).where, "size<9");
  EXPECT_EQ(bisected(size_term("<", "16"), 2, [](auto n) { return n < 40; }).where, "size<40");
}

TEST(BisectThresholds, FindsAThresholdThatWasNotSuspected) {
  EXPECT_EQ(bisected(size_term(">", "0"), 300, [](auto n) { return n > 37; }).where, "size>37");
  const Asked anywhere_wrong = bisected(size_term(">", "0"), 300, [](auto) { return true; });
  EXPECT_EQ(anywhere_wrong.where, to_string(Where{}));
  EXPECT_EQ(anywhere_wrong.experiments, 1);
}

TEST(BisectThresholds, DropsASizeThatAnExtentImplies) {
  const auto wrong = [](const Extents& e) { return e[1] > 8; };
  const Where where{predicate_from("extent.y", {">", "8"}), predicate_from("size", {">", "7"})};
  EXPECT_EQ(bisected_from("scan_inclusive_add.int.2d.1x14.solo", where, wrong), "extent.y>8");
}

TEST(BisectThresholds, DropsASizeThatTheSourceImplies) {
  const auto wrong = [](const Extents& e) { return volume(e) > 12; };
  for (const auto& [size, found] : {std::pair{"12", "source>=12"}, std::pair{"11", "source>=12"}}) {
    const Where where{predicate_from("source", {">=", "12"}), predicate_from("size", {">", size})};
    EXPECT_EQ(bisected_from("broadcast.int.1d.100.solo", where, wrong), found);
  }
}

TEST(BisectThresholds, AsksLittleWhereTheNumberIsRight) {
  const Asked asked = bisected(size_term(">", "128"), 300, [](auto n) { return n > 128; });
  EXPECT_EQ(asked.where, "size>128");
  EXPECT_LE(asked.experiments, 3);
}

TEST(BisectThresholds, LeavesWhatTheAnswersContradict) {
  EXPECT_EQ(bisected(size_term(">", "128"), 300, [](auto n) { return n <= 128; }).where, "size>128");
  EXPECT_EQ(bisected(size_term(">", "128"), 300, [](auto) { return true; }).where, "size>128");
  EXPECT_EQ(bisected(
                size_term(">", "128"), 300, [](auto n) { return n > 200; }, 2)
                .where,
            "size>128")
      << "no time";
}

// Sizes that cannot show the bug are not launched. The threshold stays if it is possible; else it is a round
// number.
TEST(BisectThresholds, AsksForNothingThatCannotShowIt) {
  const auto bisected_beside = [](const char* told, std::size_t first_wrong) {
    const Experiment showing{.the_case = parse_case("scan_exclusive_add.int.1d.300.solo").value()};
    const Shows shows = [&](const Experiment& q) {
      EXPECT_FALSE(volume(q.the_case.local.extents) == 16 || volume(q.the_case.local.extents) == 17);
      return volume(q.the_case.local.extents) >= first_wrong;
    };
    const Shows may_show = [](const Experiment& q) {
      return volume(q.the_case.local.extents) != 16 && volume(q.the_case.local.extents) != 17;
    };
    return to_string(bisect_thresholds(
        size_term(">", told), showing, shows, may_show, [] { return true; }, able_device()));
  };
  EXPECT_EQ(bisected_beside("16", 18), "size>16");
  EXPECT_EQ(bisected_beside("17", 18), "size>17") << "it may be so";
  EXPECT_EQ(bisected_beside("64", 18), "size>16");
  EXPECT_EQ(bisected_beside("16", 25), "size>24");
}

TEST(BisectThresholds, LeavesOtherConditionsAlone) {
  const Where where{predicate_from("type", {"=", "int"}), predicate_from("size", {"%8", "!=0"})};
  const Asked asked = bisected(where, 300, [](auto) { return true; });
  EXPECT_EQ(asked.where, to_string(where));
  EXPECT_EQ(asked.experiments, 0);
}

// A fault in rows does not show in launches of one row.
TEST(BisectThresholds, KeepsRowsAndPlanes) {
  const auto in_rows = [](const Extents& e) { return e[1] > 1 && volume(e) < 301; };
  EXPECT_EQ(bisected_from("scan_inclusive_add.int.2d.7x5.solo", size_term("<", "1024"), in_rows), "size<301");
  const auto in_planes = [](const Extents& e) { return e[1] > 1 && e[2] > 1 && volume(e) > 90; };
  EXPECT_EQ(bisected_from("scan_inclusive_add.int.3d.5x6x7.solo", size_term(">", "64"), in_planes),
            "size>90");
}

TEST(BisectThresholds, MovesExtents) {
  const auto tall = [](const Extents& e) { return e[1] > 10; };
  EXPECT_EQ(
      bisected_from("scan_inclusive_add.int.2d.3x14.solo", {predicate_from("extent.y", {">", "8"})}, tall),
      "extent.y>10");
}

// Sizes that the device does not support are not launched.
TEST(BisectThresholds, AsksForNoSizeBeyondTheDevices) {
  const DeviceFacts device = able_device();
  const auto below_all = [&](const Extents& e) {
    EXPECT_LE(volume(e), device.max_work_group_size);
    return true;
  };
  EXPECT_EQ(bisected_from("reduce_add.int.1d.8.solo", size_term("<", "64"), below_all), "size<64");
}

}  // namespace
}  // namespace wgcts::harness
