// Generates random programs that are legal by construction.
#pragma once

#include "reference/program/tree.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::suites {

/// The values of a buffer or an argument: integers from -bound (0 if unsigned) to bound, or quarters of them
/// for floating-point types.
struct DataRange {
  double bound = 0;
  bool same = false;  ///< the same for all work-items of a work-group, which the compiler cannot see
};

/// A program with the ranges of its data. All data in the ranges is legal.
struct DraftProgram {
  Program program;
  std::vector<DataRange> arguments;
  std::vector<DataRange> inputs;
  std::vector<DataRange> group_inputs;
};

/// The program of a seed.
DraftProgram generated(const ProgramKey& key, std::uint64_t seed);

}  // namespace wgcts::suites
