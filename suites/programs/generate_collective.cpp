// Collectives of drawn programs: their arguments, and the sources of broadcasts.
#include <algorithm>
#include <array>
#include <cmath>

#include "suites/programs/program_generator.hpp"

namespace wgcts::suites {

/// A collective with a result of the type. Not a scan if the result must be uniform.
BoundedExpr ProgramGenerator::collective_value(Type type, ExprNeeds needs) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const ExprNeeds inside{false, true, needs.depth};
  if (type == Type::Int && chance(15)) {
    // The non-zero value of a predicate depends on the device (WGC.U.7).
    const Operator op = chance(50) ? Operator::NotEqual : Operator::Equal;
    return {binary(op, predicate(inside), 0), 1};
  }
  const auto family = one_of(needs.uniform ? std::vector{Family::Broadcast, Family::Reduce}
                                           : std::vector{Family::Broadcast, Family::Reduce,
                                                         Family::ScanInclusive, Family::ScanExclusive});
  if (family == Family::Broadcast) {
    BoundedExpr x = value(type, inside);
    return {collective({family}, std::move(x.expr), coordinates(needs)), x.bound};
  }
  if (key_.uniform_arithmetic && is_integer(type) && chance(60))
    return extended_collective(type, family, inside);
  const Op op = one_of(std::array{Op::Add, Op::Min, Op::Max});
  BoundedExpr x = value(type, inside);
  if (op == Op::Add) {
    if (!wraps(type))
      x = limited(std::move(x), std::max(is_floating(type) ? 0.25 : 1.0, info(type).cap / lanes_));
    const double bound = wraps(type) ? info(type).cap : x.bound * lanes_;
    return {collective({family, op}, std::move(x.expr)), bound};
  }
  const bool shows_identity = family == Family::ScanExclusive;
  const double identity = is_floating(type) ? infinite : 2 * info(type).cap;
  const double bound = shows_identity ? identity : x.bound;
  return {collective({family, op}, std::move(x.expr)), bound};
}

/// The same for the operations of cl_khr_work_group_uniform_arithmetic. Only types that wrap have products,
/// because others could overflow.
BoundedExpr ProgramGenerator::extended_collective(Type type, Family family, ExprNeeds inside) {
  if (type == Type::Int && chance(40)) {
    // The non-zero value of a logical result depends on the device (WGC.U.7).
    const Op op = one_of(std::array{Op::LogicalAnd, Op::LogicalOr, Op::LogicalXor});
    Expr truth = collective({family, op}, predicate_value(inside));
    return {binary(Operator::NotEqual, std::move(truth), 0), 1};
  }
  BoundedExpr x = value(type, inside);
  if (wraps(type)) {
    const Op op = one_of(std::array{Op::Mul, Op::And, Op::Or, Op::Xor});
    return {collective({family, op}, std::move(x.expr)), info(type).cap};
  }
  x = limited(std::move(x), info(type).cap / 4);
  const double bound = std::ldexp(2.0, std::ilogb(std::max(1.0, x.bound)));  // all bits may be set
  return {collective({family, one_of(std::array{Op::And, Op::Or, Op::Xor})}, std::move(x.expr)), bound};
}

/// A value of int that is zero in some work-items.
Expr ProgramGenerator::predicate_value(ExprNeeds needs) {
  return cast_to(Type::Int, {predicate_argument(needs), 0x1p20}).expr;
}

Expr ProgramGenerator::predicate(ExprNeeds needs) {
  const Family family = chance(50) ? Family::All : Family::Any;
  return collective({family}, predicate_argument({false, needs.collectives, needs.depth}));
}

/// Any value that C converts to int without loss, because predicates take an int.
Expr ProgramGenerator::predicate_argument(ExprNeeds needs) {
  const auto roll = pick(100);
  if (roll < 40) {
    Expr tested = condition(needs);
    if (tested.type == Type::Int) return tested;
    return binary(Operator::NotEqual, std::move(tested), 0);
  }
  if (roll < 55) return comparison(needs);
  if (roll < 75) {
    const Type narrow = one_of(std::array{Type::Char, Type::UChar, Type::Short, Type::UShort});
    return cast_to(narrow, value(some_type(), needs)).expr;
  }
  // Values that are zero in some work-items only.
  const Type type = some_type();
  BoundedExpr v = limited(value(type, needs), is_floating(type) ? 256 : 0x1p20);
  if (is_integer(type) && chance(50)) v.expr = std::move(v.expr) & 6;
  return v.expr;
}

std::vector<Expr> ProgramGenerator::coordinates(ExprNeeds needs) {
  std::vector<Expr> result;
  for (unsigned d = 0; d < key_.dim; ++d) result.push_back(coordinate(d, needs));
  return result;
}

/// The same in all work-items, and less than the local size.
Expr ProgramGenerator::coordinate(unsigned d, ExprNeeds needs) {
  const auto extent = static_cast<double>(key_.local[d]);
  const Expr size = query(Query::LocalSize, d);
  const auto roll = pick(100);
  if (roll < 25) return literal(Type::Int, static_cast<double>(pick(key_.local[d])));
  if (roll < 35) return literal(Type::Size, static_cast<double>(pick(key_.local[d])));
  if (roll < 50) return size - 1;
  if (roll < 60) return query(Query::GroupId, d) % size;
  if (needs.collectives && roll < 66) {
    const BoundedExpr k = chosen_by_all({false, true, 0});
    return k.expr % extent;
  }
  const bool nested = needs.collectives && chance(50) && needs.depth > 0;
  BoundedExpr id = value(Type::UInt, {true, nested, needs.depth - 1});
  if (id.bound < extent) return id.expr;
  Expr within = std::move(id.expr) % extent;
  return chance(50) ? cast(Type::Size, std::move(within)) : within;
}

}  // namespace wgcts::suites
