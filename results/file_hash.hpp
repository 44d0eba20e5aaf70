// The SHA-256 of a file, as sha256sum prints it.
#pragma once

#include <string>
#include <string_view>

#include "layers.hpp"

namespace wgcts::results {

/// SHA-256 in hexadecimal; empty if the path is not a readable regular file.
std::string sha256_of(const std::string& path);

/// The same for a text in memory.
std::string sha256_of_text(std::string_view text);

}  // namespace wgcts::results
