// The jobs of workers, and the combination of cases to jobs.
#pragma once

#include <utility>
#include <vector>

#include "harness/program/kernel.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// Cases with the same type, build options and situation, whose kernels share a program.
struct Job {
  std::vector<Case> cases;
  bool alone = false;                   ///< each kernel has a single builtin, so that a failure identifies it
  std::vector<const Builtin*> without;  ///< left out of shared kernels because they may crash the compiler
  /// Cases whose kernels form the program, in this order; empty: `cases`. Only `cases` are launched. A retry
  /// needs this, because it must build the same source.
  std::vector<Case> built_with = {};
  bool without_noinline =
      false;  ///< functions of programs lack that attribute, which OpenCL C does not define
  bool operator==(const Job&) const = default;
};

inline Job part_of(Job job, std::vector<Case> cases) {
  job.cases = std::move(cases);
  return job;
}

/// The same program for some of its cases. It keeps the kernels of the other cases, so that the source does
/// not change.
inline Job same_program_for(Job job, std::vector<Case> cases) {
  if (job.built_with.empty()) job.built_with = std::move(job.cases);
  job.cases = std::move(cases);
  return job;
}

/// One kernel and one NDRange shape, with its cases.
struct Launch {
  Kernel kernel;
  const Variant* variant = plain_variant;
  unsigned dim = 1;
  LocalSize local;
  std::vector<Case> cases;
};

/// The builtins that shared kernels of the type must not call because the file lacks them. Empty if the
/// driver's own builtins are judged.
std::vector<const Builtin*> undefined_for(GenType type, const DeviceFacts& facts);

/// Jobs for the cases: few programs, but small enough to distribute over workers.
std::vector<Job> make_jobs(const std::vector<Case>& cases, const DeviceFacts& facts);

/// The kernel of the case in the job's program.
Kernel kernel_in(const Job& job, const Case& c);

/// The kernels of the job's program, each once.
std::vector<Kernel> kernels_of(const Job& job);

/// The job's launches, in the order of their first case.
std::vector<Launch> launches_of(const Job& job);

/// The job's launches in batches that are in flight together. Work-groups of one and two come last, in one
/// batch: drivers handle them separately, and PoCL 6.0 aborts on each, which costs a process and the start of
/// its build.
std::vector<std::vector<Launch>> batches_of(const Job& job);

}  // namespace wgcts::harness
