#include "harness/program/ndrange.hpp"

#include <algorithm>
#include <tuple>

namespace wgcts::harness {
namespace {

/// Prefers a large smallest extent and few equal extents.
auto merit(const Extents& e, unsigned dim) {
  const std::size_t smallest = std::min({e[0], dim > 1 ? e[1] : e[0], dim > 2 ? e[2] : e[0]});
  const int equal = (dim > 1 && e[0] == e[1] ? 1 : 0) + (dim > 2 && (e[1] == e[2] || e[0] == e[2]) ? 1 : 0);
  return std::tuple(smallest > 1, -equal, smallest);
}

}  // namespace

Extents largest_local_size(unsigned dim, std::size_t max_volume, const Extents& max_extents) {
  for (std::size_t total = max_volume; total > 1; --total) {
    Extents best{};
    for (std::size_t z = 1; z <= (dim > 2 ? std::min(total, max_extents[2]) : 1); ++z) {
      if (total % z != 0) continue;
      for (std::size_t y = 1; y <= (dim > 1 ? std::min(total / z, max_extents[1]) : 1); ++y) {
        const Extents e{total / z / y, y, z};
        if (volume(e) != total || e[0] > max_extents[0]) continue;
        if (best[0] == 0 || merit(e, dim) > merit(best, dim)) best = e;
      }
    }
    if (best[0] != 0) return best;
  }
  return {1, 1, 1};
}

NDRange ndrange(unsigned dim, const Extents& local, const Variant& variant, std::size_t groups) {
  Extents counts{std::max<std::size_t>(groups, 1), 1, 1};
  if (dim >= 2) counts = {std::min<std::size_t>(counts[0], dim == 2 ? 3 : 2), counts[0], 1};
  if (dim >= 2) counts[1] /= counts[0];
  if (dim == 3) counts = {counts[0], std::min<std::size_t>(counts[1], 3), counts[1]};
  if (dim == 3) counts[2] /= counts[1];
  NDRange range{dim, local, {1, 1, 1}, {0, 0, 0}};
  for (std::size_t d = 0; d < dim; ++d) {
    range.global[d] = counts[d] * local[d];
    range.offset[d] = variant.offset[d];
    if (variant.remainder && local[d] > 1) range.global[d] -= local[d] - remainder_of(local[d]);
  }
  return range;
}

NDRange smaller_range(const NDRange& range, bool half) {
  NDRange smaller = range;
  for (std::size_t d = 0; d < range.dim; ++d) {
    if (half) smaller.local[d] = (range.local[d] + 1) / 2;
    smaller.global[d] = smaller.local[d] * (d == 0 && range.global[0] > range.local[0] ? 2 : 1);
    smaller.offset[d] = 0;
  }
  return smaller;
}

}  // namespace wgcts::harness
