// The form `burst`: calls in a row with nothing in between.
#include "suites/forms/call_writer.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::suites::forms::burst {
namespace {

using enum Profile;

/// All values are loaded before the first call, and all results are stored after the last one. A builtin that
/// still uses its memory when it returns disturbs its own next call.
std::string of_one(const CallWriter& b) {
  std::string text = fmt::format("    {{\n        {} x[8];\n        uint s[8][3];\n", b.type) +
                     "        for (uint t = 0; t < 8 * one; ++t) {\n            x[t] = " + b.load("t") +
                     ";\n";
  for (std::size_t d = 0; d < 3; ++d)
    text += fmt::format("            s[t][{}] = {};\n", d, b.source("t")[d]);
  text += "        }\n        for (uint t = 0; t < 8 * one; ++t)\n            x[t] = " +
          b.call_named("x[t]", elements_of("s[t]")) + ";\n";
  return text + "        for (uint t = 0; t < 8 * one; ++t)\n            " + b.store("t", "x[t]") + "    }\n";
}

std::string body(std::span<const CallWriter> builtins) { return joined(builtins, "", of_one); }

constexpr PlanRow rows[] = {{Standard, "saturated", {"256", "16x16", "4x8x16"}, "int double", Spread::Third},
                            {Full, "", {"65", "9x8", "3x4x7"}},
                            {Full, "saturated", {"64 128 512", "16x4 32x16", "8x4x4 8x8x8"}}};

}  // namespace

Form form() {
  return {.plan = "eight calls in a row with nothing in between, each with other values and sources",
          .rank = 9,
          .sharing = KernelSharing::Values,
          .body = body,
          .sites = 8,
          .walk = 2,
          .rows = rows,
          .clauses = control_flow,
          .left_out = needs_full_device};
}

}  // namespace wgcts::suites::forms::burst
