// Bytes as hexadecimal text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "layers.hpp"

namespace wgcts::results {

/// Two hexadecimal digits for each byte.
std::string hex(const std::vector<std::byte>& bytes);

/// The inverse. Throws std::invalid_argument for other characters.
std::vector<std::byte> bytes_from_hex(const std::string& text);

}  // namespace wgcts::results
