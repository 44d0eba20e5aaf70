// Legal programs, drawn from a seed.
#pragma once

#include "reference/program/run.hpp"
#include "suites/programs/key.hpp"

namespace wgcts::suites {

/// A program, what the host passes to it, and what it must write.
struct LegalProgram {
  Program program;
  ProgramLaunch launch;
  Outcome expected;
};

/// The program of that key: the same on every machine, proved legal by running it. What is drawn and turns
/// out not to be legal, to meet no collective, or to be unable to fail (see can_fail), is drawn anew from the
/// seed; `rejected`, where given, counts what was not legal. Then the key's edits are made, which leave what
/// is legal and meets a collective, and may leave what cannot fail. Throws std::invalid_argument where the
/// program takes no such edits.
LegalProgram draw_program(const ProgramKey& key, std::size_t* rejected = nullptr);

/// The program with what it must write, or nothing if it is not legal.
std::optional<LegalProgram> proved(Program program, ProgramLaunch launch);

}  // namespace wgcts::suites
