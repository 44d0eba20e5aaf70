#include "suites/programs/given_program.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "suites/programs/draw_program.hpp"
#include "suites/programs/print.hpp"
#include "suites/programs/visit.hpp"
#include "suites/programs/wrong_run.hpp"
#include "suites/random.hpp"

namespace wgcts::suites {
namespace {

void add(std::string& text, std::span<const Word> values) {
  for (const Word value : values) text.append(" ").append(std::to_string(value));
  text += ";";
}

/// Types by their requirements on a device, the highest first.
constexpr std::array by_demand{Type::Half,  Type::Double, Type::Long, Type::ULong,
                               Type::Float, Type::UInt,   Type::Int};

GenType most_demanding(const Program& program) {
  const auto found = std::ranges::find_if(by_demand, [&](Type type) { return uses_type(program, type); });
  return found != by_demand.end() ? static_cast<GenType>(*found) : GenType::Int;
}

/// The variant, with the rows that the program has itself in place of its own: a reduction may have lost
/// them.
const Variant* with_own_rows(const Variant& v, const LegalProgram& p) {
  const NDRange& range = p.launch.range;
  const Variant* same = without(*without(*without(v, Axis::Offset), Axis::Groups), Axis::Beside);
  if (calls_uniform_arithmetic(p.program)) same = combined(*same, *variant("uniform"));
  if (range.offset != Extents{}) same = combined(*same, *variant("offset"));
  if (has_remainder(range)) same = combined(*same, *variant("remainder"));
  return same;
}

}  // namespace

std::uint64_t content_hash(const LegalProgram& p) {
  const ProgramLaunch& launch = p.launch;
  Program unnamed = p.program;
  unnamed.suffix.clear();
  std::string text = source_text(unnamed, launch.range.dim);
  add(text, std::array<Word, 1>{launch.range.dim});
  const auto add_extents = [&](const Extents& extents) {
    for (const std::size_t extent : extents) add(text, std::array<Word, 1>{extent});
  };
  add_extents(launch.range.local);
  add_extents(launch.range.global);
  if (launch.range.offset != Extents{}) add_extents(launch.range.offset);
  add(text, launch.arguments);
  for (const auto* buffers : {&launch.inputs, &launch.group_inputs})
    for (const auto& values : *buffers) add(text, values);
  return hash(text, 0);
}

std::string text_of(const GivenProgram& given) {
  return source_text(given.program->program, given.program->launch.range.dim);
}

Case given_case(const LegalProgram& program, const Variant* variant) {
  constexpr std::size_t digits = 8;
  char text[digits + 1];
  const auto number = static_cast<std::uint32_t>(content_hash(program));
  std::snprintf(text, sizeof text, "%08x", number);
  const NDRange& range = program.launch.range;
  Case c{&whole_program, most_demanding(program.program), range.dim, {range.local},
         &program_form,  with_own_rows(*variant, program)};
  c.number = number;
  c.given.hash = text;
  LegalProgram unnamed = program;
  unnamed.program.suffix.clear();
  c.given.program = std::make_shared<const LegalProgram>(std::move(unnamed));
  return c;
}

}  // namespace wgcts::suites
