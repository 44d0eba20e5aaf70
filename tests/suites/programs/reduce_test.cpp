// Failing programs become as small as possible, and every candidate is legal.
#include "suites/programs/reduce.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "reference/program/build.hpp"
#include "suites/programs/draw_program.hpp"
#include "suites/programs/print.hpp"
#include "suites/programs/visit.hpp"
#include "suites/random.hpp"
#include "tests/suites/programs/program_case.hpp"

using namespace wgcts;
using namespace wgcts::suites;

namespace {

std::size_t size_of(const Program& p) {
  std::size_t n = 0;
  visit_parts(p, [&](const auto&) { ++n; });
  return n;
}

/// A device that gets every inclusive scan wrong.
bool has_scan(const LegalProgram& p) {
  return any_part(p.program, [](const Expr& e) {
    return e.kind == ExprKind::Collective && e.collective.family == Family::ScanInclusive;
  });
}

constexpr std::size_t no_limit = 100'000;

LegalProgram smallest(LegalProgram p, auto&& fails) {
  return reduce(
             std::move(p), [&](const LegalProgram& q) { return fails(q) ? Shown::Same : Shown::Passes; },
             no_limit)
      .smallest;
}

TEST(Reduce, DownToTheOneCallThatFails) {
  std::size_t tried = 0;
  for (std::uint64_t seed = 0; tried < 8; ++seed) {
    LegalProgram p = draw_program(program_case(GenType::Float, 2, {2, 3, 1}, seed));
    if (!has_scan(p)) continue;
    ++tried;
    const LegalProgram least = smallest(std::move(p), has_scan);
    SCOPED_TRACE(source_text(least.program, least.launch.range.dim));
    // A call of a literal, as a statement.
    EXPECT_EQ(size_of(least.program), 3U);
    EXPECT_EQ(volume(least.launch.range.global), 1U);
    EXPECT_EQ(least.launch.range.dim, 1U);
    EXPECT_TRUE(least.program.inputs.empty() && least.program.outputs.empty() &&
                least.program.arguments.empty());
    EXPECT_EQ(least.program.functions.size(), 1U);
    EXPECT_TRUE(least.program.functions[0].variables.empty());
  }
}

// A device that breaks collectives in for loops, which no other construct can replace.
TEST(Reduce, KeepsWhatTheFailureNeeds) {
  const auto fails = [](const LegalProgram& p) {
    return any_part(p.program, [](const Stmt& s) {
      return s.kind == StmtKind::For &&
             any_part(s.blocks[0], [](const Expr& e) { return e.kind == ExprKind::Collective; });
    });
  };
  std::size_t tried = 0;
  for (std::uint64_t seed = 0; tried < 4; ++seed) {
    LegalProgram p = draw_program(program_case(GenType::Long, 1, {7, 1, 1}, seed));
    if (!fails(p)) continue;
    ++tried;
    const LegalProgram least = smallest(std::move(p), fails);
    SCOPED_TRACE(source_text(least.program, 1));
    // The loop, and a collective that is reached: candidates without one are not tried.
    EXPECT_LE(size_of(least.program), 11U);
  }
}

TEST(Reduce, TheSmallestProgramIsOneCall) {
  LegalProgram p = draw_program(program_case(GenType::UInt, 1, {4, 1, 1}, 3));
  const LegalProgram least = smallest(std::move(p), [](const LegalProgram&) { return true; });
  // Candidates that reach no collective are not tried.
  EXPECT_EQ(least.expected.collectives, 1U);
  EXPECT_LE(size_of(least.program), 4U) << source_text(least.program, 1);
  EXPECT_EQ(volume(least.launch.range.global), 1U);
}

TEST(Reduce, EndsWhateverTheAnswers) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Random random(seed);
    const Reduction r = reduce(
        draw_program(program_case(GenType::Double, 1, {4, 1, 1}, seed)),
        [&](const LegalProgram&) { return random.below(4) == 0 ? Shown::Same : Shown::Other; }, no_limit);
    EXPECT_TRUE(r.finished);
    EXPECT_LT(r.experiments, 20'000U);
  }
}

TEST(Reduce, AsksNoMoreThanItMay) {
  std::size_t asked = 0;
  const Reduction r = reduce(
      draw_program(program_case(GenType::Int, 1, {4, 1, 1}, 5)),
      [&](const LegalProgram&) {
        ++asked;
        return Shown::Other;
      },
      7);
  EXPECT_EQ(asked, 7U);
  EXPECT_EQ(r.experiments, 7U);
  EXPECT_FALSE(r.finished);
}

// Each candidate is legal, reaches a collective, and is tried once.
TEST(Reduce, AsksForNothingTwice) {
  std::set<std::uint64_t> asked;
  std::size_t n = 0;
  reduce(
      draw_program(program_case(GenType::Half, 3, {2, 2, 2}, 4)),
      [&](const LegalProgram& p) {
        EXPECT_TRUE(asked.insert(content_hash(p)).second);
        EXPECT_EQ(run(p.program, p.launch).outputs, p.expected.outputs);
        EXPECT_GT(p.expected.collectives, 0U);
        return ++n % 5 == 0 ? Shown::Same : Shown::Other;
      },
      no_limit);
  EXPECT_GT(n, 20U);
}

TEST(Reduce, ItsPassingNeighboursPass) {
  const LegalProgram from = draw_program(program_case(GenType::Int, 1, {4, 1, 1}, 5));
  const std::size_t collective_calls = from.expected.collectives;
  ASSERT_GT(collective_calls, 2U);
  const auto fails = [](const LegalProgram& p) { return p.expected.collectives > 2; };
  const Reduction r = reduce(
      from, [&](const LegalProgram& p) { return fails(p) ? Shown::Same : Shown::Passes; }, no_limit);
  EXPECT_TRUE(r.finished);
  EXPECT_TRUE(fails(r.smallest));
  EXPECT_FALSE(r.passing.empty());
  for (const LegalProgram& p : r.passing) EXPECT_FALSE(fails(p)) << source_text(p.program, 1);
}

// Numbers identify opportunities. So a pass must find the same ones, whichever of them it takes.
TEST(ReductionPasses, EachOpportunityChangesTheProgram) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const LegalProgram p = draw_program(program_case(GenType::Float, 2, {2, 3, 1}, seed));
    const Draft draft{p.program, p.launch};
    for (const ProgramPass& pass : reduction_passes()) {
      const std::size_t count = opportunities(pass, draft);
      for (std::size_t i = 0; i < count; ++i) try {
          const Draft smaller = taken(pass, draft, {i, i + 1});
          const auto same = [](const Draft& a, const Draft& b) {
            return a.program == b.program && a.launch.inputs == b.launch.inputs &&
                   a.launch.group_inputs == b.launch.group_inputs &&
                   a.launch.arguments == b.launch.arguments &&
                   a.launch.range.global == b.launch.range.global &&
                   a.launch.range.local == b.launch.range.local;
          };
          EXPECT_FALSE(same(smaller, draft)) << pass.name << " " << i << " of " << count;
        } catch (const IllegalProgram&) {
        }
    }
  }
}

TEST(Reduce, OffsetAndRemainderGoWhereTheyDoNotMatter) {
  const auto reduced = [](auto&& fails) {
    const LegalProgram from = draw_program(parse_case("program.int.2d.3x2.5.offset.remainder").value());
    return reduce(
               from, [&](const LegalProgram& p) { return fails(p) ? Shown::Same : Shown::Passes; }, no_limit)
        .smallest.launch.range;
  };
  const NDRange plain = reduced([](const LegalProgram&) { return true; });
  EXPECT_EQ(plain.offset, Extents{});
  EXPECT_FALSE(has_remainder(plain));
  const NDRange shorter = reduced([](const LegalProgram& p) { return has_remainder(p.launch.range); });
  EXPECT_TRUE(has_remainder(shorter));
  EXPECT_EQ(shorter.offset, Extents{});
  const NDRange shifted = reduced([](const LegalProgram& p) { return p.launch.range.offset[0] != 0; });
  EXPECT_EQ(shifted.offset, (Extents{37, 0, 0}));
  EXPECT_EQ(shifted.dim, 1U);
}

TEST(ReductionPasses, AHelpersBodyMayStandForItsCall) {
  // int f(int x) { int y = reduce(x); return y; }   out = f(1)
  Function helper{.result = Type::Int, .parameters = 1, .variables = {{Type::Int}, {Type::Int}}};
  helper.body = {assign(1, collective({Family::Reduce, Op::Add}, variable(Type::Int, 0))),
                 statement(StmtKind::Return, 0, {variable(Type::Int, 1)})};
  Function kernel{.kernel = true};
  kernel.body = {store(0, call(Type::Int, 0, {literal(Type::Int, 1)}))};
  LegalProgram p = proved({.outputs = {Type::Int}, .functions = {helper, kernel}},
                          {.range = {.dim = 1, .local = {2, 1, 1}, .global = {2, 1, 1}}})
                       .value();
  const auto passes = reduction_passes();
  const auto pass = std::ranges::find(passes, "inline calls", &ProgramPass::name);
  ASSERT_EQ(opportunities<Draft>(*pass, p), 1U);
  const Draft inlined = taken(*pass, p, {0, 1});
  EXPECT_EQ(inlined.program.functions.size(), 1U);
  EXPECT_EQ(proved(inlined.program, inlined.launch).value().expected.outputs, p.expected.outputs);
}

/// A call of the builtin with these values, judged like a case, in work-groups of `lanes`.
LegalProgram call_on(const char* builtin, Type type, const std::vector<double>& x, std::size_t lanes) {
  const Collective c = builtin_named(builtin)->collective;
  Program p{.inputs = {type}, .outputs = {type}};
  p.functions.push_back({.kernel = true, .body = {store(0, collective(c, input(type, 0)))}});
  ProgramLaunch launch{.range = {.dim = 1, .local = {lanes, 1, 1}, .global = {x.size(), 1, 1}},
                       .inputs = {{}},
                       .judging = Judging{}};
  for (const double value : x) launch.inputs[0].push_back(literal(type, value).literal);
  return proved(std::move(p), std::move(launch)).value();
}

/// The smallest call that keeps its input and fails if `fails` accepts its values.
LegalProgram smallest_call(LegalProgram p, auto&& fails) {
  return reduce(
             std::move(p),
             [&](const LegalProgram& q) {
               const bool calls = !q.program.outputs.empty() && !q.program.inputs.empty();
               return calls && fails(q.launch.inputs[0]) ? Shown::Same : Shown::Passes;
             },
             no_limit, [] { return true; }, true)
      .smallest;
}
using Words = std::vector<Word>;

TEST(ReduceCalls, AreMadeOfOneWorkItemAndZeroWhereAnythingIsWrong) {
  const LegalProgram found = smallest_call(call_on("reduce_add", Type::Int, {77, -12, 5, 1000000}, 2),
                                           [](const Words&) { return true; });
  EXPECT_EQ(found.launch.inputs[0], Words{0});
  EXPECT_EQ(source_text(found.program, 1),
            "__kernel void program(__global const int *in0, __global int *out0)\n{\n"
            "    const size_t item = get_global_id(0) - get_global_offset(0);\n"
            "    out0[item] = work_group_reduce_add(in0[item]);\n}\n");
}

TEST(ReduceCalls, KeepTheValueThatMatters) {
  const LegalProgram found =
      smallest_call(call_on("reduce_max", Type::UInt, {3, 90000, 17, 4000}, 4), [](const Words& x) {
        return x.size() == 4 && std::ranges::count_if(x, [](Word v) { return v > 70000; }) == 1;
      });
  EXPECT_EQ(found.launch.inputs[0], (Words{0, 90000, 0, 0}));
}

TEST(ReduceCalls, TwoIsThePlainestOfEvenNumbers) {
  const auto low_bit_clear = [](const Words& x) {
    return x.size() == 3 && std::ranges::none_of(x, [](Word v) { return v == 0; }) &&
           std::ranges::any_of(x, [](Word v) { return v % 2 == 0; });
  };
  EXPECT_EQ(smallest_call(call_on("all", Type::Int, {5, -8, 7}, 3), low_bit_clear).launch.inputs[0],
            (Words{2, 2, 2}));
}

// Inputs with an overflowing sum are not tried: their results are undefined and prove nothing.
TEST(ReduceCalls, AreNeverUnsettled) {
  reduce(
      call_on("reduce_add", Type::Int, {0x7fffffff, -5, -7}, 3),
      [](const LegalProgram& q) {
        std::int64_t above = 0;
        for (const Word x : q.launch.inputs.at(0)) above += std::max<std::int64_t>(0, std::int64_t(x));
        EXPECT_LE(above, 0x7fffffff);
        return Shown::Passes;
      },
      no_limit, [] { return true; }, true);
}

TEST(ReduceCalls, HaveAsManyWorkGroupsAsItTakes) {
  const LegalProgram found = smallest_call(call_on("reduce_add", Type::Int, std::vector<double>(200, 8), 2),
                                           [](const Words& x) { return x.size() >= 7; });
  EXPECT_EQ(found.launch.inputs[0].size(), 8U) << "four work-groups of two";
}

TEST(ReduceCalls, ARemainderStaysOne) {
  const LegalProgram found = smallest_call(call_on("reduce_add", Type::Int, std::vector<double>(13, 8), 5),
                                           [](const Words& x) { return x.size() % 2 == 1 && x.size() > 2; });
  EXPECT_EQ(found.launch.inputs[0].size(), 3U);
  const LegalProgram uneven = call_on("reduce_add", Type::Int, std::vector<double>(13, 8), 5);
  const auto passes = reduction_passes(true);
  const ProgramPass& groups =
      *std::ranges::find(passes, std::string_view("fewer work-groups"), &ProgramPass::name);
  const Draft two = taken(groups, uneven, {1, 2});
  EXPECT_EQ(two.launch.range.global[0], 6U) << "a work-group of five, and one work-item";
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
  // A new work-item gets a neighbour's value.
  ProgramLaunch shorter;
  shorter.range = {.dim = 1, .local = {3, 1, 1}, .global = {5, 1, 1}};
  shorter.inputs = {{0, 1, 2, 3, 4}};
  const ProgramLaunch full = resized(shorter, {.dim = 1, .local = {3, 1, 1}, .global = {6, 1, 1}});
  EXPECT_EQ(full.inputs[0], (std::vector<Word>{0, 1, 2, 3, 4, 4}));
}

}  // namespace
