// Failing programs get as small as they can, and stay legal on the way.
#include "suites/programs/shrink.hpp"

#include <gtest/gtest.h>

#include <array>

#include "reference/program/build.hpp"
#include "suites/programs/edit.hpp"
#include "suites/programs/print.hpp"
#include "suites/programs/visit.hpp"
#include "suites/random.hpp"

using namespace wgcts;
using namespace wgcts::suites;

namespace {

std::size_t size_of(const Program& p) {
  std::size_t n = 0;
  visit_program(
      p, [&](const Stmt&) { ++n; }, [&](const Expr&) { ++n; });
  return n;
}

bool holds(const Program& p, auto&& wanted) {
  bool found = false;
  visit_program(
      p, [](const Stmt&) {}, [&](const Expr& e) { found |= wanted(e); });
  return found;
}

/// A device that gets every inclusive scan wrong.
bool has_scan(const LegalProgram& p) {
  return holds(p.program, [](const Expr& e) {
    return e.kind == ExprKind::Collective && e.collective.family == Family::ScanInclusive;
  });
}

LegalProgram smallest(LegalProgram p, auto&& fails) {
  Shrinker shrinker(std::move(p));
  while (auto smaller = shrinker.next())
    if (fails(*smaller)) shrinker.accept();
  return shrinker.smallest();
}

TEST(Shrink, DownToTheOneCallThatFails) {
  std::size_t tried = 0;
  for (std::uint64_t seed = 0; tried < 8; ++seed) {
    LegalProgram p = draw_program({GenType::Float, 2, {2, 3, 1}, seed});
    if (!has_scan(p)) continue;
    ++tried;
    const LegalProgram least = smallest(std::move(p), has_scan);
    SCOPED_TRACE(source_text(least.program, least.launch.range.dim));
    // The call as a statement, of a literal.
    EXPECT_EQ(size_of(least.program), 3U);
    EXPECT_EQ(volume(least.launch.range.global), 1U);
    EXPECT_EQ(least.launch.range.dim, 1U);
    EXPECT_TRUE(least.program.inputs.empty() && least.program.outputs.empty() &&
                least.program.arguments.empty());
    EXPECT_EQ(least.program.functions.size(), 1U);
    EXPECT_TRUE(least.program.functions[0].variables.empty());
  }
}

// A device that breaks collectives in loops, which no other construct stands for.
TEST(Shrink, KeepsWhatTheFailureNeeds) {
  const auto fails = [](const LegalProgram& p) {
    bool found = false;
    visit_program(
        p.program,
        [&](const Stmt& s) {
          if (s.kind != StmtKind::For) return;
          visit_block(
              s.blocks[0], [](const Stmt&) {},
              [&](const Expr& e) { found |= e.kind == ExprKind::Collective; });
        },
        [](const Expr&) {});
    return found;
  };
  std::size_t tried = 0;
  for (std::uint64_t seed = 0; tried < 4; ++seed) {
    LegalProgram p = draw_program({GenType::Long, 1, {7, 1, 1}, seed});
    if (!fails(p)) continue;
    ++tried;
    const LegalProgram least = smallest(std::move(p), fails);
    SCOPED_TRACE(source_text(least.program, 1));
    EXPECT_LE(size_of(least.program), 8U);
  }
}

TEST(Shrink, NothingIsSmallerThanTheSmallest) {
  LegalProgram p = draw_program({GenType::UInt, 1, {4, 1, 1}, 3});
  const LegalProgram least = smallest(std::move(p), [](const LegalProgram&) { return true; });
  EXPECT_EQ(size_of(least.program), 0U);
  EXPECT_EQ(volume(least.launch.range.global), 1U);
}

TEST(Shrink, EndsWhateverTheAnswers) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Random random(seed);
    Shrinker shrinker(draw_program({GenType::Double, 1, {4, 1, 1}, seed}));
    std::size_t asked = 0;
    while (shrinker.next()) {
      ASSERT_LT(++asked, 20000U);
      if (random.below(4) == 0) shrinker.accept();
    }
  }
}

TEST(Shrink, StepsNameTheResult) {
  const LegalProgram from = draw_program({GenType::Int, 1, {4, 1, 1}, 5});
  Shrinker shrinker(from);
  for (int n = 0; n < 40; ++n)
    if (shrinker.next() && n % 3 == 0) shrinker.accept();
  const auto again = shrunk(from, shrinker.steps());
  ASSERT_TRUE(again);
  EXPECT_EQ(again->expected.outputs, shrinker.smallest().expected.outputs);
  EXPECT_EQ(again->program, shrinker.smallest().program);
  EXPECT_EQ(again->launch.inputs, shrinker.smallest().launch.inputs);
  EXPECT_FALSE(shrunk(from, std::array{1000000U}));
}

TEST(Shrink, EveryStepIsLegalAndExpectsWhatItsOwnRunGives) {
  Shrinker shrinker(draw_program({GenType::Half, 3, {2, 2, 2}, 4}));
  for (int n = 0; n < 200; ++n) {
    const auto smaller = shrinker.next();
    if (!smaller) break;
    EXPECT_EQ(run(smaller->program, smaller->launch).outputs, smaller->expected.outputs);
    if (n % 5 == 0) shrinker.accept();
  }
}

TEST(Resized, KeepsTheValuesOfWhatRemains) {
  ProgramLaunch l;
  l.range = {.dim = 2, .local = {2, 2, 1}, .global = {4, 4, 1}};
  l.inputs = {{0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23, 30, 31, 32, 33}};
  l.group_inputs = {{0, 1, 10, 11}};
  const ProgramLaunch one_column = resized(l, {.dim = 2, .local = {1, 2, 1}, .global = {2, 4, 1}});
  EXPECT_EQ(one_column.inputs[0], (std::vector<Word>{0, 2, 10, 12, 20, 22, 30, 32}));
  EXPECT_EQ(one_column.group_inputs[0], l.group_inputs[0]);
  const ProgramLaunch one_group = resized(l, {.dim = 2, .local = {2, 2, 1}, .global = {2, 2, 1}});
  EXPECT_EQ(one_group.inputs[0], (std::vector<Word>{0, 1, 10, 11}));
  EXPECT_EQ(one_group.group_inputs[0], (std::vector<Word>{0}));
}

}  // namespace
