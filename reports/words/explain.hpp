// The explanation of a case as text.
#pragma once

#include "harness/check/explanation.hpp"
#include "reports/model/text.hpp"

namespace wgcts::reports {

/// The amount of data to show. For each data class, Bounded shows a few work-items of the first wrong
/// work-group, from the first wrong one. Without a wrong work-group, it shows the first one.
enum class Extent : std::uint8_t { Bounded, Everything };

/// Passes the text to `sink` in pieces. `rerun` is the command that runs the case, see replay_command().
void explain_text(const Explanation& e, Extent extent, const std::string& rerun, const TextSink& sink);

}  // namespace wgcts::reports
