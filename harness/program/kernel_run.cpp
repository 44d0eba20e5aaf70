#include "harness/program/kernel_run.hpp"

#include <algorithm>

#include "harness/program/job.hpp"
#include "suites/programs/print.hpp"
#include "suites/programs/reduce.hpp"
#include "suites/random.hpp"

namespace wgcts::harness {
namespace {

/// The low bytes of the number, which are an element of this size.
std::span<std::byte> low_bytes(std::uint64_t& bits, std::size_t size) {
  const auto bytes = std::as_writable_bytes(std::span(&bits, 1));
  return std::endian::native == std::endian::little ? bytes.first(size) : bytes.last(size);
}

/// For a narrow type, all values may be expected. Then any of them is used as poison.
constexpr int values_of_a_byte = 256;

std::byte following(std::byte byte) { return static_cast<std::byte>(std::to_integer<unsigned>(byte) + 1); }

/// Whether a work-item may store this value, which need not be the expected one: -0 is legal for 0.
bool is_legal(const Expected& expected, Type type, std::uint64_t got) {
  if (!is_gentype(type)) return got == expected.low;
  return with_gentype(type, [&]<class T>() {
    return accepts(expected.rule, value_from<T>(expected.low), value_from<T>(expected.high),
                   value_from<T>(got));
  });
}

/// Whether the output's poison is expected in one of its elements.
bool is_expected(const KernelArgument& output) {
  const std::uint64_t value = element_of(output.bytes, output.type, 0);
  return std::ranges::any_of(output.expected, [&](const Expected& e) {
    if (!e.judged || e.untouched) return false;
    // Nearly every value is true. Devices return few of them.
    return e.rule == Rule::Truth ? e.low == value : is_legal(e, output.type, value);
  });
}

std::vector<std::byte> all_bytes(Type type, std::span<const Word> values) {
  std::vector<std::byte> bytes;
  bytes.reserve(values.size() * info(type).bytes);
  for (const Word value : values) {
    const auto one = bytes_of(type, value);
    bytes.insert(bytes.end(), one.begin(), one.end());
  }
  return bytes;
}

Expected expected_of(Type type, const OutputBuffer& buffer, std::size_t item) {
  const auto& [rule, low, high] = buffer.values[item];
  const auto bits = [&](Word value) { return element_of(bytes_of(type, value), type, 0); };
  if (buffer.written[item] == 0) return {.untouched = true};
  return {rule != Rule::Observed, rule, bits(low), bits(high)};
}

KernelArgument output_of(Type type, const OutputBuffer& buffer, std::string name) {
  KernelArgument output = output_argument(type, buffer.values.size(), std::move(name));
  for (std::size_t item = 0; item < buffer.values.size(); ++item)
    output.expected.push_back(expected_of(type, buffer, item));
  return output;
}

}  // namespace

KernelArgument scalar_argument(std::uint32_t value, std::string name) {
  return scalar_argument(Type::UInt, raw_bytes(std::span<const std::uint32_t>(&value, 1)), std::move(name));
}

KernelArgument scalar_argument(Type type, std::vector<std::byte> bytes, std::string name) {
  return {ArgumentKind::Scalar, type, std::move(bytes), 0, {}, std::move(name)};
}

KernelArgument input_argument(Type type, std::vector<std::byte> bytes, std::string name) {
  const std::size_t elements = bytes.size() / info(type).bytes;
  return {ArgumentKind::Input, type, std::move(bytes), elements, {}, std::move(name)};
}

KernelArgument input_argument(const std::vector<std::uint32_t>& values, std::string name) {
  return input_argument(Type::UInt, raw_bytes(std::span(values)), std::move(name));
}

KernelArgument output_argument(Type type, std::size_t elements, std::string name) {
  const std::vector poison(info(type).bytes, usual_poison);
  return {ArgumentKind::Output, type, poison, elements, {}, std::move(name)};
}

KernelArgument local_argument(Type type, std::size_t elements) {
  return {ArgumentKind::Local, type, {}, elements};
}

std::size_t size_in_bytes(const KernelArgument& argument) {
  return argument.kind == ArgumentKind::Scalar ? argument.bytes.size()
                                               : argument.elements * info(argument.type).bytes;
}

std::vector<std::size_t> outputs_of(const KernelRun& run) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < run.arguments.size(); ++i)
    if (run.arguments[i].kind == ArgumentKind::Output) places.push_back(i);
  return places;
}

std::vector<std::byte> poison_of(std::uint64_t seed, std::size_t bytes) {
  const std::uint64_t bits = Random(hash("poison", seed)).bits();
  const auto poison = std::as_bytes(std::span(&bits, 1)).first(bytes);
  return {poison.begin(), poison.end()};
}

void poison_uniformly(KernelRun& run) {
  const auto places = outputs_of(run);
  const auto is_taken = [&](std::size_t o) { return is_expected(run.arguments[o]); };
  for (int i = 0; i < values_of_a_byte && std::ranges::any_of(places, is_taken); ++i)
    for (const std::size_t o : places)
      for (std::byte& byte : run.arguments[o].bytes) byte = following(byte);
}

bool is_right(const Expected& expected, Type type, std::uint64_t got, std::uint64_t poison) {
  if (!expected.judged) return true;
  if (expected.untouched) return got == poison;
  // If a type has no other values, the poison is an expected one.
  if (got == poison) return got == expected.low;
  return is_legal(expected, type, got);
}

std::vector<WrongElement> wrong_elements(const KernelRun& run, const RunOutcome::Outputs& outputs) {
  std::vector<WrongElement> wrong;
  const auto places = outputs_of(run);
  for (std::size_t o = 0; o < places.size() && o < outputs.size(); ++o) {
    const KernelArgument& output = run.arguments[places[o]];
    const std::uint64_t poison = element_of(output.bytes, output.type, 0);
    for (std::size_t i = 0; i < output.expected.size(); ++i)
      if (!is_right(output.expected[i], output.type, element_of(outputs[o], output.type, i), poison))
        wrong.push_back({o, i});
  }
  return wrong;
}

std::uint64_t element_of(std::span<const std::byte> buffer, Type type, std::size_t i) {
  const std::size_t size = info(type).bytes;
  std::uint64_t bits = 0;
  std::ranges::copy(buffer.subspan(i * size, size), low_bytes(bits, size).begin());
  return bits;
}

Value value_of_bits(Type type, std::uint64_t bits) {
  if (is_gentype(type)) return with_gentype(type, [&]<class T>() { return value_of(value_from<T>(bits)); });
  const unsigned width = 8 * info(type).bytes, unused = 64 - width;
  const auto extended = static_cast<std::int64_t>(bits << unused) >> unused;
  return {info(type).is_signed ? fmt::format("{}", extended) : fmt::format("{}", bits),
          fmt::format("0x{:0{}x}", bits, width / 4)};
}

Value text_of(const Expected& expected, Type type) {
  Value low = value_of_bits(type, expected.low);
  if (!expected.judged) return {"anything", low.bits};
  if (expected.untouched) return {"nothing", ""};
  if (expected.rule == Rule::Truth) return {expected.low != 0 ? "non-zero" : "0", low.bits};
  if (expected.high != expected.low) low.text += " to " + value_of_bits(type, expected.high).text;
  return low;
}

bool is_filled_with(std::span<const std::byte> bytes, std::span<const std::byte> pattern) {
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (bytes[i] != pattern[i % pattern.size()]) return false;
  return true;
}

bool wrote(const OutputBuffer& buffer, Type type, std::span<const std::byte> bytes,
           std::span<const std::byte> poison) {
  for (std::size_t item = 0; item < buffer.values.size(); ++item)
    if (!is_right(expected_of(type, buffer, item), type, element_of(bytes, type, item),
                  element_of(poison, type, 0)))
      return false;
  return true;
}

NDRange other_range(const KernelRun& run) {
  const bool half = run.situation == Situation::Relaunched;
  const bool is_smaller = run.takes_zeros && (half || run.situation == Situation::Cloned);
  return is_smaller ? smaller_range(run.range, half) : run.range;
}

bool takes_zeros(const LegalProgram& p) {
  const auto is_legal = [&](const NDRange& range) {
    ProgramLaunch launch = resized(p.launch, range);
    for (auto* inputs : {&launch.inputs, &launch.group_inputs})
      for (auto& values : *inputs) std::ranges::fill(values, Word{0});
    return proved(p.program, std::move(launch)).has_value();
  };
  const NDRange& range = p.launch.range;
  return is_legal(range) && is_legal(smaller_range(range, true)) && is_legal(smaller_range(range, false));
}

KernelRun kernel_run_of(const LegalProgram& p, Situation situation, const std::string& options,
                        std::string_view attributes) {
  const Program& program = p.program;
  KernelRun run{.text = source_text(program, p.launch.range.dim, attributes),
                .kernel = program_kernel + program.suffix,
                .options = options,
                .range = p.launch.range,
                .situation = situation,
                .takes_zeros = other_launches(situation) == 0 || takes_zeros(p)};
  const auto named = [](const char* name, std::size_t i) { return fmt::format("{}{}", name, i); };
  for (std::size_t i = 0; i < program.arguments.size(); ++i) {
    const Type type = program.arguments[i];
    run.arguments.push_back(scalar_argument(type, bytes_of(type, p.launch.arguments[i]), named("n", i)));
  }
  const auto add_inputs = [&](const std::vector<Type>& types, const std::vector<std::vector<Word>>& values,
                              const char* name) {
    for (std::size_t i = 0; i < types.size(); ++i)
      run.arguments.push_back(input_argument(types[i], all_bytes(types[i], values[i]), named(name, i)));
  };
  add_inputs(program.inputs, p.launch.inputs, "in");
  add_inputs(program.group_inputs, p.launch.group_inputs, "group");
  for (std::size_t i = 0; i < program.outputs.size(); ++i)
    run.arguments.push_back(output_of(program.outputs[i], p.expected.outputs[i], named("out", i)));
  poison_uniformly(run);
  return run;
}

}  // namespace wgcts::harness
