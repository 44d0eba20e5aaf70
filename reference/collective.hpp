// The operations of reduce and scan with their identities (WGC.SC.4, WGC.UA.4), and the results of each
// collective for each lane, if the specification leaves no choice.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "reference/gentype.hpp"

namespace wgcts::reference {

enum class Op : std::uint8_t { None, Add, Min, Max, Mul, And, Or, Xor, LogicalAnd, LogicalOr, LogicalXor };

/// Whether values and results count only as true or false.
constexpr bool is_logical(Op op) {
  return op == Op::LogicalAnd || op == Op::LogicalOr || op == Op::LogicalXor;
}
/// Whether the operation works on bits. Floating-point types have no such operation.
constexpr bool is_bitwise(Op op) { return op == Op::And || op == Op::Or || op == Op::Xor; }
/// Whether the operation belongs to cl_khr_work_group_uniform_arithmetic.
constexpr bool is_uniform_arithmetic(Op op) { return op >= Op::Mul; }

/// The identity of `op`: the result of lane 0 of an exclusive scan (WGC.SC.4, WGC.UA.4).
template <class T>
constexpr T identity(Op op) {
  constexpr T top = is_float_v<T> ? Limits<T>::infinity() : Limits<T>::max();
  constexpr T bottom = is_float_v<T> ? static_cast<T>(-Limits<T>::infinity()) : Limits<T>::lowest();
  switch (op) {
    case Op::Add:
      return T{0};
    case Op::Min:
      return top;
    case Op::Max:
      return bottom;
    case Op::Mul:
    case Op::LogicalAnd:
      return T{1};
    case Op::And:
      if constexpr (!is_float_v<T>) return static_cast<T>(~T{0});
      break;
    case Op::Or:
    case Op::Xor:
    case Op::LogicalOr:
    case Op::LogicalXor:
      return T{0};
    case Op::None:
      break;
  }
  __builtin_unreachable();
}

/// The type in which sums, differences and products of T wrap, unless they are floating-point.
template <class T>
using wrapping = std::conditional_t<is_float_v<T>, T, bits_of<T>>;

/// `a - b`. Integers wrap.
template <class T>
constexpr T difference(T a, T b) {
  return static_cast<T>(static_cast<wrapping<T>>(a) - static_cast<wrapping<T>>(b));
}

/// `a op b`. Unsigned sums and products wrap. Signed ones wrap as well, but judged data never overflows
/// (WGC.U.1). The caller must not pass NaN to min and max (WGC.U.2).
template <class T>
constexpr T combine(Op op, T a, T b) {
  switch (op) {
    case Op::Add:
      return static_cast<T>(static_cast<wrapping<T>>(a) + static_cast<wrapping<T>>(b));
    case Op::Min:
      return b < a ? b : a;
    case Op::Max:
      return a < b ? b : a;
    case Op::Mul:
      return static_cast<T>(static_cast<wrapping<T>>(a) * static_cast<wrapping<T>>(b));
    case Op::And:
    case Op::Or:
    case Op::Xor:
      if constexpr (!is_float_v<T>)
        return static_cast<T>(op == Op::And ? a & b : op == Op::Or ? a | b : a ^ b);
      break;
    case Op::LogicalAnd:
      return T(a != T{0} && b != T{0});
    case Op::LogicalOr:
      return T(a != T{0} || b != T{0});
    case Op::LogicalXor:
      return T((a != T{0}) != (b != T{0}));
    case Op::None:
      break;
  }
  __builtin_unreachable();
}

enum class Family : std::uint8_t { All, Any, Broadcast, Reduce, ScanInclusive, ScanExclusive };

/// A work-group collective without its type: a family and, for reduce and scan, an operation.
struct Collective {
  Family family;
  Op op = Op::None;
  bool operator==(const Collective&) const = default;
};

constexpr bool is_predicate(Family f) { return f == Family::All || f == Family::Any; }
constexpr bool is_scan(Collective c) {
  return c.family == Family::ScanInclusive || c.family == Family::ScanExclusive;
}

/// The operation that joins the results of two parts of a group. Logical for predicates, none for broadcasts.
constexpr Op joining_op(Collective c) {
  if (c.family == Family::All) return Op::LogicalAnd;
  return c.family == Family::Any ? Op::LogicalOr : c.op;
}

/// The result of a scan or reduce of one value.
template <class T>
T first_of(Op op, T value) {
  return is_logical(op) ? T(value != T{0}) : value;
}

/// The inclusive scan of `x` (WGC.SC.2), combined from the first lane on. It is valid for every order if `op`
/// is associative on the data. For rounding data see legal_sums().
template <class T>
std::vector<T> scan_inclusive(Op op, std::span<const T> x) {
  std::vector<T> result(x.begin(), x.end());
  if (!result.empty()) result[0] = first_of(op, result[0]);
  for (std::size_t lane = 1; lane < result.size(); ++lane)
    result[lane] = combine(op, result[lane - 1], result[lane]);
  return result;
}

/// The exclusive scan of `x`: the identity, then the inclusive scan without its last value (WGC.SC.3).
template <class T>
std::vector<T> scan_exclusive(Op op, std::span<const T> x) {
  std::vector<T> result{identity<T>(op)};
  if (x.empty()) return {};
  for (const T value : x.first(x.size() - 1)) result.push_back(combine(op, result.back(), value));
  return result;
}

/// The reduction of `x` (WGC.RD.1).
template <class T>
T reduce(Op op, std::span<const T> x) {
  T result = first_of(op, x[0]);
  for (const T value : x.subspan(1)) result = combine(op, result, value);
  return result;
}

/// The number of values, from the first lane on, in the lane's result of a reduce or scan.
constexpr std::size_t terms_of(Family f, std::size_t lane, std::size_t lanes) {
  if (f == Family::Reduce) return lanes;
  return f == Family::ScanExclusive ? lane : lane + 1;
}

/// The results of the collective for the values `x` of a work-group, by local linear id. Predicates give 1
/// for any non-zero value. `source` is the linear id of a broadcast's source.
template <class T>
std::vector<T> answers(Collective c, std::span<const T> x, std::size_t source) {
  const auto everywhere = [&](T value) { return std::vector<T>(x.size(), value); };
  const auto is_true = [](T value) { return value != T{0}; };
  switch (c.family) {
    case Family::All:
      return everywhere(T(std::all_of(x.begin(), x.end(), is_true)));
    case Family::Any:
      return everywhere(T(std::any_of(x.begin(), x.end(), is_true)));
    case Family::Broadcast:
      return everywhere(x[source]);
    case Family::Reduce:
      return everywhere(reduce(c.op, x));
    case Family::ScanInclusive:
      return scan_inclusive(c.op, x);
    case Family::ScanExclusive:
      return scan_exclusive(c.op, x);
  }
  __builtin_unreachable();
}

}  // namespace wgcts::reference
