#include "harness/replay/replay.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/harness/faulty_device.hpp"
#include "tests/harness/text.hpp"

namespace wgcts::harness {
namespace {

template <class T>
std::vector<T> values_of(const std::vector<std::byte>& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

// An option that relaxes arithmetic allows errors like rounding, so no single value contradicts a fault.
TEST(Replay, RelaxedSumsAreNotExact) {
  const DeviceFacts device = device_on_paper();
  const Case usual = named("reduce_add.float.1d.100.solo"),
             fast = named("reduce_add.float.1d.100.solo.fastmath");
  const auto strict = make_replay(usual, nullptr, device, 1), relaxed = make_replay(fast, nullptr, device, 1);
  bool some = false;
  for (std::size_t g = 0; g < relaxed->groups(); ++g)
    if (relaxed->judged({0, g}) && strict->is_exact({0, g})) {
      EXPECT_FALSE(relaxed->is_exact({0, g})) << g;
      some = true;
    }
  EXPECT_TRUE(some);
}

// The first call of this form uses the work-item's own loaded value. The second call uses its neighbour's.
TEST(Replay, TheFirstOfTwoCallsIsOfTheLanesOwnValues) {
  const DeviceFacts device = device_on_paper();
  const Case c = named("scan_inclusive_add.int.1d.99.twice");
  const auto replay = make_replay(c, nullptr, device, 1);
  const Launch launch = launches_of({.cases = {c}}).front();
  const Layout layout = layout_of(launch, c.local.extents, device);
  const Grid grid(ndrange(1, layout.local, *c.variant, layout.groups));
  const auto second = make_site_checker(c, 1, grid, rules_of(device, c.type), layout.walk, 1);
  const auto passed = values_of<std::int32_t>(second->data(0).x);
  std::vector<std::int32_t> loaded(passed.size());
  for (std::size_t lane = 0; lane < passed.size(); ++lane) loaded[(lane + 1) % passed.size()] = passed[lane];
  const auto first = answers<std::int32_t>(c.builtin->collective, loaded, 0);
  const Cause gives_the_first{.what = What::OtherCall, .choice = 2};
  EXPECT_TRUE(replay->explains(gives_the_first, {0, 0}, std::as_bytes(std::span(first))));
}

TEST(Replay, CallSitesStandInTheOrderOfTheText) {
  const auto number = [](const char* form, unsigned site, unsigned member) {
    return form_named(form)->call_site_number(site, member);
  };
  EXPECT_EQ(number("chain", 0, 4), 5U);
  EXPECT_EQ(number("nested", 11, 0), 1U) << "one call, made twelve times";
  EXPECT_EQ(number("twice", 1, 1), 6U);
  EXPECT_EQ(number("branch", 1, 3), 1U) << "in a function of its own";
}

TEST(Replay, AHelperMakesTheCallOfOneArmAndThoseOfAnotherPart) {
  const DeviceFacts device = able_device();
  const auto in_helper = [&](const char* name, CallAt at) {
    const Case c = named(name);
    return make_replay(c, nullptr, device, 1)->place(at).in_helper;
  };
  EXPECT_TRUE(in_helper("all.int.1d.100.branch", {1, 0}));
  EXPECT_TRUE(in_helper("all.int.1d.100.branch", {0, 1}));
  EXPECT_TRUE(in_helper("all.int.1d.100.branch", {0, 2}));
  EXPECT_FALSE(in_helper("all.int.1d.100.branch", {0, 3}));
  EXPECT_FALSE(in_helper("all.int.1d.100.chain", {0, 1}));
  EXPECT_TRUE(in_helper("all.int.1d.100.chain.library", {0, 0}));
  const Case any = named("any.int.1d.100.branch");  // the second builtin of its kernel
  const auto replay = make_replay(any, nullptr, device, 1);
  EXPECT_EQ(replay->place({0, 1}).call_site, 1U) << "in a function of its own";
  EXPECT_EQ(replay->place({0, 3}).call_site, 2U);
  EXPECT_EQ(replay->place({0, 3}).call, 2U);
  EXPECT_EQ(replay->place({0, 3}).call_in_function, 1U) << "the first call was in the helper";
  const Case branch = named("all.int.1d.100.branch"), solo = named("all.int.1d.100.solo");
  EXPECT_TRUE(place_of(branch, device).in_helper);
  EXPECT_FALSE(place_of(solo, device).in_helper);
}

TEST(StratifiedSample, HasBothEndsOfBothKinds) {
  std::vector<std::size_t> all(100);
  std::iota(all.begin(), all.end(), std::size_t{0});
  const auto some = stratified_sample(all, 4, [](std::size_t g) { return g >= 95; });
  EXPECT_EQ(some, (std::vector<std::size_t>{95, 96, 97, 98, 99, 0, 23, 46, 69, 92, 94}));
  EXPECT_EQ(stratified_sample(std::vector<int>{1, 2, 3}, 8, [](int) { return false; }),
            (std::vector<int>{1, 2, 3}));
  EXPECT_TRUE(stratified_sample(std::vector<int>{}, 8, [](int) { return true; }).empty());
}

}  // namespace
}  // namespace wgcts::harness
