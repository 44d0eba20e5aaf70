// Legal programs: drawn from a seed, or given by their content, such as reduced programs.
#pragma once

#include <string>

#include "reference/program/run.hpp"
#include "reference/program/tree.hpp"
#include "suites/case.hpp"

namespace wgcts::suites {

using namespace reference;

/// A program is drawn from its key, or given. It computes in `type`, int and uint, and for long, ulong, half
/// or double in a related unsigned, signed or shorter type. So the type determines what the device must
/// support.
struct ProgramKey {
  GenType type = GenType::Int;
  unsigned dim = 1;
  Extents local{4, 1, 1};  ///< the work-group's size
  std::uint64_t seed = 0;
  GivenProgram given{};             ///< a program that is not drawn; other members are then ignored
  Extents offset{};                 ///< of the NDRange
  bool remainder = false;           ///< the last work-group of each dimension is smaller than the others
  bool uniform_arithmetic = false;  ///< it also calls collectives of that extension
  bool operator==(const ProgramKey&) const = default;
};

/// The key of the case's program. The variant belongs to the launch and not to the key.
ProgramKey key_of(const Case& c);

/// "program.float.2d.4x3.17", "program.float.2d.4x3.x1a2b3c4d"
std::string name(const ProgramKey& key);

/// A program and its launch, legal or not.
struct Draft {
  Program program;
  ProgramLaunch launch;
};

/// A legal program and its expected outputs.
struct LegalProgram : Draft {
  ProgramOutcome expected;
};

/// The program of that key, the same on every machine. The interpreter proves it legal. Draws again if a
/// program is illegal, reaches no collective, or cannot fail (see can_fail). `rejected`, unless null, counts
/// the illegal ones. Throws std::invalid_argument for a given program without content.
LegalProgram draw_program(const ProgramKey& key, std::size_t* rejected = nullptr);

/// The program with its expected outputs. Nothing if it is not legal.
std::optional<LegalProgram> proved(Program program, ProgramLaunch launch);

/// A hash of the program's text, its NDRange and its arguments.
std::uint64_t content_hash(const LegalProgram& program);

std::string text_of(const GivenProgram& given);

/// The case of a program. Its name contains a hash of the content, and the case contains the content. Its
/// type is the program's type with the highest requirements on a device.
Case given_case(const LegalProgram& program, const Variant* variant = plain_variant);

}  // namespace wgcts::suites
