// What the wrong models share.
#pragma once

#include "reference/causes/wrong_model.hpp"
#include "reference/lists.hpp"

namespace wgcts::reference::causes {

using Causes = std::vector<Cause>;

// Which collectives may have a fault.
inline bool gives_truth(Collective c) { return is_predicate(c.family); }
inline bool gives_value(Collective c) { return !gives_truth(c); }
inline bool names_lane(Collective c) { return c.family == Family::Broadcast; }
inline bool joins_lanes(Collective c) { return !names_lane(c); }
inline bool has_operation(Collective c) { return c.op != Op::None; }
inline bool has_identity_first(Collective c) { return c.family == Family::ScanExclusive; }
inline bool is_sum(Collective c) { return c.op == Op::Add; }
inline bool is_extreme(Collective c) { return c.op == Op::Min || c.op == Op::Max; }

/// Likely widths. Others are inferred from wrong results.
inline constexpr std::int64_t usual_widths[] = {2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512, 1024};

/// Calls f with each of the widths below `lanes`.
template <class F>
void each_width(std::size_t lanes, F f) {
  for (const std::int64_t width : usual_widths)
    if (width < static_cast<std::int64_t>(lanes)) f(width);
}

inline bool is_usual(std::int64_t width) { return is_in(width, usual_widths); }

}  // namespace wgcts::reference::causes
