// Values of programs as a device holds them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "reference/program/type.hpp"

namespace wgcts::suites {

using namespace reference;

/// A value as a device of the byte order of this machine holds it, info(type).bytes long, and the value that
/// a device's bytes hold: zeros of either sign are one value (WGC.U.3), as are NaNs.
std::vector<std::byte> bytes_of(Type type, Word value);
Word word_from(Type type, std::span<const std::byte> bytes);

}  // namespace wgcts::suites
