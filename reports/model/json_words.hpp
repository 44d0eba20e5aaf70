// What is wrong with a text that is no JSON, in the words of this program.
#pragma once

#include <string>
#include <string_view>

#include "layers.hpp"

namespace wgcts::reports {

/// The sentence for what the library throws: "[json.exception.parse_error.101] parse error at line 1, column
/// 7: syntax error while parsing value - unexpected '}'; expected '[', '{', or a literal" becomes "line 1,
/// column 7: expected a value and found '}'". Other sentences are left as they are.
std::string json_words(std::string_view what);

}  // namespace wgcts::reports
