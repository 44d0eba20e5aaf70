// The form `loop`: calls in a loop with a uniform trip count.
#include "suites/forms/call_writer.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::suites::forms::loop {
namespace {

std::string body(std::span<const CallWriter> builtins) {
  return joined(builtins, "", [](const CallWriter& b) {
    return "    for (uint t = 0; t < 3 * one; ++t) {\n        " + b.use("t") + "    }\n";
  });
}

constexpr PlanRow rows[] = {{Profile::Full, "", {"100", "10x7", "4x3x7"}}};

}  // namespace

Form form() {
  return {.plan = "in a loop with a uniform trip count",
          .rank = 4,
          .sharing = KernelSharing::Values,
          .body = body,
          .sites = 3,
          .rows = rows,
          .clauses = control_flow,
          .small_kernels = "one_loop",
          .around = Surroundings::Loop};
}

}  // namespace wgcts::suites::forms::loop
