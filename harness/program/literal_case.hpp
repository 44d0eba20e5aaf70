// A case with its data spelled out: few work-groups, each value known, a kernel of few lines. What a kernel
// run is made of, and what a person reads.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/program/kernel_run.hpp"
#include "harness/program/sketch.hpp"
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

/// The launch with what its output may be, for a device with these facts: its options depend on them. Where
/// calls of a sketch are broadcasts, the text names the source of the first work-group: all must have that
/// one.
KernelRun kernel_run_of(const LiteralCase& literal, const DeviceFacts& facts);

}  // namespace wgcts::harness
