// The form `skew`: work-items and sub-groups reach the call at different times.
#include "suites/forms/call_writer.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::suites::forms::skew {
namespace {

using enum Profile;

/// Arithmetic of a length that depends on work-item, sub-group and work-group. Its result is used only if
/// `one` is 0. That never happens, but a compiler cannot see it.
std::string delay(unsigned number) {
  return fmt::format(
      "    for (uint k = (uint)((lane / 16 * {} + lane % 16 * {} + group * {}) % 97); k > 0; --k) late = "
      "late * "
      "1664525u + 1013904223u;\n",
      29 + 2 * number, number % 3, 7 + number);
}

std::string body(std::span<const CallWriter> builtins) {
  std::string text = fmt::format("    const size_t lane = {};\n    uint late = one;\n", lane_text);
  for (const CallWriter& b : builtins) {
    for (const char* site : {"0", "1"})
      text += fmt::format("    {} {}{} = {};\n", b.type, *site == '0' ? "a" : "b", b.number, b.load(site));
    const auto number = static_cast<unsigned>(b.number);
    text += delay(2 * number) +
            fmt::format("    a{0} = {1};\n", b.number, b.call("0", fmt::format("a{}", b.number)));
    text += delay(2 * number + 1) +
            fmt::format("    b{0} = {1};\n", b.number, b.call("1", fmt::format("b{}", b.number)));
  }
  for (const CallWriter& b : builtins)
    text += "    " + b.store("0", fmt::format("one == 0 ? ({})late : a{}", b.type, b.number)) + "    " +
            b.store("1", fmt::format("b{}", b.number));
  return text;
}

constexpr PlanRow rows[] = {{Standard, "saturated", {"512", "32x8", "8x4x4"}, "uint float", Spread::Third},
                            {Full, "", {"96", "11x7", "5x4x6"}},
                            {Full, "saturated", {"64 256", "16x8 16x32", "4x4x4 8x8x8"}}};

}  // namespace

Form form() {
  return {.plan = "two calls, each after arithmetic of different length for each work-item and sub-group",
          .rank = 10,
          .sharing = KernelSharing::Values,
          .body = body,
          .sites = 2,
          .walk = 8,
          .rows = rows,
          .clauses = control_flow,
          .left_out = needs_full_device};
}

}  // namespace wgcts::suites::forms::skew
