// The OpenCL C of the kernels under test, and the build options of their programs.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/program/implementation.hpp"
#include "results/case_result.hpp"
#include "results/device_facts.hpp"
#include "suites/case.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::harness {

/// The -cl-std of the case: 20, 30, ...
unsigned cl_std_of(const Case& c, const DeviceFacts& facts);

std::string usual_options(const DeviceFacts& facts);

/// The variant that a program's cases have in common: the host row if it acts on the program, else the plain
/// variant.
const Variant* program_variant(const Case& c);

/// The build options of the case's program. Cases share a program only if they are equal.
std::string build_options(const Case& c, const DeviceFacts& facts);

/// A kernel: a form with builtins of one type. Its name contains all its parameters.
///
/// Arguments: `in` and `out` contain one stream of `stride` elements for each site. `from` contains the
/// source lane of each broadcast as x, y, z for each site and work-group. `one` is 1 and `two` is 2 in every
/// launch, unknown to the compiler. `keep` is local memory for forms that keep values. `told` is the
/// kernel's report to the host (suites::told_words). `rest` is the unused local memory, up to a
/// limit, of `room` words. A program has its own arguments (see suites/programs/print.hpp).
struct Kernel {
  const Form* form = nullptr;
  GenType type{};
  unsigned dim = 1;                   ///< coordinates of its broadcasts
  Extents required{};                 ///< reqd_work_group_size; zero: none
  std::string_view attribute{};       ///< another attribute; empty: none
  std::size_t sub_group = 0;          ///< intel_reqd_sub_group_size; 0: none
  std::string_view reported_query{};  ///< the query that its first work-item reports (see Variant)
  const Variant* company = nullptr;   ///< variant with statements around those of the form; nullptr: none
  bool apart = false;                 ///< another part of the program calls its collectives
  std::vector<const Builtin*> members;
  std::optional<Case> program{};  ///< a program is a whole kernel
  /// It has the feature macro, but calls nothing: a device without collectives need not declare them.
  bool without_calls = false;
  bool operator==(const Kernel&) const = default;
};

/// The kernel that contains the case. `alone`: only with the case's builtin; otherwise with all builtins that
/// share a kernel in the form. Omits builtins in `without`, except the case's own.
Kernel kernel_of(const Case& c, bool alone, std::span<const Builtin* const> without = {});

/// Only kernels with a broadcast depend on the dimension.
bool has_broadcast(const Kernel& kernel);

/// The attributes except reqd_work_group_size: "vec_type_hint(float4), intel_reqd_sub_group_size(8)", or
/// nothing.
std::string other_attributes(const Kernel& kernel);

/// "__attribute__((reqd_work_group_size(4, 1, 1))) ", or nothing.
std::string attributes_text(const Kernel& kernel);

/// Sites of all members: member by member, each with as many as its form has.
std::size_t site_count(const Kernel& kernel);

std::string name(const Kernel& kernel);

/// The program of that kernel. Its functions have unique names, so that programs can share a source.
LegalProgram named_program(const Kernel& kernel);
LegalProgram named_program(const Case& c);

/// Whether the kernel has the argument `told`.
constexpr bool reports(const Kernel& kernel) {
  return !kernel.reported_query.empty() || kernel.company != nullptr;
}

constexpr bool fills_local_memory(const Kernel& kernel) {
  return kernel.company != nullptr && kernel.company->situation == Situation::Brimful;
}

/// A program with the kernels, preceded by the file of builtins if there is one.
std::string program_text(const std::vector<Kernel>& kernels,
                         const std::optional<Implementation>& implementation = {});

/// The other part of that program: functions that call the collectives of kernels with `apart`.
std::string part_text(const std::vector<Kernel>& kernels,
                      const std::optional<Implementation>& implementation = {});

}  // namespace wgcts::harness
