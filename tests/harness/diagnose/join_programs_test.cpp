// A program that fails because of a bug of single collectives is a case of that bug.
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "harness/diagnose/diagnose.hpp"
#include "harness/program/kernel.hpp"
#include "harness/replay/replay.hpp"
#include "suites/plan.hpp"
#include "suites/programs/wrong_run.hpp"
#include "tests/harness/diagnose/failed_program.hpp"
#include "tests/harness/faulty_device.hpp"

namespace wgcts::harness {
namespace {

const Builtin& builtin_of_name(std::string_view name) { return *builtin_named(name); }

/// The first programs of the fixed set, on a device whose builtin of that name always returns 0.
std::vector<CaseResult> programs_of_zeros(std::string_view name, std::size_t count) {
  std::vector<CaseResult> results;
  for (const std::string_view text : fixed_set().first(count)) {
    const Case c = parse_case(text).value();
    const LegalProgram program = named_program(c);
    const auto outputs =
        WrongRuns(program).outputs({.what = What::Constant}, builtin_of_name(name).collective);
    const bool wrong = outputs && *outputs != program.expected.outputs;
    results.push_back(wrong ? failed_program(c, evidence_of_outputs(program, *outputs))
                            : CaseResult{c, Verdict::Pass});
  }
  return results;
}

std::size_t failing_count(const std::vector<CaseResult>& results) {
  return static_cast<std::size_t>(
      std::ranges::count_if(results, [](const CaseResult& r) { return r.verdict != Verdict::Pass; }));
}

/// Single collectives on a device whose builtin of that name has the cause.
std::vector<CaseResult> single_collectives(const Cause& cause, std::string_view name) {
  auto cases = cases_on_paper();
  std::erase_if(cases, [](const Case& c) { return is_program(c) || c.form->name != "chain"; });
  return results_on_paper(cases,
                          {{cause, [name](const Place& p) { return p.the_case.builtin->name == name; }}},
                          [name](const Case& c) { return c.builtin->name == name; });
}

constexpr std::size_t some_programs = 12;

// One flaky program must not make the others nondeterministic.
TEST(JoinPrograms, OneThatPassesAtTimesLeavesTheOthersAlone) {
  std::vector<CaseResult> results;
  for (const std::string_view text : fixed_set().first(6)) {
    const Case c = parse_case(text).value();
    const LegalProgram program = named_program(c);
    auto outputs = program.expected.outputs;
    for (auto& values : outputs)
      for (Legal& value : values.values) value.low ^= 1;
    results.push_back(failed_program(c, evidence_of_outputs(program, outputs)));
  }
  results.front().verdict = Verdict::Flake;
  const auto told = diagnose(results, device_on_paper(), 1);
  ASSERT_FALSE(told.empty());
  for (const Bug& bug : told)
    EXPECT_EQ(bug.what.code, bug.cases.size() > 1 ? "unknown" : bug.what.code) << bug.sentence;
  for (CaseResult& r : results) r.verdict = Verdict::Flake;
  EXPECT_EQ(diagnose(results, device_on_paper(), 1).at(0).what.code, "nondeterministic");
}

// An earlier segment of the run had the results that show the bug.
TEST(JoinPrograms, AProgramKeepsTheBugOfAnEarlierSegment) {
  CaseResult program = programs_of_zeros("reduce_add", some_programs).back();
  program.verdict = Verdict::Fail;
  program.evidence.reset();
  program.bugs = {"0badcafe"};
  std::vector<CaseResult> results{program};
  EXPECT_TRUE(diagnose(results, device_on_paper(), 1).empty());
  EXPECT_EQ(results[0].bugs, program.bugs);
}

const DeviceFacts& the_device() {
  static const DeviceFacts facts = device_on_paper();
  return facts;
}

/// A program of the fixed set that calls the builtin with only that type.
Case program_that_calls(const Builtin& builtin, GenType type) {
  for (const std::string_view text : fixed_set()) {
    const Case c = parse_case(text).value();
    std::set<GenType> types;
    const ProgramReplay replay(c, nullptr, the_device());
    for (const auto& [s, as_its] : replay.subjects())
      if (s.first == &builtin) types.insert(s.second);
    if (types == std::set{type}) return c;
  }
  throw std::runtime_error("no such program");
}

CaseResult crashed(const Case& c) {
  CaseResult result{c, Verdict::Crash};
  result.stage = Stage::Launch;
  result.message = "the worker was killed by SIGSEGV while launching a kernel";
  return result;
}

// A selection of cases may lack a type that programs have.
TEST(JoinPrograms, ACrashWithATypeThatNoCaseHasIsThatOfTheBuiltin) {
  const Case program = program_that_calls(builtin_of_name("reduce_add"), GenType::Float);
  std::vector<CaseResult> results{crashed(parse_case("reduce_add.int.1d.33.solo").value()),
                                  {parse_case("reduce_max.int.1d.33.solo").value(), Verdict::Pass},
                                  crashed(program)};
  EXPECT_EQ(diagnose(results, device_on_paper(), 1).size(), 1U);
  results.push_back({parse_case("reduce_add.float.1d.33.solo").value(), Verdict::Pass});
  EXPECT_EQ(diagnose(results, device_on_paper(), 1).size(), 2U) << "the type is right";
}

TEST(JoinPrograms, ThoseOfATellableBugAreItsCases) {
  auto results = single_collectives({.what = What::Constant, .value = 0}, "all");
  const std::size_t alone = failing_count(results);
  std::ranges::move(programs_of_zeros("all", some_programs), std::back_inserter(results));
  ASSERT_GT(failing_count(results), alone) << "no program shows it";
  const std::size_t bad = failing_count(results);
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(to_string(bugs[0].what), "constant value=0");
  EXPECT_EQ(bugs[0].cases.size(), bad);
  EXPECT_EQ(bugs[0].builtins, std::set<std::string>{"all"});
  EXPECT_TRUE(bugs[0].forms.contains("program"));
  EXPECT_FALSE(bugs[0].example.starts_with("program."));
}

// Failing programs must not change the signature of a bug.
TEST(JoinPrograms, TheSignatureIsTheSameWithAndWithoutPrograms) {
  auto results = single_collectives({.what = What::Constant, .value = 0}, "all");
  const auto before = diagnose(results, device_on_paper(), 1);
  std::ranges::move(programs_of_zeros("all", some_programs), std::back_inserter(results));
  const auto after = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(before.size(), 1U);
  ASSERT_EQ(after.size(), 1U);
  EXPECT_EQ(before[0].signature, after[0].signature);
}

TEST(JoinPrograms, WhatATellableBugDoesNotChangeIsNotItsCase) {
  const Builtin& told = builtin_of_name("scan_inclusive_min");
  auto results = single_collectives({.what = What::Input}, told.name);
  const std::size_t alone = failing_count(results);
  const auto programs = programs_of_zeros("reduce_add", 24);
  for (const CaseResult& r : programs) {
    const LegalProgram program = named_program(r.the_case);
    const auto called = builtins_called(program.program);
    if (r.verdict == Verdict::Pass || std::ranges::find(called, &told) == called.end()) results.push_back(r);
  }
  ASSERT_GT(failing_count(results), alone) << "every failing program calls it";
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1 + failing_count(results) - alone);
  EXPECT_EQ(to_string(bugs[0].what), "input");
  EXPECT_EQ(to_string(bugs[1].what), "unknown");
  EXPECT_EQ(to_string(bugs[1].where), "form=program");
}

// PoCL returns the low half of get_global_offset. This has no effect on programs that are launched without an
// offset.
TEST(JoinPrograms, AnUnknownFaultTakesNoProgramThatItsConditionsExclude) {
  auto results = programs_of_zeros("reduce_add", some_programs);
  const std::size_t programs = failing_count(results);
  ASSERT_GT(programs, 0U);
  for (const char* size : {"1d.33", "1d.256", "2d.7x5", "3d.3x5x7"}) {
    const std::string name = fmt::format("reduce_add.int.{}.solo", size);
    results.push_back({parse_case(name).value(), Verdict::Pass});
    CaseResult& failed = results.emplace_back(parse_case(name + ".toldoffset33").value(), Verdict::Fail);
    failed.failure = Failure{"global offset", "WGC.ND.6"};
  }
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1 + programs);
  EXPECT_EQ(bugs[0].cases.size(), 4U);
}

// Wrong results do not show that two programs have the same bug. Their reduced forms do.
TEST(JoinPrograms, EachThatNothingExplainsIsABug) {
  auto results = programs_of_zeros("reduce_add", 24);
  ASSERT_GE(failing_count(results), 3U);
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), failing_count(results));
  std::set<std::string> signatures;
  for (const Bug& bug : bugs) {
    EXPECT_EQ(bug.cases.size(), 1U);
    EXPECT_EQ(bug.builtins, std::set<std::string>{"program"});
    EXPECT_TRUE(signatures.insert(bug.signature).second);
  }
}

TEST(JoinPrograms, DeathsOfTheSameKindAreOneBug) {
  std::vector<CaseResult> results;
  for (const std::string_view text : fixed_set().first(4)) {
    CaseResult r{parse_case(text).value(), Verdict::Crash};
    r.stage = Stage::Launch;
    r.message = results.size() < 3 ? "the worker was killed by SIGABRT" : "the worker was killed by SIGSEGV";
    r.log = results.size() < 2 ? "LLVM ERROR: of one kind" : "LLVM ERROR: of another";
    results.push_back(r);
  }
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 2U);
  EXPECT_EQ(bugs[0].cases.size(), 3U);
  EXPECT_EQ(bugs[1].cases.size(), 1U);
}

TEST(JoinPrograms, ACrashThatABuiltinExplainsIsThatBuiltins) {
  std::vector<CaseResult> results;
  const auto crash = [&](const Case& c, Stage stage) {
    CaseResult r{c, Verdict::Crash};
    r.stage = stage;
    r.message = "the worker was killed by SIGSEGV";
    results.push_back(r);
  };
  for (const Case& c : cases_on_paper()) {
    if (is_program(c)) continue;
    if (c.builtin->name == "broadcast" && c.type == GenType::Int)
      crash(c, Stage::Build);
    else
      results.push_back({c, Verdict::Pass});
  }
  std::size_t programs = 0;
  for (const std::string_view text : fixed_set().first(some_programs)) {
    const Case c = parse_case(text).value();
    const ProgramReplay replay(c, nullptr, the_device());
    if (!replay.subjects().contains({&builtin_of_name("broadcast"), GenType::Int})) {
      results.push_back({c, Verdict::Pass});
      continue;
    }
    crash(c, Stage::Build);
    ++programs;
  }
  ASSERT_GT(programs, 0U);
  auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(to_string(bugs[0].where), "builtin=broadcast and type=int");
  // A crash of a program that does not call the builtin is another bug.
  for (CaseResult& r : results)
    if (is_program(r.the_case) && r.verdict == Verdict::Pass) {
      r.verdict = Verdict::Crash;
      r.stage = Stage::Launch;
      r.message = "the worker was killed by SIGABRT";
      break;
    }
  bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 2U);
  EXPECT_EQ(bugs[1].cases.size(), 1U);
  EXPECT_EQ(to_string(bugs[1].where), "form=program");
}

// PoCL's loop unrolling reads uninitialized memory, so programs may loop on it forever. A hang of the
// compiler has another cause.
TEST(JoinPrograms, AHangFollowsFromWhatNobodyCanNameAndADyingCompilerDoesNot) {
  const Cause odd_bits{.what = What::Narrowed, .choice = choice_of(Narrow::Range), .n = 3 | 20 << 8};
  for (const Stage stage : {Stage::Launch, Stage::Build}) {
    auto results = single_collectives(odd_bits, "reduce_max");
    std::erase_if(results, [](const CaseResult& r) { return r.the_case.type != GenType::ULong; });
    const std::size_t alone = failing_count(results);
    for (const std::string_view text : fixed_set()) {
      const Case c = parse_case(text).value();
      if (!ProgramReplay(c, nullptr, the_device())
               .subjects()
               .contains({&builtin_of_name("reduce_max"), GenType::ULong}))
        continue;
      CaseResult hung{c, Verdict::Timeout};
      hung.stage = stage;
      results.push_back(hung);
    }
    ASSERT_GT(failing_count(results), alone) << "no program calls it";
    const auto bugs = diagnose(results, device_on_paper(), 1);
    ASSERT_FALSE(bugs.empty());
    ASSERT_EQ(bugs[0].what.code, "unknown");
    EXPECT_EQ(bugs.size(), stage == Stage::Launch ? 1U : 2U)
        << to_string(bugs.front().where) << " / " << to_string(bugs.back().what) << " of "
        << bugs.back().example;
  }
}

// Intel's compiler crashes on broadcast of half. It also crashes, with the same signal, on a program of
// floats that breaks out of a loop. These are two bugs.
TEST(JoinPrograms, ACrashOfAnotherTypeIsABugOfItsOwn) {
  std::vector<CaseResult> results;
  const auto crash = [&](const Case& c) {
    CaseResult r{c, Verdict::Crash};
    r.stage = Stage::Build;
    r.message = "the worker was killed by SIGSEGV";
    results.push_back(r);
  };
  for (const Case& c : cases_on_paper())
    if (!is_program(c) && c.builtin->name == "broadcast" && c.type == GenType::UInt)
      crash(c);
    else if (!is_program(c))
      results.push_back({c, Verdict::Pass});
  bool struck = false;
  for (const std::string_view text : fixed_set().first(some_programs)) {
    const Case c = parse_case(text).value();
    const ProgramReplay replay(c, nullptr, the_device());
    const auto calls = [&](GenType type) {
      return replay.subjects().contains({&builtin_of_name("broadcast"), type});
    };
    if (!struck && calls(GenType::Float) && !calls(GenType::UInt)) {
      crash(c);
      struck = true;
    } else {
      results.push_back({c, Verdict::Pass});
    }
  }
  ASSERT_TRUE(struck);
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 2U);
  EXPECT_EQ(to_string(bugs[0].where), "builtin=broadcast and type=uint");
  EXPECT_EQ(bugs[1].cases.size(), 1U);
}

}  // namespace
}  // namespace wgcts::harness
