// Texts of drivers, made fit for XML and HTML.
#pragma once

#include <string>
#include <string_view>

#include "layers.hpp"

namespace wgcts::reports {

/// Valid UTF-8 of characters that XML 1.0 allows; U+FFFD stands where others were. HTML allows all of these.
std::string allowed_characters(std::string_view text);

/// The same with & < > " ' as references: text that stays text between tags and inside quoted attributes.
std::string escaped(std::string_view text);

}  // namespace wgcts::reports
