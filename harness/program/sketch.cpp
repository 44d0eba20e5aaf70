#include "harness/program/sketch.hpp"

#include <fmt/format.h>

#include <array>

namespace wgcts::harness {
namespace {

/// One call of each member; results are stored after the last, where there are several.
std::string straight(const SketchWriter& w) {
  if (w.members.size() == 1) return fmt::format("    {} = {};\n", w.out(0), w.call(0, w.in(0)));
  std::string text;
  for (std::size_t m = 0; m < w.members.size(); ++m)
    text += fmt::format("    {} r{} = {};\n", w.type, m, w.call(m, w.in(m)));
  for (std::size_t m = 0; m < w.members.size(); ++m) text += fmt::format("    {} = r{};\n", w.out(m), m);
  return text;
}

std::string twice_in_a_row(const SketchWriter& w) {
  return fmt::format("    {0} a = {1};\n    {0} b = {2};\n    {3} = a;\n    {4} = b;\n", w.type,
                     w.call(0, w.in(0)), w.call(0, w.in(1)), w.out(0), w.out(1));
}

constexpr std::string_view even = "    if (group % 2 == 0)\n        ";

std::string one_arm(const SketchWriter& w) {
  return fmt::format("{}{} = {};\n", even, w.out(0), w.call(0, w.in(0)));
}
std::string both_arms(const SketchWriter& w) {
  return fmt::format("{0}{1} = {2};\n    else\n        {1} = {2};\n", even, w.out(0), w.call(0, w.in(0)));
}
std::string another_in_the_other_arm(const SketchWriter& w) {
  const std::size_t coordinates = w.source.empty() ? 1 : (w.source.size() + 2) / 3;
  std::string first;
  for (std::size_t d = 0; d < coordinates; ++d) first += ", 0";
  return fmt::format("{0}{1} = {2};\n    else\n        {1} = work_group_broadcast({3}{4});\n", even, w.out(0),
                     w.call(0, w.in(0)), w.in(0), first);
}

std::string in_a_loop(const SketchWriter& w) {
  return fmt::format("    for (uint t = 0; t < n; ++t)\n        out[{0} * t + i] = {1};\n", w.items,
                     w.call(0, fmt::format("in[{} * t + i]", w.items)));
}

/// A loop inside a loop, either of n rounds.
std::string in_two_loops(const SketchWriter& w) {
  return fmt::format(
      "    for (uint t = 0; t < n * n; t += n)\n        for (uint u = t; u < t + n; ++u)\n"
      "            out[{0} * u + i] = {1};\n",
      w.items, w.call(0, fmt::format("in[{} * u + i]", w.items)));
}

std::string helper(const SketchWriter& w) {
  return fmt::format("{0} helper({0} x)\n{{\n    return {1};\n}}\n", w.type, w.call(0, "x"));
}
std::string in_a_helper(const SketchWriter& w) {
  return fmt::format("    {} = helper({});\n", w.out(0), w.in(0));
}

std::string of_a_literal(const SketchWriter& w) {
  return fmt::format("    {} = {};\n", w.out(0), w.call(0, fmt::format("({})(1)", w.type)));
}
std::int64_t one(std::size_t /*lane*/) { return 1; }

std::string of_ids(const SketchWriter& w) {
  return fmt::format("    {} = {};\n", w.out(0), w.call(0, fmt::format("({})get_local_linear_id()", w.type)));
}
std::int64_t its_id(std::size_t lane) { return static_cast<std::int64_t>(lane); }

constexpr std::array<Sketch, 10> all{{
    {.name = "straight", .around = Surroundings::Other, .plan = "one call", .body = straight},
    {.name = "twice",
     .around = Surroundings::Calls,
     .plan = "two calls in a row",
     .calls = 2,
     .body = twice_in_a_row},
    {.name = "one_arm",
     .around = Surroundings::Branch,
     .plan = "under a branch that even work-groups take",
     .groups = 2,
     .odd = OddGroups::Idle,
     .body = one_arm},
    {.name = "both_arms",
     .around = Surroundings::Branch,
     .plan = "in either arm of a branch on the work-group's parity",
     .groups = 2,
     .body = both_arms},
    {.name = "other_arm",
     .around = Surroundings::Branch,
     .plan = "in one arm of a branch on the work-group's parity, a broadcast in the other",
     .groups = 2,
     .odd = OddGroups::Broadcast,
     .body = another_in_the_other_arm},
    {.name = "loop",
     .around = Surroundings::Loop,
     .plan = "in a loop with a uniform trip count",
     .calls = 3,
     .trips = 3,
     .body = in_a_loop},
    {.name = "two_loops",
     .around = Surroundings::NestedLoop,
     .plan = "in a loop inside a loop, each of a uniform trip count",
     .calls = 4,
     .trips = 2,
     .body = in_two_loops},
    {.name = "helper",
     .around = Surroundings::Branch,
     .plan = "in a function that the kernel calls",
     .body = in_a_helper,
     .before = helper},
    {.name = "literal",
     .around = Surroundings::Literal,
     .plan = "of a literal",
     .body = of_a_literal,
     .value = one},
    {.name = "ids",
     .around = Surroundings::Computed,
     .plan = "of the local id",
     .body = of_ids,
     .value = its_id},
}};

}  // namespace

std::string SketchWriter::call(std::size_t member, std::string_view value) const {
  const Builtin& builtin = *members[member];
  if (apart) return fmt::format("part_{}({})", builtin.name, value);
  const bool names_source = builtin.collective.family == Family::Broadcast;
  return fmt::format("work_group_{}({}{})", builtin.name, value, names_source ? source : "");
}

std::string SketchWriter::part_head(std::size_t member) const {
  return fmt::format("{0} part_{1}({0} x)", type, members[member]->name);
}

std::string SketchWriter::part(std::size_t member) const {
  SketchWriter direct = *this;
  direct.apart = false;
  return fmt::format("{} {{ return {}; }}\n", part_head(member), direct.call(member, "x"));
}

std::string SketchWriter::index(std::size_t call) const {
  return call == 0 ? "i" : fmt::format("{} + i", call * items);
}

std::span<const Sketch> sketches() { return all; }

std::vector<const Sketch*> sketches_for(const Form& form) {
  std::vector<const Sketch*> found;
  for (const Sketch& sketch : all)
    if (sketch.around == Surroundings::Other || sketch.around == form.around ||
        (sketch.around == Surroundings::Loop && form.around == Surroundings::NestedLoop))
      found.push_back(&sketch);
  return found;
}

}  // namespace wgcts::harness
