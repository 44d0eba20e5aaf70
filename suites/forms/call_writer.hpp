// Text of OpenCL C for forms.
#pragma once

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "reference/clauses.hpp"
#include "reference/lists.hpp"
#include "suites/builtin.hpp"

namespace wgcts::suites {

/// The lines around calls in portable programs. If the macro is not 1, nothing is called and nothing is
/// stored, which is detected (WGC.AV.3).
inline constexpr std::string_view under_macro_begin =
    "#if __OPENCL_C_VERSION__ < 300 || __opencl_c_work_group_collective_functions == 1\n";
inline constexpr std::string_view under_macro_end = "#endif\n";

/// For Form::clauses: the calls are in control flow.
inline constexpr std::string_view control_flow[] = {cite("WGC.CF.2")};

/// The work-item's local linear id, and the number of work-items in its work-group.
inline constexpr std::string_view lane_text =
    "(get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)";
inline constexpr std::string_view lanes_text = "get_local_size(0) * get_local_size(1) * get_local_size(2)";

/// The texts for x, y and z of a work-item.
using Coordinates = std::array<std::string, 3>;

inline Coordinates elements_of(std::string_view array) {
  return {fmt::format("{}[0]", array), fmt::format("{}[1]", array), fmt::format("{}[2]", array)};
}

/// Elements of `keep` for each work-item that hammering() needs.
inline constexpr std::size_t hammered = 4;

/// Of four consecutive work-groups, one first reads local memory, all work-items of a sub-group from the same
/// bank, and one computes independent values. They delay the loads and instructions of the work-groups that
/// call collectives at the same time, in some sub-groups longer than in others (see docs/races.md). The
/// result is in `stop`, which is true only if `one` is 0. That never happens, but a compiler cannot see it.
inline std::string hammering(std::string_view type) {
  return fmt::format(
      "    const uint lanes = {2};\n    const uint lane = {3};\n"
      "    for (uint k = 0; k < {1}; ++k) keep[k * lanes + lane] = ({0})one;\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "    float8 late = (float8)(one);\n"
      "    if (group % 4 == 1)\n"
      "        for (uint k = 0; k < 128 * one; ++k)\n"
      "            late.s0 += (float)((volatile __local {0} *)keep)[(32 * lane + k) % ({1} * lanes)];\n"
      "    if (group % 4 == 3)\n"
      "        for (uint k = 0; k < 1024 * one; ++k) late = late * 0.999f + 0.001f;\n"
      "    const bool stop = one == 0 && late.s0 + late.s1 + late.s2 + late.s3 + late.s4 + late.s5 + late.s6 "
      "+ late.s7 == 0;\n",
      type, hammered, lanes_text, lane_text);
}

/// A statement that stores `now` in `last` if `last` still equals `first`. A NaN differs from itself, so two
/// NaNs count as equal.
inline std::string keep_change(std::string_view type, std::string_view last, std::string_view first,
                               std::string_view now) {
  const bool may_be_nan = type == "half" || type == "float" || type == "double";
  const std::string both_nan =
      may_be_nan ? fmt::format(" || ({0} != {0} && {1} != {1})", last, first) : std::string();
  return fmt::format("if ({0} == {1}{2}) {0} = {3};\n", last, first, both_nan, now);
}

/// Writes one builtin's loads, calls and stores in a kernel. A `site` is a number or an expression of loop
/// counters, from 0 up to the form's number of sites.
struct CallWriter {
  const Builtin* builtin;
  std::string_view type;   ///< of the values, in OpenCL C
  unsigned dim;            ///< number of coordinates of a broadcast
  std::size_t number;      ///< the builtin's number in its kernel, for names that must differ
  std::size_t first_site;  ///< sites of the builtins before it
  bool apart = false;      ///< the collective is called by a function of another part of the program
  /// The last argument of the collective is a pointer to local memory, as an implementation in a file may
  /// require (--implementation). Functions that call it pass the pointer on.
  bool takes_local_memory = false;
  bool without_calls = false;  ///< the argument takes the place of each call
  /// The driver chooses the local size, perhaps a smaller one than the sources are for. A source that is no
  /// work-item of the work-group would be undefined (WGC.BC.2).
  bool limits_sources = false;

  /// The additional parameter of a function that calls the collective, and the additional argument of its
  /// callers.
  std::string_view local_parameter() const {
    return takes_local_memory ? ", __local void *local_memory" : "";
  }
  std::string_view local_argument() const { return takes_local_memory ? ", local_memory" : ""; }

  std::string load(std::string_view site) const {
    return fmt::format("in[(size_t)({}) * stride + item]", stream(site));
  }
  std::string store(std::string_view site, std::string_view value) const {
    return fmt::format("out[(size_t)({}) * stride + item] = {};\n", stream(site), value);
  }
  /// The call; the source of a broadcast is the one that the launch passes for the site.
  std::string call(std::string_view site, std::string_view value) const {
    return call_named(value, source(site));
  }
  /// The call; the source of a broadcast is this work-item.
  std::string call_named(std::string_view value, const Coordinates& item) const {
    return call_of(apart ? part_name() : fmt::format("work_group_{}", builtin->name), value, item);
  }
  /// The function that calls the collective in another part of the program, for the kernel's part.
  std::string part_declaration() const { return part_head() + ";\n"; }
  /// The same function, for its own part.
  std::string part_definition() const {
    return part_head() + "\n{\n    return " +
           call_of(fmt::format("work_group_{}", builtin->name), "x", {"sx", "sy", "sz"}) + ";\n}\n";
  }
  Coordinates source(std::string_view site) const {
    const auto coordinate = [&](int d) {
      const std::string element = fmt::format("from[3 * (({}) * groups + group) + {}]", stream(site), d);
      return limits_sources ? fmt::format("min({}, (uint)get_local_size({}) - 1)", element, d) : element;
    };
    return {coordinate(0), coordinate(1), coordinate(2)};
  }
  std::string use(std::string_view site) const { return store(site, call(site, load(site))); }

 private:
  std::string call_of(const std::string& function, std::string_view value, const Coordinates& item) const {
    if (without_calls) return std::string(value);
    std::string text = fmt::format("{}({}", function, value);
    for (std::size_t d = 0; d < named_coordinates(); ++d) text += ", " + item.at(d);
    return text.append(local_argument()).append(")");
  }
  std::size_t named_coordinates() const { return builtin->collective.family == Family::Broadcast ? dim : 0; }
  std::string part_name() const {
    return fmt::format("part_{}_{}{}", builtin->name, type,
                       named_coordinates() == 0 ? "" : fmt::format("_{}d", dim));
  }
  std::string part_head() const {
    std::string text = fmt::format("{0} {1}({0} x", type, part_name());
    for (std::size_t d = 0; d < named_coordinates(); ++d) text += fmt::format(", uint s{}", "xyz"[d]);
    return text.append(local_parameter()).append(")");
  }
  std::string stream(std::string_view site) const {
    return first_site == 0 ? std::string(site) : fmt::format("{} + {}", first_site, site);
  }
};

}  // namespace wgcts::suites
