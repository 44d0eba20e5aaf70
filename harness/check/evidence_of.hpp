// What a failing case leaves for its diagnosis.
#pragma once

#include <span>
#include <vector>

#include "harness/check/site_checker.hpp"
#include "harness/program/kernel_run.hpp"
#include "results/evidence.hpp"

namespace wgcts::harness {

/// A call of the builtin, what it wrote, and the work-groups of it that are wrong.
struct JudgedSite {
  const SiteChecker* checker;
  std::span<const std::byte> stream;  ///< as for SiteChecker::judge
  std::vector<std::size_t> wrong;     ///< linear group ids
};

/// The labels of all work-groups and the results of some of the wrong ones: of each site and class of data
/// the first, then the second of each, as many as the evidence may hold.
Evidence evidence_of(const Grid& grid, std::size_t groups, std::size_t element,
                     std::span<const std::byte> poison, std::span<const Builtin* const> members,
                     std::span<const JudgedSite> sites);

/// All that a failing program of so many work-groups wrote; behind an output's elements may stand more.
Evidence evidence_of(const KernelRun& run, std::size_t groups,
                     std::span<const std::vector<std::byte>> written);

}  // namespace wgcts::harness
