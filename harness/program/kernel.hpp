// The OpenCL C of the kernels under test.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "suites/case.hpp"
#include "suites/programs/key.hpp"

namespace wgcts::harness {

/// A kernel: a form over builtins of one type. Everything about it is in its name.
///
/// Arguments: `in` and `out` hold one stream of `stride` elements for each site, `from` the source lane of
/// each broadcast as x, y, z for each site and work-group, `one` is 1 and `two` 2 in every launch, which no
/// compiler knows; where the form keeps values, `keep` is local memory for them. A whole program takes what
/// it says itself (see suites/programs/literal.hpp).
struct Kernel {
  const Form* form = nullptr;
  GenType type{};
  unsigned dim = 1;    ///< coordinates of its broadcasts
  Extents required{};  ///< reqd_work_group_size; zero without
  std::vector<const Builtin*> members;
  std::optional<ProgramKey> program{};  ///< a whole program is all of its kernel
  bool operator==(const Kernel&) const = default;
};

/// The kernel that holds the case. `alone`: only the case's builtin; otherwise those that the form
/// lets share a kernel. Those in `without` are left out, unless the case is theirs.
Kernel kernel_of(const Case& c, bool alone, std::span<const Builtin* const> without = {});

/// Sites of all members: member by member, each with as many as its form has.
std::size_t site_count(const Kernel& kernel);

std::string name(const Kernel& kernel);

/// A program that holds the kernels.
std::string program_text(const std::vector<Kernel>& kernels);

}  // namespace wgcts::harness
