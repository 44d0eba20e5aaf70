// Cases that differ from a given one in one coordinate. The nearest that passes says where a bug ends.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "reference/geometry.hpp"
#include "results/predicate.hpp"
#include "suites/case.hpp"

namespace wgcts::harness {

struct Neighbour {
  Case the_case;
  std::string differs;  ///< "local size 3 instead of 2"
};

/// The legal ones, nearest first. Those in coordinates that `where` is about come before all others.
std::vector<Neighbour> neighbours_of(const Case& c, const Where& where);

/// A local size of so many work-items, with rows and planes where `shape` has them; none if there is no such
/// size.
std::optional<Extents> of_size(const Extents& shape, std::size_t n);

/// Whether the conditions on sizes hold at that local size. A list of sizes names those that ran, and holds
/// at others.
bool may_hold_at(const Extents& size, const Where& where);

/// The numbers of the conditions on sizes and extents.
std::set<std::size_t> sizes_named(std::span<const Where> conditions);

/// Local sizes shaped like `own`, of at most `most` work-items, near these numbers and near its own, the
/// smallest first.
std::vector<Extents> sizes_near(const Extents& own, std::set<std::size_t> numbers, std::size_t most);
/// Local sizes that differ from `own` along one axis, with extents near these and near its own.
std::vector<Extents> extents_near(const Extents& own, unsigned axis, std::set<std::size_t> numbers,
                                  std::size_t most);

}  // namespace wgcts::harness
