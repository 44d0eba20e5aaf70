// Variants: what differs from the plain launch of a plain kernel: the NDRange, attributes of the kernel, what
// else it does, how the program is built, what the host does. Adding one is adding a row of `variants`.
// A case's variant is one row, or a combination of rows of different axes (suites/variant.cpp).
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

/// What a row is about. A combination has at most one row of each axis. A case's name has the rows in the
/// order of their axes.
enum class Axis : std::uint8_t {
  Offset,    ///< of the NDRange
  Groups,    ///< how many work-groups, and their sizes
  Size,      ///< the kernel's reqd_work_group_size
  Hint,      ///< attributes that change nothing
  SubGroup,  ///< the kernel's sub-group size
  Beside,    ///< other functions that the kernel calls
  Alive,     ///< what is alive in the kernel across the calls
  Host,      ///< what the host does
  Language,  ///< -cl-std
  Math,      ///< options that leave values open
  Option,    ///< options that change nothing
  Optimiser  ///< whether there is one
};
inline constexpr std::size_t axis_count = 12;

struct Variant {
  std::string_view name;  ///< as a case's name ends; empty for the plain launch
  Axis axis{};            ///< of a row; it means nothing of the plain launch and of combinations
  std::string_view plan;  ///< in plain words
  /// The rows that it is made of, five bits for each axis: the row's place among those of the axis, from 1
  /// on, 0 for none. Two variants are the same if their keys are, and their order is that of the keys.
  std::uint64_t key = 0;
  /// What of the key stands in a kernel's text or in how its program is made; the rest is the launch's alone.
  std::uint64_t compiled_key = 0;

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

  /// A whole program also calls the collectives of cl_khr_work_group_uniform_arithmetic.
  bool uniform_arithmetic = false;

  LeftOpen open;  ///< by its options
  // An option about what a device lacks may be unknown to it: NVIDIA's compiler refuses these two.
  bool takes_remainders = false;  ///< the device must have work-groups of several sizes in a launch
  bool takes_sub_groups = false;  ///< the device must have sub-groups
  unsigned least_version = 0;     ///< the device's OpenCL that it takes: 21 for 2.1
  std::size_t address_bits = 32;  ///< that global ids need
  /// What the cases of a row cite whatever their data; empty for nothing. A combination's rows say it.
  std::string_view clause;
};

/// Whether a kernel has statements beside the form's own.
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
       .plan = "a global offset in each dimension, which the kernel tells",
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

      // What a kernel says of itself.
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

      // What stands beside the collectives in a kernel.
      {.name = "printing",
       .axis = Axis::Beside,
       .plan = "beside printf",
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
       .plan = "beside an atomic in local memory",
       .before = atomics_before,
       .after = atomics_after,
       .clause = cite("WGC.CF.4")},
      {.name = "shelved",
       .axis = Axis::Alive,
       .plan = "beside an array in local memory",
       .before = shelves_before,
       .after = shelves_after,
       .clause = cite("WGC.CF.4")},
      {.name = "arrays",
       .axis = Axis::Alive,
       .plan = "beside a large private array",
       .before = private_array_before,
       .after = private_array_after,
       .clause = cite("WGC.CF.4")},
      {.name = "vectors",
       .axis = Axis::Alive,
       .plan = "beside vectors that are alive across the calls",
       .before = vectors_before,
       .after = vectors_after,
       .clause = cite("WGC.CF.4")},
      {.name = "structs",
       .axis = Axis::Alive,
       .plan = "beside a struct that is alive across the calls",
       .before = structs_before,
       .after = structs_after,
       .clause = cite("WGC.CF.4")},
      {.name = "subgroups",
       .axis = Axis::Beside,
       .plan = "beside functions of sub-groups",
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
       .plan = "a kernel object that is launched before and after with other sizes and arguments",
       .situation = Relaunched,
       .clause = cite("WGC.LA.5")},
      {.name = "cloned",
       .axis = Axis::Host,
       .plan = "a clone of a kernel object whose own arguments are changed since",
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
       .plan = "two threads that launch at once, each with a queue of its own",
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
       .plan = "called in a part of the program that is compiled by itself, then linked",
       .situation = Linked,
       .clause = cite("WGC.BU.6")},
      {.name = "library",
       .axis = Axis::Host,
       .plan = "called in a part of the program that comes out of a library",
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

      // Build options, which leave open what they say and nothing else.
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

/// The row of that name, for plans and tests: a name that there is not does not compile.
consteval const Variant* variant(std::string_view name) {
  for (const Variant& row : variants)
    if (row.name == name) return &row;
  throw std::invalid_argument("there is no such variant");
}

/// The variant that a case's name ends with: a row's name, or the names of rows of different axes with dots
/// between, in the order of their axes. nullptr if there is none of that name.
const Variant* variant_named(std::string_view name);

/// Both variants at once: it lives as long as the program, and is the same object each time. nullptr if they
/// contradict each other: they have two rows of one axis, or both set the same thing.
const Variant* combined(const Variant& a, const Variant& b);

/// The variant's row of that axis; the plain launch if it has none.
constexpr const Variant& row_of(const Variant& v, Axis axis) {
  const std::uint64_t key = v.key & mask_of(axis);
  for (const Variant& row : variants)
    if (row.key == key) return row;
  return variants.front();
}

/// The rows that the variant is made of, in the order of their axes; none for the plain launch.
std::vector<const Variant*> rows_of(const Variant& v);

/// Of how many axes a key has rows.
constexpr std::size_t row_count(std::uint64_t key) {
  std::size_t count = 0;
  for (std::size_t axis = 0; axis < axis_count; ++axis)
    if ((key & mask_of(static_cast<Axis>(axis))) != 0) ++count;
  return count;
}

/// Whether the variant is that row, or a combination that holds it. Only the plain launch contains itself.
constexpr bool contains(const Variant& v, const Variant& row) {
  return row.key == 0 ? v.key == 0 : (v.key & mask_of(row.axis)) == row.key;
}

/// The variant with the row of that axis left out.
const Variant* without(const Variant& v, Axis axis);

/// The variant's rows of what else a kernel does, and no others.
const Variant* company_of(const Variant& v);

}  // namespace wgcts::suites
