// The form `example`: the values of the specification's example.
#include <array>

#include "suites/case.hpp"
#include "suites/forms/call_writer.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::suites::forms::example {
namespace {

/// The specification shows the results of the add scans for these values.
constexpr std::array<std::int64_t, 8> worked{3, 1, 7, 0, 4, 1, 6, 3};

std::string body(std::span<const CallWriter> builtins) {
  return joined(builtins, "", [](const CallWriter& b) { return "    " + b.use("0"); });
}

/// Later work-groups have multiples, so that neighbours have different results.
std::int64_t value(std::size_t lane, std::size_t group) {
  return worked[lane % worked.size()] * static_cast<std::int64_t>(1 + group % 16);
}

bool has(const Builtin& builtin) { return builtin.collective.op == Op::Add; }

bool takes(const Case& c) { return volume(c.local.extents) == worked.size() && !c.variant->remainder; }

constexpr PlanRow rows[] = {{Profile::Standard, "", {"8", "4x2", "2x2x2"}, "", Spread::Third}};

}  // namespace

Form form() {
  return {.plan = "the worked example of the specification",
          .rank = 8,
          .sharing = KernelSharing::Values,
          .body = body,
          .value = value,
          .has = has,
          .takes = takes,
          .largest_drawn = worked.size(),
          .rows = rows,
          .left_out = "the specification's own eight values, in a kernel like the form 'solo'"};
}

}  // namespace wgcts::suites::forms::example
