// The legal floating-point sums if the order of additions is arbitrary (WGC.FP.1, WGC.FP.2, WGC.FP.3).
#pragma once

#include <span>
#include <vector>

#include "reference/gentype.hpp"

namespace wgcts::reference {

/// The device's floating-point arithmetic in one type, from CL_DEVICE_*_FP_CONFIG.
struct FloatRules {
  bool nearest = true;     ///< CL_FP_ROUND_TO_NEAREST; otherwise toward zero
  bool denormals = true;   ///< CL_FP_DENORM
  bool infinities = true;  ///< CL_FP_INF_NAN
};

/// Legal results are between `low` and `high`, inclusive.
template <class T>
struct Interval {
  T low, high;
};

/// The legal sums of each prefix of `x` (finite values). With m non-zero values, unit roundoff u and the
/// exact sum S, a result may differ from S by (m-1)u/(1-(m-1)u) * sum|x| and one final rounding. This is the
/// classic bound for any order of m-1 correctly rounded additions. Additions of zero are exact and do not
/// count. With rounding to nearest, the sum of two values has one legal result, unless extra precision may
/// round it twice. Each prefix has its own bound, so the first lanes of a long scan stay tight. Throws
/// std::domain_error if (m-1)u reaches 1, because there is no bound for so many values.
template <class T>
std::vector<Interval<T>> legal_sums(std::span<const T> x, const FloatRules& rules);

}  // namespace wgcts::reference
