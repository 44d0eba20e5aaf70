#include "harness/program/named_program.hpp"

#include <fmt/format.h>

#include "suites/programs/print.hpp"

namespace wgcts::harness {
namespace {

/// "_int_2d_4x3_17", "_int_2d_4x3_17_offset_remainder", "_int_2d_4x3_x1a2b3c4d"
std::string suffix_of(const ProgramKey& key) {
  const std::string shape =
      fmt::format("_{}_{}d_{}_", info(key.type).name, key.dim, to_string(key.local, key.dim));
  if (key.given.hash) return fmt::format("{}x{:08x}", shape, *key.given.hash);
  return fmt::format("{}{}{}{}{}", shape, key.seed, key.offset == Extents{} ? "" : "_offset",
                     key.remainder ? "_remainder" : "", key.uniform_arithmetic ? "_uniform" : "");
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

KernelArgument output_of(Type type, const OutputBuffer& buffer, std::string name) {
  KernelArgument output = output_argument(type, buffer.values.size(), std::move(name));
  const auto bytes = all_bytes(type, buffer.values);
  for (std::size_t item = 0; item < buffer.values.size(); ++item) {
    Expected expected{.untouched = buffer.written[item] == 0};
    if (!expected.untouched) expected.low = expected.high = element_of(bytes, type, item);
    if (const auto several = buffer.several.find(item); several != buffer.several.end()) {
      const auto& [rule, low, high] = several->second;
      expected.judged = rule != Rule::Observed;
      expected.rule = rule;
      expected.high = element_of(bytes_of(type, high), type, 0);
    }
    output.expected.push_back(expected);
  }
  return output;
}

}  // namespace

LegalProgram named_program(const Kernel& kernel) {
  LegalProgram drawn = draw_program(*kernel.program);
  drawn.program.suffix = name(kernel).substr(std::string_view(program_kernel).size());
  return drawn;
}

LegalProgram named_program(const Case& c) { return named_program(kernel_of(c, true)); }

std::string kernel_name(const ProgramKey& key) { return program_kernel + suffix_of(key); }

bool wrote(const OutputBuffer& buffer, Type type, std::span<const std::byte> bytes,
           std::span<const std::byte> poison) {
  for (std::size_t item = 0; item < buffer.values.size(); ++item) {
    const std::uint64_t value = element_of(bytes_of(type, buffer.values[item]), type, 0);
    const Expected expected{.low = value, .high = value, .untouched = buffer.written[item] == 0};
    if (!is_right(expected, type, element_of(bytes, type, item), element_of(poison, type, 0))) return false;
  }
  return true;
}

KernelRun kernel_run_of(const LegalProgram& p, const std::string& options, std::string_view attributes) {
  const Program& program = p.program;
  KernelRun run{.text = source_text(program, p.launch.range.dim, attributes),
                .kernel = program_kernel + program.suffix,
                .options = options,
                .range = p.launch.range,
                .takes_zeros = false};
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
