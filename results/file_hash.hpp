// What a file held, in a form that people compare: the digest that sha256sum prints.
#pragma once

#include <string>
#include <string_view>

#include "layers.hpp"

namespace wgcts::results {

/// SHA-256 in hexadecimal; empty for what is no file that can be read.
std::string sha256_of(const std::string& path);

/// The same of what is in memory.
std::string sha256_of_text(std::string_view text);

}  // namespace wgcts::results
