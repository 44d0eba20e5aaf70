// Statements of drawn programs, except loops.
#include <algorithm>
#include <array>

#include "suites/programs/program_generator.hpp"

namespace wgcts::suites {
namespace {

/// Limit of the executions of a collective by a work-group in nested loops.
constexpr unsigned trip_limit = 40;

/// The length of arrays with counters.
constexpr std::uint32_t counter_count = 4;
constexpr std::uint32_t longest = std::numeric_limits<std::uint32_t>::max();

double array_bound(Type type) { return wraps(type) ? info(type).cap : std::min(info(type).cap, 0x1p14); }

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
  const Type type = some_type();
  const std::uint32_t v = scalar_to_assign(uniform, type);
  const VariableInfo note = variables_[v];
  BoundedExpr x = value(type, needs_at(here, note.uniform));
  // Half of the assignments use the old value.
  if (chance(50)) {
    const bool may_overflow = is_floating(type) || info(type).is_signed;
    const Operator op = may_overflow || chance(50) ? Operator::Add : Operator::Xor;
    Expr old = variable(type, v);
    if (may_overflow) {
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
  Expr on = selector.bound < 4 ? std::move(selector.expr) : std::move(selector.expr) & 3;
  const auto cases = static_cast<std::int32_t>(2 + pick(2));
  std::vector<std::int32_t> labels;
  std::vector<Block> blocks;
  const bool has_default = chance(60);
  for (std::int32_t c = 0; c < cases + (has_default ? 1 : 0); ++c) {
    if (c < cases) labels.push_back(c);
    Block& b = blocks.emplace_back();
    // In the block, a break leaves the switch, and a continue belongs to the surrounding loop.
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

// Arrays. A barrier separates writes and reads by different work-items, because a collective orders no memory
// accesses (WGC.MO.1).

/// Each work-item writes its own element of local memory, and after a barrier reads another one.
void ProgramGenerator::share(Block& block, const Position& here) {
  if (!local_memory_ || !here.uniform || !collectives_ || lanes_ > 2048) return assignment(block, here);
  const Type type = some_type();
  // The arrays of count_together() are shorter, so array_of() finds them by length.
  const auto length = std::max(static_cast<std::uint32_t>(lanes_), counter_count + 1);
  auto found = array_of(type, true, counter_count + 1, longest);
  if (!found) {
    found = new_variable({.type = type, .bound = array_bound(type), .length = length, .hidden = true});
    function_.variables[*found].local = true;
  }
  const std::uint32_t shared = *found;
  const double bound = variables_[shared].bound;
  const Expr lane = query(Query::Lane), lanes = query(Query::Lanes);
  block.push_back(assign_element(shared, lane, limited(value(type, needs_at(here, false)), bound).expr));
  if (chance(40)) unused(block, here);
  block.push_back(barrier());
  const auto from_lane = [&](std::uint64_t roll) {
    if (roll == 0) return lanes - 1 - lane;
    if (roll == 1) return value(Type::UInt, {chance(50), needs_at(here, false).collectives, 1}).expr % lanes;
    return (lane + static_cast<double>(1 + pick(5))) % lanes;
  };
  Expr from = from_lane(pick(4));
  const std::uint32_t v = scalar_to_assign(false, type);
  BoundedExpr x{element(type, shared, std::move(from)), bound};
  if (needs_at(here, false).collectives && chance(30)) {
    const Family family = chance(50) ? Family::Reduce : Family::ScanInclusive;
    x.expr = collective({family, chance(50) ? Op::Min : Op::Max}, std::move(x.expr));
  }
  block.push_back(assign(v, limited(std::move(x), variables_[v].bound).expr));
  block.push_back(barrier());
}

/// Work-items update counters by one kind of atomic between two barriers.
void ProgramGenerator::count_together(Block& block, const Position& here) {
  if (!local_memory_ || !here.uniform || !collectives_) return assignment(block, here);
  const Type type = chance(50) ? Type::Int : Type::UInt;
  auto found = array_of(type, true, counter_count, counter_count);
  if (!found) {
    found = new_variable({.type = type, .bound = 0x1p30, .length = counter_count, .hidden = true});
    function_.variables[*found].local = true;
  }
  const std::uint32_t counters = *found;
  // The first work-item clears all counters.
  Block clear;
  for (std::uint32_t k = 0; k < counter_count; ++k)
    clear.push_back(assign_element(counters, literal(Type::Int, k), literal(type, k)));
  block.push_back(if_else(binary(Operator::Equal, query(Query::Lane), 0), std::move(clear)));
  block.push_back(barrier());
  const Operator op = one_of(
      std::array{Operator::Add, Operator::Min, Operator::Max, Operator::And, Operator::Or, Operator::Xor});
  const bool guarded = chance(50);
  const bool together = needs_at(here, false).collectives && !guarded;
  BoundedExpr x = limited(value(type, {false, together, 1}), 0x1p12);
  Stmt update = atomic(op, counters, small_index(counter_count, {false, false, 1}), std::move(x.expr));
  block.push_back(guarded ? if_else(condition({false, false, 1}), {std::move(update)}) : std::move(update));
  if (chance(40)) unused(block, here);
  block.push_back(barrier());
  const std::uint32_t v = scalar_to_assign(chance(50), type);
  const bool uniform = variables_[v].uniform;
  BoundedExpr got{element(type, counters, small_index(counter_count, {uniform, false, 1})), info(type).cap};
  block.push_back(assign(v, limited(std::move(got), variables_[v].bound).expr));
  block.push_back(barrier());
}

/// A private array with a computed index.
void ProgramGenerator::keep_in_array(Block& block, const Position& here) {
  const Type type = some_type();
  auto found = array_of(type, false, 1, longest);
  if (!found)
    found = new_variable(
        {.type = type, .bound = array_bound(type), .length = static_cast<std::uint32_t>(2 + pick(7))});
  const std::uint32_t array = *found;
  const ExprNeeds needs = needs_at(here, false);
  Expr index = small_index(variables_[array].length, {false, needs.collectives, 1});
  BoundedExpr x = limited(value(type, needs), variables_[array].bound);
  block.push_back(assign_element(array, std::move(index), std::move(x.expr)));
}

}  // namespace wgcts::suites
