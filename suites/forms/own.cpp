// The form `own`: without -cl-std, the program defines functions with the builtins' names.
#include "suites/case.hpp"
#include "suites/forms/call_writer.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::suites {
namespace {

// Without -cl-std a program is OpenCL C 1.x, which declares no collectives, so a program may use their names.
// Its functions read the work-group's values from the buffer, because their work-items share nothing else.

constexpr std::string_view version_check =
    "#if __OPENCL_C_VERSION__ >= 200\n"
    "#error \"built without -cl-std, and yet not as OpenCL C 1.x\"\n"
    "#endif\n";

std::string end_of(std::string_view type, bool largest) {
  if (type == "int") return largest ? "INT_MAX" : "INT_MIN";
  if (type == "long") return largest ? "LONG_MAX" : "LONG_MIN";
  if (type == "uint") return largest ? "UINT_MAX" : "0";
  if (type == "ulong") return largest ? "ULONG_MAX" : "0";
  return largest ? "INFINITY" : "-INFINITY";
}

/// The initial result `r` of a function, and the next one after a value `v` of a lane that counts.
struct OwnSteps {
  std::string first, next;
};
OwnSteps steps_of(const Collective& c, std::string_view type) {
  if (c.family == Family::All) return {"1", "r && v"};
  if (c.family == Family::Any) return {"0", "r || v"};
  if (c.family == Family::Broadcast) return {"0", "v"};
  if (c.op == Op::Add) return {"0", "r + v"};
  if (c.op == Op::Min) return {end_of(type, true), "v < r ? v : r"};
  return {end_of(type, false), "v > r ? v : r"};
}

/// The lanes that count: `n` is a lane's linear id, `at` that of the work-item or of a broadcast's source.
std::string_view lanes_that_count(Family family) {
  if (family == Family::Broadcast) return "n == at";
  if (family == Family::ScanInclusive) return "n <= at";
  if (family == Family::ScanExclusive) return "n < at";
  return "n >= 0";
}

std::string own_functions(const CallWriter& b) {
  const auto& [first, next] = steps_of(b.builtin->collective, b.type);
  return std::string(b.number == 0 ? version_check : "") +
         fmt::format("{0} work_group_{1}(__global const {0} *x, int at)\n{{\n", b.type, b.builtin->name) +
         fmt::format("    {} r = {};\n    int n = 0;\n", b.type, first) +
         "    const size_t gx = get_group_id(0) * get_local_size(0), gy = get_group_id(1) * "
         "get_local_size(1),\n"
         "                 gz = get_group_id(2) * get_local_size(2);\n"
         "    for (size_t z = gz; z < gz + get_local_size(2); ++z)\n"
         "        for (size_t y = gy; y < gy + get_local_size(1); ++y)\n"
         "            for (size_t i = gx; i < gx + get_local_size(0); ++i, ++n) {\n" +
         fmt::format(
             "                const {} v = x[(z * get_global_size(1) + y) * get_global_size(0) + i];\n",
             b.type) +
         fmt::format("                if ({}) r = {};\n            }}\n    return r;\n}}\n",
                     lanes_that_count(b.builtin->collective.family), next);
}

std::string linear(const Coordinates& item) {
  const auto& [x, y, z] = item;
  return fmt::format("(({}) * get_local_size(1) + {}) * get_local_size(0) + {}", z, y, x);
}

std::string calls_of_own(std::span<const CallWriter> builtins) {
  std::string text =
      "    const int lane = " + linear({"get_local_id(0)", "get_local_id(1)", "get_local_id(2)"}) + ";\n";
  for (const CallWriter& b : builtins) {
    Coordinates source = b.source("0");
    for (unsigned d = b.dim; d < 3; ++d) source[d] = "0";
    const std::string at = b.builtin->collective.family == Family::Broadcast ? linear(source) : "lane";
    text +=
        "    " + b.store("0", fmt::format("work_group_{}(&{} - item, {})", b.builtin->name, b.load("0"), at));
  }
  return text;
}

}  // namespace

std::vector<Form> own_forms() {
  return {{.name = "own",
           .plan = "the program defines functions with the builtins' names, and calls them",
           .sharing = KernelSharing::Type,
           .body = calls_of_own,
           .helpers = own_functions,
           .own_functions = true,
           .has = is_core,
           // The identities of min and max are undefined under options that leave INF open.
           .takes = [](const Case& c) { return !c.variant->open.nonfinite; },
           .largest_drawn = 64,
           .rows = {{Profile::Standard, "nostd", {"33", "7x5", "3x5x7"}, "int float", Spread::Third}},
           .left_out = "calls no collective: without -cl-std, a program may define these names"}};
}

}  // namespace wgcts::suites
