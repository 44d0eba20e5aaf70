// The tree that `explain` shows.
#include <gtest/gtest.h>

#include "reference/program/build.hpp"
#include "suites/case.hpp"
#include "suites/launches.hpp"
#include "suites/programs/draw_program.hpp"
#include "suites/programs/print.hpp"
#include "suites/programs/visit.hpp"

namespace wgcts::suites {
namespace {

std::size_t count(std::string_view text, std::string_view word) {
  std::size_t n = 0;
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) ++n;
  return n;
}

// Two work-groups of two. Group 1 takes the branch, whose loop has three iterations.
TEST(Outline, ReportsTheNumberOfCallsOfACollective) {
  const Expr counter = variable(Type::Int, 0);
  Expr all = collective({Family::All}, counter);
  Expr sum = collective(
      {Family::Reduce, Op::Add},
      binary(Operator::NotEqual, collective({Family::Any}, literal(Type::Int, 1)), literal(Type::Int, 0)));
  Block loop{for_loop(0, literal(Type::Int, 0), binary(Operator::Less, counter, literal(Type::Int, 3)),
                      binary(Operator::Add, counter, literal(Type::Int, 1)), {evaluate(all)})};
  Program p;
  p.outputs = {Type::Int};
  p.functions.push_back({.kernel = true, .variables = {{Type::Int}}});
  p.functions.back().body = {
      if_else(binary(Operator::Equal, query(Query::Group), literal(Type::UInt, 1)), std::move(loop)),
      store(0, binary(Operator::NotEqual, sum, literal(Type::Int, 0)))};
  ProgramLaunch launch;
  launch.range = {.dim = 1, .local = {2, 1, 1}, .global = {4, 1, 1}};
  const auto legal = proved(std::move(p), std::move(launch));
  ASSERT_TRUE(legal);
  EXPECT_EQ(outline(*legal),
            "kernel program\n"
            "  if\n"
            "    for\n"
            "      evaluate\n"
            "        work_group_all(v0)   called 0 to 3 times by each work-group\n"
            "  store\n"
            "    work_group_reduce_add(work_group_any(1) != 0)   called 1 time by each work-group\n"
            "      work_group_any(1)   called 1 time by each work-group\n");
}

TEST(Outline, ContainsEveryStatementAndCollectiveOfTheFixedSet) {
  for (const std::string_view word : fixed_set()) {
    const LegalProgram program = draw_program(key_of(parse_case(word).value()));
    std::size_t statements = 0, collectives = 0;
    visit_parts(program.program, [&](const Stmt&) { ++statements; });
    visit_parts(program.program,
                [&](const Expr& e) { collectives += e.kind == ExprKind::Collective ? 1 : 0; });
    const std::string text = outline(program);
    EXPECT_EQ(count(text, "   called ") + count(text, "   never called"), collectives) << word << "\n"
                                                                                       << text;
    EXPECT_GE(count(text, "\n"), statements + collectives + program.program.functions.size()) << word;
  }
}

}  // namespace
}  // namespace wgcts::suites
