// Finds the smallest set of bugs that explains all failing cases of a run.
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
  std::vector<Finding> findings{};  ///< the finding with the most cases first
  std::size_t work = 0;             ///< number of evaluations, at most most_work
};

/// The findings that explain the failing results. Results from index `planned` on come from launches beyond
/// the plan. They are evidence but not cases of a bug. Uses no device: it regenerates the inputs from cases
/// and seed, and compares the results with those of wrong models.
Diagnosis findings_in(std::span<const CaseResult> results, const DeviceFacts& device, std::uint64_t seed,
                      std::size_t planned);

/// The bugs of the findings. Sets the signatures in the results. A case that an earlier segment of the run
/// explained keeps its signatures, unless one of these bugs fits it.
std::vector<Bug> bugs_of(const std::vector<Finding>& findings, std::vector<CaseResult>& results);

/// findings_in() and bugs_of() for results that all belong to the plan.
std::vector<Bug> diagnose(std::vector<CaseResult>& results, const DeviceFacts& device, std::uint64_t seed);

/// A bug for the failure of one case that was not diagnosed.
Bug bug_of(const CaseResult& result);

/// The bug of a finding, without a sentence. Its builtins, types and clauses come from cases of single
/// collectives if there are any. A failing program does not show which of its calls is wrong.
Bug bug_of(const Finding& finding, std::span<const CaseResult> results);

/// The signature of a bug. For a termination that only programs show, it contains no program, because the
/// first program that shows it depends on the selection.
std::string signature_for(const Bug& bug);

/// The code of a row of results::compiler_sides. `failing` are indices into `results`. Empty if no failing
/// call was judged both as OpenCL C and as a SPIR-V module, or if the pairs disagree. In a module,
/// collectives are instructions (WGC.IL.1). If only one of the two fails, the bug is on that side of the
/// compiler.
std::string_view compiler_side(const std::vector<std::size_t>& failing, std::span<const CaseResult> results);

/// Removes the conditions that follow from the side of the compiler. A bug thus has the same conditions with
/// and without --il.
Where without_side(std::string_view side, Where where, const std::vector<std::size_t>& failing,
                   std::span<const CaseResult> results);

/// "work_group_all looks at nothing but the lowest bit of each value, in every work-group." `words` is the
/// driver's message, the first failure's message, or the time limit of a hang.
std::string sentence_of(const Bug& bug, const std::string& words);

}  // namespace wgcts::harness
