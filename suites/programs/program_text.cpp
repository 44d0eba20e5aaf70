#include "suites/programs/program_text.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include "suites/programs/print.hpp"

namespace wgcts::suites {
namespace {

template <class T>
std::vector<std::byte> raw(T value) {
  const auto bytes = std::as_bytes(std::span(&value, 1));
  return {bytes.begin(), bytes.end()};
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

}  // namespace

std::vector<std::byte> bytes_of(Type type, Word value) {
  switch (type) {
    case Type::Half:
      return raw(static_cast<half>(real(value)));
    case Type::Float:
      return raw(static_cast<float>(real(value)));
    case Type::Double:
      return raw(real(value));
    default: {
      // The low bytes of an integer are itself, as narrow as it is.
      auto bytes = raw(value);
      const auto unused = static_cast<std::ptrdiff_t>(bytes.size() - info(type).bytes);
      if constexpr (std::endian::native == std::endian::little)
        bytes.erase(bytes.end() - unused, bytes.end());
      else
        bytes.erase(bytes.begin(), bytes.begin() + unused);
      return bytes;
    }
  }
}

Word word_from(Type type, std::span<const std::byte> bytes) {
  const auto as = [&]<class T>(T value) {
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  };
  const auto number = [](double value) {
    return word_of(std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value + 0.0);
  };
  switch (type) {
    case Type::Half:
      return number(static_cast<double>(as(half{})));
    case Type::Float:
      return number(as(float{}));
    case Type::Double:
      return number(as(double{}));
    case Type::Char:
      return word(as(std::int8_t{}));
    case Type::UChar:
      return as(std::uint8_t{});
    case Type::Short:
      return word(as(std::int16_t{}));
    case Type::UShort:
      return as(std::uint16_t{});
    case Type::Int:
      return word(as(std::int32_t{}));
    case Type::UInt:
      return as(std::uint32_t{});
    default:
      return as(std::uint64_t{});
  }
}

LiteralProgram literal_program(const LegalProgram& p) {
  LiteralProgram literal{.text = source_text(p.program, p.launch.range.dim),
                         .kernel = program_kernel + p.program.suffix,
                         .range = p.launch.range};
  for (std::size_t i = 0; i < p.program.arguments.size(); ++i)
    literal.scalars.push_back(bytes_of(p.program.arguments[i], p.launch.arguments[i]));
  for (std::size_t i = 0; i < p.program.inputs.size(); ++i)
    literal.inputs.push_back(all_bytes(p.program.inputs[i], p.launch.inputs[i]));
  for (std::size_t i = 0; i < p.program.group_inputs.size(); ++i)
    literal.inputs.push_back(all_bytes(p.program.group_inputs[i], p.launch.group_inputs[i]));
  for (std::size_t i = 0; i < p.program.outputs.size(); ++i)
    literal.outputs.push_back({p.program.outputs[i],
                               all_bytes(p.program.outputs[i], p.expected.outputs[i].values),
                               p.expected.outputs[i].written});
  return literal;
}

}  // namespace wgcts::suites
