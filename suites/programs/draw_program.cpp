#include "suites/programs/draw_program.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "suites/programs/print.hpp"
#include "suites/programs/program_generator.hpp"
#include "suites/programs/reduce.hpp"
#include "suites/programs/visit.hpp"
#include "suites/programs/wrong_run.hpp"
#include "suites/random.hpp"

namespace wgcts::suites {

Case key_of(Case c) {
  const auto rows = rows_of(*c.variant);
  c.variant = plain_variant;
  for (const Variant* row : rows)
    if (row->offset != Extents{} || row->remainder || row->uniform_arithmetic)
      c.variant = combined(*c.variant, *row);
  return c;
}

namespace {

Word drawn_value(Random& random, Type type, double bound) {
  if (is_floating(type)) {
    const auto quarters = static_cast<std::uint64_t>(std::min(bound, 0x1p40) * 4);
    const double magnitude = static_cast<double>(random.below(quarters + 1)) / 4;
    return word_of(random.coin() ? magnitude : -magnitude);
  }
  const double limit = std::min(bound, 0x1p62);
  const auto magnitude = random.below(static_cast<std::uint64_t>(limit) + 1);
  if (!info(type).is_signed) return std::min<Word>(magnitude, info(type).highest);
  return random.coin() ? magnitude : Word{0} - magnitude;
}

NDRange drawn_range(Random& random, const Case& c) {
  NDRange range{.dim = c.dim, .local = c.local.extents};
  std::size_t groups = 1;
  for (unsigned d = 0; d < c.dim; ++d) {
    const std::size_t count = 1 + random.below(groups >= 3 ? 2 : 3);
    range.global[d] = range.local[d] * count;
    range.offset[d] = c.variant->offset[d];
    groups *= count;
    if (c.variant->remainder) range.global[d] -= range.local[d] - remainder_of(range.local[d], d);
  }
  return range;
}

ProgramLaunch drawn_launch(Random& random, const Case& c, const DraftProgram& text) {
  ProgramLaunch launch;
  launch.range = drawn_range(random, c);
  const std::size_t groups = volume(group_counts(launch.range)), items = volume(launch.range.global);
  const Program& p = text.program;
  for (std::size_t i = 0; i < p.arguments.size(); ++i)
    launch.arguments.push_back(random.below(static_cast<std::uint64_t>(argument_bounds[i]) + 1));
  for (std::size_t i = 0; i < p.inputs.size(); ++i) {
    auto& values = launch.inputs.emplace_back(items);
    if (text.inputs[i].same) {
      for (std::size_t g = 0; g < groups; ++g) {
        const Word value = drawn_value(random, p.inputs[i], text.inputs[i].bound);
        for (const std::size_t item : lanes_of(launch.range, work_group(launch.range, g)))
          values[item] = value;
      }
    } else {
      for (Word& value : values) value = drawn_value(random, p.inputs[i], text.inputs[i].bound);
    }
  }
  for (std::size_t i = 0; i < p.group_inputs.size(); ++i) {
    auto& values = launch.group_inputs.emplace_back(groups);
    for (Word& value : values) value = drawn_value(random, p.group_inputs[i], group_input_bound);
  }
  return launch;
}

/// In a test of 12,000 keys, none needed more than 39 attempts.
constexpr std::uint64_t most_attempts = 1000;

std::string plain_name(Case c) {
  c.variant = plain_variant;
  return name(c);
}

void add(std::string& text, std::span<const Word> values) {
  for (const Word value : values) text.append(" ").append(std::to_string(value));
  text += ";";
}

/// Types by their requirements on a device, the highest first.
constexpr std::array by_demand{Type::Half,  Type::Double, Type::Long, Type::ULong,
                               Type::Float, Type::UInt,   Type::Int};

GenType most_demanding(const Program& program) {
  const auto found = std::ranges::find_if(by_demand, [&](Type type) { return uses_type(program, type); });
  return found != by_demand.end() ? *found : Type::Int;
}

/// The variant with the rows that describe the program itself, which a reduction may have changed.
const Variant* with_own_rows(const Variant& v, const LegalProgram& p) {
  const NDRange& range = p.launch.range;
  const Variant* same = without(*without(*without(v, Axis::Offset), Axis::Groups), Axis::Beside);
  if (calls_uniform_arithmetic(p.program)) same = combined(*same, *variant("uniform"));
  if (range.offset != Extents{}) same = combined(*same, *variant("offset"));
  if (has_remainder(range)) same = combined(*same, *variant("remainder"));
  return same;
}

}  // namespace

std::optional<LegalProgram> proved(Program program, ProgramLaunch launch) {
  try {
    ProgramOutcome expected = run(program, launch);
    return LegalProgram{{std::move(program), std::move(launch)}, std::move(expected)};
  } catch (const IllegalProgram&) {
    return std::nullopt;
  }
}

LegalProgram draw_program(const Case& c, std::size_t* rejected) {
  if (c.given.program) return *c.given.program;
  if (c.given.hash)
    throw std::invalid_argument(plain_name(c) +
                                " is a reduced program, of which its name holds a hash alone");
  Case shape = c;
  shape.number = 0;
  const std::uint64_t from = hash(plain_name(shape), c.number);
  for (std::uint64_t attempt = 0; attempt < most_attempts; ++attempt) {
    Random random(Random(from + attempt * 0x9e3779b97f4a7c15).bits());
    DraftProgram text = generated(c, random.bits());
    Draft draft{text.program, drawn_launch(random, c, text)};
    tidy(draft);
    if (c.variant->uniform_arithmetic && !calls_uniform_arithmetic(draft.program)) continue;
    auto legal = proved(std::move(draft.program), std::move(draft.launch));
    // A program that reaches no collective, or whose output hides wrong results, tests nothing.
    if (legal && legal->expected.collectives != 0 && can_fail(*legal)) return std::move(*legal);
    if (!legal && rejected != nullptr) ++*rejected;
  }
  throw std::logic_error(plain_name(c) + ": the generator finds no program that can be judged");
}

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

Case given_case(const LegalProgram& program, const Variant* variant) {
  const NDRange& range = program.launch.range;
  Case c{&whole_program, most_demanding(program.program), range.dim, {range.local},
         &program_form,  with_own_rows(*variant, program)};
  c.given.hash = static_cast<std::uint32_t>(content_hash(program));
  c.number = *c.given.hash;
  LegalProgram unnamed = program;
  unnamed.program.suffix.clear();
  c.given.program = std::make_shared<const LegalProgram>(std::move(unnamed));
  return c;
}

}  // namespace wgcts::suites
