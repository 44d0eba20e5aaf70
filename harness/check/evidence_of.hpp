// The data that a failing case keeps for its diagnosis.
#pragma once

#include <span>
#include <vector>

#include "harness/check/site_checker.hpp"
#include "harness/program/kernel_run.hpp"
#include "results/case_result.hpp"

namespace wgcts::harness {

/// A call of the builtin with its output and its wrong work-groups.
struct JudgedSite {
  const SiteChecker* checker;
  std::span<const std::byte> stream;  ///< as in SiteChecker::judge
  std::vector<std::size_t> wrong;     ///< linear group ids
};

/// Marks all work-groups as correct or wrong, and stores the results of some wrong ones up to the limit of
/// Evidence: first one for each site, data class and size, then a second one for each.
Evidence evidence_of(const Grid& grid, std::size_t groups, std::size_t element,
                     std::span<const std::byte> poison, std::span<const Builtin* const> members,
                     std::span<const JudgedSite> sites);

/// The output of a failing program with this number of work-groups, without canaries.
Evidence evidence_of(const KernelRun& run, std::size_t groups,
                     std::span<const std::vector<std::byte>> written);

}  // namespace wgcts::harness
