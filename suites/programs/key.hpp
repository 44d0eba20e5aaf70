// The key of a drawn program.
#pragma once

#include <string>

#include "reference/geometry.hpp"
#include "reference/program/type.hpp"
#include "suites/given.hpp"

namespace wgcts::suites {

using namespace reference;

struct Case;

/// A program is drawn from its key, or given. It computes in `type`, int and uint, and for long, ulong, half
/// or double in a related unsigned, signed or shorter type. So the type determines what the device must
/// support.
struct ProgramKey {
  GenType type = GenType::Int;
  unsigned dim = 1;
  Extents local{4, 1, 1};  ///< the work-group's size
  std::uint64_t seed = 0;
  GivenProgram given{};             ///< a program that is not drawn; then nothing else counts
  Extents offset{};                 ///< of the NDRange
  bool remainder = false;           ///< the last work-group of each dimension is smaller than the others
  bool uniform_arithmetic = false;  ///< it calls collectives of that extension, too
  bool operator==(const ProgramKey&) const = default;
};

/// The key of the case's program. The variant belongs to the launch and not to the key.
ProgramKey key_of(const Case& c);

/// "program.float.2d.4x3.17", "program.float.2d.4x3.x1a2b3c4d"
std::string name(const ProgramKey& key);

}  // namespace wgcts::suites
