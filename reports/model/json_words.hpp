// Readable messages for JSON errors.
#pragma once

#include <string>
#include <string_view>

#include "layers.hpp"

namespace wgcts::reports {

/// A readable form of the JSON library's messages: "[json.exception.parse_error.101] parse error at line 1,
/// column 7: syntax error while parsing value - unexpected '}'; expected '[', '{', or a literal" becomes
/// "line 1, column 7: expected a value, but found '}'". Other messages are unchanged.
std::string json_words(std::string_view what);

}  // namespace wgcts::reports
