// Generates random programs that are legal by construction: their expressions, with collectives, inputs and
// variables. program_generator.cpp has the statements.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "reference/program/build.hpp"
#include "suites/programs/draw_program.hpp"
#include "suites/random.hpp"

namespace wgcts::suites {

/// The values of an input: integers from -bound (0 if unsigned) to bound, or quarters of them for
/// floating-point types.
struct DataRange {
  double bound = 0;
  bool same = false;  ///< the same for all work-items of a work-group, which the compiler cannot see
};

/// The same for the two arguments, int and uint, which are not negative, and for values of work-groups.
inline constexpr double argument_bounds[] = {4, 6}, group_input_bound = 4;

/// A program with the ranges of its inputs. All data in the ranges is legal.
struct DraftProgram {
  Program program;
  std::vector<DataRange> inputs;
};

DraftProgram generated(const Case& c, std::uint64_t seed);

/// Whether sums and products of the type wrap instead of overflowing.
constexpr bool wraps(Type type) { return type == Type::UInt || type == Type::ULong; }

/// An expression with a magnitude of at most `bound`. If floating-point, it is a multiple of a quarter or
/// infinite.
struct BoundedExpr {
  Expr expr;
  double bound = 0;
};

/// Requirements on an expression.
struct ExprNeeds {
  bool uniform = false;      ///< the same in every work-item
  bool collectives = false;  ///< all work-items evaluate it together, so it may contain collectives
  int depth = 2;
};

inline double floor_power(double bound) { return std::ldexp(1.0, std::ilogb(bound)); }

inline bool is_signed(Type type) { return info(type).is_signed; }

/// Generates the expressions of a function. Their magnitudes are known, so that nothing overflows or rounds.
class ExpressionGenerator {
 protected:
  struct VariableInfo {
    Type type;
    double bound;
    bool uniform = false;
    bool reserved = false;  ///< a loop counter: only the loop assigns it
    std::uint32_t length = 0;
    bool hidden = false;  ///< an array in local memory, which only share() and count_together() access
  };
  struct Helper {
    std::uint32_t index;
    Type result;
    double bound;
    bool uniform;      ///< the result, if its uniform parameters are
    bool collectives;  ///< contains collectives, so all work-items must call it together
    int forks;
    int depth;
    std::vector<VariableInfo> parameters;
  };
  ExpressionGenerator(const Case& c, std::uint64_t seed)
      : case_(c), random_(seed), lanes_(static_cast<double>(volume(c.local.extents))) {
    const Type type = c.type;
    palette_ = {type, type, Type::Int, Type::UInt};
    if (type == Type::Long) palette_.push_back(Type::ULong);
    if (type == Type::ULong) palette_.push_back(Type::Long);
    if (type == Type::Half || type == Type::Double) palette_.push_back(Type::Float);
  }

  // Random choices. C++ does not define the evaluation order of arguments, so no call has two arguments that
  // draw: a seed gives the same program with every compiler.
  bool chance(unsigned percent) { return random_.below(100) < percent; }
  std::uint64_t pick(std::uint64_t limit) { return random_.below(limit); }
  template <class List>
  const auto& one_of(const List& list) {
    return list[random_.below(std::size(list))];
  }
  Type some_type() { return one_of(palette_); }

  bool take_fork() {
    if (forks_ == 0) return false;
    --forks_;
    return true;
  }

  /// Limits the magnitude of the value to `bound`, which must be at least 1.
  BoundedExpr limited(BoundedExpr v, double bound) {
    const Type type = v.expr.type;
    if (v.bound <= bound || (!is_signed(type) && bound >= info(type).cap)) return v;
    const double limit = std::min(floor_power(bound), info(type).cap);
    const auto clamped = [&]() -> BoundedExpr {
      Expr above = binary(Operator::Max, std::move(v.expr), -limit);
      return {binary(Operator::Min, std::move(above), limit), limit};
    };
    if (is_floating(type)) return clamped();
    if (type == Type::Size) return {std::move(v.expr) % limit, limit};
    const auto way = pick(is_signed(type) ? 3 : 2);
    if (way == 0) {
      const double divisor = std::max(1.0, limit - (limit > 8 ? static_cast<double>(pick(4)) : 0.0));
      return {std::move(v.expr) % divisor, divisor};
    }
    if (way == 1) return {std::move(v.expr) & (limit - 1), limit};
    return clamped();
  }

  BoundedExpr cast_to(Type type, BoundedExpr v) {
    if (v.expr.type == type) return v;
    const bool keeps_low_bits =
        !is_floating(type) && !is_signed(type) && type != Type::Size && is_integer(v.expr.type);
    if (keeps_low_bits) {
      const bool negative = is_signed(v.expr.type);
      return {cast(type, std::move(v.expr)), negative ? info(type).cap : std::min(v.bound, info(type).cap)};
    }
    const bool drops_sign = is_floating(v.expr.type) && !is_signed(type);
    double limit = is_narrow(type) ? 64 : info(type).cap;
    if (type == Type::Size) limit = 0x1p16;
    v = limited(std::move(v), limit);
    if (drops_sign || (type == Type::Size && is_signed(v.expr.type)))
      v.expr = binary(Operator::Max, std::move(v.expr), 0);
    return {cast(type, std::move(v.expr)), v.bound};
  }

  BoundedExpr literal_value(Type type) {
    double value = static_cast<double>(pick(9));
    if (is_floating(type) && chance(30)) value /= 4;
    if (is_signed(type) && chance(30)) value = -value;
    if (type == Type::Size) value = std::abs(value);
    if (chance(10) && is_integer(type) && type != Type::Size) value = static_cast<double>(1 + pick(60000));
    return {literal(type, value), std::abs(value)};
  }

  BoundedExpr leaf(Type type, ExprNeeds needs) {
    std::vector<std::uint32_t> candidates;
    for (std::uint32_t v = 0; v < variables_.size(); ++v)
      if (variables_[v].type == type && !variables_[v].hidden && (variables_[v].uniform || !needs.uniform))
        candidates.push_back(v);
    if (!candidates.empty() && chance(60)) {
      const std::uint32_t v = one_of(candidates);
      if (variables_[v].length == 0) return {variable(type, v), variables_[v].bound};
      return {element(type, v, small_index(variables_[v].length, {.uniform = needs.uniform, .depth = 0})),
              variables_[v].bound};
    }
    if (chance(15)) return literal_value(type);
    if (needs.uniform) {
      if (function_.kernel && chance(35)) {
        return {group_input(type, some_group_input(type)), group_input_bound};
      }
      if (function_.kernel && chance(35)) {
        const std::uint32_t i = some_input(type, true);
        return {input(type, i), draft_.inputs[i].bound};
      }
      if (function_.kernel && is_integer(type) && chance(50)) {
        const auto a = static_cast<std::uint32_t>(pick(2));
        return cast_to(type, {argument(draft_.program.arguments[a], a), argument_bounds[a]});
      }
      if (is_integer(type) && chance(40)) {
        if (chance(50)) return cast_to(type, {query(Query::Group), 64});
        if (chance(40)) return hidden_uniform(type);
        const auto d = static_cast<std::uint32_t>(pick(case_.dim));
        const Query q = one_of(std::array{Query::GroupId, Query::NumGroups, Query::LocalSize});
        return cast_to(
            type, {query(q, d), q == Query::LocalSize ? static_cast<double>(case_.local.extents[d]) : 64});
      }
      return literal_value(type);
    }
    if (function_.kernel && chance(60)) {
      const std::uint32_t i = some_input(type, false);
      return {input(type, i), draft_.inputs[i].bound};
    }
    if (chance(70)) {
      const Query asked = chance(70) ? Query::Lane : chance(70) ? Query::LocalId : Query::GlobalId;
      const Expr id = query(asked, is_linear(asked) ? 0 : static_cast<std::uint32_t>(pick(case_.dim)));
      return cast_to(type, {id, id.query == Query::GlobalId ? 64 * lanes_ : lanes_});
    }
    return literal_value(type);
  }

  /// A uniform value that is computed from values that are not uniform.
  BoundedExpr hidden_uniform(Type type) {
    const double k = static_cast<double>(pick(5));
    const Expr lane = query(Query::Lane);
    const auto way = pick(3);
    if (way == 0) return cast_to(type, {lane + k - lane, k});
    if (way == 1) return cast_to(type, {lane / query(Query::Lanes), 0});
    return cast_to(type, {binary(Operator::Min, lane, 0), 0});
  }

  BoundedExpr value(Type type, ExprNeeds needs) {
    if (needs.depth <= 0) return leaf(type, needs);
    const ExprNeeds less{needs.uniform, needs.collectives, needs.depth - 1};
    const auto roll = pick(100);
    if (roll < 30) return leaf(type, needs);
    if (roll < 55) return arithmetic(type, less);
    if (roll < 63) return choice(type, less);
    if (roll < 72) return converted(type, less);
    if (roll < 80) return called(type, less);
    if (needs.collectives) return collective_value(type, less);
    return arithmetic(type, less);
  }

  BoundedExpr converted(Type type, ExprNeeds needs) {
    if (type == Type::Int && chance(40)) return {comparison(needs), 1};
    return cast_to(type, value(some_type(), needs));
  }

  BoundedExpr choice(Type type, ExprNeeds needs) {
    const bool uniform_left = needs.uniform || chance(40);
    Expr left = condition({uniform_left, needs.collectives, needs.depth - 1});
    // The condition of OpenCL C's ?: must be an integer.
    if (const Type tested = left.type; is_floating(tested))
      left = binary(Operator::NotEqual, std::move(left), 0);
    const bool inside = needs.collectives && uniform_left && chance(50) && take_fork();
    BoundedExpr a = value(type, {needs.uniform, inside, needs.depth});
    BoundedExpr b = value(type, {needs.uniform, inside, needs.depth - 1});
    const double bound = std::max(a.bound, b.bound);
    return {conditional(std::move(left), std::move(a.expr), std::move(b.expr)), bound};
  }

  BoundedExpr arithmetic(Type type, ExprNeeds needs) {
    BoundedExpr a = value(type, needs);
    BoundedExpr b = value(type, {needs.uniform, needs.collectives, needs.depth - 1});
    const double limit = info(type).cap;
    const auto pair = [&](Operator op, double bound) -> BoundedExpr {
      return {binary(op, std::move(a.expr), std::move(b.expr)), wraps(type) ? limit : bound};
    };
    const auto sum = [&](Operator op) {
      if (!wraps(type)) {
        a = limited(std::move(a), limit / 2);
        b = limited(std::move(b), limit / 2);
      }
      return pair(op, a.bound + b.bound);
    };
    const auto roll = pick(is_floating(type) ? 6 : 13);
    if (roll <= 1) return sum(Operator::Add);
    if (roll == 2) return sum(Operator::Subtract);
    if (roll == 3) {
      const double factor = static_cast<double>(1 + pick(4));
      if (!wraps(type)) a = limited(std::move(a), limit / 4);
      return {std::move(a.expr) * factor, wraps(type) ? limit : a.bound * factor};
    }
    if (roll == 4) return pair(Operator::Min, std::max(a.bound, b.bound));
    if (roll == 5) return pair(Operator::Max, std::max(a.bound, b.bound));
    if (roll == 6) {
      if (!wraps(type)) {
        a = limited(std::move(a), std::sqrt(limit) / 2);
        b = limited(std::move(b), std::sqrt(limit) / 2);
      }
      return pair(Operator::Multiply, a.bound * b.bound);
    }
    if (roll == 7 || roll == 8) {
      const double divisor = static_cast<double>(2 + pick(7));
      const Operator op = roll == 7 ? Operator::Divide : Operator::Remainder;
      return {binary(op, std::move(a.expr), divisor), roll == 7 ? a.bound : divisor};
    }
    if (roll == 9) {
      // Bitwise operations on signed values of full range have full range.
      const double bound = 2 * floor_power(std::max({a.bound, b.bound, 1.0}));
      return pair(one_of(std::array{Operator::And, Operator::Or, Operator::Xor}), bound);
    }
    if (roll == 10) {
      const auto bits = static_cast<double>(1 + pick(5));
      if (wraps(type))
        return {binary(Operator::ShiftLeft, std::move(a.expr), literal(Type::UInt, bits)), limit};
      // Only non-negative values are shifted to the left.
      Expr kept = std::move(a.expr) & 0xffff;
      return {binary(Operator::ShiftLeft, std::move(kept), literal(Type::Int, bits)), 0x1p21};
    }
    if (roll == 11) {
      const auto bits = static_cast<double>(pick(8));
      return {binary(Operator::ShiftRight, std::move(a.expr), literal(Type::Int, bits)), a.bound};
    }
    if (wraps(type))
      return {unary(chance(50) ? Operator::Complement : Operator::Negate, std::move(a.expr)), limit};
    a = limited(std::move(a), limit);
    return {unary(Operator::Negate, std::move(a.expr)), a.bound};
  }

  BoundedExpr called(Type type, ExprNeeds needs) {
    std::vector<const Helper*> candidates;
    for (const Helper& h : helpers_)
      if (h.result == type && (h.uniform || !needs.uniform) && (needs.collectives || !h.collectives) &&
          h.forks <= forks_ && h.depth <= 2)
        candidates.push_back(&h);
    if (candidates.empty())
      return needs.collectives ? collective_value(type, needs) : arithmetic(type, needs);
    const Helper& h = *one_of(candidates);
    forks_ -= h.forks;
    calls_depth_ = std::max(calls_depth_, h.depth);
    std::vector<Expr> arguments;
    for (const VariableInfo& p : h.parameters) {
      const bool uniform = p.uniform || needs.uniform;
      const bool nested = needs.collectives && is_gentype(p.type) && chance(30);
      BoundedExpr x = nested ? collective_value(p.type, {uniform, true, 0})
                             : value(p.type, {uniform, needs.collectives, needs.depth - 1});
      if (needs.collectives && p.type == Type::Int && chance(10)) x = chosen_by_all(needs);
      arguments.push_back(limited(std::move(x), p.bound).expr);
    }
    return {call(type, h.index, std::move(arguments)), h.bound};
  }

  BoundedExpr chosen_by_all(ExprNeeds needs) {
    const auto a = static_cast<double>(pick(4)), b = static_cast<double>(pick(4));
    Expr when = predicate({false, needs.collectives, needs.depth - 1});
    return {conditional(std::move(when), literal(Type::Int, a), literal(Type::Int, b)), 4};
  }

  Expr comparison(ExprNeeds needs) {
    const Type type = some_type();
    BoundedExpr a = value(type, needs);
    BoundedExpr b = chance(50) ? literal_value(type) : leaf(type, needs);
    const Operator op = one_of(std::array{Operator::Less, Operator::LessEqual, Operator::Greater,
                                          Operator::GreaterEqual, Operator::Equal, Operator::NotEqual});
    return binary(op, std::move(a.expr), std::move(b.expr));
  }

  Expr condition(ExprNeeds needs) {
    const ExprNeeds less{needs.uniform, needs.collectives, needs.depth - 1};
    const auto roll = pick(100);
    if (needs.collectives && roll < 25) return predicate(less);
    if (needs.depth > 0 && roll < 45) {
      const Operator op = chance(50) ? Operator::LogicalAnd : Operator::LogicalOr;
      const bool uniform_left = needs.uniform || chance(50);
      Expr left = condition({uniform_left, needs.collectives, needs.depth - 1});
      const bool inside = needs.collectives && uniform_left && chance(60) && take_fork();
      return binary(op, std::move(left), condition({needs.uniform, inside, needs.depth - 1}));
    }
    if (roll < 52 && needs.depth > 0) return unary(Operator::Not, condition(less));
    if (roll < 60) return value(some_type(), less).expr;
    if (needs.uniform && roll < 68)
      return binary(Operator::Equal, query(Query::Group) % 2, static_cast<double>(pick(2)));
    return comparison(needs);
  }

  Expr small_index(std::uint32_t length, ExprNeeds needs) {
    if (chance(30)) return literal(Type::Int, static_cast<double>(pick(length)));
    BoundedExpr v = value(Type::UInt, needs);
    if (v.bound < length) return v.expr;
    return std::move(v.expr) % length;
  }

  // Collectives.

  /// A collective with a result of the type. Not a scan if the result must be uniform.
  BoundedExpr collective_value(Type type, ExprNeeds needs) {
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
    if (case_.variant->uniform_arithmetic && is_integer(type) && chance(60))
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
  BoundedExpr extended_collective(Type type, Family family, ExprNeeds inside) {
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
  Expr predicate_value(ExprNeeds needs) {
    return cast_to(Type::Int, {predicate_argument(needs), 0x1p20}).expr;
  }

  Expr predicate(ExprNeeds needs) {
    const Family family = chance(50) ? Family::All : Family::Any;
    return collective({family}, predicate_argument({false, needs.collectives, needs.depth}));
  }

  /// Any value that C converts to int without loss, because predicates take an int.
  Expr predicate_argument(ExprNeeds needs) {
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

  std::vector<Expr> coordinates(ExprNeeds needs) {
    std::vector<Expr> result;
    for (unsigned d = 0; d < case_.dim; ++d) result.push_back(coordinate(d, needs));
    return result;
  }

  /// The same in all work-items, and less than the local size.
  Expr coordinate(unsigned d, ExprNeeds needs) {
    const auto extent = static_cast<double>(case_.local.extents[d]);
    const Expr size = query(Query::LocalSize, d);
    const auto roll = pick(100);
    if (roll < 25) return literal(Type::Int, static_cast<double>(pick(case_.local.extents[d])));
    if (roll < 35) return literal(Type::Size, static_cast<double>(pick(case_.local.extents[d])));
    if (roll < 50) return size - 1;
    if (roll < 60) return query(Query::GroupId, d) % size;
    if (needs.collectives && roll < 66) return chosen_by_all({false, true, 0}).expr % extent;
    const bool nested = needs.collectives && chance(50) && needs.depth > 0;
    BoundedExpr id = value(Type::UInt, {true, nested, needs.depth - 1});
    if (id.bound < extent) return id.expr;
    Expr within = std::move(id.expr) % extent;
    return chance(50) ? cast(Type::Size, std::move(within)) : within;
  }

  // Variables and inputs.

  std::uint32_t new_variable(const VariableInfo& note) {
    function_.variables.push_back({note.type, note.length, note.hidden});
    variables_.push_back(note);
    return static_cast<std::uint32_t>(variables_.size() - 1);
  }
  Expr new_scalar(const VariableInfo& note) { return variable(note.type, new_variable(note)); }

  std::uint32_t some_input(Type type, bool same) {
    Program& p = draft_.program;
    std::vector<std::uint32_t> candidates;
    for (std::uint32_t i = 0; i < p.inputs.size(); ++i)
      if (p.inputs[i] == type && draft_.inputs[i].same == same) candidates.push_back(i);
    if (!candidates.empty() && (candidates.size() >= 2 || chance(60))) return one_of(candidates);
    p.inputs.push_back(type);
    const double small = is_floating(type) ? 16 : 8;
    // Most inputs are small, so that their sums rarely need a limit. Some have full range.
    const double bound = same ? 4 : chance(70) ? small : std::min(info(type).cap, 0x1p30);
    draft_.inputs.push_back({bound, same});
    return static_cast<std::uint32_t>(p.inputs.size() - 1);
  }

  std::uint32_t some_group_input(Type type) {
    Program& p = draft_.program;
    const auto found = std::ranges::find(p.group_inputs, type);
    if (found != p.group_inputs.end()) return static_cast<std::uint32_t>(found - p.group_inputs.begin());
    p.group_inputs.push_back(type);
    return static_cast<std::uint32_t>(p.group_inputs.size() - 1);
  }

  const Case& case_;
  Random random_;
  double lanes_;
  std::vector<Type> palette_;
  DraftProgram draft_;
  std::vector<Helper> helpers_;

  // The current function.
  Function function_;
  std::vector<VariableInfo> variables_;
  bool collectives_ = true;  ///< whether it may contain collectives
  int forks_ = 0;            ///< number of further branches with collectives inside
  int calls_depth_ = 0;      ///< nesting depth of its helper calls
};

}  // namespace wgcts::suites
