// The jobs of workers, the combination of cases to jobs, and the NDRange, work-groups and data of each
// launch.
#pragma once

#include <utility>
#include <vector>

#include "harness/program/kernel.hpp"
#include "reference/geometry.hpp"
#include "results/device_facts.hpp"
#include "suites/case.hpp"

namespace wgcts::harness {

/// Cases with the same type, build options and situation, whose kernels share a program.
struct Job {
  std::vector<Case> cases;
  bool alone = false;                   ///< each kernel has a single builtin, so that a failure identifies it
  std::vector<const Builtin*> without;  ///< left out of shared kernels because they may crash the compiler
  /// Cases whose kernels form the program, in this order; empty: `cases`. Only `cases` are launched. A retry
  /// needs this, because it must build the same source.
  std::vector<Case> built_with = {};
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

/// The kernels of the job's program, each once.
std::vector<Kernel> kernels_of(const Job& job);

/// The job's launches, in the order of their first case. Those of one and two work-items come last, because
/// drivers handle them separately. PoCL 6.0 aborts on each, which costs a process and the start of its build.
std::vector<Launch> launches_of(const Job& job);

/// The local size of `dim` dimensions with the most work-items, up to 65536, within the limits. Among equals,
/// extents that are close to each other but different.
Extents largest_local_size(unsigned dim, std::size_t max_volume, const Extents& max_extents);

/// The local size of `dim` dimensions. "max" is the largest one on the device with at most `most` work-items,
/// such as the limit of a kernel.
Extents local_size_of(const LocalSize& local, unsigned dim, const DeviceFacts& device,
                      std::size_t most = std::size_t(-1));

/// The case with that local size.
Case with_settled_size(Case c, const DeviceFacts& device);

/// An NDRange of at most `groups` work-groups, and more than `groups` - 6, several in each dimension if
/// possible, with the variant's offset and remainder.
NDRange ndrange(unsigned dim, const Extents& local, const Variant& variant, std::size_t groups);

/// A smaller launch of the same kernel: one or two work-groups of the same size, or of half the size in each
/// dimension, without offset. It never has more work-items in a dimension, because its buffers are those of
/// `range`.
NDRange smaller_range(const NDRange& range, bool half);

struct Grid {
  explicit Grid(const NDRange& r) : range(r), groups(volume(group_counts(r))) {}
  NDRange range;
  std::size_t groups;
  // Computed at each call, because stored work-groups and lanes take more memory than the data.
  WorkGroup group(std::size_t linear) const { return work_group(range, linear); }
  /// The global linear ids of the work-group's lanes.
  std::vector<std::size_t> lanes(std::size_t linear) const { return lanes_of(range, group(linear)); }
  std::size_t items() const { return volume(range.global); }
};

struct Layout {
  Extents local{};
  /// A case for each builtin of the kernel. Each gets its own data, selected or not, so that a case does not
  /// depend on the selection.
  std::vector<Case> members;
  std::size_t walk = 0;    ///< as in groups_wanted()
  std::size_t groups = 0;  ///< desired work-groups; a device short of memory gets fewer
};

/// Default limit for all buffers of a worker together, in bytes: see --memory.
inline constexpr std::size_t default_memory = std::size_t{256} << 20;

/// The limit of one buffer on the device, if all buffers may have `memory` bytes together. All together have
/// at most twice this limit.
std::size_t buffer_limit_of(const DeviceFacts& facts, std::size_t memory);

/// The number of work-groups of the launch whose buffers have at most `memory` bytes each, and twice as much
/// together. Canaries take no more than one of these work-groups, if it has 32 work-items.
std::size_t affordable_groups(const Launch& launch, const Extents& local, std::size_t memory);

/// The number of work-groups that the case's data needs at this size. At most `walk` of them walk over lanes.
std::size_t groups_wanted(const Case& c, const FloatRules& rules, std::size_t lanes, std::size_t walk);

/// The number of work-groups of this size that saturate the device. For a GPU, `times` as many as its compute
/// units hold at once if they have the size of the largest known ones. Else a constant.
std::size_t saturating_groups(const DeviceFacts& facts, std::size_t lanes, std::size_t times);

Layout layout_of(const Launch& launch, const Extents& local, const DeviceFacts& facts);

/// The number of work-groups that the launch gets with the default memory; 0 if a device has too little.
std::size_t likely_groups(const Launch& launch, const Layout& layout, const DeviceFacts& facts);

}  // namespace wgcts::harness
