// The form `nested`: calls in a loop inside another.
#include "suites/forms/call_writer.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::suites::forms::nested {
namespace {

/// Four rounds with d = 4, 2, 1 are twelve sites, counted by t.
std::string body(std::span<const CallWriter> builtins) {
  std::string text =
      "    uint t = 0;\n    for (uint i = 0; i < 4 * one; ++i) {\n"
      "        for (uint d = 4 * one; d > 0; d >>= 1) {\n";
  for (const CallWriter& b : builtins) text += "            " + b.use("t");
  return text + "            t += 1;\n        }\n    }\n";
}

// In smoke it has the types and dimensions that `chain` lacks: a fault in a loop, or at a second call, shows
// with more than one type. Hints cost nothing, as the kernel is compiled only with them.
constexpr PlanRow rows[] = {
    {Profile::Smoke, "sizehint", {"70"}, "uint"},
    {Profile::Smoke, "typehint", {"", "10x7"}, "int float"},
    {Profile::Smoke, "typehint", {"", "1x13"}, "int"},
    {Profile::Smoke, "", {"", "10x7"}, "ulong"},
    {Profile::Smoke, "", {"", "", "4x3x7"}, "half long double"},
    {Profile::Smoke, "", {"", "", "1x9x2"}, "double"},
    {Profile::Smoke, "offset", {"", "", "4x3x7"}, "half long double"},
    {Profile::Smoke, "remainder", {"", "", "4x3x7"}, "half long double"},
    {Profile::Standard, "", {"70", "10x7", "4x3x7"}, "", Spread::Third},
    {Profile::Full, "saturated", {"64 128 256 512", "32x4 16x16 8x64", "4x4x4 4x8x8 8x8x8"}}};

}  // namespace

Form form() {
  return {.plan = "in a loop that halves its counter, inside another loop",
          .rank = 5,
          .sharing = KernelSharing::Values,
          .body = body,
          .sites = 12,
          .walk = 2,
          .rows = rows,
          .clauses = control_flow,
          .small_kernels = "one_loop two_loops",
          .around = Surroundings::NestedLoop};
}

}  // namespace wgcts::suites::forms::nested
