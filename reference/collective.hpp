// The results of each collective for each lane, if the specification leaves no choice.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/operation.hpp"

namespace wgcts::reference {

enum class Family : std::uint8_t { All, Any, Broadcast, Reduce, ScanInclusive, ScanExclusive };

/// A work-group collective without its type: a family and, for reduce and scan, an operation.
struct Collective {
  Family family;
  Op op = Op::None;
  bool operator==(const Collective&) const = default;
};

constexpr bool is_predicate(Family f) { return f == Family::All || f == Family::Any; }

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
