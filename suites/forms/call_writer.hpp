// What forms write OpenCL C with.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "reference/clauses.hpp"
#include "reference/lists.hpp"
#include "suites/builtin.hpp"

namespace wgcts::suites {

/// What stands around calls as portable programs write them. Where the macro is not 1 nothing is called and
/// nothing is stored, which shows (WGC.AV.3).
inline constexpr std::string_view under_macro_begin =
    "#if __OPENCL_C_VERSION__ < 300 || __opencl_c_work_group_collective_functions == 1\n";
inline constexpr std::string_view under_macro_end = "#endif\n";

/// For Form::clauses: the calls stand in some control flow.
inline constexpr std::string_view control_flow[] = {cite("WGC.CF.2")};

/// The work-item's local linear id, and the number of work-items in its work-group.
inline constexpr std::string_view lane_text =
    "(get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)";
inline constexpr std::string_view lanes_text = "get_local_size(0) * get_local_size(1) * get_local_size(2)";

/// Writes one builtin's loads, calls and stores in a kernel. A `site` is a number or an expression of loop
/// counters, from 0 up to the form's number of sites.
struct CallWriter {
  const Builtin* builtin;
  std::string_view type;   ///< of the values, in OpenCL C
  unsigned dim;            ///< coordinates that a broadcast names
  std::size_t number;      ///< the builtin's within its kernel, for names that must differ
  std::size_t first_site;  ///< sites of the builtins before it
  bool apart = false;      ///< the collective is called by a function of another part of the program
  /// The collective takes a pointer to local memory as its last argument, as those of a file may
  /// (--implementation). Functions that call it pass it on.
  bool takes_local_memory = false;

  /// What a function that calls the collective adds to its parameters, and its callers to their arguments.
  std::string_view local_parameter() const {
    return takes_local_memory ? ", __local void *local_memory" : "";
  }
  std::string_view local_argument() const { return takes_local_memory ? ", local_memory" : ""; }

  /// The site's value of this work-item.
  std::string load(std::string_view site) const {
    return fmt::format("in[(size_t)({}) * stride + item]", stream(site));
  }
  /// A statement: `value` is the site's result.
  std::string store(std::string_view site, std::string_view value) const {
    return fmt::format("out[(size_t)({}) * stride + item] = {};\n", stream(site), value);
  }
  /// The call; a broadcast names the work-item that the launch tells it for the site.
  std::string call(std::string_view site, std::string_view value) const {
    return call_named(value, source(site, 0), source(site, 1), source(site, 2));
  }
  /// The call; a broadcast names work-item x, y, z, of which it takes as many as it has dimensions.
  std::string call_named(std::string_view value, std::string_view x, std::string_view y,
                         std::string_view z) const {
    return call_of(apart ? part_name() : fmt::format("work_group_{}", builtin->name), value, x, y, z);
  }
  /// The function that calls the collective in another part of the program, for the kernel's part.
  std::string part_declaration() const { return part_head() + ";\n"; }
  /// The same function, for its own part.
  std::string part_definition() const {
    return part_head() + "\n{\n    return " +
           call_of(fmt::format("work_group_{}", builtin->name), "x", "sx", "sy", "sz") + ";\n}\n";
  }
  /// One coordinate, 0 to 2, of the work-item that the site's broadcast names.
  std::string source(std::string_view site, int coordinate) const {
    return fmt::format("from[3 * (({}) * groups + group) + {}]", stream(site), coordinate);
  }
  /// A statement that loads, calls and stores: the plainest use of a site.
  std::string use(std::string_view site) const { return store(site, call(site, load(site))); }

 private:
  std::string call_of(const std::string& function, std::string_view value, std::string_view x,
                      std::string_view y, std::string_view z) const {
    std::string text = fmt::format("{}({}", function, value);
    if (builtin->collective.family == Family::Broadcast) {
      text += fmt::format(", {}", x);
      if (dim > 1) text += fmt::format(", {}", y);
      if (dim > 2) text += fmt::format(", {}", z);
    }
    return text.append(local_argument()).append(")");
  }
  std::string part_name() const {
    const bool named = builtin->collective.family == Family::Broadcast;
    return fmt::format("part_{}_{}{}", builtin->name, type, named ? fmt::format("_{}d", dim) : "");
  }
  std::string part_head() const {
    const bool named = builtin->collective.family == Family::Broadcast;
    return fmt::format("{0} {1}({0} x{2}{3}{4}{5})", type, part_name(), named ? ", uint sx" : "",
                       named && dim > 1 ? ", uint sy" : "", named && dim > 2 ? ", uint sz" : "",
                       local_parameter());
  }
  std::string stream(std::string_view site) const {
    return first_site == 0 ? std::string(site) : fmt::format("{} + {}", first_site, site);
  }
};

}  // namespace wgcts::suites
