// C code of a reproducer: values and texts as literals, and the arguments of a kernel run: the data, the
// expected outputs, and their checks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/experiments/experiments.hpp"

namespace wgcts::reports {

/// The literal of the value with these bits: "-1", "0x1p+3f", "INFINITY". A half is written as its bits.
std::string c_literal(Type type, std::uint64_t bits);

/// The values with these bits as a few runs of count, first value and step: "{65, 1, 0}, {2, 7, 1}, {0}".
/// Halves are written as their bits, in runs of equal values.
std::vector<std::string> c_runs(Type type, const std::vector<std::uint64_t>& bits);

/// A text as indented string literals, one for each line; the last line has no newline.
std::string c_string(std::string_view text);

/// A paragraph of a comment: lines that start with " * ", the first with `label`.
std::string c_comment(std::string_view label, std::string_view text);

/// Arguments have the same names as in the kernel. The arrays of the output "out0" are want0 and got0.
struct ArgumentsText {
  /// The inputs and the expected outputs; those in runs need the template's RUNS.
  std::string arrays;
  /// The arrays for the outputs, and a row for each argument: the data to pass, or the array that an output
  /// is read into.
  std::string table;
  /// Statements that expand runs; they must come before all statements that read the arrays.
  std::string unrolling;
  std::string poison;  ///< the fill byte of the outputs before the launch, as a C literal
  /// Statements that count the wrong elements of every output in `wrong`, and print the first.
  std::string checks;
};
ArgumentsText arguments_text(const FailingRun& failing_run);

}  // namespace wgcts::reports
