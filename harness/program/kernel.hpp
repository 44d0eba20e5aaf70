// The OpenCL C of the kernels under test.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/program/implementation.hpp"
#include "suites/case.hpp"
#include "suites/programs/key.hpp"

namespace wgcts::harness {

/// A kernel: a form over builtins of one type. Everything about it is in its name.
///
/// Arguments: `in` and `out` hold one stream of `stride` elements for each site, `from` the source lane of
/// each broadcast as x, y, z for each site and work-group, `one` is 1 and `two` 2 in every launch, which no
/// compiler knows; where the form keeps values, `keep` is local memory for them; `told` takes x, y and z of
/// what the kernel tells; and `rest` is all local memory that is left, of `room` words. A whole program takes
/// what it says itself (see suites/programs/print.hpp).
struct Kernel {
  const Form* form = nullptr;
  GenType type{};
  unsigned dim = 1;                  ///< coordinates of its broadcasts
  Extents required{};                ///< reqd_work_group_size; zero without
  std::string attribute = {};        ///< another attribute; empty without
  std::string_view tells{};          ///< what its first work-item says of the launch (see Variant)
  const Variant* company = nullptr;  ///< whose statements stand beside the form's own; nullptr without
  bool apart = false;                ///< its collectives are called in another part of the program
  std::vector<const Builtin*> members;
  std::optional<ProgramKey> program{};  ///< a whole program is all of its kernel
  bool without_noinline = false;        ///< its functions lack that attribute
  bool operator==(const Kernel&) const = default;
};

/// The kernel that holds the case. `alone`: only the case's builtin; otherwise those that the form
/// lets share a kernel. Those in `without` are left out, unless the case is theirs.
Kernel kernel_of(const Case& c, bool alone, std::span<const Builtin* const> without = {});

/// The same kernel without the size of sub-groups that it requires; nothing where it requires none.
std::optional<Kernel> without_sub_group_size(const Kernel& kernel);

/// "__attribute__((reqd_work_group_size(4, 1, 1))) ", or nothing.
std::string attributes_text(const Kernel& kernel);

/// Sites of all members: member by member, each with as many as its form has.
std::size_t site_count(const Kernel& kernel);

std::string name(const Kernel& kernel);

/// Whether the kernel fills all local memory.
constexpr bool fills_local_memory(const Kernel& kernel) {
  return kernel.company != nullptr && kernel.company->situation == Situation::Brimful;
}

/// A program that holds the kernels, and in front of them what defines the builtins, where the driver's own
/// are not judged.
std::string program_text(const std::vector<Kernel>& kernels,
                         const std::optional<Implementation>& implementation = {});

/// The other part of that program: the functions that call collectives for the kernels whose own are apart.
std::string part_text(const std::vector<Kernel>& kernels,
                      const std::optional<Implementation>& implementation = {});

}  // namespace wgcts::harness
