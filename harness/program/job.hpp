// What the supervisor hands to a worker, and how cases are put together into it.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/program/kernel.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// Cases of one type, one set of build options and one way to make a program, whose kernels share it.
struct Job {
  std::vector<Case> cases;
  bool alone =
      false;  ///< each kernel holds a single builtin: what is at fault is told apart from its neighbours
  std::vector<const Builtin*>
      without;  ///< shared kernels do without these, which take the compiler down, or may
  /// Cases whose kernels make up the program, in this order, though only `cases` are launched: another attempt
  /// is one only with the same source. Empty: those of `cases`.
  std::vector<Case> built_with = {};
  bool without_noinline =
      false;  ///< functions of whole programs lack that attribute, which is not OpenCL C's
  bool operator==(const Job&) const = default;
};

/// One kernel and one NDRange shape, with the cases that it judges.
struct Launch {
  Kernel kernel;
  const Variant* variant = plain_variant;
  unsigned dim = 1;
  LocalSize local;
  std::vector<Case> cases;
};

/// What no shared kernel of the type can call: a file that is judged in the driver's place lacks it. Nothing
/// where the driver's own builtins are judged.
std::vector<const Builtin*> undefined_for(GenType type, const DeviceFacts& facts);

/// Jobs for the cases: as few programs as serve, each small enough that work spreads over workers.
std::vector<Job> make_jobs(const std::vector<Case>& cases, const DeviceFacts& facts);

/// The kernels of the job's program, each once.
std::vector<Kernel> kernels_of(const Job& job);

/// The job's launches, in the order of their first case.
std::vector<Launch> launches_of(const Job& job);

/// The job's launches, those that are in flight together put together. Work-groups of one and two come last,
/// all at once: drivers treat them apart, and PoCL 6.0 aborts on each, which costs a process and its first
/// build.
std::vector<std::vector<Launch>> batches_of(const Job& job);

}  // namespace wgcts::harness
