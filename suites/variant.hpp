// Variants: what a launch varies beside its kernel: the NDRange, how the program is built, what the host
// does. Adding one is adding a row, and naming it in the plan rows of a form.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "reference/clauses.hpp"
#include "reference/geometry.hpp"
#include "suites/company.hpp"

namespace wgcts::suites {

/// What a host does with program, kernel, queue or memory beyond the usual. harness/driver has a function for
/// each.
enum class Situation : std::uint8_t {
  None,
  Reloaded,    ///< the program is loaded again from its binary
  Linked,      ///< the collectives are called in a part of the program that is compiled by itself
  Library,     ///< the same, and the part comes out of a library
  Module,      ///< the program is a SPIR-V module that says what the text would
  Partition,   ///< context, program and queue are of a sub-device
  Unsized,     ///< the local size is left to the driver; the case's own says how large the launch is
  Relaunched,  ///< the kernel object is launched before and after with other sizes and arguments
  Cloned,      ///< a clone of the kernel object is launched, with the arguments that it was cloned with
  Unordered,   ///< several launches in flight in an out-of-order queue
  Threads,     ///< two threads launch, each with a queue of its own
  Svm,         ///< the arguments are shared virtual memory
  Brimful      ///< the kernel takes all local memory that there is
};

/// Whether the situation is one of the program's, so that the launch shares no program with others.
constexpr bool acts_on_program(Situation s) {
  return s == Situation::Reloaded || s == Situation::Linked || s == Situation::Library ||
         s == Situation::Module || s == Situation::Partition;
}

/// Values that build options leave to the device, in floating point (WGC.U.11): observed, not judged.
struct LeftOpen {
  bool nonfinite = false;   ///< NaN and INF, the identities of min and max among them
  bool subnormals = false;  ///< may be zero
  bool zero_sign = false;   ///< also in a broadcast
  bool rounding = false;    ///< sums that are not exact
};

struct Variant {
  std::string_view name;  ///< as a case's name ends; empty for the plain launch
  std::string_view plan;  ///< in plain words

  // What the host does for it.
  Extents offset{};        ///< the global offset, of which a launch takes as many as it has dimensions
  bool remainder = false;  ///< the last work-group of each dimension is smaller than the others
  std::size_t groups = 0;  ///< work-groups wanted; 0: as many as the data asks for
  bool saturates = false;  ///< as many work-groups as keep the device full for a while
  /// At most so many work-groups walk a value through the lanes: what a situation breaks shows in few.
  std::size_t walk = 8;
  std::string_view options;  ///< added to the build options
  unsigned cl_std = 0;       ///< 20 and 31 ask for that -cl-std; 0 takes the device's usual one
  bool unversioned = false;  ///< no -cl-std at all: OpenCL C 1.x, for forms that call none of the builtins
  Situation situation = Situation::None;

  // What the kernel says of itself.
  bool required = false;       ///< the size of its work-groups, by reqd_work_group_size
  std::string_view attribute;  ///< another attribute, which changes nothing
  /// What its first work-item tells the host: "local_size" or "global_offset", as the work-item functions
  /// are called. Empty for nothing.
  std::string_view tells;
  std::size_t sub_group = 0;  ///< the size of its sub-groups, by intel_reqd_sub_group_size; 0: it does not
  /// Statements before and after the form's own, which have nothing to do with them. Names that they may use
  /// are those of Form::body; what they find wrong spoils the first site's result.
  std::string_view before, after;

  LeftOpen open;                  ///< by its options
  bool single_constants = false;  ///< by its options literals of double are of float
  // An option about what a device lacks may be unknown to it: NVIDIA's compiler refuses these two.
  bool takes_remainders = false;  ///< the device must have work-groups of several sizes in a launch
  bool takes_sub_groups = false;  ///< the device must have sub-groups
  unsigned least_version = 0;     ///< the device's OpenCL that it takes: 21 for 2.1
  std::size_t address_bits = 32;  ///< that global ids need
  std::string_view clause;        ///< what its cases cite whatever their data; empty for nothing
};

/// Whether a kernel has statements beside the form's own.
constexpr bool has_company(const Variant& v) { return !v.before.empty() || !v.after.empty(); }

inline constexpr std::size_t wide = std::size_t{1} << 31;  ///< ids beyond it do not fit into an int

inline constexpr auto variants = [] {
  using enum Situation;
  return std::to_array<Variant>({
      {.name = "", .plan = "several work-groups in each dimension", .walk = 256},
      {.name = "offset",
       .plan = "a global offset in each dimension",
       .offset = {37, 11, 5},
       .walk = 256,
       .clause = cite("WGC.ID.3")},
      {.name = "remainder",
       .plan = "a remainder work-group in each dimension",
       .remainder = true,
       .walk = 256,
       .clause = cite("WGC.ND.3")},
      {.name = "crowd", .plan = "more than a thousand work-groups", .groups = 1100, .walk = 256},
      {.name = "saturated",
       .plan = "several times as many work-groups as the device holds at once",
       .saturates = true,
       .walk = 256},
      {.name = "noopt", .plan = "built with -cl-opt-disable", .walk = 256, .options = "-cl-opt-disable"},
      {.name = "cl20", .plan = "built with -cl-std=CL2.0", .walk = 256, .cl_std = 20},
      {.name = "cl31", .plan = "built with -cl-std=CL3.1", .walk = 256, .cl_std = 31},

      // NDRanges. Global ids pass the limit within the launch.
      {.name = "offset31",
       .plan = "global ids that pass 2^31 in each dimension",
       .offset = {wide - 37, wide - 11, wide - 5},
       .address_bits = 64,
       .clause = cite("WGC.ND.4")},
      {.name = "offset32",
       .plan = "global ids that pass 2^32 in each dimension",
       .offset = {2 * wide - 37, 2 * wide - 11, 2 * wide - 5},
       .address_bits = 64,
       .clause = cite("WGC.ND.4")},
      {.name = "offset33",
       .plan = "global ids beyond 2^33 in each dimension",
       .offset = {4 * wide + 37, 4 * wide + 11, 4 * wide + 5},
       .address_bits = 64,
       .clause = cite("WGC.ND.4")},
      {.name = "toldoffset",
       .plan = "a global offset in each dimension, which the kernel tells",
       .offset = {37, 11, 5},
       .tells = "global_offset",
       .clause = cite("WGC.ND.6")},
      {.name = "flood", .plan = "a hundred thousand work-groups", .groups = 100'000},
      {.name = "unsized",
       .plan = "the local size left to the driver",
       .situation = Unsized,
       .tells = "local_size",
       .clause = cite("WGC.LA.4")},

      // What a kernel says of itself.
      {.name = "reqd",
       .plan = "a kernel with reqd_work_group_size",
       .required = true,
       .clause = cite("WGC.ND.5")},
      {.name = "sizehint",
       .plan = "a kernel with work_group_size_hint of another size",
       .attribute = "work_group_size_hint(64, 1, 1)",
       .clause = cite("WGC.ND.5")},
      {.name = "typehint",
       .plan = "a kernel with vec_type_hint",
       .attribute = "vec_type_hint(float4)",
       .clause = cite("WGC.ND.5")},
      {.name = "subgroup4", .plan = "a kernel that requires sub-groups of 4", .sub_group = 4},
      {.name = "subgroup8", .plan = "a kernel that requires sub-groups of 8", .sub_group = 8},
      {.name = "subgroup16", .plan = "a kernel that requires sub-groups of 16", .sub_group = 16},
      {.name = "subgroup32", .plan = "a kernel that requires sub-groups of 32", .sub_group = 32},
      {.name = "subgroup64", .plan = "a kernel that requires sub-groups of 64", .sub_group = 64},

      // What stands beside the collectives in a kernel.
      {.name = "printing",
       .plan = "beside printf",
       .before = prints_before,
       .after = prints_after,
       .clause = cite("WGC.CF.4")},
      {.name = "copying",
       .plan = "between async_work_group_copy and wait_group_events",
       .before = copies_before,
       .after = copies_after,
       .clause = cite("WGC.CF.4")},
      {.name = "subgroups",
       .plan = "beside functions of sub-groups",
       .before = sub_groups_before,
       .after = sub_groups_after,
       .takes_sub_groups = true,
       .least_version = 20,
       .clause = cite("WGC.CF.4")},
      {.name = "brimful",
       .plan = "in a kernel that takes all local memory",
       .situation = Brimful,
       .before = fills_before,
       .after = fills_after,
       .clause = cite("WGC.LA.9")},

      // Kernel objects, queues, memory and devices.
      {.name = "relaunched",
       .plan = "a kernel object that is launched before and after with other sizes and arguments",
       .situation = Relaunched,
       .clause = cite("WGC.LA.5")},
      {.name = "cloned",
       .plan = "a clone of a kernel object whose own arguments are changed since",
       .situation = Cloned,
       .least_version = 21,
       .clause = cite("WGC.LA.5")},
      {.name = "unordered",
       .plan = "several launches in flight in an out-of-order queue",
       .situation = Unordered,
       .clause = cite("WGC.LA.6")},
      {.name = "threads",
       .plan = "two threads that launch at once, each with a queue of its own",
       .situation = Threads,
       .clause = cite("WGC.LA.6")},
      {.name = "svm",
       .plan = "arguments in shared virtual memory",
       .situation = Svm,
       .least_version = 20,
       .clause = cite("WGC.LA.8")},
      {.name = "partition", .plan = "on a sub-device", .situation = Partition, .clause = cite("WGC.LA.7")},

      // Programs.
      {.name = "reloaded",
       .plan = "the program loaded again from its binary",
       .situation = Reloaded,
       .clause = cite("WGC.BU.5")},
      {.name = "linked",
       .plan = "called in a part of the program that is compiled by itself, then linked",
       .situation = Linked,
       .clause = cite("WGC.BU.6")},
      {.name = "library",
       .plan = "called in a part of the program that comes out of a library",
       .situation = Library,
       .clause = cite("WGC.BU.6")},
      {.name = "il",
       .plan = "built from a SPIR-V module, without the driver's OpenCL C compiler",
       .situation = Module,
       .clause = cite("WGC.IL.1")},

      {.name = "nostd", .plan = "built without -cl-std", .unversioned = true, .clause = cite("WGC.AV.6")},

      // Build options, which leave open what they say and nothing else.
      {.name = "fastmath",
       .plan = "built with -cl-fast-relaxed-math",
       .options = "-cl-fast-relaxed-math",
       .open = {.nonfinite = true, .subnormals = true, .zero_sign = true, .rounding = true},
       .clause = cite("WGC.BU.4")},
      {.name = "finitemath",
       .plan = "built with -cl-finite-math-only",
       .options = "-cl-finite-math-only",
       .open = {.nonfinite = true, .rounding = true},
       .clause = cite("WGC.BU.4")},
      {.name = "unsafemath",
       .plan = "built with -cl-unsafe-math-optimizations",
       .options = "-cl-unsafe-math-optimizations",
       .open = {.nonfinite = true, .subnormals = true, .zero_sign = true, .rounding = true},
       .clause = cite("WGC.BU.4")},
      {.name = "flushed",
       .plan = "built with -cl-denorms-are-zero",
       .options = "-cl-denorms-are-zero",
       .open = {.subnormals = true, .zero_sign = true},
       .clause = cite("WGC.BU.4")},
      {.name = "unsignedzeros",
       .plan = "built with -cl-no-signed-zeros",
       .options = "-cl-no-signed-zeros",
       .open = {.zero_sign = true},
       .clause = cite("WGC.BU.4")},
      {.name = "singleconst",
       .plan = "built with -cl-single-precision-constant",
       .options = "-cl-single-precision-constant",
       .single_constants = true,
       .clause = cite("WGC.BU.4")},
      {.name = "uniformsize",
       .plan = "built with -cl-uniform-work-group-size",
       .options = "-cl-uniform-work-group-size",
       .takes_remainders = true,
       .least_version = 20,
       .clause = cite("WGC.BU.4")},
      {.name = "noifp",
       .plan = "built with -cl-no-subgroup-ifp",
       .options = "-cl-no-subgroup-ifp",
       .takes_sub_groups = true,
       .least_version = 21,
       .clause = cite("WGC.BU.4")},
      {.name = "debug",
       .plan = "built with -g",
       .options = "-g",
       .least_version = 20,
       .clause = cite("WGC.BU.4")},
  });
}();

/// The row of that name, or nullptr.
constexpr const Variant* variant_named(std::string_view name) {
  for (const Variant& row : variants)
    if (row.name == name) return &row;
  return nullptr;
}

/// The plain launch.
inline constexpr const Variant* plain_variant = variant_named("");

/// The row of that name, for plans and tests: a name that there is not does not compile.
consteval const Variant* variant(std::string_view name) {
  // Not by variant_named: g++ 12 with -fsanitize=undefined takes no address's comparison for a constant.
  for (const Variant& row : variants)
    if (row.name == name) return &row;
  throw std::invalid_argument("there is no such variant");
}

}  // namespace wgcts::suites
