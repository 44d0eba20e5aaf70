// Cases that gave no result: crashes, hangs, refusals, and how they are named.
#pragma once

#include <string_view>

#include "results/bug.hpp"

namespace wgcts::harness {

/// The code of a verdict without results, "crash"; empty for all others.
std::string_view loss_code(Verdict verdict);

inline bool is_loss(Verdict verdict) { return !loss_code(verdict).empty(); }
bool is_loss_code(std::string_view code);

/// Whether the driver gave results for the case: what speaks against a loss.
inline bool came_through(Verdict verdict) { return verdict == Verdict::Pass || verdict == Verdict::Fail; }

/// Stage, signal, error and the driver's own words of a result that is a loss.
CauseWord loss_word(const CaseResult& result);

}  // namespace wgcts::harness
