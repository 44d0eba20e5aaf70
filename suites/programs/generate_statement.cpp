// Statements of drawn programs, except loops and memory.
#include <array>

#include "suites/programs/program_generator.hpp"

namespace wgcts::suites {
namespace {

/// Limit of the executions of a collective by a work-group in nested loops.
constexpr unsigned trip_limit = 40;

}  // namespace

ExprNeeds ProgramGenerator::needs_at(const Position& here, bool uniform) const {
  return {uniform, here.uniform && collectives_ && here.trips <= trip_limit, 2};
}

void ProgramGenerator::body(Block& block, Position here, unsigned statements) {
  ++here.depth;
  for (unsigned i = 0; i < statements && size_ > 0; ++i) {
    --size_;
    if (here.uniform && (collectives_ || function_.kernel))
      uniform_statement(block, here);
    else
      divergent_statement(block, here);
  }
  if (block.empty()) assignment(block, here);
}

void ProgramGenerator::uniform_statement(Block& block, const Position& here) {
  using Generate = void (ProgramGenerator::*)(Block&, const Position&);
  struct Weighted {
    unsigned weight;
    Generate form;
    int deepest;  ///< maximum block depth
  };
  static constexpr std::array forms{Weighted{22, &ProgramGenerator::assignment, 9},
                                    Weighted{8, &ProgramGenerator::store_value, 9},
                                    Weighted{4, &ProgramGenerator::unused, 9},
                                    Weighted{10, &ProgramGenerator::uniform_branch, 3},
                                    Weighted{5, &ProgramGenerator::uniform_switch, 3},
                                    Weighted{18, &ProgramGenerator::uniform_loop, 3},
                                    Weighted{5, &ProgramGenerator::uniform_jump, 9},
                                    Weighted{2, &ProgramGenerator::early_return, 3},
                                    Weighted{7, &ProgramGenerator::divergent_branch, 3},
                                    Weighted{7, &ProgramGenerator::divergent_loop, 3},
                                    Weighted{6, &ProgramGenerator::share, 3},
                                    Weighted{5, &ProgramGenerator::count_together, 3},
                                    Weighted{4, &ProgramGenerator::keep_in_array, 9},
                                    Weighted{2, &ProgramGenerator::call_kernel, 3},
                                    Weighted{1, &ProgramGenerator::many_calls, 1},
                                    Weighted{1, &ProgramGenerator::many_values, 1}};
  unsigned total = 0;
  for (const Weighted& w : forms) total += here.depth <= w.deepest ? w.weight : 0;
  auto roll = static_cast<unsigned>(pick(total));
  for (const Weighted& w : forms) {
    if (here.depth > w.deepest) continue;
    if (roll < w.weight) return (this->*w.form)(block, here);
    roll -= w.weight;
  }
}

void ProgramGenerator::divergent_statement(Block& block, const Position& here) {
  const auto roll = pick(100);
  if (roll < 45 || here.depth > 4) return assignment(block, here);
  if (roll < 60) return divergent_branch(block, here);
  if (roll < 75) return divergent_loop(block, here);
  if (roll < 90) return divergent_jump(block, here);
  keep_in_array(block, here);
}

void ProgramGenerator::assignment(Block& block, const Position& here) {
  const bool uniform = here.uniform && chance(30);
  Type type = some_type();
  const std::uint32_t v = scalar_to_assign(uniform, &type);
  const VariableInfo note = variables_[v];
  BoundedExpr x = value(type, needs_at(here, note.uniform));
  // Half of the assignments use the old value.
  if (chance(50)) {
    const Operator op = is_floating(type) || info(type).is_signed ? Operator::Add
                        : chance(50)                              ? Operator::Add
                                                                  : Operator::Xor;
    Expr old = variable(type, v);
    if (is_floating(type) || info(type).is_signed) {
      x = limited(std::move(x), note.bound / 2);
      old = limited({std::move(old), note.bound}, note.bound / 2).expr;
    }
    x = {binary(op, std::move(old), std::move(x.expr)), note.bound};
  }
  x = limited(std::move(x), note.bound);
  block.push_back(assign(v, std::move(x.expr)));
}

/// Stores a value, so that it is visible in the output.
void ProgramGenerator::store_value(Block& block, const Position& here) {
  if (!function_.kernel || draft_.program.outputs.size() >= 8) return assignment(block, here);
  const Type type = some_type();
  BoundedExpr x = value(type, needs_at(here, false));
  block.push_back(store(new_output(type), std::move(x.expr)));
}

void ProgramGenerator::unused(Block& block, const Position& here) {
  const ExprNeeds needs = needs_at(here, false);
  if (!needs.collectives) return assignment(block, here);
  block.push_back(evaluate(chance(30) ? predicate(needs) : collective_value(some_type(), needs).expr));
}

void ProgramGenerator::uniform_branch(Block& block, const Position& here) {
  // Compilers duplicate the code after a conditional barrier for both branches, so a program has few of them.
  Position inside = here;
  inside.uniform = take_fork();
  Expr when = condition(needs_at(here, true));
  Block then, otherwise;
  body(then, inside, 1 + static_cast<unsigned>(pick(3)));
  if (chance(50)) body(otherwise, inside, 1 + static_cast<unsigned>(pick(2)));
  block.push_back(if_else(std::move(when), std::move(then), std::move(otherwise)));
}

void ProgramGenerator::uniform_switch(Block& block, const Position& here) {
  Position inside = here;
  inside.uniform = take_fork() && take_fork();
  BoundedExpr selector = value(Type::Int, needs_at(here, true));
  Expr on = selector.bound < 4 ? std::move(selector.expr)
                               : binary(Operator::And, std::move(selector.expr), literal(Type::Int, 3));
  const auto cases = static_cast<std::int32_t>(2 + pick(2));
  std::vector<std::int32_t> labels;
  std::vector<Block> blocks;
  const bool has_default = chance(60);
  for (std::int32_t c = 0; c < cases + (has_default ? 1 : 0); ++c) {
    if (c < cases) labels.push_back(c);
    Block& b = blocks.emplace_back();
    // Position a break belongs to the switch, and a continue to the surrounding loop.
    body(b, inside, 1 + static_cast<unsigned>(pick(2)));
    if (chance(75)) b.push_back(jump(StmtKind::Break));
  }
  block.push_back(switch_on(std::move(on), std::move(labels), std::move(blocks)));
}

/// A break or continue that all work-items of a work-group take together.
void ProgramGenerator::uniform_jump(Block& block, const Position& here) {
  if (!here.uniform_loop || !take_fork()) return assignment(block, here);
  Expr when = condition(needs_at(here, true));
  Block then;
  if (chance(40)) assignment(then, here);
  then.push_back(jump(chance(50) ? StmtKind::Break : StmtKind::Continue));
  block.push_back(if_else(std::move(when), std::move(then)));
}

/// A whole work-group returns while others continue.
void ProgramGenerator::early_return(Block& block, const Position& here) {
  if (!take_fork()) return assignment(block, here);
  Expr when = condition(needs_at(here, true));
  Block then;
  if (function_.kernel) {
    if (chance(70)) store_value(then, here);
    then.push_back(jump(StmtKind::Return));
  } else {
    BoundedExpr x = limited(value(function_.result, needs_at(here, result_uniform_)), result_bound_);
    then.push_back(statement(StmtKind::Return, 0, {std::move(x.expr)}));
  }
  block.push_back(if_else(std::move(when), std::move(then)));
}

void ProgramGenerator::divergent_branch(Block& block, const Position& here) {
  Position inside = here;
  inside.uniform = false;
  inside.uniform_loop = false;
  Expr when = condition(needs_at(here, false));
  Block then, otherwise;
  body(then, inside, 1 + static_cast<unsigned>(pick(2)));
  if (chance(40)) body(otherwise, inside, 1);
  block.push_back(if_else(std::move(when), std::move(then), std::move(otherwise)));
}

void ProgramGenerator::divergent_jump(Block& block, const Position& here) {
  if (!here.divergent_loop) {
    // In a helper without collectives some work-items may return before others.
    if (function_.kernel || collectives_) return assignment(block, here);
    BoundedExpr x = limited(value(function_.result, {false, false, 1}), result_bound_);
    block.push_back(
        if_else(condition({false, false, 1}), {statement(StmtKind::Return, 0, {std::move(x.expr)})}));
    return;
  }
  Expr when = condition({false, false, 1});
  block.push_back(if_else(std::move(when), {jump(chance(50) ? StmtKind::Break : StmtKind::Continue)}));
}

void ProgramGenerator::call_kernel(Block& block, const Position& here) {
  if (inner_kernels_.empty() || !function_.kernel || here.trips > 4 || !take_fork())
    return assignment(block, here);
  block.push_back(evaluate(call(Type::Void, one_of(inner_kernels_), {})));
}

}  // namespace wgcts::suites
