// A case with its data spelled out: few work-groups, each value known, a kernel of few lines. What a trial is
// made of, and what a person reads.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/program/sketch.hpp"
#include "harness/program/trial.hpp"
#include "reference/judge.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// One work-group's values at one call, bit for bit.
struct LiteralGroup {
  std::vector<std::uint64_t> x;  ///< by local linear id, in the low bits
  std::size_t source = 0;        ///< the linear id that a broadcast names
  Rule rule = Rule::Exact;       ///< how the results are judged
  bool operator==(const LiteralGroup&) const = default;
};

struct LiteralCase {
  Case the_case;
  std::vector<const Builtin*> members;  ///< of the kernel; the case's own among them
  const Sketch* sketch = nullptr;       ///< nullptr: the kernel of the case's form
  NDRange range;
  std::vector<std::vector<LiteralGroup>> data;  ///< by call, member by member, then by linear group id
};

/// Whether the kernel's text computes what it passes: it has these values and no others.
bool computes_values(const LiteralCase& literal);

/// Whether it must have the values that it has: those that its kernel computes, or, where the driver chooses
/// the work-groups, those of which the same comes in work-groups of any size.
bool keeps_values(const LiteralCase& literal);

/// Calls in the kernel.
std::size_t calls_of(const LiteralCase& literal);

/// The launch, for a device with these facts: its options depend on them. Where calls of a sketch are
/// broadcasts, the text names the source of the first work-group: all must have that one.
Trial trial_of(const LiteralCase& literal, const DeviceFacts& facts);

/// What an element of the output may be.
struct Expected {
  bool judged = true;  ///< false: nothing is said of it
  Rule rule = Rule::Exact;
  std::uint64_t low = 0, high = 0;  ///< as in Expectation, bit for bit
};

/// For each element of the trial's output.
std::vector<Expected> expected_of(const LiteralCase& literal, const DeviceFacts& facts);

/// The elements that are not what they may be, in order. Poison is never right where something is expected.
std::vector<std::size_t> wrong_elements(GenType type, const std::vector<Expected>& expected,
                                        std::span<const std::byte> output, std::byte poison);

/// Element `i` of a buffer, bit for bit.
std::uint64_t element_of(std::span<const std::byte> buffer, GenType type, std::size_t i);

/// The value with these bits, on paper.
Value value_of_bits(GenType type, std::uint64_t bits);

}  // namespace wgcts::harness
