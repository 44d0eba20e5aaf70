// Faults of several builtins and types give the smallest sufficient number of bugs.
#include <gtest/gtest.h>

#include "harness/diagnose/diagnose.hpp"
#include "tests/harness/faulty_device.hpp"

namespace wgcts::harness {
namespace {

TEST(Diagnose, TwoFaultsStayTwo) {
  const FaultOnPaper inverted{{.what = What::Inverted}, [](const Place& p) { return is(p, "all"); }};
  const FaultOnPaper restarts{{.what = What::Restarts, .n = 16},
                              [](const Place& p) { return is(p, "scan_inclusive_add", GenType::Float); }};
  auto results = results_on_paper(cases_on_paper(), {inverted, restarts}, [](const Case& c) {
    return c.builtin->name == "all" || c.builtin->name == "scan_inclusive_add";
  });
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 2U);
  std::set<std::string> whats;
  for (const Bug& bug : bugs) whats.insert(to_string(bug.what));
  EXPECT_EQ(whats, (std::set<std::string>{"inverted", "restarts every=16"}));
}

// A fault without conditions also holds where another builtin fails, which must not count against it.
TEST(Diagnose, AnotherBuiltinsFaultDoesNotSpeakAgainstAName) {
  for (const char* other : {"reduce_add", "scan_exclusive_add"}) {
    const auto goes_wrong = [&](const Case& c) {
      return c.builtin->name == other && c.form->name == "chain";
    };
    const FaultOnPaper inverted{{.what = What::Inverted, .choice = 1},
                                [](const Place& p) { return is(p, "all"); }};
    const FaultOnPaper doubled{{.what = What::LanesDoubled, .lanes = {LaneSet::Kind::AllButFirst}},
                               [&](const Place& p) { return goes_wrong(p.the_case); }};
    auto results = results_on_paper(cases_on_paper(), {inverted, doubled},
                                    [&](const Case& c) { return c.builtin->name == "all" || goes_wrong(c); });
    std::set<std::string> whats;
    for (const Bug& bug : diagnose(results, device_on_paper(), 1)) whats.insert(to_string(bug.what));
    EXPECT_EQ(whats, (std::set<std::string>{"inverted as=any", "lanes_doubled set=all_but_first"})) << other;
  }
}

// A fault in float bits cannot affect integers. Wrong integers must not lead to another name that needs a
// condition.
TEST(Diagnose, AnotherTypesFaultDoesNotSpeakAgainstAName) {
  const FaultOnPaper by_bits{{.what = What::ComparedAs, .choice = choice_of(Comparison::Bits), .variant = 4},
                             [](const Place& p) { return is(p, "reduce_max", GenType::Float); }};
  const FaultOnPaper last{{.what = What::LanesIgnored, .lanes = {LaneSet::Kind::Last}},
                          [](const Place& p) { return is(p, "reduce_max", GenType::Int); }};
  auto results = results_on_paper(cases_on_paper(), {by_bits, last}, [](const Case& c) {
    return c.builtin->name == "reduce_max" && (c.type == GenType::Float || c.type == GenType::Int);
  });
  std::erase_if(results, [](const CaseResult& r) {
    return r.the_case.builtin->name != "reduce_max" ||
           (r.the_case.type != GenType::Float && r.the_case.type != GenType::Int);
  });
  std::set<std::string> whats;
  for (const Bug& bug : diagnose(results, device_on_paper(), 1)) whats.insert(to_string(bug.what));
  EXPECT_EQ(whats, (std::set<std::string>{"compared_as as=bits", "lanes_ignored set=last"}));
}

TEST(Diagnose, OneFaultInSeveralTypesIsOne) {
  const FaultOnPaper last{{.what = What::LanesIgnored, .lanes = {LaneSet::Kind::Last}},
                          [](const Place& p) { return is(p, "reduce_add") || is(p, "reduce_max"); }};
  auto results = results_on_paper(cases_on_paper(), {last}, [](const Case& c) {
    return c.builtin->name == "reduce_add" || c.builtin->name == "reduce_max";
  });
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(to_string(bugs[0].what), "lanes_ignored set=last");
  EXPECT_EQ(to_string(bugs[0].where), "builtin=reduce_add|reduce_max");
}

// With two work-items, the results fit a shift. In larger work-groups no model reproduces them.
TEST(Diagnose, AFaultWithoutANameIsOneThoughAModelGivesItsSmallestCases) {
  const auto is_it = [](const Place& p) { return is(p, "broadcast", GenType::Int); };
  const FaultOnPaper shifted{causes_named("coordinates", {{"as", "shifted"}, {"n", "1"}}).front(),
                             [&](const Place& p) { return is_it(p) && volume(p.size) == 2; }};
  std::vector<FaultOnPaper> faults{shifted};
  for (std::int64_t k = 0; k < 7; ++k)
    faults.push_back({{.what = What::Constant, .value = 1000 + 13 * k}, [=](const Place& p) {
                        return is_it(p) && volume(p.size) > 2 && p.index % 7 == static_cast<std::size_t>(k);
                      }});
  auto results = results_on_paper(cases_on_paper(), faults, [](const Case& c) {
    return c.builtin->name == "broadcast" && c.type == GenType::Int;
  });
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(bugs[0].what.code, "unknown");
}

// Without a full block of 16, all lanes are wrong, so the smaller work-groups have a name. Its conditions are
// a part of simpler ones.
TEST(Diagnose, AFaultWithoutANameIsOneThoughAModelGivesManySizes) {
  const auto is_it = [](const Place& p) { return is(p, "scan_inclusive_min", GenType::UInt); };
  std::vector<FaultOnPaper> faults{{{.what = What::WrongIdentity, .variant = 1, .value = 0},
                                    [&](const Place& p) { return is_it(p) && volume(p.size) < 16; }}};
  for (std::size_t n = 17; n <= 300; ++n)
    if (n % 16 != 0)
      faults.push_back({{.what = What::ResultMissingOn,
                         .choice = choice_of(Missing::Identity),
                         .variant = 1,
                         .lanes = {LaneSet::Kind::From, static_cast<std::int64_t>(n / 16 * 16 - 1)}},
                        [=](const Place& p) { return is_it(p) && volume(p.size) == n; }});
  auto results = results_on_paper(cases_on_paper(), faults, [](const Case& c) {
    return c.builtin->name == "scan_inclusive_min" && c.type == GenType::UInt;
  });
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(bugs[0].what.code, "unknown");
  EXPECT_NE(to_string(bugs[0].where).find("size%16!=0"), std::string::npos) << to_string(bugs[0].where);
}

// Each builtin has a type that the fault does not affect.
TEST(Diagnose, AFaultWithoutANameIsOneInSeveralBuiltinsWithTheSameConditions) {
  const auto is_it = [](const Case& c) {
    return c.form->name == "branch" &&
           ((c.builtin->name == "reduce_add" && c.type != GenType::Double) ||
            (c.builtin->name == "scan_inclusive_add" && c.type != GenType::ULong));
  };
  std::vector<FaultOnPaper> faults;
  for (std::int64_t k = 0; k < 7; ++k)
    faults.push_back({{.what = What::Constant, .value = 1000 + 13 * k}, [=](const Place& p) {
                        return is_it(p.the_case) && p.index % 7 == static_cast<std::size_t>(k);
                      }});
  auto results = results_on_paper(cases_on_paper(), faults, is_it);
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(bugs[0].what.code, "unknown");
  EXPECT_EQ(bugs[0].builtins, (std::set<std::string>{"reduce_add", "scan_inclusive_add"}));
}

// Only some of many failing cases are diagnosed. The others must not join a fault of another builtin.
TEST(Diagnose, ANameTakesInNoBuiltinThatItWasNotSeenWith) {
  const auto of_sums = [](const Case& c) {
    constexpr std::string_view without_name[] = {"reduce_max", "reduce_min", "scan_inclusive_max",
                                                 "scan_inclusive_min", "scan_exclusive_max"};
    return std::ranges::find(without_name, c.builtin->name) != std::end(without_name);
  };
  const FaultOnPaper inverted{{.what = What::Inverted, .choice = 1},
                              [](const Place& p) { return is(p, "all"); }};
  // No model describes these bits.
  const FaultOnPaper narrowed{{.what = What::Narrowed, .choice = choice_of(Narrow::Range), .n = 3 | 20 << 8},
                              [&](const Place& p) { return of_sums(p.the_case); }};
  auto results = results_on_paper(cases_on_paper(), {inverted, narrowed},
                                  [&](const Case& c) { return c.builtin->name == "all" || of_sums(c); });
  constexpr std::ptrdiff_t most_looked_into = 240;
  ASSERT_GT(std::ranges::count(results, Verdict::Fail, &CaseResult::verdict), most_looked_into);
  for (const Bug& bug : diagnose(results, device_on_paper(), 1))
    if (bug.what.code == "inverted") EXPECT_EQ(bug.builtins, std::set<std::string>{"all"});
}

// The results of another builtin suggest other models of the same name.
TEST(Diagnose, EachBuiltinHasTheModelThatItsOwnResultsSuggest) {
  const FaultOnPaper sum{{.what = What::AggregatedAs, .choice = 3},
                         [](const Place& p) { return is(p, "any"); }};
  const FaultOnPaper last{{.what = What::ResultMissingOn,
                           .choice = choice_of(Missing::Identity),
                           .lanes = {LaneSet::Kind::Last, 0}},
                          [](const Place& p) { return is(p, "all") && p.the_case.dim == 2; }};
  auto results = results_on_paper(cases_on_paper(), {sum, last}, [](const Case& c) {
    return c.builtin->name == "all" || c.builtin->name == "any";
  });
  std::set<std::string> codes;
  for (const Bug& bug : diagnose(results, device_on_paper(), 1)) codes.insert(bug.what.code);
  EXPECT_EQ(codes, (std::set<std::string>{"aggregated_as", "result_missing_on"}));
}

// Results that depend on uninitialized memory are sometimes correct. A single case that passes when run again
// does not make the bug nondeterministic.
TEST(Diagnose, AFewFlakesMakeNoBugNondeterministic) {
  const FaultOnPaper narrowed{{.what = What::Narrowed, .choice = choice_of(Narrow::Range), .n = 3 | 20 << 8},
                              [](const Place& p) { return is(p, "reduce_max", GenType::UInt); }};
  const auto told_with = [&](std::size_t every) {
    auto results = results_on_paper(cases_on_paper(), {narrowed}, [](const Case& c) {
      return c.builtin->name == "reduce_max" && c.type == GenType::UInt;
    });
    std::size_t failing = 0;
    for (CaseResult& r : results)
      if (r.verdict == Verdict::Fail && failing++ % every == 0) r.verdict = Verdict::Flake;
    const auto bugs = diagnose(results, device_on_paper(), 1);
    return bugs.empty() ? std::string() : bugs.front().what.code;
  };
  EXPECT_EQ(told_with(1000), "unknown");
  EXPECT_EQ(told_with(4), "nondeterministic");
}

// A case that always fails may still give other results each time.
TEST(Diagnose, UnknownFaultsThatMoveToOtherWorkGroupsAreNondeterministic) {
  const FaultOnPaper narrowed{{.what = What::Narrowed, .choice = choice_of(Narrow::Range), .n = 3 | 20 << 8},
                              [](const Place& p) { return is(p, "reduce_max", GenType::UInt); }};
  const FaultOnPaper inverted{{.what = What::Inverted}, [](const Place& p) { return is(p, "all"); }};
  const auto told_with = [&](const FaultOnPaper& fault, bool varies) {
    auto results = results_on_paper(cases_on_paper(), {fault}, [](const Case& c) {
      return c.builtin->name == "all" || c.builtin->name == "reduce_max";
    });
    for (CaseResult& r : results) {
      if (r.verdict != Verdict::Fail) continue;
      r.attempts = {Verdict::Fail, Verdict::Fail};
      r.varies = varies;
    }
    return diagnose(results, device_on_paper(), 1).at(0).what.code;
  };
  EXPECT_EQ(told_with(narrowed, true), "nondeterministic");
  EXPECT_EQ(told_with(narrowed, false), "unknown");
  EXPECT_EQ(told_with(inverted, true), "inverted") << "a name says more";
}

// A retry builds a shorter program, with the failing cases only. If every first attempt fails as the model
// predicts, the fault is deterministic although retries pass. If some first attempts are correct, it is not.
TEST(Diagnose, WhatEveryFirstRunShowsIsNotNondeterministic) {
  const auto told_with = [](const std::function<bool(const Place&)>& where) {
    auto results = results_on_paper(cases_on_paper(), {{{.what = What::Inverted}, where}},
                                    [](const Case& c) { return c.builtin->name == "all"; });
    for (CaseResult& r : results)
      if (r.verdict == Verdict::Fail) r.verdict = Verdict::Flake;
    return diagnose(results, device_on_paper(), 1).at(0).what.code;
  };
  EXPECT_EQ(told_with([](const Place& p) { return is(p, "all"); }), "inverted");
  EXPECT_EQ(told_with([](const Place& p) { return is(p, "all") && p.index * 7 % 5 == 2; }),
            "nondeterministic");
}

}  // namespace
}  // namespace wgcts::harness
