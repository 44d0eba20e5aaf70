// What names a drawn program.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "reference/geometry.hpp"
#include "reference/program/type.hpp"
#include "suites/given.hpp"

namespace wgcts::suites {

using namespace reference;

struct Case;

/// A program is drawn from this alone, or given. It computes in `type`, beside int and uint and, where the
/// type is long, ulong, half or double, their unsigned, signed or shorter kin; so the type says what the
/// device must have.
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

/// The key of the program that the case is. It holds what the program's meaning depends on, of the variant
/// the NDRange.
ProgramKey key_of(const Case& c);

/// "program.float.2d.4x3.17", "program.float.2d.4x3.x1a2b3c4d"
std::string name(const ProgramKey& key);

/// The key of that name, for the plain launch, or nothing.
std::optional<ProgramKey> parse_program_key(std::string_view text);

}  // namespace wgcts::suites
