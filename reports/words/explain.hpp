// The explanation of a case as text.
#pragma once

#include "harness/check/explanation.hpp"
#include "reports/model/text.hpp"

namespace wgcts::reports {

/// The amount of data to show: everything, or for each data class the first work-items of a work-group.
/// Bounded shows the first wrong work-group, from its first wrong work-item, or else the first work-group.
enum class Extent : std::uint8_t { Bounded, Everything };

/// Passes the text to `sink` in pieces. `rerun` is the command that runs the case, see replay_command().
void explain_text(const Explanation& e, Extent extent, const std::string& rerun, const TextSink& sink);

}  // namespace wgcts::reports
