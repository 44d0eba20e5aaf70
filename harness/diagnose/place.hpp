// Where a work-group stands: all that the conditions of a bug may speak of.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "results/device_facts.hpp"
#include "suites/case.hpp"

namespace wgcts::harness {

struct Place {
  Case the_case{};
  bool whole_case = false;  ///< nothing is known of work-groups: the driver gave no result
  unsigned call = 1;        ///< of the builtin's calls in the kernel, in the order in which they are made
  unsigned call_site = 1;   ///< of the calls that stand in the text of its function, of whatever builtin
  std::vector<const Builtin*> members{};  ///< of the kernel
  Extents size{};                         ///< the work-group's own
  Extents enqueued{};
  Extents group{};  ///< get_group_id
  Extents last{};   ///< that of the launch's last work-group
  std::size_t index = 0, groups = 0;
  std::size_t source = 0;
  std::uint32_t values = 0;               ///< bits of value_kinds
  std::optional<SubGroups> sub_groups{};  ///< of the work-group; nothing if their layout is unknown
};

/// Whether the case shows something about the driver's builtins: not a whole program, and not a kernel that
/// calls functions of its own.
inline bool speaks_of_builtins(const Case& c) { return !is_program(c) && !c.form->own_functions; }

/// Whether a passing case is evidence against a bug seen at `wrong`. A kernel that calls functions of its own
/// counts only if one of the wrong kernels does too.
inline bool speaks_against(const Case& passing, std::span<const Place> wrong) {
  return speaks_of_builtins(passing) ||
         (!is_program(passing) &&
          std::ranges::any_of(wrong, [](const Place& p) { return p.the_case.form->own_functions; }));
}

/// The sub-groups of a work-group of the case, if their layout is known.
std::optional<SubGroups> sub_groups_of(const Case& c, const DeviceFacts& facts, const Extents& size);

/// The place of a case that gave no result, on a device with these facts.
Place place_of(const Case& c, const DeviceFacts& facts);

/// Orders cases from simple to complex.
inline auto complexity(const Case& c) {
  return std::tuple(is_program(c), c.local.is_max(), c.variant != plain_variant,
                    c.form->around != Surroundings::None, c.form->rank, c.dim, volume(c.local.extents));
}

}  // namespace wgcts::harness
