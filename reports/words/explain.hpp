// One case explained: for people, and for programs.
#pragma once

#include "harness/check/explanation.hpp"
#include "reports/model/text_sink.hpp"

namespace wgcts::reports {

/// How much of the data to show: everything, or of each data class its first work-group and of that the first
/// work-items. A wrong work-group is shown before right ones, and from its first wrong work-item.
enum class Extent : std::uint8_t { Bounded, Everything };

/// Hands the text to `sink` piece by piece. `again` is the command that judges the case, see
/// replay_command().
void explain_text(const Explanation& e, Extent extent, const std::string& again, const TextSink& sink);

/// All of it as JSON.
void explain_json(const Explanation& e, const TextSink& sink);

}  // namespace wgcts::reports
