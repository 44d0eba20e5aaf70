// Legal programs: drawn from a seed, or given by their content, such as reduced programs.
#pragma once

#include <string>

#include "reference/program/run.hpp"
#include "reference/program/tree.hpp"
#include "suites/case.hpp"

namespace wgcts::suites {

using namespace reference;

/// The case that stands for the program of `c`. It has only the variant rows that change the program: offset,
/// remainder and uniform. The others belong to the launch.
Case key_of(Case c);

/// A program and its launch, legal or not.
struct Draft {
  Program program;
  ProgramLaunch launch;
};

/// A legal program and its expected outputs.
struct LegalProgram : Draft {
  ProgramOutcome expected;
};

/// The program of a case, the same on every machine. It computes in the case's type, int and uint, and for
/// long, ulong, half or double in a related unsigned, signed or shorter type. So the type determines what the
/// device must support. The interpreter proves it legal. Draws again if a program is illegal, reaches no
/// collective, or cannot fail (see can_fail). `rejected`, unless null, counts the illegal ones. Throws
/// std::invalid_argument for a given program without content.
LegalProgram draw_program(const Case& c, std::size_t* rejected = nullptr);

/// The program with its expected outputs. Nothing if it is not legal.
std::optional<LegalProgram> proved(Program program, ProgramLaunch launch);

/// A hash of the program's text, its NDRange and its arguments.
std::uint64_t content_hash(const LegalProgram& program);

/// The case of a program. Its name contains a hash of the content, and the case contains the content. Its
/// type is the program's type with the highest requirements on a device.
Case given_case(const LegalProgram& program, const Variant* variant = plain_variant);

}  // namespace wgcts::suites
