// Forms whose calls differ in their surroundings and in the source of their values.
#include <array>

#include "suites/case.hpp"
#include "suites/forms/call_writer.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::suites {
namespace {

using enum Profile;

std::string each(std::span<const CallWriter> builtins, auto text_of) {
  return joined(builtins, "", [&](const CallWriter& b) { return "    " + text_of(b); });
}

std::string under_macro(const std::string& text) {
  return std::string(under_macro_begin).append(text).append(under_macro_end);
}

std::string single_calls(std::span<const CallWriter> builtins) {
  return each(builtins, [](const CallWriter& b) { return b.use("0"); });
}

std::string all_in_a_row(std::span<const CallWriter> builtins) {
  const auto result = [](const CallWriter& b) { return fmt::format("r{}", b.number); };
  return under_macro(each(builtins,
                          [&](const CallWriter& b) {
                            return fmt::format("{} {} = {};\n", b.type, result(b), b.call("0", b.load("0")));
                          }) +
                     each(builtins, [&](const CallWriter& b) { return b.store("0", result(b)); }));
}

// This kernel tests many builtins for one compilation, so it has the sizes and the variants of the plan. The
// sizes are 1 and 2, for which drivers have special code; sizes near 8, 16, 32, 64, 128 and 256, where
// sub-groups and scratch memory end; primes and other non-powers of two, for tails; and the largest. In two
// and three dimensions extents differ, so that swapped x, y and z show, and some are 1.
std::vector<PlanRow> rows_of_chain() {
  return {
      // Smoke: each builtin and type in each dimension, here or in `nested`, and each type once at the sizes
      // with special code in drivers. Launches of a compiled kernel cost little.
      {Smoke, "", {"33"}, "half int long ulong double"},
      {Smoke, "", {"64"}, "float"},
      {Smoke, "", {"", "7x5 1x13"}, "half"},
      {Smoke, "", {"", "", "3x5x7"}, "int uint ulong float"},
      {Smoke, "", {"1 7 max"}, "int"},
      {Smoke, "", {"2 max"}, "long float"},
      {Smoke, "", {"1 max"}, "half"},
      {Smoke, "", {"1 257"}, "ulong"},
      {Smoke, "", {"2 257"}, "double"},
      {Smoke, "", {"", "", "1x1x1 1x16x3 max"}, "uint"},
      {Smoke, "offset remainder", {"", "", "3x5x7"}, "int uint ulong float"},
      {Smoke, "offset33", {"33"}, "int long double"},
      {Smoke, "offset33", {"", "", "3x5x7"}, "uint"},
      {Smoke, "crowd relaunched", {"33"}, "int"},
      {Smoke, "crowd", {"", "", "3x5x7"}, "uint float"},
      {Smoke, "cloned threads", {"64"}, "float"},
      {Smoke, "unordered", {"", "", "3x5x7"}, "int"},
      {Smoke, "svm", {"33"}, "double"},
      // Variants with a kernel of their own have one dimension of a type, if possible.
      {Smoke, "noopt", {"", "7x11"}, "int long"},
      {Smoke, "cl20", {"", "", "1x16x3"}, "int"},
      {Smoke, "library uniformsize", {"33"}, "int"},
      {Smoke, "unsized", {"", "8x8"}, "float"},
      {Smoke, "printing", {"", "7x5"}, "uint"},
      {Smoke, "copying fastmath flushed", {"33"}, "float"},
      {Smoke, "reqd", {"", "7x5"}, "int"},
      {Smoke, "finitemath", {"", "7x5"}, "double"},

      {Standard, "", {"33 7 64 257 max 2 1", "7x5 8x8 6x37 max 1x1", "3x5x7 4x3x5 16x2x32 max 1x1x1"}},
      {Standard,
       "",
       {"3 48 65 96 127 128 256 1024", "5x3 1x13 33x2 1x64 13x7 32x8 31x33 2x1",
        "1x3x1 1x1x65 8x4x2 31x1x1 5x9x6 1x2x1"},
       "",
       Spread::Third},
      {Full,
       "",
       {"6 15 17 31 63 100 250 255 511 512 1000", "7x1 3x3 16x2 2x16 10x10 3x85 128x2 16x64",
        "2x2x2 2x3x4 1x9x1 7x7x7 2x2x63 4x8x8 8x8x16"}},
      // Sizes above 1024, which fewer devices have. Those of "max" are powers of two on most.
      {Full, "", {"1025 3000 4097", "33x45", "7x13x17"}},
      {Standard, "offset", {"129", "6x5", "4x3x5"}},
      {Full, "offset", {"48", "3x43", "4x3x11"}},
      {Standard, "remainder", {"64 100", "8x8 7x20", "4x4x4 3x5x9"}},
      {Standard, "crowd", {"16", "6x3", "2x3x4"}, "", Spread::Third},
      {Standard, "saturated", {"257", "6x37", "16x2x32"}, "", Spread::Third},
      {Full, "saturated", {"64 128 256 512 max", "8x8 32x8 16x32 max", "4x4x8 8x8x4 8x16x4 max"}},
      {Standard, "noopt", {"33", "7x11", "4x3x5"}, "", Spread::Third},
      {Full, "noopt", {"257", "32x3", "5x3x16"}},
      // Such an option may change how a compiler lowers one operation of one type. The launches of
      // suites/launches combine options and types with families, not with each operation of a family. Some
      // such faults also need three dimensions, more than 64 work-items, or whole sub-groups.
      {Standard, "fastmath finitemath unsafemath flushed unsignedzeros", {"33"}, "half float double"},
      // For most builtins, the sizes 100 and 16x3 are only here. So is each operation and type without
      // optimiser in two dimensions, on a device without OpenCL C 3.1.
      {Standard, "cl31 noifp", {"33", "", "4x6x4"}, "half int uint long ulong float double"},
      {Standard, "noopt", {"33", "16x6", "4x6x4"}, "half int uint long ulong float double"},
      {Standard, "cl20", {"100", "16x6", "4x6x4"}, "half int uint long ulong float double"},
      // In each dimension, the remainder has one work-item in the first size, and several in the second.
      {Standard, "remainder", {"64 33", "16x3 13x7", "4x3x5 3x5x9"}, "half int uint long ulong float double"},
      {Standard, "cl20 cl31", {"100", "10x7", "5x3x4"}, "", Spread::Third},
      {Full, "cl20 cl31", {"300", "3x100", "5x8x7"}},
      {Full, "il", {"100", "10x7", "5x3x4"}},

      // Below full, suites/launches have these variants, with other values.
      {Full, "offset31 offset32 offset33", {"129", "6x5", "4x3x5"}},
      {Full, "relaunched cloned unordered threads svm", {"33", "7x5", "3x5x7"}},
      {Full, "unsized", {"64", "8x8", "4x4x4"}},
      {Full,
       "sizehint typehint printing copying subgroups brimful striding atomics shelved arrays vectors structs "
       "subgroup4 subgroup8 subgroup16 subgroup32 subgroup64 partition reloaded linked library fastmath "
       "finitemath unsafemath flushed unsignedzeros singleconst uniformsize noifp debug",
       {"33", "7x5", "3x5x7"}},
  };
}

/// The kernel's own values are in local memory during a collective, and are the input of the next one. A
/// driver whose scratch memory overlaps them changes them. The kernel itself needs the barriers (WGC.MO.1).
std::string kept_call(const CallWriter& b) {
  return "    keep[lane] = " + b.load("1") + ";\n" + fmt::format("    {};\n", b.call("1", b.load("1"))) +
         fmt::format("    {} a{} = {};\n", b.type, b.number, b.call("0", b.load("0"))) +
         "    barrier(CLK_LOCAL_MEM_FENCE);\n" +
         fmt::format("    {} b{} = {};\n", b.type, b.number,
                     b.call("1", "keep[lane + 1 < lanes ? lane + 1 : 0]")) +
         "    barrier(CLK_LOCAL_MEM_FENCE);\n    " + b.store("0", fmt::format("a{}", b.number)) + "    " +
         b.store("1", fmt::format("b{}", b.number));
}

std::string several_calls(std::span<const CallWriter> builtins) {
  return fmt::format("    if (one == 0) return;\n    const size_t lanes = {};\n    const size_t lane = {};\n",
                     lanes_text, lane_text) +
         joined(builtins, "", kept_call);
}

std::string helper_name(const CallWriter& b) {
  return fmt::format("helper_{}_{}_{}d", b.builtin->name, b.type, b.dim);
}

std::string helper(const CallWriter& b) {
  return fmt::format("{0} {1}({0} x, uint sx, uint sy, uint sz{2})\n{{\n    return {3};\n}}\n\n", b.type,
                     helper_name(b), b.local_parameter(), b.call_named("x", {"sx", "sy", "sz"}));
}

std::string use_helper(const CallWriter& b, std::string_view site) {
  return b.store(site, fmt::format("{}({}, {}{})", helper_name(b), b.load(site), joined(b.source(site), ", "),
                                   b.local_argument()));
}

/// Whether the work-group takes the else branch, as in branches(): 1, 2, 5, 6 and so on. Even and odd
/// work-groups take both branches. If all odd ones took the else branch, a fault of odd work-groups in the if
/// branch would pass.
constexpr bool takes_else(std::size_t group) { return (group + group / 2) % 2 != 0; }

// One kernel for each family: a kernel with all of them does not show PoCL 6.0's wrong sums under a branch.
//
// One branch at the end of the kernel has the calls of all builtins. PoCL duplicates the code after a
// conditional barrier for both paths, so each branch before another one would double the code.
std::string branches(std::span<const CallWriter> builtins) {
  std::string text;
  for (const CallWriter& b : builtins) text += "    " + use_helper(b, "1");
  text += "    if ((group + group / 2) % 2 == 0) {\n";
  for (const CallWriter& b : builtins) text += "        " + b.use("0");
  text += "    } else {\n";
  for (const CallWriter& b : builtins) text += "        " + use_helper(b, "0");
  return text + "    }\n";
}

/// Four rounds with d = 4, 2, 1 are twelve sites, counted by t.
std::string nested_loops(std::span<const CallWriter> builtins) {
  std::string text =
      "    uint t = 0;\n    for (uint i = 0; i < 4 * one; ++i) {\n"
      "        for (uint d = 4 * one; d > 0; d >>= 1) {\n";
  for (const CallWriter& b : builtins) text += "            " + b.use("t");
  return text + "            t += 1;\n        }\n    }\n";
}

/// The source of the broadcasts of `derived`, a constant in the kernel's text.
constexpr Extents derived_source{2, 1, 1};

std::string computed_values(std::span<const CallWriter> builtins) {
  // The same as Form::value.
  const std::string expression = fmt::format("({}) ^ (group % 4 * 21)", lane_text);
  return each(builtins, [&](const CallWriter& b) {
    const auto& [x, y, z] = derived_source;
    return b.store("0", b.call_named(fmt::format("({})({})", b.type, expression),
                                     {std::to_string(x), std::to_string(y), std::to_string(z)}));
  });
}

/// The kernel requires its size, and the source must exist. Half sums at most 60 lanes exactly.
bool sums_exactly(const Case& c) {
  constexpr std::size_t most_exact = 60;
  const Extents &local = c.local.extents, &source = derived_source;
  return local[0] > source[0] && (c.dim < 2 || local[1] > source[1]) && (c.dim < 3 || local[2] > source[2]) &&
         volume(local) <= most_exact && !c.variant->remainder;
}

/// Half represents the sum of at most 2048 ones exactly. If the driver chooses the local size, all work-items
/// of the launch may be one work-group.
bool sums_ones_exactly(const Case& c) {
  constexpr std::size_t most_exact = 2048;
  const bool may_be_one_group = c.variant->situation == Situation::Unsized && c.type == GenType::Half;
  const std::size_t groups = may_be_one_group ? groups_of_computed_values + spare_groups : 1;
  return !c.local.is_max() && volume(c.local.extents) <= most_exact / groups;
}

/// The specification shows the results of the add scans for these values.
constexpr std::array<std::int64_t, 8> worked_example{3, 1, 7, 0, 4, 1, 6, 3};

}  // namespace

std::vector<Form> usual_forms() {
  return {
      // All builtins of a type are in one kernel. It has most sizes of the plan.
      {.name = "chain",
       .plan = "all collectives of a type in a row; the results are stored after the last call",
       .sharing = KernelSharing::Type,
       .body = all_in_a_row,
       .straight = true,
       .under_feature_macro = true,
       .walk = 256,
       .rows = rows_of_chain()},
      // The smallest kernel.
      {.name = "solo",
       .plan = "a single call, under #if with the feature macro, as in portable programs",
       .sharing = KernelSharing::None,
       .body = [](std::span<const CallWriter> members) { return under_macro(single_calls(members)); },
       .straight = true,
       .under_feature_macro = true,
       .walk = 256,
       // The saturated launches have the plain launch's sizes, for which every driver has compiled the
       // kernel.
       .rows = {{Standard, "", {"100", "10x7", "4x3x5"}, "", Spread::Third},
                {Standard, "saturated", {"100", "10x7", "4x3x5"}, "", Spread::Third},
                {Full, "saturated", {"64 128 256 512 max", "16x4 16x16 32x16 max", "4x8x4 8x4x2 8x8x8 max"}},
                {Standard,
                 "flood",
                 {"3", "2x2", "1x3x1"},
                 "uint",
                 Spread::Third,
                 "broadcast reduce_add scan_exclusive_max"},
                {Standard,
                 "toldoffset toldoffset33 toldoffset.remainder",
                 {"33 256", "7x5", "3x5x7"},
                 "int",
                 Spread::All,
                 "reduce_add"},
                // The kernel's text contains the size, so each size is compiled.
                {Full, "reqd", {"1 3 64 1024", "7x5 1x16", "2x3x4"}},
                {Full, "reqd", {"2 5 8 16 33 100 128 256 512 1000", "16x16 3x31", "5x3x7 4x4x64"}}},
       .around = Surroundings::None},
      {.name = "twice",
       .plan = "several calls of one builtin in a row; one result is unused; the kernel has local memory of "
               "its own, and a return statement that is never executed",
       .body = several_calls,
       .keep = 1,
       .sites = 2,
       // The second site passes the next lane's value, from local memory.
       .reads = [](unsigned site, std::size_t lane,
                   std::size_t lanes) { return site == 1 ? (lane + 1) % lanes : lane; },
       .rows = {{Standard, "", {"99", "9x11", "3x7x5"}, "", Spread::Third},
                // One operation of one type may be wrong only in its second call. This costs 5 % of a run on
                // Intel.
                {Standard, "", {"99"}, "half int uint long ulong float double"}},
       .clauses = control_flow,
       .small_kernels = "two_calls",
       .around = Surroundings::Calls,
       .repeats = true,
       // The call with the unused result comes first.
       .call_number = [](unsigned site) { return site + 2; },
       .call_site_number = [](unsigned site, unsigned member) { return 3 * member + site + 2; },
       .unused_call = 1},
      {.name = "branch",
       .plan = "in an if branch; a helper function with the same calls is called before the if, and in the "
               "else branch; different work-groups take different branches",
       .sharing = KernelSharing::Family,
       .body = branches,
       .helpers = helper,
       .sites = 2,
       .rows = {{Standard, "", {"100", "10x7", "4x3x7"}, "", Spread::Third}},
       .clauses = control_flow,
       .small_kernels = "one_arm both_arms other_arm helper",
       .around = Surroundings::Branch,
       .one_function = false,
       // The second site's call comes before the branch. It is in the helper, which has no other call.
       .call_number = [](unsigned site) { return 2 - site; },
       .call_site_number = [](unsigned site, unsigned member) { return site == 1 ? 1 : member + 1; },
       .in_helper = [](unsigned site, std::size_t group) { return site == 1 || takes_else(group); }},
      {.name = "loop",
       .plan = "in a loop with a uniform trip count",
       .body =
           [](std::span<const CallWriter> members) {
             return each(members, [](const CallWriter& b) {
               return "for (uint t = 0; t < 3 * one; ++t) {\n        " + b.use("t") + "    }\n";
             });
           },
       .sites = 3,
       .rows = {{Full, "", {"100", "10x7", "4x3x7"}}},
       .clauses = control_flow,
       .small_kernels = "one_loop",
       .around = Surroundings::Loop},
      {.name = "nested",
       .plan = "in a loop that halves its counter, inside another loop",
       .body = nested_loops,
       .sites = 12,
       .walk = 2,
       // In smoke it has the types and dimensions that `chain` lacks: a fault in a loop, or at a second call,
       // shows with more than one type. Hints cost nothing, as the kernel is compiled only with them.
       .rows = {{Smoke, "sizehint", {"70"}, "uint"},
                {Smoke, "typehint", {"", "10x7"}, "int float"},
                {Smoke, "typehint", {"", "1x13"}, "int"},
                {Smoke, "", {"", "10x7"}, "ulong"},
                {Smoke, "", {"", "", "4x3x7"}, "half long double"},
                {Smoke, "", {"", "", "1x9x2"}, "double"},
                {Smoke, "offset remainder", {"", "", "4x3x7"}, "half long double"},
                {Standard, "", {"70", "10x7", "4x3x7"}, "", Spread::Third},
                {Full, "saturated", {"64 128 256 512", "32x4 16x16 8x64", "4x4x4 4x8x8 8x8x8"}}},
       .clauses = control_flow,
       .small_kernels = "one_loop two_loops",
       .around = Surroundings::NestedLoop},
      // A compiler may recognise these values.
      {.name = "derived",
       .plan = "with a value computed from the work-item's ids, in a kernel with reqd_work_group_size",
       .body = computed_values,
       .required_size = true,
       // All values of a work-group differ, and are below 64. In every fourth work-group they are the linear
       // local ids. In the others, they do not increase from lane to lane: of increasing values, a maximum
       // scan that loses the first lanes is right in all later lanes.
       .value = [](std::size_t lane,
                   std::size_t group) { return static_cast<std::int64_t>(lane ^ (group % 4 * 21)); },
       .loads = false,
       .source = derived_source,
       .has = is_core,  // products of these values overflow
       .takes = sums_exactly,
       .largest_drawn = 64,
       // In smoke, a kernel tests the form and a variant at once.
       .rows = {{Smoke, "brimful", {"60"}, "uint"},
                {Smoke, "subgroups", {"", "", "5x3x4"}, "int"},
                {Standard, "", {"60", "10x6", "5x3x4"}, "", Spread::Third}},
       .small_kernels = "ids"},
      // A compiler may fold the value.
      {.name = "constant",
       .plan = "with a literal as argument",
       .body =
           [](std::span<const CallWriter> members) {
             return each(members, [](const CallWriter& b) {
               return b.store("0", b.call("0", fmt::format("({})(1)", b.type)));
             });
           },
       .value = [](std::size_t, std::size_t) { return std::int64_t{1}; },
       .loads = false,
       .has = is_core,
       .takes = sums_ones_exactly,
       .rows = {{Standard, "", {"100", "10x7", "4x3x7"}, "", Spread::Third}},
       .small_kernels = "literal"},
      {.name = "example",
       .plan = "the worked example of the specification",
       .body = single_calls,
       // Later work-groups have multiples, so that neighbours have different results.
       .value =
           [](std::size_t lane, std::size_t group) {
             return worked_example[lane % worked_example.size()] * static_cast<std::int64_t>(1 + group % 16);
           },
       .has = [](const Builtin& builtin) { return builtin.collective.op == Op::Add; },
       .takes =
           [](const Case& c) {
             return volume(c.local.extents) == worked_example.size() && !c.variant->remainder;
           },
       .largest_drawn = worked_example.size(),
       .rows = {{Standard, "", {"8", "4x2", "2x2x2"}, "", Spread::Third}},
       .left_out = "the specification's own eight values, in a kernel like the form 'solo'"},
  };
}

}  // namespace wgcts::suites
