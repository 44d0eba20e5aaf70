// Makes driver texts safe for XML and HTML.
#pragma once

#include <string>
#include <string_view>

#include "layers.hpp"

namespace wgcts::reports {

/// The text as valid UTF-8 with only characters that XML 1.0 and HTML allow. Others become U+FFFD.
std::string allowed_characters(std::string_view text);

/// The same with & < > " ' as references, for text between tags and in quoted attributes.
std::string escaped(std::string_view text);

}  // namespace wgcts::reports
