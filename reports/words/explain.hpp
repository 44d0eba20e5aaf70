// The explanation of a case as text.
#pragma once

#include "harness/check/citations.hpp"
#include "reports/model/text.hpp"

namespace wgcts::reports {

/// Passes the text to `sink` in pieces. Without `everything`, each data class has a few work-items of its
/// first wrong work-group, from the first wrong one; without a wrong work-group, of its first one. `rerun` is
/// the command that runs the case, see replay_command().
void explain_text(const Explanation& e, bool everything, const std::string& rerun, const TextSink& sink);

}  // namespace wgcts::reports
