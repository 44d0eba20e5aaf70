// Arrays in drawn programs. What one work-item writes and another reads has a barrier between, since a
// collective orders no memory (WGC.MO.1).
#include <algorithm>
#include <array>

#include "suites/programs/author.hpp"

namespace wgcts::suites {

/// Each work-item writes its own element of local memory, and after a barrier reads another's.
void Author::share(Block& block, const Here& here) {
  if (!local_memory_ || !here.uniform || !collectives_ || lanes_ > 2048) return assignment(block, here);
  const Type type = some_type();
  std::uint32_t shared = 0;
  while (shared < notes_.size() &&
         !(notes_[shared].hidden && notes_[shared].type == type && notes_[shared].length > 4))
    ++shared;
  if (shared == notes_.size()) {
    const auto length = static_cast<std::uint32_t>(std::max(lanes_, 5.0));
    const double bound = is_floating(type) || info(type).is_signed ? std::min(cap(type), 0x1p14) : cap(type);
    shared = new_variable({.type = type, .bound = bound, .length = length, .hidden = true});
    function_.variables[shared].local = true;
  }
  const double bound = notes_[shared].bound;
  const Expr lane = query(Query::Lane), lanes = query(Query::Lanes);
  block.push_back(assign_element(shared, lane, tame(value(type, wanted(here, false)), bound).expr));
  if (chance(40)) unused(block, here);
  block.push_back(barrier());
  Expr from;
  switch (pick(4)) {
    case 0:
      from = binary(Operator::Subtract, binary(Operator::Subtract, lanes, literal(Type::UInt, 1)), lane);
      break;
    case 1:
      from = binary(Operator::Remainder,
                    value(Type::UInt, {chance(50), wanted(here, false).collectives, 1}).expr, lanes);
      break;
    default:
      from =
          binary(Operator::Remainder,
                 binary(Operator::Add, lane, literal(Type::UInt, static_cast<double>(1 + pick(5)))), lanes);
      break;
  }
  Type kept = type;
  const std::uint32_t v = scalar_to_assign(false, &kept);
  Known x{element(type, shared, std::move(from)), bound};
  if (wanted(here, false).collectives && chance(30)) {
    const Family family = chance(50) ? Family::Reduce : Family::ScanInclusive;
    x.expr = collective({family, chance(50) ? Op::Min : Op::Max}, std::move(x.expr));
  }
  block.push_back(assign(v, tame(std::move(x), notes_[v].bound).expr));
  block.push_back(barrier());
}

/// Work-items count together, by atomics of one kind between two barriers.
void Author::count_together(Block& block, const Here& here) {
  if (!local_memory_ || !here.uniform || !collectives_) return assignment(block, here);
  constexpr std::uint32_t length = 4;
  const Type type = chance(50) ? Type::Int : Type::UInt;
  std::uint32_t counters = 0;
  while (counters < notes_.size() &&
         !(notes_[counters].hidden && notes_[counters].type == type && notes_[counters].length == length))
    ++counters;
  if (counters == notes_.size()) {
    counters = new_variable({.type = type, .bound = 0x1p30, .length = length, .hidden = true});
    function_.variables[counters].local = true;
  }
  // The first work-item clears them all.
  Block clear;
  for (std::uint32_t k = 0; k < length; ++k)
    clear.push_back(assign_element(counters, literal(Type::Int, k), literal(type, k)));
  block.push_back(
      if_else(binary(Operator::Equal, query(Query::Lane), literal(Type::UInt, 0)), std::move(clear)));
  block.push_back(barrier());
  const Operator op = one_of(
      std::array{Operator::Add, Operator::Min, Operator::Max, Operator::And, Operator::Or, Operator::Xor});
  const bool guarded = chance(50);
  const bool together = wanted(here, false).collectives && !guarded;
  Known x = tame(value(type, {false, together, 1}), 0x1p12);
  Stmt update = atomic(op, counters, small_index(length, {false, false, 1}), std::move(x.expr));
  if (guarded) {
    block.push_back(if_else(condition({false, false, 1}), {std::move(update)}));
  } else {
    block.push_back(std::move(update));
  }
  if (chance(40)) unused(block, here);
  block.push_back(barrier());
  Type kept = type;
  const std::uint32_t v = scalar_to_assign(chance(50), &kept);
  const bool uniform = notes_[v].uniform;
  Known got{element(type, counters, small_index(length, {uniform, false, 1})), cap(type)};
  block.push_back(assign(v, tame(std::move(got), notes_[v].bound).expr));
  block.push_back(barrier());
}

/// A private array with a computed index.
void Author::keep_in_array(Block& block, const Here& here) {
  const Type type = some_type();
  std::uint32_t array = 0;
  while (array < notes_.size() &&
         (notes_[array].hidden || notes_[array].length == 0 || notes_[array].type != type))
    ++array;
  if (array == notes_.size()) {
    const double bound = is_floating(type) || info(type).is_signed ? std::min(cap(type), 0x1p14) : cap(type);
    array = new_variable({.type = type, .bound = bound, .length = static_cast<std::uint32_t>(2 + pick(7))});
  }
  const Want want = wanted(here, false);
  Expr index = small_index(notes_[array].length, {false, want.collectives, 1});
  Known x = tame(value(type, want), notes_[array].bound);
  block.push_back(assign_element(array, std::move(index), std::move(x.expr)));
}

}  // namespace wgcts::suites
