#include "suites/forms/call_writer.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::suites::forms {
namespace {

std::string body(std::span<const CallWriter> builtins) {
  std::string text = "#if __OPENCL_C_VERSION__ < 300 || __opencl_c_work_group_collective_functions == 1\n";
  for (const CallWriter& b : builtins) text += "    " + b.use("0");
  return text + "#endif\n";
}

constexpr PlanRow rows[] = {{Profile::Standard, plain_variant, Spread::Third, {"100", "10x7", "4x3x5"}}};

}  // namespace

Form solo() {
  return {.plan = "one call, as portable programs write it: under the feature macro",
          .rank = 1,
          .sharing = KernelSharing::None,
          .body = body,
          .under_feature_macro = true,
          .walk = 256,
          .rows = rows};
}

}  // namespace wgcts::suites::forms
