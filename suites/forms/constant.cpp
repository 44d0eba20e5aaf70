// The form `constant`: the value is a literal, which a compiler may fold.
#include "suites/case.hpp"
#include "suites/forms/call_writer.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::suites::forms::constant {
namespace {

constexpr std::int64_t literal = 1;

std::string body(std::span<const CallWriter> builtins) {
  return joined(builtins, "", [](const CallWriter& b) {
    return "    " + b.store("0", b.call("0", fmt::format("({})({})", b.type, literal)));
  });
}

std::int64_t value(std::size_t /*lane*/, std::size_t /*group*/) { return literal; }

/// Half represents the sum of at most 2048 ones exactly.
bool takes(const Case& c) {
  constexpr std::size_t most_ones = 2048;
  return !c.local.is_max() && volume(c.local.extents) <= most_ones;
}

constexpr PlanRow rows[] = {{Profile::Standard, "", {"100", "10x7", "4x3x7"}, "", Spread::Third}};
}  // namespace

Form form() {
  return {.plan = "with a literal as argument",
          .rank = 7,
          .sharing = KernelSharing::Values,
          .body = body,
          .value = value,
          .loads = false,
          .has = is_core,
          .takes = takes,
          .rows = rows,
          .small_kernels = "literal",
          .around = Surroundings::Literal};
}

}  // namespace wgcts::suites::forms::constant
