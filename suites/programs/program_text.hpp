// Values of programs in the device's format.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "reference/program/type.hpp"

namespace wgcts::suites {

using namespace reference;

/// A value as info(type).bytes bytes in this machine's byte order, and the inverse. Zeros of either sign are
/// one value (WGC.U.3), and so are NaNs.
std::vector<std::byte> bytes_of(Type type, Word value);
Word word_from(Type type, std::span<const std::byte> bytes);

}  // namespace wgcts::suites
