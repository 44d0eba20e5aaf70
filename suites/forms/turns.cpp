// The form `turns`: calls of each family after each family, while other work-groups keep the device busy.
#include <vector>

#include "suites/forms/call_writer.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::suites::forms::turns {
namespace {

using Members = std::vector<const CallWriter*>;

/// The builtins by family. The two predicates are one family.
std::vector<Members> families_of(std::span<const CallWriter> builtins) {
  std::vector<Members> families;
  for (const CallWriter& b : builtins) {
    const auto together = [&](const Members& f) {
      const Family one = f.front()->builtin->collective.family, other = b.builtin->collective.family;
      return one == other || (is_predicate(one) && is_predicate(other));
    };
    const auto found = std::ranges::find_if(families, together);
    (found == families.end() ? families.emplace_back() : *found).push_back(&b);
  }
  return families;
}

/// Builtins in an order in which each family follows each family once, also itself (a de Bruijn sequence).
/// Each occurrence of a family is its next builtin.
std::vector<const CallWriter*> all_pairs(std::span<const CallWriter> builtins) {
  const std::vector<Members> families = families_of(builtins);
  std::vector<std::size_t> met(families.size());
  std::vector<const CallWriter*> order;
  const auto meet = [&](std::size_t f) { order.push_back(families[f][met[f]++ % families[f].size()]); };
  for (std::size_t i = 0; i < families.size(); ++i) {
    meet(i);
    for (std::size_t j = i + 1; j < families.size(); ++j) {
      meet(i);
      meet(j);
    }
  }
  return order;
}

std::string call_of(const CallWriter& b) {
  return b.call_named(fmt::format("x{}", b.number), elements_of(fmt::format("s{}", b.number)));
}

/// If a call's result changes, the changed result is stored and judged.
std::string body(std::span<const CallWriter> builtins) {
  std::string text = hammering(builtins.front().type);
  for (const CallWriter& b : builtins)
    text += fmt::format("    const {} x{} = {};\n    const uint s{}[3] = {{{}}};\n", b.type, b.number,
                        b.load("0"), b.number, joined(b.source("0"), ", "));
  for (const CallWriter& b : builtins)
    text += fmt::format("    const {0} first{1} = {2};\n    {0} last{1} = first{1};\n", b.type, b.number,
                        call_of(b));
  text += fmt::format("    for (uint round = 0; round < 4 * one; ++round) {{\n        {} now;\n",
                      builtins.front().type);
  for (const CallWriter* b : all_pairs(builtins))
    text += fmt::format("        now = {};\n        ", call_of(*b)) +
            keep_change(b->type, fmt::format("last{}", b->number), fmt::format("first{}", b->number), "now");
  text += "    }\n";
  for (const CallWriter& b : builtins)
    text += "    " + b.store("0", fmt::format("stop ? x{0} : last{0}", b.number));
  return text;
}

constexpr PlanRow rows[] = {
    {Profile::Standard, "saturated", {"64", "32x8", "4x4x4"}, "", Spread::Third},
    {Profile::Full, "", {"65", "9x8", "3x4x7"}},
    {Profile::Full, "saturated", {"128 256 512", "8x8 16x8 32x16", "8x4x4 8x4x8 8x8x8"}}};

}  // namespace

Form form() {
  return {.plan =
              "builtins of all families, in a loop with nothing in between; each family follows each family; "
              "other work-groups keep local memory and arithmetic units busy at the same time",
          .rank = 12,
          .sharing = KernelSharing::Type,
          .body = body,
          .keep = hammered,
          .fills = 2,
          .walk = 2,
          .rows = rows,
          .clauses = control_flow,
          .left_out = needs_full_device,
          .repeats = true};
}

}  // namespace wgcts::suites::forms::turns
