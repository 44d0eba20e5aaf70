// A soak run draws an unlimited number of programs. Each must be legal, pass with correct outputs and fail
// with wrong ones.
#include <gtest/gtest.h>

#include <iostream>

#include "suites/plan.hpp"
#include "suites/programs/draw_program.hpp"
#include "tests/harness/check/long_run.hpp"
#include "tests/harness/check/written.hpp"

namespace wgcts::harness {
namespace {

/// An element that the program writes: its output and the work-item.
std::pair<std::size_t, std::size_t> some_written(const ProgramChecker& checker, std::size_t chance) {
  const auto places = outputs_of(checker.run());
  for (std::size_t o = 0; o < places.size(); ++o) {
    const std::size_t output = (o + chance) % places.size();
    const auto& expected = checker.run().arguments[places[output]].expected;
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (const std::size_t item = (i + chance) % expected.size(); !expected[item].untouched)
        return {output, item};
  }
  throw std::logic_error("the program writes nothing");
}

/// Draws a program, which proves it legal and tests its sensitivity. Judges the outputs of a correct device.
/// With `wrong`, one wrong element must fail.
void judge_drawn(const Case& c, std::size_t chance, bool wrong) {
  EXPECT_EQ(key_of(parse_case(name(c)).value()), key_of(c));
  const ProgramChecker checker(c);
  WrittenOutputs written(checker);
  const Judgement right = written.judge();
  EXPECT_FALSE(right.failure) << right.failure->message;
  EXPECT_EQ(right.checks, checker.checks());
  EXPECT_FALSE(right.clauses.empty());
  if (!wrong) return;
  const auto [output, item] = some_written(checker, chance);
  written.set(output, item, written.poisons[output]);
  const Judgement judged = written.judge();
  ASSERT_TRUE(judged.failure);
  EXPECT_EQ(judged.failure->check, "out" + std::to_string(output));
  EXPECT_EQ(judged.failure->wrong, 1U);
}

// WGCTS_DRAWN_PROGRAMS=10000000 is the long run: see long_run.hpp. Sizes are those of a soak run, mostly
// small. Explaining a wrong result costs as much as ten right ones, so only one program in sixteen gets one.
TEST(DrawnPrograms, AreLegalAndJudgedRight) {
  const LongRun run("WGCTS_DRAWN_PROGRAMS", 1000);
  std::size_t programs = 0;
  for (std::size_t turn = 0; run.goes_on(programs) && !HasFailure(); ++turn) {
    const std::size_t largest = turn % 64 == 0 ? 300 : 2 + turn % 31;
    const auto drawn = suites::Draw(run.seed, largest, {largest, largest, largest}, turn).next();
    if (!suites::is_program(drawn.front())) continue;
    SCOPED_TRACE(name(drawn.front()));
    EXPECT_NO_THROW(judge_drawn(drawn.front(), turn, programs % 16 == 0));
    ++programs;
  }
  std::cout << programs << " drawn programs of seed " << run.seed << " were interpreted and judged\n";
}

}  // namespace
}  // namespace wgcts::harness
