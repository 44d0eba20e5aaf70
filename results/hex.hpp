// Bytes as text that any line holds.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "layers.hpp"

namespace wgcts::results {

/// Two hexadecimal digits a byte.
std::string hex(const std::vector<std::byte>& bytes);

/// Its inverse. Throws std::invalid_argument for what are no digits.
std::vector<std::byte> bytes_from_hex(const std::string& text);

}  // namespace wgcts::results
