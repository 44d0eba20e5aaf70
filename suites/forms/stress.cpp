// The form `stress`: calls in rounds, at the same time as work-groups that keep the device busy.
#include "suites/forms/call_writer.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::suites::forms::stress {
namespace {

/// The same calls in rounds with nothing in between. If a call's result changes, the changed result is stored
/// and judged.
std::string of_one(const CallWriter& b) {
  std::string text =
      fmt::format("    {{\n        {0} x[4], first[4], last[4];\n        uint s[4][3];\n", b.type) +
      "        for (uint t = 0; t < 4; ++t) {\n            x[t] = " + b.load("t") + ";\n";
  for (std::size_t d = 0; d < 3; ++d)
    text += fmt::format("            s[t][{}] = {};\n", d, b.source("t")[d]);
  text += "        }\n";
  const auto calls = [&](std::string_view into) {
    std::string lines;
    for (int t = 0; t < 4; ++t)
      lines += fmt::format("            {}[{}] = {};\n", into, t,
                           b.call_named(fmt::format("x[{}]", t), elements_of(fmt::format("s[{}]", t))));
    return lines;
  };
  text += "        {\n" + calls("first") +
          "        }\n        for (uint t = 0; t < 4; ++t) last[t] = first[t];\n";
  text += "        for (uint round = 0; round < 8 * one; ++round) {\n" +
          fmt::format("            {} now[4];\n", b.type) + calls("now") +
          "            for (uint t = 0; t < 4; ++t)\n                " +
          keep_change(b.type, "last[t]", "first[t]", "now[t]") + "        }\n";
  return text + "        for (uint t = 0; t < 4; ++t)\n            " + b.store("t", "stop ? x[t] : last[t]") +
         "    }\n";
}

std::string body(std::span<const CallWriter> builtins) {
  return hammering(builtins.front().type) + joined(builtins, "", of_one);
}

constexpr PlanRow rows[] = {
    {Profile::Standard, "saturated", {"64 256", "8x8 16x16", "4x4x4 4x8x8"}, "", Spread::Third},
    {Profile::Full, "", {"65", "9x8", "3x4x7"}},
    {Profile::Full, "saturated", {"128 512", "16x4 32x16", "8x4x4 8x8x8"}}};

}  // namespace

Form form() {
  return {.plan =
              "four calls in a loop with nothing in between; other work-groups keep local memory "
              "and arithmetic units busy at the same time",
          .rank = 11,
          .sharing = KernelSharing::Values,
          .body = body,
          .keep = hammered,
          .sites = 4,
          .fills = 2,
          .walk = 2,
          .rows = rows,
          .clauses = control_flow,
          .left_out = needs_full_device};
}

}  // namespace wgcts::suites::forms::stress
