// A receiver of a report's text in pieces, so that the whole need not be in memory.
#pragma once

#include <functional>
#include <string_view>

#include "layers.hpp"

namespace wgcts::reports {

using TextSink = std::function<void(std::string_view)>;

}  // namespace wgcts::reports
