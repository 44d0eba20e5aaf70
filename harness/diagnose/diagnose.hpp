// From the results of a run to its bugs: as few as explain all failing cases.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/diagnose/observation.hpp"
#include "results/bug.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

struct Diagnosis {
  std::vector<Finding> findings{};  ///< those with most cases first
  std::size_t work = 0;             ///< evaluations that it took, of most_work
};

/// The findings that explain the failing results. Results from index `planned` on are of launches beyond the
/// plan: they are evidence, but no cases of a bug. Pure: inputs are made again from cases and seed, and
/// results are compared with those of wrong models.
Diagnosis findings_in(std::span<const CaseResult> results, const DeviceFacts& device, std::uint64_t seed,
                      std::size_t planned);

/// The bugs of the findings. Sets the signatures in the results. A case that an earlier segment of the run
/// explained keeps its signatures, unless one of these bugs fits it.
std::vector<Bug> bugs_of(const std::vector<Finding>& findings, std::vector<CaseResult>& results);

/// findings_in() and bugs_of(), for results that are all of the plan.
std::vector<Bug> diagnose(std::vector<CaseResult>& results, const DeviceFacts& device, std::uint64_t seed);

/// A bug that is one case's failure, for a case that was not diagnosed.
Bug bug_of(const CaseResult& result);

/// The bug of a finding, without a sentence. If single collectives show it as well as programs, its builtins,
/// types and clauses are theirs: a program does not say which of its calls is wrong.
Bug bug_of(const Finding& finding, std::span<const CaseResult> results);

/// The signature of a bug. A termination that only programs show has no program in it: how the driver ends is
/// the bug, and which program shows it first differs by selection.
std::string signature_for(const Bug& bug);

/// The code of a row of results::compiler_sides. Empty if no failing call (indices into `results`) was judged
/// both as OpenCL C and as a SPIR-V module, or if the pairs disagree. A module has the collectives as
/// instructions (WGC.IL.1), so a failure in one language only is on the side of that language.
std::string_view compiler_side(const std::vector<std::size_t>& failing, std::span<const CaseResult> results);

/// The conditions without those that follow from the side of the compiler: a bug has the same conditions with
/// --il and without.
Where without_side(std::string_view side, Where where, const std::vector<std::size_t>& failing,
                   std::span<const CaseResult> results);

/// "work_group_all looks at nothing but the lowest bit of each value, in every work-group." `words` are the
/// driver's, or of the first failure, or of a silence.
std::string sentence_of(const Bug& bug, const std::string& words);

}  // namespace wgcts::harness
