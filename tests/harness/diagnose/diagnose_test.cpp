// The diagnosis of a whole run, and of special forms.
#include "harness/diagnose/diagnose.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/harness/faulty_device.hpp"

namespace wgcts::harness {
namespace {

// A resumed run has no results of earlier cases. Their bugs stay, or merge with a bug of the new results.
TEST(Diagnose, CasesOfAnEarlierLegKeepTheirBugsOrJoinWhatStandsThere) {
  const FaultOnPaper inverted{{.what = What::Inverted}, [](const Place& p) { return is(p, "all"); }};
  auto results =
      results_on_paper(cases_on_paper(), {inverted}, [](const Case& c) { return c.builtin->name == "all"; });
  std::size_t failing = 0;
  for (CaseResult& r : results) {
    if (r.verdict == Verdict::Fail && ++failing % 2 == 0) r.evidence.reset(), r.bugs = {"0badcafe"};
    if (failing == 0 && r.the_case.builtin->name == "any") {
      r.verdict = Verdict::Fail;
      r.bugs = {"0badcafe"};
    }
  }
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(to_string(bugs[0].what), "inverted");
  EXPECT_EQ(bugs[0].cases.size(), failing);
  for (const CaseResult& r : results)
    if (r.verdict == Verdict::Fail)
      EXPECT_EQ(r.bugs,
                std::vector<std::string>{r.the_case.builtin->name == "any" ? "0badcafe" : bugs[0].signature});
}

// No condition separates the work-groups of one arm of a branch from those of the other.
TEST(Diagnose, WhatGoesWrongInOneArmOfABranchIsNamed) {
  const FaultOnPaper fault{{.what = What::LanesIgnored, .lanes = {LaneSet::Kind::First}}, [](const Place& p) {
                             return is(p, "scan_inclusive_add", GenType::Int) &&
                                    p.the_case.form->name == "branch" && p.call == 2 && !p.in_helper;
                           }};
  auto results = results_on_paper(cases_on_paper(), {fault}, [](const Case& c) {
    return c.builtin->name == "scan_inclusive_add" && c.type == GenType::Int;
  });
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(to_string(bugs[0].what), "lanes_ignored set=first");
  EXPECT_NE(to_string(bugs[0].where).find("form=branch"), std::string::npos) << to_string(bugs[0].where);
}

// The fault needs the branch in the text around the call, so correct calls in helper functions are no
// evidence.
TEST(Diagnose, CallsInHelperFunctionsSayNothingOfABranch) {
  const FaultOnPaper fault{{.what = What::LanesIgnored, .lanes = {LaneSet::Kind::First}}, [](const Place& p) {
                             return is(p, "scan_exclusive_max", GenType::UInt) &&
                                    p.the_case.form->name == "branch" && !p.in_helper;
                           }};
  auto results = results_on_paper(cases_on_paper(), {fault}, [](const Case& c) {
    return c.builtin->name == "scan_exclusive_max" && c.type == GenType::UInt;
  });
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(to_string(bugs[0].what), "lanes_ignored set=first");
  EXPECT_EQ(to_string(bugs[0].where), "builtin=scan_exclusive_max and type=uint and form=branch");
}

// Kernels that call their own functions are not evidence about the driver's builtins.
TEST(Diagnose, FormsWithFunctionsOfTheirOwnSpeakOfNoBuiltin) {
  const FaultOnPaper fault{{.what = What::Inverted},
                           [](const Place& p) { return is(p, "all") && !p.the_case.form->own_functions; }};
  auto cases = cases_on_paper();
  ASSERT_TRUE(std::ranges::any_of(cases, [](const Case& c) { return c.form->own_functions; }));
  auto results = results_on_paper(cases, {fault}, [](const Case& c) { return c.builtin->name == "all"; });
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(to_string(bugs[0].where), "builtin=all");
}

// Forms with computed values use few and small ones, which may hide an unknown fault.
TEST(Diagnose, FormsWithSmallValuesSayNothingOfWhatIsUnknown) {
  const FaultOnPaper fault{{.what = What::Narrowed,
                            .choice = choice_of(Narrow::Range),
                            .n = 3 | 20 << 8},  // no model describes these bits
                           [](const Place& p) { return is(p, "reduce_max", GenType::ULong); }};
  auto results = results_on_paper(cases_on_paper(), {fault}, [](const Case& c) {
    return c.builtin->name == "reduce_max" && c.type == GenType::ULong;
  });
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(to_string(bugs[0].what), "unknown");
  EXPECT_EQ(to_string(bugs[0].where).find("form"), std::string::npos) << to_string(bugs[0].where);
}

// An unknown fault gets its conditions although some values hide it.
TEST(Diagnose, WhatIsUnknownHasItsPlaceThoughSomeValuesHideIt) {
  const FaultOnPaper fault{
      {.what = What::Narrowed, .choice = choice_of(Narrow::Range), .n = 3 | 20 << 8},
      [](const Place& p) { return is(p, "reduce_max", GenType::ULong) && p.index % 2 == 1; }};
  auto results = results_on_paper(cases_on_paper(), {fault}, [](const Case& c) {
    return c.builtin->name == "reduce_max" && c.type == GenType::ULong;
  });
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(to_string(bugs[0].what), "unknown");
  EXPECT_NE(to_string(bugs[0].where).find("group=odd"), std::string::npos) << to_string(bugs[0].where);
}

// If all lanes vote the same, no fault in how votes are combined shows. So values are no condition.
TEST(Diagnose, UnanimousVotesSayNothingOfWhatIsUnknown) {
  constexpr std::uint32_t zero = bit_of_kind("zero"), uniform = bit_of_kind("uniform");
  const FaultOnPaper fault{.where =
                               [](const Place& p) {
                                 const bool is_mixed = (p.values & zero) != 0 && (p.values & uniform) == 0;
                                 // No model predicts which of the work-groups are wrong.
                                 return is(p, "all") && p.size[2] > 2 && is_mixed && p.index % 6 != 0;
                               },
                           .is_never_right = true};
  auto results =
      results_on_paper(cases_on_paper(), {fault}, [](const Case& c) { return c.builtin->name == "all"; });
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(to_string(bugs[0].what), "unknown");
  EXPECT_NE(to_string(bugs[0].where).find("extent.z>2"), std::string::npos) << to_string(bugs[0].where);
  EXPECT_EQ(to_string(bugs[0].where).find("value"), std::string::npos) << to_string(bugs[0].where);
}

// Most wrong results are 0, so a constant explains most failures. One that it cannot explain refutes it.
TEST(Diagnose, AConstantThatAFailureContradictsIsNoName) {
  using Subject = std::pair<const char*, GenType>;
  // In reduce_min of uint, 0 is right exactly if one of the values is 0, which is a condition.
  for (const auto& [builtin, type] :
       {Subject{"reduce_max", GenType::Int}, Subject{"broadcast", GenType::Float},
        Subject{"reduce_min", GenType::UInt}}) {
    const FaultOnPaper fault{
        .where =
            [&](const Place& p) { return is(p, builtin, type) && p.groups > 1 && p.index + 1 == p.groups; },
        .is_never_right = true};
    auto results = results_on_paper(cases_on_paper(), {fault}, [&](const Case& c) {
      return c.builtin->name == builtin && c.type == type;
    });
    const auto bugs = diagnose(results, device_on_paper(), 1);
    ASSERT_EQ(bugs.size(), 1U) << builtin;
    EXPECT_EQ(to_string(bugs[0].what), "unknown") << builtin;
    EXPECT_NE(to_string(bugs[0].where).find("group=last"), std::string::npos) << to_string(bugs[0].where);
  }
}

// A run has many passing cases of one form and few of each other form. Here a single one shows that the fault
// is not in helper functions.
TEST(Diagnose, ASinglePassingCaseOfAFormCounts) {
  const FaultOnPaper fault{{.what = What::Input}, [](const Place& p) {
                             return is(p, "broadcast") && has_parts(*p.the_case.variant);
                           }};
  constexpr std::size_t many = 300;
  for (const std::size_t before : {many, many + 1}) {
    std::vector<Case> cases;
    for (std::size_t n = 2; n < before; ++n)
      cases.push_back(
          parse_case(fmt::format("broadcast.int.1d.{}.chain{}", n, n % 3 == 0 ? ".printing" : "")).value());
    for (const char* name : {"broadcast.int.1d.33.branch", "broadcast.int.1d.65.chain.library",
                             "broadcast.int.1d.33.chain.linked", "broadcast.int.1d.24.chain.linked.noopt"})
      cases.push_back(parse_case(name).value());
    auto results = results_on_paper(cases, {fault}, [](const Case&) { return true; });
    const auto bugs = diagnose(results, device_on_paper(), 1);
    ASSERT_EQ(bugs.size(), 1U);
    EXPECT_EQ(to_string(bugs[0].where), "variant=library|linked");
  }
}

TEST(Diagnose, NothingWrongIsNothingToTell) {
  std::vector<CaseResult> results;
  for (const Case& c : cases_on_paper()) results.push_back({c, Verdict::Pass});
  EXPECT_TRUE(diagnose(results, device_on_paper(), 1).empty());
}

}  // namespace
}  // namespace wgcts::harness
