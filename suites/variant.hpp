// Variants: differences from a plain launch of a plain kernel in the NDRange, the kernel's attributes, other
// statements, the program's build, or the host situation. A case's variant is a row of `variants`, or a
// combination of rows of different axes (suites/variant.cpp).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "reference/clauses.hpp"
#include "reference/geometry.hpp"
#include "reference/lists.hpp"

namespace wgcts::suites {

/// Statements before and after those of the form. They may use the names of Form::body. `wrong` is true if
/// their own results are wrong; `after` may end with the head of a loop around this check. The kernel then
/// sets their word of `told` (told_word()) to 1: a wrong copy is not a wrong result of a collective.
struct Company {
  std::string_view before, after, wrong{};
};

namespace company {

/// One work-item prints an empty text, and none prints the number. A compiler can see neither.
inline constexpr Company prints{"    if (item == two) printf(\"%s\", \"\");\n",
                                "    if (one == 0) printf(\"%u\\n\", (uint)item);\n"};

inline constexpr Company copies{
    "    __local uint copied[3];\n"
    "    event_t copy = async_work_group_copy(copied, from + 3 * group, 3, 0);\n",
    "    wait_group_events(1, &copy);\n"
    "    for (uint d = 0; d < 3; ++d)\n    ",
    "copied[d] != from[3 * group + d]"};

inline constexpr Company strides{
    "    __local uint copied[2];\n"
    "    event_t copy = async_work_group_strided_copy(copied, from + 3 * group, 2, 2, 0);\n",
    "    wait_group_events(1, &copy);\n"
    "    for (uint d = 0; d < 2; ++d)\n    ",
    "copied[d] != from[3 * group + 2 * d]"};

/// Each work-item increments a counter.
inline constexpr Company atomics{
    "    __local uint met;\n"
    "    if (get_local_id(0) + get_local_id(1) + get_local_id(2) == 0) met = 0;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    atomic_inc(&met);\n",
    "    barrier(CLK_LOCAL_MEM_FENCE);\n",
    "met != get_local_size(0) * get_local_size(1) * get_local_size(2)"};

/// The first work-item fills an array in local memory. All work-items read it after the calls.
inline constexpr Company shelves{
    "    __local uint shelf[64];\n"
    "    if (get_local_id(0) + get_local_id(1) + get_local_id(2) == 0)\n"
    "        for (uint k = 0; k < 64; ++k) shelf[k] = k ^ (uint)group;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n",
    "    for (uint k = 0; k < 64; ++k)\n    ", "shelf[k] != (k ^ (uint)group)"};

/// An array that is too large for registers. A compiler cannot see the loop step.
inline constexpr Company private_array{
    "    uint own[128];\n"
    "    for (uint k = 0; k < 128; k += one) own[k] = k * (uint)item;\n",
    "    for (uint k = 0; k < 128; k += one)\n    ", "own[k] != k * (uint)item"};

inline constexpr Company vectors{
    "    uint16 wide = (uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) * two + (uint)item;\n"
    "    float4 four = (float4)(one, two, 3, 4);\n",
    "",
    "wide.s0 != (uint)item || wide.s7 != 7 * two + (uint)item || wide.sf != 15 * two + (uint)item ||\n"
    "        four.x + four.y + four.z + four.w != 10"};

inline constexpr Company structs{
    "    struct { uchar first; uint second[3]; ushort third; } held = {(uchar)two, {(uint)item, one, two}, "
    "(ushort)one};\n",
    "", "held.first != 2 || held.second[0] != (uint)item || held.second[2 * one] != 2 || held.third != 1"};

/// The check only keeps the calls: the suite does not test sub-group functions, which may be wrong on their
/// own (findings/pocl_required_sub_group_size.c).
inline constexpr Company sub_groups{"    const uint joined = sub_group_scan_inclusive_add(one);\n",
                                    "    const uint all = sub_group_reduce_add(one);\n",
                                    "joined == 0 && all == 0"};

/// A kernel fills at most these bytes of local memory, because each work-group fills them again. Drivers may
/// report any part of the host's memory as local: PoCL reports 2 MiB here, and both CPU drivers have a
/// setting.
inline constexpr std::size_t most_filled = std::size_t{4} << 20;

/// The work-items fill the `room` words of `rest` and check them later.
inline constexpr Company fills{
    "    const uint fillers = get_local_size(0) * get_local_size(1) * get_local_size(2);\n"
    "    const uint filler = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + "
    "get_local_id(0);\n"
    "    for (uint w = filler; w < room; w += fillers) rest[w] = w ^ (uint)group;\n",
    "    for (uint w = filler; w < room; w += fillers)\n    ", "rest[w] != (w ^ (uint)group)"};

}  // namespace company

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
  Brimful      ///< the kernel uses all local memory, up to a limit
};

/// Whether the situation affects the program, so that the launch needs a separate program.
constexpr bool acts_on_program(Situation s) {
  return s == Situation::Reloaded || s == Situation::Linked || s == Situation::Library ||
         s == Situation::Module || s == Situation::Partition;
}

/// The launches of the situation on the same input whose results are judged. Each has its own outputs.
constexpr unsigned judged_launches(Situation s) {
  return s == Situation::Unordered || s == Situation::Threads ? 4 : 1;
}

/// The launches on other data whose results are not read. They share one input. Each has its own outputs of
/// the same sizes.
constexpr unsigned other_launches(Situation s) {
  if (s == Situation::Relaunched || s == Situation::Unordered || s == Situation::Threads) return 2;
  return s == Situation::Cloned ? 1 : 0;
}

/// The launches that one wait may be for. Each of the two threads has the other launches.
constexpr unsigned launches_in_flight(Situation s) {
  return judged_launches(s) + other_launches(s) * (s == Situation::Threads ? 2 : 1);
}

/// Floating-point values that build options leave to the device (WGC.U.11): observed, not judged.
struct LeftOpen {
  bool nonfinite = false;   ///< NaN and INF, including the identities of min and max
  bool subnormals = false;  ///< may be zero
  bool zero_sign = false;   ///< also in a broadcast
  bool rounding = false;    ///< inexact sums
  bool operator==(const LeftOpen&) const = default;
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
  std::string_view name{};  ///< suffix of a case's name; empty for the plain launch
  Axis axis{};              ///< of a row; unused for the plain launch and combinations
  std::string_view plan{};  ///< a description of a row or the plain launch; see plan_of()
  /// The rows of the variant, five bits for each axis: the index of the row in its axis from 1, or 0 for
  /// none. Equal variants have equal keys, and their order is that of the keys.
  std::uint64_t key = 0;
  /// The part of the key that affects the kernel's text or the build. The rest affects the launch only.
  std::uint64_t compiled_key = 0;

  // Settings of the host.
  Extents offset{};        ///< the global offset; a launch uses as many as it has dimensions
  std::size_t passed = 0;  ///< the global offset is such that global ids pass this value; 0: none
  bool remainder = false;  ///< the last work-group of each dimension is smaller than the others
  std::size_t groups = 0;  ///< number of work-groups; 0: as many as the data needs
  bool saturates = false;  ///< as many work-groups as keep the device busy for a while
  /// Limit of the work-groups that walk a value through the lanes. Few are enough to show a situation's bugs.
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
  std::string_view reported_query;
  std::size_t sub_group = 0;  ///< intel_reqd_sub_group_size; 0: none
  Company company;            ///< of a row

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

/// Whether the collectives are called in another part of the program, each by a function of its own.
constexpr bool has_parts(const Variant& v) {
  return v.situation == Situation::Linked || v.situation == Situation::Library;
}

/// The extent of a remainder work-group in dimension d: one work-item, or a little over half of the others'
/// extent, which is no power of two if theirs is one. Half of the shapes have the first, by the number of
/// bits of the extent: it differs between neighbouring powers of two.
constexpr std::size_t remainder_of(std::size_t extent, unsigned d) {
  const bool is_one = extent == 2 || (std::bit_width(extent) + d) % 2 != 0;
  return is_one ? 1 : extent / 2 + 1;
}

inline constexpr std::size_t wide = std::size_t{1} << 31;  ///< ids beyond it do not fit into an int

inline constexpr unsigned bits_of_axis = 5;
/// The axis' bits of a key.
constexpr std::uint64_t mask_of(Axis axis) {
  return std::uint64_t{(1U << bits_of_axis) - 1} << (bits_of_axis * static_cast<unsigned>(axis));
}

/// A row of `variants`. `clause` is empty or the id of the clause that its cases cite.
consteval Variant variant_row(Axis axis, std::string_view name, std::string_view plan,
                              std::string_view clause, Variant settings) {
  settings.axis = axis;
  settings.name = name;
  settings.plan = plan;
  if (!clause.empty()) settings.clause = cite(clause);
  return settings;
}

inline constexpr auto variants = [] {
  using enum Situation;
  using enum Axis;
  using namespace company;
  auto rows = std::to_array<Variant>({
      {.name = "", .plan = "several work-groups in each dimension", .walk = 256},
      variant_row(Offset, "offset", "a global offset in each dimension", "WGC.ID.3",
                  {.offset = {37, 11, 5}, .walk = 256}),
      variant_row(Groups, "remainder", "a remainder work-group in each dimension", "WGC.ND.3",
                  {.remainder = true, .walk = 256}),
      variant_row(Groups, "crowd", "more than a thousand work-groups", "", {.groups = 1100, .walk = 256}),
      variant_row(Groups, "saturated", "several times as many work-groups as the device holds at once", "",
                  {.saturates = true, .walk = 256}),
      variant_row(Optimiser, "noopt", "built with -cl-opt-disable", "",
                  {.walk = 256, .options = "-cl-opt-disable"}),
      variant_row(Language, "cl20", "built with -cl-std=CL2.0", "", {.walk = 256, .cl_std = 20}),
      variant_row(Language, "cl31", "built with -cl-std=CL3.1", "", {.walk = 256, .cl_std = 31}),

      // NDRanges. Global ids pass the limit within the launch.
      variant_row(Offset, "offset31", "global ids that pass 2^31 in each dimension", "WGC.ND.4",
                  {.passed = wide, .address_bits = 64}),
      variant_row(Offset, "offset32", "global ids that pass 2^32 in each dimension", "WGC.ND.4",
                  {.passed = 2 * wide, .address_bits = 64}),
      variant_row(Offset, "offset33", "global ids beyond 2^33 in each dimension", "WGC.ND.4",
                  {.offset = {4 * wide + 37, 4 * wide + 11, 4 * wide + 5}, .address_bits = 64}),
      variant_row(Offset, "toldoffset", "a global offset in each dimension, which the kernel reports",
                  "WGC.ND.6", {.offset = {37, 11, 5}, .reported_query = "global_offset"}),
      variant_row(Offset, "toldoffset33", "a global offset beyond 2^33, which the kernel reports", "WGC.ND.6",
                  {.offset = {4 * wide + 37, 4 * wide + 11, 4 * wide + 5},
                   .reported_query = "global_offset",
                   .address_bits = 64}),
      variant_row(Groups, "flood", "a hundred thousand work-groups", "", {.groups = 100'000}),
      variant_row(Groups, "unsized", "the local size left to the driver", "WGC.LA.4",
                  {.situation = Unsized, .reported_query = "local_size"}),

      // Attributes of the kernel.
      variant_row(Size, "reqd", "a kernel with reqd_work_group_size", "WGC.ND.5", {.required = true}),
      variant_row(Hint, "sizehint", "a kernel with work_group_size_hint of another size", "WGC.ND.5",
                  {.attribute = "work_group_size_hint(64, 1, 1)"}),
      variant_row(Hint, "typehint", "a kernel with vec_type_hint", "WGC.ND.5",
                  {.attribute = "vec_type_hint(float4)"}),
      variant_row(SubGroup, "subgroup4", "a kernel that requires sub-groups of 4", "", {.sub_group = 4}),
      variant_row(SubGroup, "subgroup8", "a kernel that requires sub-groups of 8", "", {.sub_group = 8}),
      variant_row(SubGroup, "subgroup16", "a kernel that requires sub-groups of 16", "", {.sub_group = 16}),
      variant_row(SubGroup, "subgroup32", "a kernel that requires sub-groups of 32", "", {.sub_group = 32}),
      variant_row(SubGroup, "subgroup64", "a kernel that requires sub-groups of 64", "", {.sub_group = 64}),

      // Other statements in the kernel.
      variant_row(Beside, "printing", "with printf", "WGC.CF.4", {.company = prints}),
      variant_row(Beside, "copying", "between async_work_group_copy and wait_group_events", "WGC.CF.4",
                  {.company = copies}),
      variant_row(Beside, "striding", "between async_work_group_strided_copy and wait_group_events",
                  "WGC.CF.4", {.company = strides}),
      variant_row(Beside, "atomics", "with an atomic in local memory", "WGC.CF.4", {.company = atomics}),
      variant_row(Alive, "shelved", "with an array in local memory", "WGC.CF.4", {.company = shelves}),
      variant_row(Alive, "arrays", "with a large private array", "WGC.CF.4", {.company = private_array}),
      variant_row(Alive, "vectors", "with vectors that are alive across the calls", "WGC.CF.4",
                  {.company = vectors}),
      variant_row(Alive, "structs", "with a struct that is alive across the calls", "WGC.CF.4",
                  {.company = structs}),
      variant_row(Beside, "subgroups", "with sub-group functions", "WGC.CF.4",
                  {.company = sub_groups, .takes_sub_groups = true, .least_version = 20}),
      variant_row(Beside, "brimful", "in a kernel that takes all local memory, or 4 MiB if there is more",
                  "WGC.LA.9", {.situation = Brimful, .company = fills}),
      variant_row(Beside, "uniform",
                  "a program that also calls the collectives of cl_khr_work_group_uniform_arithmetic",
                  "WGC.AV.11", {.uniform_arithmetic = true}),

      // Kernel objects, queues, memory and devices.
      variant_row(Host, "relaunched", "a kernel object that is also launched with other sizes and arguments",
                  "WGC.LA.5", {.situation = Relaunched}),
      variant_row(Host, "cloned",
                  "a clone of a kernel object, launched after the original has got other arguments",
                  "WGC.LA.5", {.situation = Cloned, .least_version = 21}),
      variant_row(Host, "unordered", "several launches in flight in an out-of-order queue", "WGC.LA.6",
                  {.situation = Unordered}),
      variant_row(Host, "threads", "two threads that launch at the same time, each with its own queue",
                  "WGC.LA.6", {.situation = Threads}),
      variant_row(Host, "svm", "arguments in shared virtual memory", "WGC.LA.8",
                  {.situation = Svm, .least_version = 20}),
      variant_row(Host, "partition", "on a sub-device", "WGC.LA.7", {.situation = Partition}),

      // Programs.
      variant_row(Host, "reloaded", "the program loaded again from its binary", "WGC.BU.5",
                  {.situation = Reloaded}),
      variant_row(Host, "linked", "called in a part of the program that is compiled separately and linked",
                  "WGC.BU.6", {.situation = Linked}),
      variant_row(Host, "library", "called in a part of the program that is linked from a library",
                  "WGC.BU.6", {.situation = Library}),
      variant_row(Host, "il", "built from a SPIR-V module, without the driver's OpenCL C compiler",
                  "WGC.IL.1", {.situation = Module}),

      variant_row(Language, "nostd", "built without -cl-std", "WGC.AV.6", {.unversioned = true}),

      // Build options. They leave open only the values that the specification leaves open under them.
      variant_row(Math, "fastmath", "built with -cl-fast-relaxed-math", "WGC.BU.4",
                  {.options = "-cl-fast-relaxed-math",
                   .open = {.nonfinite = true, .subnormals = true, .zero_sign = true, .rounding = true}}),
      variant_row(Math, "finitemath", "built with -cl-finite-math-only", "WGC.BU.4",
                  {.options = "-cl-finite-math-only", .open = {.nonfinite = true, .rounding = true}}),
      variant_row(Math, "unsafemath", "built with -cl-unsafe-math-optimizations", "WGC.BU.4",
                  {.options = "-cl-unsafe-math-optimizations",
                   .open = {.nonfinite = true, .subnormals = true, .zero_sign = true, .rounding = true}}),
      variant_row(Math, "flushed", "built with -cl-denorms-are-zero", "WGC.BU.4",
                  {.options = "-cl-denorms-are-zero", .open = {.subnormals = true, .zero_sign = true}}),
      variant_row(Math, "unsignedzeros", "built with -cl-no-signed-zeros", "WGC.BU.4",
                  {.options = "-cl-no-signed-zeros", .open = {.zero_sign = true}}),
      variant_row(Option, "singleconst", "built with -cl-single-precision-constant", "WGC.BU.4",
                  {.options = "-cl-single-precision-constant"}),
      variant_row(Option, "uniformsize", "built with -cl-uniform-work-group-size", "WGC.BU.4",
                  {.options = "-cl-uniform-work-group-size", .takes_remainders = true, .least_version = 20}),
      variant_row(Option, "noifp", "built with -cl-no-subgroup-ifp", "WGC.BU.4",
                  {.options = "-cl-no-subgroup-ifp", .takes_sub_groups = true, .least_version = 21}),
      variant_row(Optimiser, "debug", "built with -g", "WGC.BU.4", {.options = "-g", .least_version = 20}),
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

/// The combination of both variants. Equal combinations are the same object, which lives as long as the
/// program. nullptr if they contradict each other: two rows of one axis, or the same setting.
const Variant* combined(const Variant& a, const Variant& b);

/// The variant's row of that axis; the plain launch if it has none.
constexpr const Variant& row_of(const Variant& v, Axis axis) {
  return *find_row(variants, v.key & mask_of(axis), &Variant::key);
}

/// The variant's rows in the order of their axes; none for the plain launch.
std::vector<const Variant*> rows_of(const Variant& v);

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

const Variant* without(const Variant& v, Axis axis);

std::string plan_of(const Variant& v);

/// The words of a kernel's report `told`: x, y and z of Variant::reported_query, one for the statements of
/// each axis that has some, and the high words of x, y and z.
inline constexpr std::size_t told_words = 8;
inline constexpr std::size_t high_word_of_report = 5;  ///< the place of x's high word
/// The word that the statements of a row set if their own results are wrong.
constexpr std::size_t told_word(const Variant& row) { return row.axis == Axis::Beside ? 3 : 4; }

/// Whether a kernel has statements besides those of the form.
constexpr bool has_company(const Variant& v) {
  return !row_of(v, Axis::Beside).company.before.empty() || !row_of(v, Axis::Alive).company.before.empty();
}

/// The variant's rows with statements in the kernel.
const Variant* company_of(const Variant& v);

/// The form's statements between those of the variant.
std::string in_company(const Variant& v, std::string statements);

}  // namespace wgcts::suites
