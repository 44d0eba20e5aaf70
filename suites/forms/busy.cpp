// Forms that keep the device busy: a builtin must not depend on when work-items and work-groups reach it.
#include <map>

#include "suites/forms/call_writer.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::suites {
namespace {

using enum Profile;

/// Declares the values `x` and the sources `s` of a builtin's `count` sites, and loads them in a loop.
std::string load_all(const CallWriter& b, std::string_view arrays, unsigned count, std::string_view times) {
  std::string text =
      fmt::format("    {{\n        {} {};\n        uint s[{}][3];\n", b.type, arrays, count) +
      fmt::format("        for (uint t = 0; t < {}; ++t) {{\n            x[t] = {};\n", times, b.load("t"));
  for (std::size_t d = 0; d < 3; ++d)
    text += fmt::format("            s[t][{}] = {};\n", d, b.source("t")[d]);
  return text + "        }\n";
}

/// All values are loaded before the first call, and all results are stored after the last one. A builtin that
/// still uses its memory when it returns disturbs its own next call.
std::string calls_in_a_row(const CallWriter& b) {
  return load_all(b, "x[8]", 8, "8 * one") +
         "        for (uint t = 0; t < 8 * one; ++t)\n            x[t] = " +
         b.call_named("x[t]", elements_of("s[t]")) + ";\n" +
         "        for (uint t = 0; t < 8 * one; ++t)\n            " + b.store("t", "x[t]") + "    }\n";
}

/// Arithmetic of a length that depends on work-item, sub-group and work-group. Its result is used only if
/// `one` is 0. That never happens, but a compiler cannot see it.
std::string delay(unsigned number) {
  return fmt::format(
      "    for (uint k = (uint)((lane / 16 * {} + lane % 16 * {} + group * {}) % 97); k > 0; --k) late = "
      "late * 1664525u + 1013904223u;\n",
      29 + 2 * number, number % 3, 7 + number);
}

std::string delayed_calls(std::span<const CallWriter> builtins) {
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

/// The same calls in rounds with nothing in between. If a call's result changes, the changed result is stored
/// and judged.
std::string rounds_of_calls(const CallWriter& b) {
  std::string text = load_all(b, "x[4], first[4], last[4]", 4, "4");
  const auto calls = [&](std::string_view into) {
    std::string lines;
    for (int t = 0; t < 4; ++t)
      lines += fmt::format("            {}[{}] = {};\n", into, t,
                           b.call_named(fmt::format("x[{}]", t), elements_of(fmt::format("s[{}]", t))));
    return lines;
  };
  text += "        {\n" + calls("first") +
          "        }\n        for (uint t = 0; t < 4; ++t) last[t] = first[t];\n";
  text += "        for (uint round = 0; round < 8 * one; ++round) {\n" +
          fmt::format("            {} now[4];\n", b.type) + calls("now") +
          "            for (uint t = 0; t < 4; ++t)\n                " +
          keep_change(b.type, "last[t]", "first[t]", "now[t]") + "        }\n";
  return text + "        for (uint t = 0; t < 4; ++t)\n            " + b.store("t", "stop ? x[t] : last[t]") +
         "    }\n";
}

using Members = std::vector<const CallWriter*>;

/// The builtins of each family, with the two predicates together.
std::vector<Members> families_of(std::span<const CallWriter> builtins) {
  std::map<Family, Members> families;
  for (const CallWriter& b : builtins) {
    const Family family = b.builtin->collective.family;
    families[is_predicate(family) ? Family::All : family].push_back(&b);
  }
  return mapped(families, [](const auto& family) { return family.second; });
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
std::string each_after_each(std::span<const CallWriter> builtins) {
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

}  // namespace

std::vector<Form> busy_forms() {
  return {
      {.name = "burst",
       .plan = "eight calls in a row with nothing in between, each with other values and sources",
       .body = [](std::span<const CallWriter> members) { return joined(members, "", calls_in_a_row); },
       .sites = 8,
       .walk = 2,
       .rows = {{Standard, "saturated", {"256", "16x16", "4x8x16"}, "int double", Spread::Third},
                {Full, "", {"65", "9x8", "3x4x7"}},
                {Full, "saturated", {"64 128 512", "16x4 32x16", "8x4x4 8x8x8"}}},
       .clauses = control_flow,
       .left_out = needs_full_device},
      {.name = "skew",
       .plan = "two calls, each after arithmetic of different length for each work-item and sub-group",
       .body = delayed_calls,
       .sites = 2,
       .walk = 8,
       .rows = {{Standard, "saturated", {"512", "32x8", "8x4x4"}, "uint float", Spread::Third},
                {Full, "", {"96", "11x7", "5x4x6"}},
                {Full, "saturated", {"64 256", "16x8 16x32", "4x4x4 8x8x8"}}},
       .clauses = control_flow,
       .left_out = needs_full_device},
      {.name = "stress",
       .plan = "four calls in a loop with nothing in between; other work-groups keep local memory "
               "and arithmetic units busy at the same time",
       .body =
           [](std::span<const CallWriter> members) {
             return hammering(members.front().type) + joined(members, "", rounds_of_calls);
           },
       .keep = hammered,
       .sites = 4,
       .fills = 2,
       .walk = 2,
       .rows = {{Standard, "saturated", {"64 256", "8x8 16x16", "4x4x4 4x8x8"}, "", Spread::Third},
                {Full, "", {"65", "9x8", "3x4x7"}},
                {Full, "saturated", {"128 512", "16x4 32x16", "8x4x4 8x8x8"}}},
       .clauses = control_flow,
       .left_out = needs_full_device},
      {.name = "turns",
       .plan =
           "builtins of all families, in a loop with nothing in between, in all ordered pairs of families; "
           "other work-groups keep local memory and arithmetic units busy at the same time",
       .sharing = KernelSharing::Type,
       .body = each_after_each,
       .keep = hammered,
       .fills = 2,
       .walk = 2,
       .rows = {{Standard, "saturated", {"64", "32x8", "4x4x4"}, "", Spread::Third},
                {Full, "", {"65", "9x8", "3x4x7"}},
                {Full, "saturated", {"128 256 512", "8x8 16x8 32x16", "8x4x4 8x4x8 8x8x8"}}},
       .clauses = control_flow,
       .left_out = needs_full_device,
       .repeats = true},
  };
}

}  // namespace wgcts::suites
