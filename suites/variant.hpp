// Variants: the differences from a plain launch of a plain kernel: the NDRange, attributes of the kernel,
// other statements, the build of the program, the host situation. A row of `variants` adds one. A case's
// variant is one row, or a combination of rows of different axes (suites/variant.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "reference/clauses.hpp"
#include "reference/geometry.hpp"
#include "suites/company.hpp"

namespace wgcts::suites {

/// Host situations: uses of program, kernel, queue or memory that differ from the usual one. harness/driver
/// has a function for each.
enum class Situation : std::uint8_t {
  None,
  Reloaded,    ///< the program is loaded again from its binary
  Linked,      ///< the collectives are called in a part of the program that is compiled separately
  Library,     ///< the same, with the part in a library
  Module,      ///< the program is an equivalent SPIR-V module
  Partition,   ///< context, program and queue belong to a sub-device
  Unsized,     ///< the driver chooses the local size; the case's size determines the global size
  Relaunched,  ///< the kernel object is also launched before and after, with other sizes and arguments
  Cloned,      ///< a clone of the kernel object is launched with the original arguments
  Unordered,   ///< several launches in flight in an out-of-order queue
  Threads,     ///< two threads launch, each with its own queue
  Svm,         ///< the arguments are in shared virtual memory
  Brimful      ///< the kernel uses all local memory
};

/// Whether the situation affects the program, so that the launch needs a separate program.
constexpr bool acts_on_program(Situation s) {
  return s == Situation::Reloaded || s == Situation::Linked || s == Situation::Library ||
         s == Situation::Module || s == Situation::Partition;
}

/// Floating-point values that build options leave to the device (WGC.U.11): observed, not judged.
struct LeftOpen {
  bool nonfinite = false;   ///< NaN and INF, including the identities of min and max
  bool subnormals = false;  ///< may be zero
  bool zero_sign = false;   ///< also in a broadcast
  bool rounding = false;    ///< inexact sums
};

/// The axis of a row. A combination has at most one row of each axis. A case's name lists the rows in the
/// order of their axes.
enum class Axis : std::uint8_t {
  Offset,    ///< global offset
  Groups,    ///< number and sizes of work-groups
  Size,      ///< reqd_work_group_size
  Hint,      ///< attributes without effect
  SubGroup,  ///< required sub-group size
  Beside,    ///< other functions in the kernel
  Alive,     ///< other values that stay alive across the calls
  Host,      ///< the host situation
  Language,  ///< -cl-std
  Math,      ///< options that leave values open
  Option,    ///< options without effect on results
  Optimiser  ///< optimisation and debugging options
};
inline constexpr std::size_t axis_count = 12;

struct Variant {
  std::string_view name;  ///< suffix of a case's name; empty for the plain launch
  Axis axis{};            ///< of a row; unused for the plain launch and combinations
  std::string_view plan;  ///< a description
  /// The rows of the variant, five bits for each axis: the index of the row in its axis from 1, or 0 for
  /// none. Equal variants have equal keys, and their order is that of the keys.
  std::uint64_t key = 0;
  /// The part of the key that affects the kernel's text or the build. The rest affects the launch only.
  std::uint64_t compiled_key = 0;

  // Settings of the host.
  Extents offset{};        ///< the global offset; a launch uses as many as it has dimensions
  bool remainder = false;  ///< the last work-group of each dimension is smaller than the others
  std::size_t groups = 0;  ///< number of work-groups; 0: as many as the data needs
  bool saturates = false;  ///< as many work-groups as keep the device busy for a while
  /// Limit of the work-groups that walk a value through the lanes. Few are enough to show what a situation
  /// breaks.
  std::size_t walk = 8;
  std::string_view options;  ///< added to the build options
  unsigned cl_std = 0;       ///< -cl-std of 20 or 31; 0: the device's usual one
  bool unversioned = false;  ///< no -cl-std: OpenCL C 1.x, for forms that call no builtins
  Situation situation = Situation::None;

  // Attributes and reports of the kernel.
  bool required = false;       ///< reqd_work_group_size
  std::string_view attribute;  ///< another attribute without effect
  /// The value that the first work-item reports to the host: "local_size" or "global_offset", as in the names
  /// of the work-item functions. Empty: none.
  std::string_view tells;
  std::size_t sub_group = 0;  ///< intel_reqd_sub_group_size; 0: none
  /// Statements before and after those of the form, and independent of them. They may use the names of
  /// Form::body. If their own results are wrong, they change the first site's result.
  std::string_view before, after;

  /// A whole program also calls the collectives of cl_khr_work_group_uniform_arithmetic.
  bool uniform_arithmetic = false;

  LeftOpen open;  ///< by its options
  // Devices may reject options for features that they lack: NVIDIA's compiler rejects these two.
  bool takes_remainders = false;  ///< the device must support work-groups of several sizes in a launch
  bool takes_sub_groups = false;  ///< the device must support sub-groups
  unsigned least_version = 0;     ///< minimum OpenCL version of the device: 21 for 2.1
  std::size_t address_bits = 32;  ///< needed for global ids
  /// The clause that cases with the row cite, whatever their data; empty: none. Combinations use those of
  /// their rows.
  std::string_view clause;
};

/// Whether a kernel has statements besides those of the form.
constexpr bool has_company(const Variant& v) { return !v.before.empty() || !v.after.empty(); }

/// The extent of the last work-group where it is smaller than the others: a little over a half of theirs, so
/// that it is no power of two where theirs is one.
constexpr std::size_t remainder_of(std::size_t extent) { return extent / 2 + 1; }

inline constexpr std::size_t wide = std::size_t{1} << 31;  ///< ids beyond it do not fit into an int

inline constexpr unsigned bits_of_axis = 5;
/// The axis' bits of a key.
constexpr std::uint64_t mask_of(Axis axis) {
  return std::uint64_t{(1U << bits_of_axis) - 1} << (bits_of_axis * static_cast<unsigned>(axis));
}

inline constexpr auto variants = [] {
  using enum Situation;
  auto rows = std::to_array<Variant>({
      {.name = "", .plan = "several work-groups in each dimension", .walk = 256},
      {.name = "offset",
       .axis = Axis::Offset,
       .plan = "a global offset in each dimension",
       .offset = {37, 11, 5},
       .walk = 256,
       .clause = cite("WGC.ID.3")},
      {.name = "remainder",
       .axis = Axis::Groups,
       .plan = "a remainder work-group in each dimension",
       .remainder = true,
       .walk = 256,
       .clause = cite("WGC.ND.3")},
      {.name = "crowd",
       .axis = Axis::Groups,
       .plan = "more than a thousand work-groups",
       .groups = 1100,
       .walk = 256},
      {.name = "saturated",
       .axis = Axis::Groups,
       .plan = "several times as many work-groups as the device holds at once",
       .saturates = true,
       .walk = 256},
      {.name = "noopt",
       .axis = Axis::Optimiser,
       .plan = "built with -cl-opt-disable",
       .walk = 256,
       .options = "-cl-opt-disable"},
      {.name = "cl20", .axis = Axis::Language, .plan = "built with -cl-std=CL2.0", .walk = 256, .cl_std = 20},
      {.name = "cl31", .axis = Axis::Language, .plan = "built with -cl-std=CL3.1", .walk = 256, .cl_std = 31},

      // NDRanges. Global ids pass the limit within the launch.
      {.name = "offset31",
       .axis = Axis::Offset,
       .plan = "global ids that pass 2^31 in each dimension",
       .offset = {wide - 37, wide - 11, wide - 5},
       .address_bits = 64,
       .clause = cite("WGC.ND.4")},
      {.name = "offset32",
       .axis = Axis::Offset,
       .plan = "global ids that pass 2^32 in each dimension",
       .offset = {2 * wide - 37, 2 * wide - 11, 2 * wide - 5},
       .address_bits = 64,
       .clause = cite("WGC.ND.4")},
      {.name = "offset33",
       .axis = Axis::Offset,
       .plan = "global ids beyond 2^33 in each dimension",
       .offset = {4 * wide + 37, 4 * wide + 11, 4 * wide + 5},
       .address_bits = 64,
       .clause = cite("WGC.ND.4")},
      {.name = "toldoffset",
       .axis = Axis::Offset,
       .plan = "a global offset in each dimension, which the kernel reports",
       .offset = {37, 11, 5},
       .tells = "global_offset",
       .clause = cite("WGC.ND.6")},
      {.name = "flood", .axis = Axis::Groups, .plan = "a hundred thousand work-groups", .groups = 100'000},
      {.name = "unsized",
       .axis = Axis::Groups,
       .plan = "the local size left to the driver",
       .situation = Unsized,
       .tells = "local_size",
       .clause = cite("WGC.LA.4")},

      // Attributes of the kernel.
      {.name = "reqd",
       .axis = Axis::Size,
       .plan = "a kernel with reqd_work_group_size",
       .required = true,
       .clause = cite("WGC.ND.5")},
      {.name = "sizehint",
       .axis = Axis::Hint,
       .plan = "a kernel with work_group_size_hint of another size",
       .attribute = "work_group_size_hint(64, 1, 1)",
       .clause = cite("WGC.ND.5")},
      {.name = "typehint",
       .axis = Axis::Hint,
       .plan = "a kernel with vec_type_hint",
       .attribute = "vec_type_hint(float4)",
       .clause = cite("WGC.ND.5")},
      {.name = "subgroup4",
       .axis = Axis::SubGroup,
       .plan = "a kernel that requires sub-groups of 4",
       .sub_group = 4},
      {.name = "subgroup8",
       .axis = Axis::SubGroup,
       .plan = "a kernel that requires sub-groups of 8",
       .sub_group = 8},
      {.name = "subgroup16",
       .axis = Axis::SubGroup,
       .plan = "a kernel that requires sub-groups of 16",
       .sub_group = 16},
      {.name = "subgroup32",
       .axis = Axis::SubGroup,
       .plan = "a kernel that requires sub-groups of 32",
       .sub_group = 32},
      {.name = "subgroup64",
       .axis = Axis::SubGroup,
       .plan = "a kernel that requires sub-groups of 64",
       .sub_group = 64},

      // Other statements in the kernel.
      {.name = "printing",
       .axis = Axis::Beside,
       .plan = "with printf",
       .before = prints_before,
       .after = prints_after,
       .clause = cite("WGC.CF.4")},
      {.name = "copying",
       .axis = Axis::Beside,
       .plan = "between async_work_group_copy and wait_group_events",
       .before = copies_before,
       .after = copies_after,
       .clause = cite("WGC.CF.4")},
      {.name = "striding",
       .axis = Axis::Beside,
       .plan = "between async_work_group_strided_copy and wait_group_events",
       .before = strides_before,
       .after = strides_after,
       .clause = cite("WGC.CF.4")},
      {.name = "atomics",
       .axis = Axis::Beside,
       .plan = "with an atomic in local memory",
       .before = atomics_before,
       .after = atomics_after,
       .clause = cite("WGC.CF.4")},
      {.name = "shelved",
       .axis = Axis::Alive,
       .plan = "with an array in local memory",
       .before = shelves_before,
       .after = shelves_after,
       .clause = cite("WGC.CF.4")},
      {.name = "arrays",
       .axis = Axis::Alive,
       .plan = "with a large private array",
       .before = private_array_before,
       .after = private_array_after,
       .clause = cite("WGC.CF.4")},
      {.name = "vectors",
       .axis = Axis::Alive,
       .plan = "with vectors that are alive across the calls",
       .before = vectors_before,
       .after = vectors_after,
       .clause = cite("WGC.CF.4")},
      {.name = "structs",
       .axis = Axis::Alive,
       .plan = "with a struct that is alive across the calls",
       .before = structs_before,
       .after = structs_after,
       .clause = cite("WGC.CF.4")},
      {.name = "subgroups",
       .axis = Axis::Beside,
       .plan = "with sub-group functions",
       .before = sub_groups_before,
       .after = sub_groups_after,
       .takes_sub_groups = true,
       .least_version = 20,
       .clause = cite("WGC.CF.4")},
      {.name = "brimful",
       .axis = Axis::Beside,
       .plan = "in a kernel that takes all local memory",
       .situation = Brimful,
       .before = fills_before,
       .after = fills_after,
       .clause = cite("WGC.LA.9")},
      {.name = "uniform",
       .axis = Axis::Beside,
       .plan = "a program that also calls the collectives of cl_khr_work_group_uniform_arithmetic",
       .uniform_arithmetic = true,
       .clause = cite("WGC.AV.11")},

      // Kernel objects, queues, memory and devices.
      {.name = "relaunched",
       .axis = Axis::Host,
       .plan = "a kernel object that is also launched with other sizes and arguments",
       .situation = Relaunched,
       .clause = cite("WGC.LA.5")},
      {.name = "cloned",
       .axis = Axis::Host,
       .plan = "a clone of a kernel object, launched after the original has got other arguments",
       .situation = Cloned,
       .least_version = 21,
       .clause = cite("WGC.LA.5")},
      {.name = "unordered",
       .axis = Axis::Host,
       .plan = "several launches in flight in an out-of-order queue",
       .situation = Unordered,
       .clause = cite("WGC.LA.6")},
      {.name = "threads",
       .axis = Axis::Host,
       .plan = "two threads that launch at the same time, each with its own queue",
       .situation = Threads,
       .clause = cite("WGC.LA.6")},
      {.name = "svm",
       .axis = Axis::Host,
       .plan = "arguments in shared virtual memory",
       .situation = Svm,
       .least_version = 20,
       .clause = cite("WGC.LA.8")},
      {.name = "partition",
       .axis = Axis::Host,
       .plan = "on a sub-device",
       .situation = Partition,
       .clause = cite("WGC.LA.7")},

      // Programs.
      {.name = "reloaded",
       .axis = Axis::Host,
       .plan = "the program loaded again from its binary",
       .situation = Reloaded,
       .clause = cite("WGC.BU.5")},
      {.name = "linked",
       .axis = Axis::Host,
       .plan = "called in a part of the program that is compiled separately and linked",
       .situation = Linked,
       .clause = cite("WGC.BU.6")},
      {.name = "library",
       .axis = Axis::Host,
       .plan = "called in a part of the program that is linked from a library",
       .situation = Library,
       .clause = cite("WGC.BU.6")},
      {.name = "il",
       .axis = Axis::Host,
       .plan = "built from a SPIR-V module, without the driver's OpenCL C compiler",
       .situation = Module,
       .clause = cite("WGC.IL.1")},

      {.name = "nostd",
       .axis = Axis::Language,
       .plan = "built without -cl-std",
       .unversioned = true,
       .clause = cite("WGC.AV.6")},

      // Build options. They leave open only what the specification says.
      {.name = "fastmath",
       .axis = Axis::Math,
       .plan = "built with -cl-fast-relaxed-math",
       .options = "-cl-fast-relaxed-math",
       .open = {.nonfinite = true, .subnormals = true, .zero_sign = true, .rounding = true},
       .clause = cite("WGC.BU.4")},
      {.name = "finitemath",
       .axis = Axis::Math,
       .plan = "built with -cl-finite-math-only",
       .options = "-cl-finite-math-only",
       .open = {.nonfinite = true, .rounding = true},
       .clause = cite("WGC.BU.4")},
      {.name = "unsafemath",
       .axis = Axis::Math,
       .plan = "built with -cl-unsafe-math-optimizations",
       .options = "-cl-unsafe-math-optimizations",
       .open = {.nonfinite = true, .subnormals = true, .zero_sign = true, .rounding = true},
       .clause = cite("WGC.BU.4")},
      {.name = "flushed",
       .axis = Axis::Math,
       .plan = "built with -cl-denorms-are-zero",
       .options = "-cl-denorms-are-zero",
       .open = {.subnormals = true, .zero_sign = true},
       .clause = cite("WGC.BU.4")},
      {.name = "unsignedzeros",
       .axis = Axis::Math,
       .plan = "built with -cl-no-signed-zeros",
       .options = "-cl-no-signed-zeros",
       .open = {.zero_sign = true},
       .clause = cite("WGC.BU.4")},
      {.name = "singleconst",
       .axis = Axis::Option,
       .plan = "built with -cl-single-precision-constant",
       .options = "-cl-single-precision-constant",
       .clause = cite("WGC.BU.4")},
      {.name = "uniformsize",
       .axis = Axis::Option,
       .plan = "built with -cl-uniform-work-group-size",
       .options = "-cl-uniform-work-group-size",
       .takes_remainders = true,
       .least_version = 20,
       .clause = cite("WGC.BU.4")},
      {.name = "noifp",
       .axis = Axis::Option,
       .plan = "built with -cl-no-subgroup-ifp",
       .options = "-cl-no-subgroup-ifp",
       .takes_sub_groups = true,
       .least_version = 21,
       .clause = cite("WGC.BU.4")},
      {.name = "debug",
       .axis = Axis::Optimiser,
       .plan = "built with -g",
       .options = "-g",
       .least_version = 20,
       .clause = cite("WGC.BU.4")},
  });
  std::array<std::uint64_t, axis_count> met{};
  for (Variant& row : rows)
    if (!row.name.empty()) {
      const auto axis = static_cast<std::size_t>(row.axis);
      row.key = ++met.at(axis) << (bits_of_axis * axis);
      if (row.key != (row.key & mask_of(row.axis))) throw std::invalid_argument("too many rows of an axis");
      const bool is_launch = row.axis == Axis::Offset ||
                             (row.axis == Axis::Groups && row.situation != Unsized) ||
                             (row.axis == Axis::Host && !acts_on_program(row.situation));
      row.compiled_key = is_launch ? 0 : row.key;
    }
  return rows;
}();
static_assert(bits_of_axis * axis_count <= 64);

/// The plain launch.
inline constexpr const Variant* plain_variant = variants.data();

/// The row of that name, for plans and tests. Does not compile for an unknown name.
consteval const Variant* variant(std::string_view name) {
  for (const Variant& row : variants)
    if (row.name == name) return &row;
  throw std::invalid_argument("there is no such variant");
}

/// Parses the variant part of a case's name: a row's name, or several in the order of their axes, separated
/// by dots. nullptr for other names.
const Variant* variant_named(std::string_view name);

/// Both variants at once, always as the same object, which lives as long as the program. nullptr if they
/// contradict each other: two rows of one axis, or the same setting.
const Variant* combined(const Variant& a, const Variant& b);

/// The variant's row of that axis; the plain launch if it has none.
constexpr const Variant& row_of(const Variant& v, Axis axis) {
  const std::uint64_t key = v.key & mask_of(axis);
  for (const Variant& row : variants)
    if (row.key == key) return row;
  return variants.front();
}

/// The variant's rows in the order of their axes; none for the plain launch.
std::vector<const Variant*> rows_of(const Variant& v);

/// The number of rows in a key.
constexpr std::size_t row_count(std::uint64_t key) {
  std::size_t count = 0;
  for (std::size_t axis = 0; axis < axis_count; ++axis)
    if ((key & mask_of(static_cast<Axis>(axis))) != 0) ++count;
  return count;
}

/// Whether the variant is that row or a combination with it. The plain launch contains only itself.
constexpr bool contains(const Variant& v, const Variant& row) {
  return row.key == 0 ? v.key == 0 : (v.key & mask_of(row.axis)) == row.key;
}

/// The variant without its row of that axis.
const Variant* without(const Variant& v, Axis axis);

/// The variant's rows with statements in the kernel.
const Variant* company_of(const Variant& v);

}  // namespace wgcts::suites
