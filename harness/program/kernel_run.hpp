// A kernel run: one launch of one kernel to the letter, with all that is passed to it and all that may come
// back. A worker runs it as it stands, and a C program of few lines can hold it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/geometry.hpp"
#include "reference/judge.hpp"
#include "reference/program/type.hpp"
#include "results/case_result.hpp"
#include "suites/variant.hpp"

namespace wgcts::harness {

/// What an element of an output may be.
struct Expected {
  bool judged = true;  ///< false: nothing is said of it
  Rule rule = Rule::Exact;
  std::uint64_t low = 0, high = 0;  ///< as in Expectation, bit for bit, in the low bits
  bool untouched = false;           ///< no work-item may store there; then rule, low and high mean nothing
  bool operator==(const Expected&) const = default;
};

enum class ArgumentKind : std::uint8_t { Scalar, Input, Output, Local };

/// One argument of a kernel.
struct KernelArgument {
  ArgumentKind kind{};
  Type type = Type::UInt;  ///< of the scalar or of each element
  /// The scalar, or the input buffer. Of an output: the poison, an element that stands everywhere in it
  /// before the launch.
  std::vector<std::byte> bytes{};
  std::size_t elements = 0;          ///< of a buffer, or of local memory
  std::vector<Expected> expected{};  ///< of an output, element by element; empty where others judge it
  std::string name{};  ///< in the kernel's text, for people; outputs are "out" and a number or none
  bool operator==(const KernelArgument&) const = default;
};

struct KernelRun {
  std::string text;     ///< the program, in OpenCL C
  std::string kernel;   ///< the kernel's name
  std::string options;  ///< for clBuildProgram
  NDRange range;        ///< with offset
  /// In the kernel's order. Under Situation::Brimful two more come last: all local memory that is left, and
  /// how many words of it there are.
  std::vector<KernelArgument> arguments{};
  /// How the host goes about it. Unsized: `range` says a local size, and none is enqueued.
  Situation situation = Situation::None;
  std::string part{};  ///< another part of the program, which is linked to it; empty without
  /// Whether the kernel is legal at other sizes on inputs that are all zero, as other launches of the same
  /// kernel object have it. Otherwise those have the same size and inputs, and outputs of their own.
  bool takes_zeros = true;
};

/// What came of it.
struct RunOutcome {
  using Outputs = std::vector<std::vector<std::byte>>;  ///< of each output argument, in their order
  /// Pass: it came to its end, whatever it wrote; else as for a case.
  Verdict verdict = Verdict::NotRun;
  std::optional<Stage> stage{};  ///< what the driver was at when it died, hung or refused
  std::string message, log;      ///< of those
  Outputs outputs;               ///< where it came to its end
  /// What other launches on the same input wrote, where that is not the same.
  std::vector<Outputs> others{};
};

/// The byte that fills the outputs of kernel runs that are made for people.
inline constexpr std::byte usual_poison{0xa5};

KernelArgument scalar_argument(std::uint32_t value, std::string name = {});
KernelArgument scalar_argument(Type type, std::vector<std::byte> bytes, std::string name = {});
KernelArgument input_argument(Type type, std::vector<std::byte> bytes, std::string name = {});
KernelArgument input_argument(const std::vector<std::uint32_t>& values, std::string name = {});
/// An output of so many elements, filled with the usual poison.
KernelArgument output_argument(Type type, std::size_t elements, std::string name = {});
KernelArgument local_argument(Type type, std::size_t elements);

/// Bytes of a buffer, of local memory, or of the scalar.
std::size_t size_in_bytes(const KernelArgument& argument);

/// Where the run's outputs stand among its arguments.
std::vector<std::size_t> outputs_of(const KernelRun& run);

/// An element that nothing is expected to store into the output, made of these bits as far as that can be.
std::vector<std::byte> poison_for(const KernelArgument& output, std::uint64_t bits);

/// Fills all outputs with the same byte, of which no element that is expected in any of them is made.
void poison_alike(KernelRun& run);

/// An element of an output that is not what it may be.
struct WrongElement {
  std::size_t output = 0;   ///< counts outputs
  std::size_t element = 0;  ///< of it
  auto operator<=>(const WrongElement&) const = default;
};

/// All of them, in order. Poison is never right where something is expected.
std::vector<WrongElement> wrong_elements(const KernelRun& run, const RunOutcome::Outputs& outputs);

/// Whether the element may be this, bit for bit.
bool is_right(const Expected& expected, Type type, std::uint64_t got, std::uint64_t poison);

/// Element `i` of a buffer, bit for bit, in the low bits.
std::uint64_t element_of(std::span<const std::byte> buffer, Type type, std::size_t i);
std::uint64_t element_of(std::span<const std::byte> buffer, GenType type, std::size_t i);

/// The value with these bits, on paper.
Value value_of_bits(Type type, std::uint64_t bits);
Value value_of_bits(GenType type, std::uint64_t bits);

/// Whether the bytes are the pattern again and again.
bool is_filled_with(std::span<const std::byte> bytes, std::span<const std::byte> pattern);

}  // namespace wgcts::harness
