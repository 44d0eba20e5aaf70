// Flakes: which failing cases are retried, and how several runs of a case are combined. Pure functions.
#pragma once

#include <span>
#include <vector>

#include "results/case_result.hpp"

namespace wgcts::harness {

/// The indices of the failing cases to retry. A case may be retried `retries` times; `tries` counts the
/// retries so far.
///
/// One bug often causes many failures, and retrying all of them would cost as much as the run. So the first
/// case of a kind represents all its cases. The others of its kind are retried only if the first one passed.
/// Wrong results are of one kind if they share builtin, form and broken clause. Crashes, hangs and refusals
/// are of one kind if they share the verdict, and either builtin and type or the work-group size. They cost
/// one process each, so at most eight kinds of each verdict are retried.
std::vector<std::size_t> cases_to_retry(std::span<const CaseResult> results, std::span<const unsigned> tries,
                                        unsigned retries);

/// Whether another run may give another verdict.
bool may_be_flake(Verdict v);

/// Adds a retry of the same case on the same data. `attempts` lists both verdicts. A pass and a failure
/// together make a flake, which keeps the failure. A case that was not reached is no attempt. A kill is only
/// an observation if the case passes in another run.
void add_attempt(CaseResult& first, const CaseResult& again);

}  // namespace wgcts::harness
