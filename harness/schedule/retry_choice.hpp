// Flakes: which failing cases are run again, and what several runs of a case come to. Pure.
#pragma once

#include <span>
#include <vector>

#include "results/case_result.hpp"

namespace wgcts::harness {

/// The failing cases to run again, by their place, where each may be run again `retries` times and `tries`
/// says how often each has been.
///
/// Mostly one cause is behind many failures, and to see each of them again would cost as much as the run: the
/// first of a kind stands for all, and only where it has passed are the others of its kind run again too. Of
/// a kind are wrong results of one builtin and form that break one clause; and crashes, hangs and refusals,
/// of each verdict by itself, that share builtin and type or the size of the work-group. These cost a process
/// each: eight kinds of a verdict at most.
std::vector<std::size_t> to_retry(std::span<const CaseResult> results, std::span<const unsigned> tries,
                                  unsigned retries);

/// A verdict that another run may not come to.
bool may_be_luck(Verdict v);

/// Adds another run of the same case on the same data to the first: both verdicts stand in `attempts`, and a
/// pass beside a failure is a flake, which keeps the failure. What was never reached is no attempt.
void add_attempt(CaseResult& first, const CaseResult& again);

}  // namespace wgcts::harness
