// One case explained: for people, and for programs.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "harness/check/explanation.hpp"

namespace wgcts::reports {

/// How much of the data to show: everything, or of each data class its first work-group and of that the first
/// work-items. A wrong work-group is shown before right ones, and from its first wrong work-item.
enum class Extent : std::uint8_t { Bounded, Everything };

/// Hands the text to `sink` piece by piece.
void explain_text(const Explanation& e, Extent extent, const std::function<void(std::string_view)>& sink);

/// All of it as JSON.
void explain_json(const Explanation& e, const std::function<void(std::string_view)>& sink);

}  // namespace wgcts::reports
