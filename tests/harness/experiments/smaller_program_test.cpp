// Reduces whole programs to the smallest that shows the bug.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>
#include <stdexcept>

#include "harness/experiments/experiments.hpp"
#include "harness/program/kernel.hpp"
#include "suites/plan.hpp"
#include "suites/programs/draw_program.hpp"
#include "suites/programs/ingredients.hpp"
#include "suites/programs/reduce.hpp"
#include "suites/programs/visit.hpp"
#include "suites/programs/wrong_run.hpp"
#include "tests/harness/answering_device.hpp"
#include "tests/harness/diagnose/failed_program.hpp"

namespace wgcts::harness {
namespace {

bool calls(const LegalProgram& program, std::string_view builtin) {
  const auto called = builtins_called(program.program);
  return std::ranges::find(called, builtin_named(builtin)) != called.end();
}

bool calls(const Case& c, std::string_view builtin) { return calls(named_program(c), builtin); }

std::size_t statements(const Case& c) {
  std::size_t count = 0;
  for (const Function& f : named_program(c).program.functions)
    visit_parts(f.body, [&](const Stmt&) { ++count; });
  return count;
}

/// A program of the fixed set that calls both builtins and whose outputs show a wrong `b`.
Case program_with(std::string_view a, std::string_view b) {
  for (const std::string_view text : fixed_set()) {
    const Case c = parse_case(text).value();
    const LegalProgram program = named_program(c);
    const auto outputs = WrongRuns(program).outputs({.what = What::Constant}, builtin_named(b)->collective);
    if (calls(program, a) && calls(program, b) && outputs && *outputs != program.expected.outputs) return c;
  }
  throw std::logic_error("no program has both");
}

TEST(SmallestProgram, ShowsTheBugAndNothingBesides) {
  const Case failing = program_with("any", "all");
  const auto ask = [](const Case& c) { return calls(c, "any") ? Shown::Same : Shown::Passes; };
  const SmallestProgram smallest = smallest_program(failing, ask, [] { return true; });
  EXPECT_TRUE(smallest.the_case.given.hash);
  EXPECT_FALSE(smallest.form.empty());
  EXPECT_TRUE(calls(smallest.the_case, "any"));
  EXPECT_FALSE(calls(smallest.the_case, "all"));
  EXPECT_LE(statements(smallest.the_case), 3U) << name(smallest.the_case);
  EXPECT_EQ(parse_case(name(smallest.the_case)), smallest.the_case);
  ASSERT_FALSE(smallest.programs.empty());
  EXPECT_EQ(smallest.programs.front(), smallest.the_case.given);
  EXPECT_EQ(smallest.form, normal_form(*smallest.the_case.given.program));
}

/// The program of that name in the result.
Case held(const std::vector<GivenProgram>& programs, const std::string& id) {
  for (const GivenProgram& given : programs)
    if (name(given_case(*given.program)) == id) return given_case(*given.program);
  throw std::logic_error("the program is not held: " + id);
}

TEST(SmallestProgram, ItsNeighbourAndItsIngredientsAreProved) {
  const Case failing = program_with("any", "all");
  // The bug needs both calls, so smaller programs pass.
  const auto ask = [](const Case& c) {
    return calls(c, "any") && calls(c, "all") ? Shown::Same : Shown::Passes;
  };
  const SmallestProgram smallest = smallest_program(failing, ask, [] { return true; });
  ASSERT_TRUE(smallest.neighbour);
  EXPECT_EQ(ask(held(smallest.programs, smallest.neighbour->name)), Shown::Passes);
  std::set<std::string> phrases;
  for (const Ingredient& i : smallest.ingredients) {
    phrases.insert(i.phrase);
    EXPECT_EQ(ask(held(smallest.programs, i.without)), Shown::Passes) << i.phrase;
  }
  EXPECT_EQ(phrases, (std::set<std::string>{"work_group_any", "work_group_all"})) << name(smallest.the_case);
}

TEST(SmallestProgram, WithoutTimeIsTheProgramItself) {
  const Case failing = program_with("any", "all");
  const auto ask = [](const Case&) -> Shown {
    ADD_FAILURE() << "asked";
    return Shown::Same;
  };
  const SmallestProgram same = smallest_program(failing, ask, [] { return false; });
  EXPECT_EQ(same.the_case, failing);
  EXPECT_FALSE(same.neighbour);
}

// A program with another bug is neither a reduction nor a passing neighbour.
TEST(SmallestProgram, OtherBugsAreLeftAside) {
  const Case failing = program_with("any", "all");
  const SmallestProgram same = smallest_program(
      failing, [](const Case&) { return Shown::Other; }, [] { return true; });
  EXPECT_EQ(same.the_case, failing);
  EXPECT_FALSE(same.neighbour);
}

/// A device whose all() returns 0, and which writes nothing if a program calls any().
CaseResult of_two_bugs(const Case& c) {
  const LegalProgram program = named_program(c);
  auto outputs = WrongRuns(program).outputs({.what = What::Constant}, builtin_named("all")->collective);
  if (calls(program, "any")) {
    outputs = program.expected.outputs;
    for (auto& output : *outputs) std::ranges::fill(output.written, 0);
  }
  if (!outputs || *outputs == program.expected.outputs) return CaseResult{c, Verdict::Pass};
  return failed_program(c, evidence_of_outputs(program, *outputs));
}

Bug all_is_zero() {
  Bug known = bug("constant", {"all.int.1d.4.solo"});
  known.what.parameters = {{"value", "0"}};
  known.builtins = {"all"};
  known.types = {"int"};
  return known;
}

/// A run that leaves its outputs unwritten.
RunOutcome wrote_nothing(const KernelRun& run) {
  RunOutcome outcome{{Verdict::Pass}};
  for (const std::size_t o : outputs_of(run)) {
    auto& output = outcome.outputs.emplace_back(size_in_bytes(run.arguments[o]));
    std::ranges::fill(output, run.arguments[o].bytes.front());
  }
  return outcome;
}

TEST(Minimise, AProgramIsMadeSmallerToItsOwnBugAlone) {
  const std::string failing = name(program_with("any", "all"));
  FakeDevice device{[](const Experiment& q) { return of_two_bugs(q.the_case); }, wrote_nothing};
  const Bug other = all_is_zero();
  const FoundBug found = minimised(bug("unwritten", {failing}), device.oracle(), 600, std::span(&other, 1));
  ASSERT_TRUE(found.bug.minimal && found.experiment);
  EXPECT_FALSE(found.bug.form.empty());
  EXPECT_EQ(found.bug.minimal->name, name(found.experiment->the_case));
  EXPECT_TRUE(found.experiment->the_case.given.hash);
  EXPECT_TRUE(calls(found.experiment->the_case, "any")) << found.bug.minimal->name;
  EXPECT_FALSE(found.bug.neighbour) << "all that is smaller and passes stores nothing: "
                                    << found.bug.neighbour->name;
  ASSERT_TRUE(found.failing_run) << "the smaller program by itself, for a C program";
  EXPECT_TRUE(found.failing_run->reproduced);
  EXPECT_NE(found.failing_run->run.text.find("__kernel void program("), std::string::npos);
  EXPECT_FALSE(found.failing_run->wrong.empty());
}

// The signal is the same, but the driver message is not.
TEST(Minimise, AnotherDeathIsNotTheProgramsOwn) {
  const std::string failing = name(program_with("any", "all"));
  FakeDevice device{[](const Experiment& q) {
                      CaseResult died = crash();
                      died.log =
                          calls(q.the_case, "any") ? "LLVM ERROR: of any" : "LLVM ERROR: of anything else";
                      return died;
                    },
                    [](const KernelRun&) { return lost(crash()); }};
  const FoundBug found = minimised(bug("crash", {failing}), device.oracle(), 600);
  ASSERT_TRUE(found.experiment);
  EXPECT_TRUE(found.experiment->the_case.given.hash);
  EXPECT_TRUE(calls(found.experiment->the_case, "any")) << found.bug.minimal->name;
}

}  // namespace
}  // namespace wgcts::harness
