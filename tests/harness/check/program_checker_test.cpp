// The interpreter judges programs: a different output fails, with the lane and its expected value.
#include "harness/check/program_checker.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/check/citations.hpp"
#include "harness/planning/planning.hpp"
#include "harness/program/kernel.hpp"
#include "suites/plan.hpp"
#include "suites/programs/draw_program.hpp"
#include "suites/programs/reduce.hpp"
#include "suites/programs/wrong_run.hpp"
#include "tests/harness/check/written.hpp"
#include "tests/harness/text.hpp"

namespace wgcts::harness {
namespace {

const Case the_case = named("program.int.2d.2x3.7");

const KernelArgument& output_of(const ProgramChecker& checker, std::size_t number) {
  return checker.run().arguments[outputs_of(checker.run())[number]];
}

/// An item that the program writes, or one that it does not.
std::optional<std::size_t> item_of(const KernelArgument& out, bool written) {
  const auto found = std::ranges::find(out.expected, !written, &Expected::untouched);
  if (found == out.expected.end()) return std::nullopt;
  return static_cast<std::size_t>(found - out.expected.begin());
}

// A failure lists the work-item's values of all inputs.
TEST(ProgramChecker, ListsEveryInput) {
  constexpr std::size_t many = 5;
  for (const Case& c : plan(Profile::Standard)) {
    if (!is_program(c) || named_program(c).program.inputs.size() < many) continue;
    const std::string text = ProgramChecker(c).record(0, 0, {}).lanes.at(0).input.text;
    EXPECT_NE(text.find(", in4 "), std::string::npos) << name(c) << ": " << text;
    return;
  }
  FAIL() << "no program has so many inputs";
}

// A reduced program shows one bug and need not reject each wrong model of its collectives.
TEST(ProgramChecker, AReducedProgramIsJudgedAsWell) {
  const auto insensitive = [] {
    for (const Case& c : plan(Profile::Standard)) {
      if (!is_program(c)) continue;
      std::optional<Case> smaller;
      reduce(
          named_program(c),
          [&](const LegalProgram& next) {
            if (!next.program.outputs.empty() && (WrongRuns(next).unseen() || builtins_shown(next).empty()))
              smaller = given_case(next);
            return Shown::Other;
          },
          100, [&] { return !smaller; });
      if (smaller) return *smaller;
    }
    throw std::logic_error("each program shows all wrong results");
  };
  const Case smaller = insensitive();
  const ProgramChecker checker(smaller);
  EXPECT_FALSE(WrittenOutputs(checker).judge().failure);
  WrittenOutputs wrong(checker);
  wrong.outputs[0][0] ^= std::byte{1};
  const Judgement judgement = wrong.judge();
  ASSERT_TRUE(judgement.failure);
  EXPECT_FALSE(judgement.failure->clause.empty());
}

TEST(ProgramChecker, AProgramMayHaveNoInput) {
  const auto has_outputs = [](const LegalProgram& p) {
    return p.program.outputs.empty() ? Shown::Other : Shown::Same;
  };
  const Case smaller = given_case(reduce(named_program(the_case), has_outputs, 1000).smallest);
  EXPECT_EQ(ProgramChecker(smaller).record(0, 0, {}).lanes.at(0).input.text, "none") << name(smaller);
}

TEST(ProgramChecker, TheInterpretersOutputsPass) {
  for (const Case& c : plan(Profile::Smoke)) {
    if (!is_program(c)) continue;
    const ProgramChecker checker(c);
    const Judgement judgement = WrittenOutputs(checker).judge();
    EXPECT_FALSE(judgement.failure) << name(c) << ": " << judgement.failure->message;
    EXPECT_EQ(judgement.checks, checker.checks());
    EXPECT_EQ(judgement.wrong_groups.size(), 0U);
    EXPECT_EQ(judgement.clauses, checker.clauses());
    EXPECT_FALSE(judgement.clauses.empty());
  }
}

TEST(ProgramChecker, EveryWrongValueFails) {
  const ProgramChecker checker(the_case);
  for (std::size_t o = 0; o < checker.outputs(); ++o) {
    const KernelArgument& out = output_of(checker, o);
    for (std::size_t item = 0; item < out.expected.size(); ++item) {
      WrittenOutputs device(checker);
      device.outputs[o][item * info(out.type).bytes] ^= std::byte{4};
      const Judgement judgement = device.judge();
      ASSERT_TRUE(judgement.failure) << "out" << o << " of " << item;
      const Failure& f = *judgement.failure;
      EXPECT_EQ(f.check, "out" + std::to_string(o));
      EXPECT_EQ(f.clause, "WGC.CF.2");
      const std::size_t g = linear_id(f.group, group_counts(checker.grid().range));
      EXPECT_EQ(checker.grid().lanes(g)[f.lane], item);
      EXPECT_EQ(f.wrong, 1U);
      EXPECT_NE(f.expected.bits, f.got.bits);
      EXPECT_NE(f.message.find("out" + std::to_string(o) + "[item] = "), std::string::npos) << f.message;
      EXPECT_EQ(judgement.wrong_groups.size(), 1U);
    }
  }
}

TEST(ProgramChecker, AMissingStoreFails) {
  const ProgramChecker checker(the_case);
  WrittenOutputs device(checker);
  const std::size_t item = item_of(output_of(checker, 0), true).value();
  device.set(0, item, device.poisons[0]);
  const Judgement judgement = device.judge();
  ASSERT_TRUE(judgement.failure);
  EXPECT_EQ(judgement.failure->got.text, "nothing");
}

TEST(ProgramChecker, AnUnexpectedStoreFails) {
  // A program in which some work-groups return before they store.
  for (std::uint64_t number = 0; number < 2000; ++number) {
    Case c = the_case;
    c.number = number;
    const ProgramChecker checker(c);
    for (std::size_t o = 0; o < checker.outputs(); ++o) {
      const KernelArgument& out = output_of(checker, o);
      const auto item = item_of(out, false);
      if (!item) continue;
      WrittenOutputs device(checker);
      device.set(o, *item, bytes_of(out.type, 0));
      const Judgement judgement = device.judge();
      ASSERT_TRUE(judgement.failure);
      EXPECT_EQ(judgement.failure->expected.text, "nothing");
      return;
    }
  }
  FAIL() << "every program writes every element";
}

TEST(ProgramChecker, ZerosOfEitherSignPass) {
  for (std::uint64_t number = 0; number < 200; ++number) {
    Case c = named("program.float.1d.7.1");
    c.number = number;
    const ProgramChecker checker(c);
    WrittenOutputs device(checker);
    std::size_t zeros = 0;
    for (std::size_t o = 0; o < device.outputs.size(); ++o) {
      const KernelArgument& out = output_of(checker, o);
      if (!is_floating(out.type)) continue;
      for (std::size_t item = 0; item < out.expected.size(); ++item) {
        if (out.expected[item].untouched || out.expected[item].low != 0) continue;
        device.set(o, item, bytes_of(out.type, word_of(-0.0)));
        ++zeros;
      }
    }
    EXPECT_FALSE(device.judge().failure) << name(c);
    if (zeros > 0) return;
  }
  FAIL() << "no program stores a zero";
}

TEST(ProgramChecker, NamesTheBuiltinWithTheWrongResults) {
  const ProgramChecker checker(the_case);
  LegalProgram program = named_program(the_case);
  std::size_t named_so = 0;
  for (const Builtin* builtin : builtins_shown(program)) {
    const auto wrong = WrongRuns(program).outputs({.what = What::Constant}, builtin->collective);
    if (!wrong || *wrong == program.expected.outputs) continue;
    WrittenOutputs device(checker);
    for (std::size_t o = 0; o < wrong->size(); ++o)
      for (std::size_t item = 0; item < (*wrong)[o].values.size(); ++item)
        device.set(o, item,
                   (*wrong)[o].written[item] != 0
                       ? bytes_of(program.program.outputs[o], (*wrong)[o].values[item].low)
                       : device.poisons[o]);
    const Judgement judgement = device.judge();
    ASSERT_TRUE(judgement.failure) << builtin->name;
    const std::string& message = judgement.failure->message;
    EXPECT_NE(message.find(" whose work_group_" + std::string(builtin->name) + " returns 0 "),
              std::string::npos)
        << message;
    // If several builtins explain the outputs, none of them is blamed.
    const bool ambiguous = message.find(", or of a device whose work_group_") != std::string::npos;
    EXPECT_EQ(judgement.failure->clause == "WGC.CF.2", ambiguous) << message;
    ++named_so;
  }
  EXPECT_GT(named_so, 0U);
}

TEST(ProgramChecker, ClausesAreThoseOfTheVisibleBuiltins) {
  const auto cited = clauses_of(the_case, plain_device(), 1);
  EXPECT_TRUE(cited.contains("WGC.CF.2"));
  EXPECT_TRUE(cited.contains("WGC.ID.1"));
  for (const Builtin* builtin : builtins_shown(named_program(the_case)))
    if (builtin->collective.family == Family::Reduce) {
      EXPECT_TRUE(cited.contains("WGC.RD.1"));
    }
}

}  // namespace
}  // namespace wgcts::harness
