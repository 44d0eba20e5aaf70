// Legal programs, drawn from a seed.
#pragma once

#include "reference/program/run.hpp"
#include "suites/programs/key.hpp"

namespace wgcts::suites {

/// A program and what the host passes to it, legal or not.
struct Draft {
  Program program;
  ProgramLaunch launch;
};

/// A legal one, and what it must write.
struct LegalProgram : Draft {
  ProgramOutcome expected;
};

/// The program of that key: the same on every machine, proved legal by running it. What is drawn and turns
/// out not to be legal, to meet no collective, or to be unable to fail (see can_fail), is drawn anew from the
/// seed; `rejected`, where given, counts what was not legal. A program that is given is itself; throws
/// std::invalid_argument, with a sentence, where its content is not at hand.
LegalProgram draw_program(const ProgramKey& key, std::size_t* rejected = nullptr);

/// The program with what it must write, or nothing if it is not legal.
std::optional<LegalProgram> proved(Program program, ProgramLaunch launch);

}  // namespace wgcts::suites
