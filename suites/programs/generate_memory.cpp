// Arrays of drawn programs. A barrier separates writes and reads by different work-items, because a
// collective orders no memory accesses (WGC.MO.1).
#include <algorithm>
#include <array>

#include "suites/programs/program_generator.hpp"

namespace wgcts::suites {
namespace {

/// The length of arrays with counters.
constexpr std::uint32_t counter_count = 4;
constexpr std::uint32_t longest = std::numeric_limits<std::uint32_t>::max();

double array_bound(Type type) { return wraps(type) ? info(type).cap : std::min(info(type).cap, 0x1p14); }

}  // namespace

/// Each work-item writes its own element of local memory, and after a barrier reads another one.
void ProgramGenerator::share(Block& block, const Position& here) {
  if (!local_memory_ || !here.uniform || !collectives_ || lanes_ > 2048) return assignment(block, here);
  const Type type = some_type();
  // Those of count_together() are shorter.
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
  Expr from;
  switch (pick(4)) {
    case 0:
      from = binary(Operator::Subtract, binary(Operator::Subtract, lanes, literal(Type::UInt, 1)), lane);
      break;
    case 1:
      from = binary(Operator::Remainder,
                    value(Type::UInt, {chance(50), needs_at(here, false).collectives, 1}).expr, lanes);
      break;
    default:
      from =
          binary(Operator::Remainder,
                 binary(Operator::Add, lane, literal(Type::UInt, static_cast<double>(1 + pick(5)))), lanes);
      break;
  }
  Type kept = type;
  const std::uint32_t v = scalar_to_assign(false, &kept);
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
  block.push_back(
      if_else(binary(Operator::Equal, query(Query::Lane), literal(Type::UInt, 0)), std::move(clear)));
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
  Type kept = type;
  const std::uint32_t v = scalar_to_assign(chance(50), &kept);
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
