// A kernel run: one launch of one kernel with all its arguments and expected results. A worker can run it,
// and a short C program can contain it.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reference/gentype.hpp"
#include "reference/geometry.hpp"
#include "reference/judge.hpp"
#include "reference/program/tree.hpp"
#include "results/case_result.hpp"
#include "suites/programs/draw_program.hpp"
#include "suites/variant.hpp"

namespace wgcts::harness {

/// The value as text that converts back exactly, and its bits.
template <class T>
Value value_of(T value) {
  Value written;
  if constexpr (std::is_same_v<T, half>)
    written.text = fmt::format("{}", static_cast<float>(value));
  else
    written.text = fmt::format("{}", value);
  written.bits = fmt::format("0x{:0{}x}", std::bit_cast<bits_of<T>>(value), sizeof(T) * 2);
  return written;
}

/// The value that these low bits are.
template <class T>
T value_from(std::uint64_t bits) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(bits);
  else
    return std::bit_cast<T>(static_cast<bits_of<T>>(bits));
}

/// The legal contents of an output's element.
struct Expected {
  bool judged = true;  ///< false: any content is legal
  Rule rule = Rule::Exact;
  std::uint64_t low = 0, high = 0;  ///< as in Expectation, bit by bit, in the low bits
  bool untouched = false;           ///< no work-item may store there; rule, low and high are unused
  bool operator==(const Expected&) const = default;
};

/// The legal results of a lane.
template <class T>
Expected expected_at(const Expectation<T>& legal, std::size_t lane) {
  const T low = legal.low[lane], high = legal.high[lane];
  // The sign of INF - INF depends on the machine that computes it.
  const auto bits = [](T value) {
    return std::bit_cast<bits_of<T>>(is_nan(value) ? Limits<T>::nan() : value);
  };
  return {legal.rule != Rule::Observed && !is_unjudged(low, high), legal.rule, bits(low), bits(high)};
}

enum class ArgumentKind : std::uint8_t { Scalar, Input, Output, Local };

struct KernelArgument {
  ArgumentKind kind{};
  Type type = Type::UInt;  ///< of the scalar or of each element
  /// The scalar, or the input buffer. For an output: the poison, one element that fills it before the launch.
  std::vector<std::byte> bytes{};
  std::size_t elements = 0;          ///< of a buffer, or of local memory
  std::vector<Expected> expected{};  ///< of each element of an output; empty if judged elsewhere
  std::string name{};  ///< name in the kernel's text; "out" and a number for an output, or empty
  /// The scalar in other launches, whose results are not read; empty: the same.
  std::vector<std::byte> other{};
  bool operator==(const KernelArgument&) const = default;
};

struct KernelRun {
  std::string text;     ///< the program, in OpenCL C
  std::string kernel;   ///< the kernel's name
  std::string options;  ///< for clBuildProgram
  NDRange range;        ///< with offset
  /// In the kernel's order. Situation::Brimful adds two: unused local memory, and its number of words.
  std::vector<KernelArgument> arguments{};
  /// The host situation. Unsized: `range` has a local size, but none is enqueued.
  Situation situation = Situation::None;
  std::string part{};  ///< another part of the program, linked to it; empty: none
  /// Whether the kernel is legal with all-zero inputs, also at other sizes. If so, other launches use these;
  /// otherwise they have the same size and inputs, with their own outputs.
  bool takes_zeros = true;
};

/// The result of a kernel run. Verdict::Pass means that it completed. Its outputs are not judged.
struct RunOutcome : Conclusion {
  using Outputs = std::vector<std::vector<std::byte>>;  ///< for each output argument, in order
  Outputs outputs{};                                    ///< if it completed
  /// The outputs of other launches on the same input that differ.
  std::vector<Outputs> others{};
};

template <class T>
std::vector<std::byte> raw_bytes(std::span<const T> values) {
  const auto bytes = std::as_bytes(values);
  return {bytes.begin(), bytes.end()};
}

/// The byte that fills the outputs of kernel runs and programs, unless it is expected.
inline constexpr std::byte usual_poison{0xa5};

KernelArgument scalar_argument(std::uint32_t value, std::string name = {});
KernelArgument scalar_argument(Type type, std::vector<std::byte> bytes, std::string name = {});
KernelArgument input_argument(Type type, std::vector<std::byte> bytes, std::string name = {});
KernelArgument input_argument(const std::vector<std::uint32_t>& values, std::string name = {});
/// An output with this number of elements, filled with the usual poison.
KernelArgument output_argument(Type type, std::size_t elements, std::string name = {});
KernelArgument local_argument(Type type, std::size_t elements);

std::size_t size_in_bytes(const KernelArgument& argument);

/// The indices of the outputs among the arguments.
std::vector<std::size_t> outputs_of(const KernelRun& run);

/// An element of that many bytes that kernels of a run with this seed are unlikely to write.
std::vector<std::byte> poison_of(std::uint64_t seed, std::size_t bytes);

/// Fills all outputs with the same byte. If possible, no expected element consists of it.
void poison_uniformly(KernelRun& run);

struct WrongElement {
  std::size_t output = 0;   ///< index among the outputs
  std::size_t element = 0;  ///< index in the output
  auto operator<=>(const WrongElement&) const = default;
};

/// All wrong elements, in order. Poison is correct only where it is the expected value.
std::vector<WrongElement> wrong_elements(const KernelRun& run, const RunOutcome::Outputs& outputs);

bool is_right(const Expected& expected, Type type, std::uint64_t got, std::uint64_t poison);

/// Element `i` of a buffer, bit by bit, in the low bits.
std::uint64_t element_of(std::span<const std::byte> buffer, Type type, std::size_t i);

Value value_of_bits(Type type, std::uint64_t bits);

/// The legal results of an element: one value, "3 to 4", "non-zero", "nothing" or "anything".
Value text_of(const Expected& expected, Type type);

bool is_filled_with(std::span<const std::byte> bytes, std::span<const std::byte> pattern);

/// Whether the bytes equal the interpreter's output. `poison` is one element.
bool wrote(const OutputBuffer& buffer, Type type, std::span<const std::byte> bytes,
           std::span<const std::byte> poison);

/// Whether the launch passes NULL as its offset. Other launches with the offset zero pass three zeros.
inline bool passes_no_offset(const KernelRun& run) {
  return run.situation == Situation::None && run.range.offset == Extents{};
}

/// The NDRange of the launches whose results are not read. Launches in flight together have the same one, so
/// that none ends long before the others.
NDRange other_range(const KernelRun& run);

/// Whether the program is legal with all inputs zero, also in the smaller launches of KernelRun::takes_zeros.
bool takes_zeros(const LegalProgram& program);

/// The program alone in its source, with its expected outputs and these build options. The arguments are, in
/// this order, its scalars, the buffers that it reads, and those that it writes.
KernelRun kernel_run_of(const LegalProgram& program, Situation situation, const std::string& options,
                        std::string_view attributes = {});

}  // namespace wgcts::harness
