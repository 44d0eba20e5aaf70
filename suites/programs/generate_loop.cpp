// Loops of drawn programs. All loops end, and those with collectives have the same number of iterations in
// every work-item.
#include <array>

#include "suites/programs/program_generator.hpp"

namespace wgcts::suites {

/// The number of iterations of a loop, below 5. A compiler may not be able to see that it is uniform.
BoundedExpr ProgramGenerator::trips(const ExprNeeds& needs) {
  BoundedExpr n = value(Type::Int, {needs.uniform, needs.collectives, 1});
  if (n.bound <= 4) return n;
  return {std::move(n.expr) & 3, 3};
}

void ProgramGenerator::uniform_loop(Block& block, const Position& here) {
  if (here.trips > 12) return assignment(block, here);
  using Generate = void (ProgramGenerator::*)(Block&, const Position&);
  static constexpr std::array<Generate, 7> forms{&ProgramGenerator::counted_loop,
                                                 &ProgramGenerator::counted_loop,
                                                 &ProgramGenerator::hidden_uniform_loop,
                                                 &ProgramGenerator::halving_loop,
                                                 &ProgramGenerator::any_loop,
                                                 &ProgramGenerator::any_loop,
                                                 &ProgramGenerator::endless_loop};
  (this->*one_of(forms))(block, here);
}

void ProgramGenerator::counted_loop(Block& block, const Position& here) {
  const std::uint32_t i = new_variable({.type = Type::Int, .bound = 8, .uniform = true, .reserved = true});
  const Position inside = here.in_loop(true);
  const Expr counter = variable(Type::Int, i);
  Expr more = counter < trips(needs_at(inside, true)).expr;
  if (chance(20)) more = binary(Operator::LogicalAnd, std::move(more), condition(needs_at(here, true)));
  Block b;
  body(b, inside, 1 + static_cast<unsigned>(pick(3)));
  if (b.size() == 1 && chance(50)) unused(b, inside);
  block.push_back(for_loop(i, literal(Type::Int, 0), std::move(more), counter + 1, std::move(b)));
}

/// The bounds differ between work-items, but the number of iterations does not.
void ProgramGenerator::hidden_uniform_loop(Block& block, const Position& here) {
  const std::uint32_t i = new_variable({.type = Type::UInt, .bound = lanes_ + 8, .reserved = true});
  const Position inside = here.in_loop(true);
  const Expr counter = variable(Type::UInt, i);
  const Expr first =
      chance(60) || !function_.kernel
          ? query(Query::Lane)
          : limited({input(Type::UInt, some_input(Type::UInt, false)), info(Type::UInt).cap}, 64).expr;
  Expr n = cast_to(Type::UInt, trips(needs_at(here, true))).expr;
  if (chance(50)) n = std::move(n) & 3;
  // A negative number of iterations would wrap. Only an input of the host can be negative.
  n = binary(Operator::Min, std::move(n), 4);
  const std::uint32_t end = new_variable({.type = Type::UInt, .bound = 128 + lanes_, .reserved = true});
  const bool down = chance(30);
  block.push_back(assign(end, first + std::move(n)));
  Block b;
  body(b, inside, 1 + static_cast<unsigned>(pick(3)));
  if (down) {
    block.push_back(for_loop(i, variable(Type::UInt, end), counter > first, counter - 1, std::move(b)));
  } else {
    block.push_back(for_loop(i, first, counter < variable(Type::UInt, end), counter + 1, std::move(b)));
  }
}

void ProgramGenerator::halving_loop(Block& block, const Position& here) {
  const std::uint32_t d = new_variable({.type = Type::UInt, .bound = 8, .uniform = true, .reserved = true});
  const Position inside = here.in_loop(true);
  BoundedExpr n = value(Type::UInt, needs_at(here, true));
  Expr first = std::move(n.expr) & 7;
  const Expr counter = variable(Type::UInt, d);
  Block b;
  body(b, inside, 1 + static_cast<unsigned>(pick(2)));
  block.push_back(for_loop(d, std::move(first), counter > 0,
                           binary(Operator::ShiftRight, counter, literal(Type::Int, 1)), std::move(b)));
}

/// Continues while any work-item has work left.
void ProgramGenerator::any_loop(Block& block, const Position& here) {
  if (!collectives_ || !here.uniform) return counted_loop(block, here);
  const std::uint32_t left = new_variable({.type = Type::Int, .bound = 4, .reserved = true});
  block.push_back(assign(left, trips({.uniform = chance(20), .collectives = false, .depth = 1}).expr));
  const Position inside = here.in_loop(true);
  const Expr work = variable(Type::Int, left);
  const Expr busy = work > 0;
  const auto condition_of = [&](std::uint64_t roll) {
    if (roll == 0) return collective({Family::Any}, busy);
    if (roll == 1) return unary(Operator::Not, collective({Family::All}, work <= 0));
    if (roll == 2) return collective({Family::Reduce, Op::Max}, work) > 0;
    // While a certain work-item has work left.
    if (roll == 3) return collective({Family::Broadcast}, work, coordinates({true, false, 1})) > 0;
    return binary(Operator::NotEqual, collective({Family::Any}, busy), 0);
  };
  Expr more = condition_of(pick(5));
  // In half of the loops, work-items without work count below zero.
  Block b{chance(50) ? assign(left, work - 1) : if_else(busy, {assign(left, work - 1)})};
  body(b, inside, 1 + static_cast<unsigned>(pick(3)));
  block.push_back(chance(60) ? while_loop(std::move(more), std::move(b))
                             : do_while(std::move(b), std::move(more)));
}

/// while (1) with a break in its middle.
void ProgramGenerator::endless_loop(Block& block, const Position& here) {
  if (!take_fork()) return counted_loop(block, here);
  const std::uint32_t i = new_variable({.type = Type::Int, .bound = 8, .uniform = true, .reserved = true});
  block.push_back(assign(i, literal(Type::Int, 0)));
  const Position inside = here.in_loop(true);
  const Expr counter = variable(Type::Int, i);
  Expr enough = counter >= trips(needs_at(here, true)).expr;
  if (needs_at(here, true).collectives && chance(50))
    enough = collective({chance(50) ? Family::All : Family::Any}, std::move(enough));
  Block b;
  if (chance(50)) assignment(b, inside);
  b.push_back(assign(i, counter + 1));
  b.push_back(if_else(std::move(enough), {jump(StmtKind::Break)}));
  body(b, inside, 1 + static_cast<unsigned>(pick(2)));
  block.push_back(while_loop(literal(Type::Int, 1), std::move(b)));
}

/// The same call hundreds of times.
void ProgramGenerator::many_calls(Block& block, const Position& here) {
  if (!collectives_ || here.trips > 1 || lanes_ > 64 || chance(60)) return assignment(block, here);
  const std::uint32_t i =
      new_variable({.type = Type::UInt, .bound = 1000, .uniform = true, .reserved = true});
  const std::uint32_t sum = new_variable({.type = Type::UInt, .bound = info(Type::UInt).cap});
  const Expr counter = variable(Type::UInt, i), old = variable(Type::UInt, sum);
  BoundedExpr x = leaf(Type::UInt, {});
  Expr passed = std::move(x.expr) ^ counter;
  const Family family = one_of(std::array{Family::Reduce, Family::ScanInclusive, Family::ScanExclusive});
  Expr again = collective({family, one_of(std::array{Op::Add, Op::Min, Op::Max})}, std::move(passed));
  Block b{assign(sum, old * 31 + std::move(again))};
  const double times = chance(20) ? 1000 : 100;
  block.push_back(for_loop(i, literal(Type::UInt, 0), counter < times, counter + 1, std::move(b)));
}

/// Many values that are live across calls, to cause register spills.
void ProgramGenerator::many_values(Block& block, const Position& here) {
  if (!collectives_ || here.trips > 1 || chance(60)) return assignment(block, here);
  const unsigned count = 16 + static_cast<unsigned>(pick(24));
  std::vector<std::uint32_t> kept;
  for (unsigned k = 0; k < count; ++k) {
    const std::uint32_t v =
        new_variable({.type = Type::UInt, .bound = info(Type::UInt).cap, .reserved = true});
    block.push_back(assign(
        v, k % 4 == 0 ? collective_value(Type::UInt, {false, true, 1}).expr : leaf(Type::UInt, {}).expr + k));
    kept.push_back(v);
  }
  Expr all = variable(Type::UInt, kept[0]);
  for (unsigned k = 1; k < count; ++k) all = std::move(all) * 3 + variable(Type::UInt, kept[k]);
  const std::uint32_t sum = new_variable({.type = Type::UInt, .bound = info(Type::UInt).cap});
  block.push_back(assign(sum, std::move(all)));
}

/// The number of iterations differs between work-items, so the body has no collectives and barriers.
void ProgramGenerator::divergent_loop(Block& block, const Position& here) {
  if (here.trips > 40) return assignment(block, here);
  const std::uint32_t i = new_variable({.type = Type::Int, .bound = 8, .reserved = true});
  const Position inside = here.in_loop(false);
  const Expr counter = variable(Type::Int, i);
  Expr n =
      trips({.uniform = false, .collectives = needs_at(here, false).collectives && chance(20), .depth = 1})
          .expr;
  // The condition is evaluated again only by some work-items, so its collectives are computed before the
  // loop.
  const std::uint32_t end = new_variable({.type = Type::Int, .bound = 4, .reserved = true});
  block.push_back(assign(end, std::move(n)));
  Expr more = counter < variable(Type::Int, end);
  Expr next = counter + 1;
  Block b;
  const auto statements = 1 + static_cast<unsigned>(pick(2));
  const auto roll = pick(3);
  if (roll == 0) {
    body(b, inside, statements);
    block.push_back(for_loop(i, literal(Type::Int, 0), std::move(more), std::move(next), std::move(b)));
    return;
  }
  block.push_back(assign(i, literal(Type::Int, 0)));
  b.push_back(assign(i, std::move(next)));
  body(b, inside, statements);
  block.push_back(roll == 1 ? while_loop(std::move(more), std::move(b))
                            : do_while(std::move(b), std::move(more)));
}

}  // namespace wgcts::suites
