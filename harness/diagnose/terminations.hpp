// Abnormal terminations: cases that gave no results, because of a crash, a hang or a refusal.
#pragma once

#include <string>
#include <string_view>

#include "results/bug.hpp"

namespace wgcts::harness {

/// The code of a verdict without results, "crash"; empty for all others.
std::string_view termination_code(Verdict verdict);

inline bool is_termination(Verdict verdict) { return !termination_code(verdict).empty(); }
bool is_termination_code(std::string_view code);

/// Whether the driver gave results for the case. Such cases contradict a termination.
inline bool has_results(Verdict verdict) { return verdict == Verdict::Pass || verdict == Verdict::Fail; }

/// Stage, signal, error and the driver's own words of a result that is a termination. Names of our kernels,
/// numbers, addresses and paths are taken out of the words, because they differ from case to case.
CauseWord termination_word(const CaseResult& result);

/// "no answer within 60 s", if the text says so.
std::string time_limit_in(const std::string& text);

}  // namespace wgcts::harness
