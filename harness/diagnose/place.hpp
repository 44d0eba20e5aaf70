// Where a work-group stands: all that the conditions of a bug may speak of.
#pragma once

#include <cstdint>
#include <vector>

#include "results/device_facts.hpp"
#include "suites/case.hpp"

namespace wgcts::harness {

struct Place {
  Case the_case{};
  bool whole_case = false;  ///< nothing is known of work-groups: the driver gave no result
  unsigned call = 1;        ///< of the builtin's calls in the kernel, in the order in which they are made
  std::vector<const Builtin*> members{};  ///< of the kernel
  Extents size{};                         ///< the work-group's own
  Extents enqueued{};
  Extents group{};  ///< get_group_id
  std::size_t index = 0, groups = 0;
  std::size_t source = 0;
  std::uint32_t values = 0;  ///< bits of value_kinds
};

/// Whether the case tells anything of the driver's builtins: no whole program, and no kernel that calls
/// functions of its own in their place.
inline bool speaks_of_builtins(const Case& c) { return !is_program(c) && !c.form->own_functions; }

/// The place of a case that gave no result, on a device with these facts.
Place place_of(const Case& c, const DeviceFacts& facts);

/// The number of a form's call, from 1, in the order in which the kernel makes them.
unsigned call_number(const Form& form, unsigned site);

}  // namespace wgcts::harness
