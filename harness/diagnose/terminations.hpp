// Abnormal terminations: cases without results because of a crash, a hang, or a failed build or launch.
#pragma once

#include <string>
#include <string_view>

#include "results/bug.hpp"

namespace wgcts::harness {

/// The code of an abnormal termination, such as "crash"; empty for other verdicts.
std::string_view termination_code(Verdict verdict);

inline bool is_termination(Verdict verdict) { return !termination_code(verdict).empty(); }
bool is_termination_code(std::string_view code);

/// Whether the case has results. Such a case contradicts a termination.
inline bool has_results(Verdict verdict) { return verdict == Verdict::Pass || verdict == Verdict::Fail; }

/// Stage, signal, error and driver message of a termination. Kernel names, numbers, addresses and paths are
/// removed from the message, because they differ from case to case.
CauseWord termination_word(const CaseResult& result);

/// "no answer within 60 s" if the text contains it; else empty.
std::string time_limit_in(const std::string& text);

}  // namespace wgcts::harness
