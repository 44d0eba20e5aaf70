#include "harness/diagnose/size_steps.hpp"

#include <algorithm>
#include <bit>
#include <set>

#include "harness/diagnose/sharpen.hpp"

namespace wgcts::harness {
namespace {

/// The numbers of work-items across "size>64", "size%8!=0" and so on, from so many.
std::vector<std::size_t> numbers_across(const Predicate& p, std::size_t lanes) {
  const std::size_t n = p.numbers.empty() ? 0 : p.numbers.front();
  switch (p.relation) {
    case Relation::PowerOfTwo:
      return {lanes + lanes / 2, lanes + 1};
    case Relation::NotPowerOfTwo:
      return {std::bit_ceil(lanes), std::bit_floor(lanes)};
    case Relation::MultipleOf:
      return {lanes + 1, lanes + n / 2};
    case Relation::NotMultipleOf:
      return {lanes >= n ? lanes / n * n : n, lanes / n * n + n};
    case Relation::Is:  // those that ran are named, and others of their kind there may be many
      return {lanes + 1, lanes - 1, lanes + 2};
    case Relation::Below:
      return {n, 2 * n + 1};
    case Relation::Above:
      return {n};
    default:
      return {};
  }
}

std::vector<Extents> across_size(const Predicate& p, const Extents& own, unsigned dim) {
  std::vector<Extents> found;
  for (const std::size_t n : numbers_across(p, volume(own)))
    if (const auto size = n == 0 ? std::nullopt : of_size(own, n)) found.push_back(*size);
  // Of launches with rows each extent by itself: which of them it is about.
  if (p.relation == Relation::Is && dim > 1)
    for (unsigned axis = 0; axis < dim; ++axis) {
      found.push_back(own);
      ++found.back()[axis];
    }
  return found;
}

std::vector<Extents> across_extent(const Predicate& p, const Extents& own) {
  std::vector<Extents> found;
  constexpr std::size_t most = 1024;
  for (const std::size_t n : p.numbers)
    for (const std::size_t near : {n - 1, n, n + 1})
      if (near != 0 && near <= most) {
        found.push_back(own);
        found.back()[axis_of(p.feature)] = near;
      }
  return found;
}

}  // namespace

bool stands_at(const Extents& size, const Where& where) {
  return std::ranges::all_of(where, [&](const Predicate& p) {
    if (!is_of_sizes(p.feature) || p.relation == Relation::Is) return true;
    return holds_for(p, p.feature == Feature::Size ? volume(size) : size[axis_of(p.feature)]);
  });
}

std::vector<Extents> sizes_near(const Extents& own, std::span<const std::size_t> numbers, std::size_t most) {
  std::set<std::size_t> marks{volume(own)}, wanted;
  for (const std::size_t n : numbers)
    if (n <= most) marks.insert(n);
  for (const std::size_t n : marks)
    for (const std::size_t near :
         {n - 1, n, n + 1, n + 2, n + n / 2 + 1, 2 * n - 1, 2 * n, 2 * n + 1, 3 * n - 1, 3 * n + 1})
      if (near != 0 && near <= most) wanted.insert(near);
  std::vector<Extents> found;
  for (const std::size_t n : wanted)
    if (const auto size = of_size(own, n)) found.push_back(*size);
  return found;
}

std::vector<Extents> steps_over(const Predicate& condition, const Extents& own, unsigned dim) {
  if (!is_of_sizes(condition.feature)) return {};
  return condition.feature == Feature::Size ? across_size(condition, own, dim)
                                            : across_extent(condition, own);
}

}  // namespace wgcts::harness
