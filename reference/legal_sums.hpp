// Which floating-point sums are legal when the order of additions is anyone's (WGC.FP.1, WGC.FP.2, WGC.FP.3).
#pragma once

#include <span>
#include <vector>

#include "reference/gentype.hpp"

namespace wgcts::reference {

/// What the device reports of its floating-point arithmetic in one type (CL_DEVICE_*_FP_CONFIG).
struct FloatRules {
  bool nearest = true;     ///< CL_FP_ROUND_TO_NEAREST; otherwise toward zero
  bool denormals = true;   ///< CL_FP_DENORM
  bool infinities = true;  ///< CL_FP_INF_NAN
};

/// A legal result lies between `low` and `high`, ends included.
template <class T>
struct Interval {
  T low, high;
};

/// For each prefix of `x` (finite values) the legal sums. With m values other than zero, unit roundoff u and
/// the exact sum S, a result may differ from S by (m-1)u/(1-(m-1)u) * sum|x| and one final rounding: the
/// classic bound for any order of m-1 additions, each correctly rounded. Additions of zero are exact and
/// count nothing. The bound of a prefix is its own: a long scan does not loosen its first lanes. Throws
/// std::domain_error where (m-1)u reaches 1: what was tested with so many values would be tested for nothing.
template <class T>
std::vector<Interval<T>> legal_sums(std::span<const T> x, const FloatRules& rules);

}  // namespace wgcts::reference
