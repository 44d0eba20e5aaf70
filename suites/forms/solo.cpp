#include "suites/forms/call_writer.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::suites::forms {
namespace {

std::string body(std::span<const CallWriter> builtins) {
  std::string text(under_macro_begin);
  for (const CallWriter& b : builtins) text += "    " + b.use("0");
  return text.append(under_macro_end);
}

constexpr PlanRow rows[] = {{Profile::Standard, plain_variant, Spread::Third, {"100", "10x7", "4x3x5"}}};

}  // namespace

Form solo() {
  return {.plan = "one call, as portable programs write it: under the feature macro",
          .rank = 1,
          .sharing = KernelSharing::None,
          .body = body,
          .straight = true,
          .under_feature_macro = true,
          .walk = 256,
          .rows = rows};
}

}  // namespace wgcts::suites::forms
