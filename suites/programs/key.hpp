// What names a drawn program.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/geometry.hpp"
#include "reference/program/type.hpp"

namespace wgcts::suites {

using namespace reference;

struct Case;

/// A program is drawn from this alone. It computes in `type`, beside int and uint and, where the type is
/// long, ulong, half or double, their unsigned, signed or shorter kin; so the type says what the device must
/// have.
struct ProgramKey {
  GenType type = GenType::Int;
  unsigned dim = 1;
  Extents local{4, 1, 1};  ///< the work-group's size
  std::uint64_t seed = 0;
  std::vector<std::uint32_t> edits{};  ///< that make the drawn program smaller, in their order
  Extents offset{};                    ///< the launch's
  bool remainder = false;              ///< the last work-group of each dimension is smaller than the others
  bool operator==(const ProgramKey&) const = default;
};

/// The key of the program that the case is. Of the variant it holds what the program's meaning may hang on.
ProgramKey key_of(const Case& c);

/// "program.float.2d.4x3.17", "program.float.2d.4x3.17-0-7"
std::string name(const ProgramKey& key);

/// The key of that name, for the plain launch, or nothing.
std::optional<ProgramKey> parse_program_key(std::string_view text);

/// Throws std::invalid_argument, with a sentence, if one of the cases is a program that does not take its
/// edits.
void require_edits(std::span<const Case> cases);

}  // namespace wgcts::suites
