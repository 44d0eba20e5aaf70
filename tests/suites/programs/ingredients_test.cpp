// The ingredients and normal forms of programs.
#include "suites/programs/ingredients.hpp"

#include <gtest/gtest.h>

#include <set>

#include "reference/program/build.hpp"

using namespace wgcts;
using namespace wgcts::suites;

namespace {

constexpr Type I = Type::Int;

Expr reduce_add(double value) { return collective({Family::Reduce, Op::Add}, literal(I, value)); }
Expr any_of(Expr e) { return collective({Family::Any}, std::move(e)); }

LegalProgram program(Block body, std::vector<Variable> variables = {}, std::vector<Type> outputs = {I}) {
  Function kernel{.kernel = true, .variables = std::move(variables), .body = std::move(body)};
  return proved({.outputs = std::move(outputs), .functions = {kernel}},
                {.range = {.dim = 1, .local = {2, 1, 1}, .global = {2, 1, 1}}})
      .value();
}

/// do { break; } while (any(1));  out0 = 0
LegalProgram loop_with_break() {
  return program({do_while({if_else(any_of(literal(I, 1)), {jump(StmtKind::Break)})}, any_of(literal(I, 1))),
                  store(0, literal(I, 0))});
}

std::set<std::string> phrases(const LegalProgram& p) {
  std::set<std::string> all;
  for (const ProgramFeature& f : features_of(p)) all.insert(f.phrase);
  return all;
}

TEST(Features, OfALoopOnACollective) {
  const auto all = phrases(loop_with_break());
  for (const char* phrase :
       {"a do-while loop", "a do-while loop whose condition is work_group_any", "a break",
        "a branch on work_group_any", "a branch in a do-while loop", "more than one work-item"})
    EXPECT_TRUE(all.contains(phrase)) << phrase;
  for (const char* phrase : {"a switch", "an else", "more than one work-group", "a barrier", "a for loop"})
    EXPECT_FALSE(all.contains(phrase)) << phrase;
}

TEST(Ingredients, AreWhatAPassingNeighbourLacks) {
  Reduction r{loop_with_break()};
  // Without the break, and without the loop.
  r.passing.push_back(program(
      {do_while({if_else(any_of(literal(I, 1)), {})}, any_of(literal(I, 0))), store(0, literal(I, 0))}));
  r.passing.push_back(program({if_else(any_of(literal(I, 1)), {}), store(0, literal(I, 0))}));
  const auto ingredients = ingredients_of(r);
  std::set<std::string> found;
  for (const ProvedIngredient& i : ingredients) {
    found.insert(i.phrase);
    EXPECT_FALSE(phrases(*i.without).contains(i.phrase)) << i.phrase;
  }
  // The more general "a do-while loop" is included in its condition's phrase.
  EXPECT_TRUE(found.contains("a do-while loop whose condition is work_group_any"));
  EXPECT_TRUE(found.contains("a break"));
  EXPECT_FALSE(found.contains("a do-while loop"));
  // No neighbour lacks the branch on work_group_any.
  EXPECT_FALSE(found.contains("a branch on work_group_any"));
}

TEST(Ingredients, NothingIsProvedWithoutAPassingNeighbour) {
  EXPECT_TRUE(ingredients_of(Reduction{loop_with_break()}).empty());
}

TEST(NormalForm, LeavesOutIrrelevantDetails) {
  const auto sum = [](Expr a, Expr b) { return binary(Operator::Add, std::move(a), std::move(b)); };
  // Operands of a sum, the values of literals, and the order of stores.
  const LegalProgram a = program({store(0, sum(reduce_add(2), literal(I, 5)))});
  const LegalProgram b = program({store(0, sum(literal(I, 3), reduce_add(7)))});
  EXPECT_EQ(normal_form(a), normal_form(b));
  const LegalProgram c = program({store(0, literal(I, 0)), store(1, reduce_add(1))}, {}, {I, I});
  const LegalProgram d = program({store(0, reduce_add(4)), store(1, literal(I, 0))}, {}, {I, I});
  EXPECT_EQ(normal_form(c), normal_form(d));
}

TEST(NormalForm, VariablesAreNumberedByFirstUse) {
  const std::vector<Variable> two{{I}, {I}};
  const LegalProgram a =
      program({assign(0, reduce_add(1)), assign(1, variable(I, 0)), store(0, variable(I, 1))}, two);
  const LegalProgram b =
      program({assign(1, reduce_add(1)), assign(0, variable(I, 1)), store(0, variable(I, 0))}, two);
  const LegalProgram c =
      program({assign(0, reduce_add(1)), assign(1, variable(I, 0)), store(0, variable(I, 0))}, two);
  EXPECT_EQ(normal_form(a), normal_form(b));
  EXPECT_NE(normal_form(a), normal_form(c));
}

TEST(NormalForm, KeepsRelevantDetails) {
  const LegalProgram sum = program({store(0, reduce_add(1))});
  const LegalProgram of_zero = program({store(0, reduce_add(0))});
  const LegalProgram any = program({evaluate(any_of(literal(I, 1))), store(0, literal(I, 1))});
  EXPECT_NE(normal_form(sum), normal_form(of_zero));
  EXPECT_NE(normal_form(sum), normal_form(any));
  EXPECT_NE(normal_form(any), normal_form(loop_with_break()));
}

}  // namespace
