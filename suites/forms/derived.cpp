// The form `derived`: the value is computed from the ids, which a compiler may recognise.
#include "suites/case.hpp"
#include "suites/forms/call_writer.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::suites::forms::derived {
namespace {

/// The source of broadcasts, a constant in the kernel's text.
constexpr Extents source{2, 1, 1};

std::string body(std::span<const CallWriter> builtins) {
  // The same as value().
  const std::string expression = fmt::format("(({}) ^ (group % 4)) + group % 4", lane_text);
  return joined(builtins, "", [&](const CallWriter& b) {
    const auto& [x, y, z] = source;
    return "    " + b.store("0", b.call_named(fmt::format("({})({})", b.type, expression),
                                              {std::to_string(x), std::to_string(y), std::to_string(z)}));
  });
}

/// All values of a work-group differ. In every fourth work-group they are the linear local ids.
std::int64_t value(std::size_t lane, std::size_t group) {
  return static_cast<std::int64_t>((lane ^ (group % 4)) + group % 4);
}

/// The kernel requires its size, and the source must exist. Half sums at most 60 lanes exactly.
bool takes(const Case& c) {
  constexpr std::size_t most_exact = 60;
  const Extents& local = c.local.extents;
  return local[0] > source[0] && (c.dim < 2 || local[1] > source[1]) && (c.dim < 3 || local[2] > source[2]) &&
         volume(local) <= most_exact && !c.variant->remainder;
}

// In smoke, a kernel tests the form and a variant at once.
constexpr PlanRow rows[] = {{Profile::Smoke, "brimful", {"60"}, "uint"},
                            {Profile::Smoke, "subgroups", {"", "", "5x3x4"}, "int"},
                            {Profile::Standard, "", {"60", "10x6", "5x3x4"}, "", Spread::Third}};
}  // namespace

Form form() {
  return {.plan = "with a value computed from the work-item's ids, in a kernel with reqd_work_group_size",
          .rank = 6,
          .sharing = KernelSharing::Values,
          .body = body,
          .required_size = true,
          .value = value,
          .loads = false,
          .source = source,
          .has = is_core,  // products of these values overflow
          .takes = takes,
          .largest_drawn = 64,
          .rows = rows,
          .small_kernels = "ids",
          .around = Surroundings::Computed};
}

}  // namespace wgcts::suites::forms::derived
