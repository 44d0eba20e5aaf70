#include "harness/diagnose/parts.hpp"

#include <gtest/gtest.h>

namespace wgcts::harness {
namespace {

Place place_in(const char* name) {
  const Case c = parse_case(name).value();
  return {.the_case = c, .size = c.local.extents, .enqueued = c.local.extents};
}

/// So many work-groups of as many cases from `first` on, all at one place.
Part part(CauseWord what, const Boundary& boundary, const char* name, std::size_t first, std::size_t count) {
  Part p{std::move(what), &boundary};
  const Place place = place_in(name);
  p.subjects.emplace(place.the_case.builtin, place.the_case.type);
  for (std::size_t i = first; i < first + count; ++i) p.cases.insert(i);
  p.places.assign(count, place);
  return p;
}

using Hosts = std::vector<std::size_t>;
const Boundary always{};
const Boundary nowhere{{{{"size", {{">", "64"}}}, 1, [](const Place&) { return false; }}}};

constexpr const char *sum = "reduce_add.int.1d.8.solo", *maximum = "reduce_max.int.1d.8.solo";

TEST(Parts, FewThatAModelHappensToGiveAreOfTheLargerUnknown) {
  EXPECT_EQ(hosts_of({part({"unknown"}, always, sum, 0, 20), part({"constant"}, always, sum, 5, 3)}),
            (Hosts{0, 0}));
  EXPECT_EQ(hosts_of({part({"constant"}, always, sum, 5, 3), part({"unknown"}, always, sum, 0, 20)}),
            (Hosts{1, 1}));
}

TEST(Parts, BugsOfOtherBuiltinsStay) {
  EXPECT_EQ(hosts_of({part({"unknown"}, always, sum, 0, 20), part({"constant"}, always, maximum, 5, 3)}),
            (Hosts{0, 1}));
}

TEST(Parts, BugsThatStandElsewhereStay) {
  EXPECT_EQ(hosts_of({part({"unknown"}, nowhere, sum, 0, 20), part({"constant"}, always, sum, 30, 3)}),
            (Hosts{0, 1}));
}

TEST(Parts, ANamedBugTakesInWhatIsMuchSmaller) {
  EXPECT_EQ(hosts_of({part({"narrowed"}, always, sum, 0, 20), part({"constant"}, always, sum, 5, 3)}),
            (Hosts{0, 0}));
  EXPECT_EQ(hosts_of({part({"narrowed"}, always, sum, 0, 20), part({"constant"}, always, sum, 5, 15)}),
            (Hosts{0, 1}));
}

TEST(Parts, OneThingWithTwoNumbersIsOneThing) {
  EXPECT_EQ(hosts_of({part({"constant", {{"value", "0"}}}, always, sum, 0, 10),
                      part({"constant", {{"value", "1"}}}, always, sum, 20, 9)}),
            (Hosts{0, 0}));
}

}  // namespace
}  // namespace wgcts::harness
