// The arguments of a kernel run as C code: the data, the expected outputs, and their checks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/experiments/failing_run.hpp"

namespace wgcts::reports {

/// For sums: one number instead of two bounds for each element.
struct Tolerance {
  /// The middle of each element's bounds: bits of the output's type, for half those of float.
  std::vector<std::uint64_t> want;
  std::string text;  ///< the maximum difference, as a C literal
};

/// The widest bounds of all elements of the failing_run's output, so that no legal result fails. Empty if
/// elements are not bounded, or if no wrong result exceeds the tolerance.
std::optional<Tolerance> tolerance_of(const FailingRun& failing_run, std::size_t output = 0);

class ArgumentsText {
 public:
  /// Arguments have the same names as in the kernel. The arrays of the output "out0" are want0 and got0. The
  /// failing_run must outlive this object.
  explicit ArgumentsText(const FailingRun& failing_run);

  /// The inputs and the expected outputs; those in runs need the template's RUNS.
  std::string arrays() const;
  /// The arrays for the outputs, and a row for each argument: the data to pass, or the array that an output
  /// is read into.
  std::string table() const;
  /// Statements that expand runs; they must come before all statements that read the arrays.
  std::string unrolling() const;
  /// The fill byte of the outputs before the launch, as a C literal.
  std::string poison() const;
  /// Statements that count the wrong elements of every output in `wrong`, and print the first.
  std::string checks() const;
  /// The number of elements of all outputs.
  std::size_t elements() const { return elements_; }
  bool uses(Type type) const;

 private:
  /// An array or a scalar with its name in C.
  struct Array {
    std::string name;
    Type type;
    std::vector<std::uint64_t> bits;
    bool is_scalar = false;
    bool in_runs = false;  ///< because runs make a shorter text than single values
  };
  struct Output {
    const KernelArgument* argument;
    std::string number;                  ///< "0" for "out0"; empty if the kernel's only output is "out"
    std::optional<Tolerance> tolerance;  ///< for bounded sums
  };
  Type want_type(const Output& output) const;
  std::vector<Array> wanted(const Output& output) const;
  std::string comparison(const Output& output) const;
  std::string check(const Output& output) const;

  const KernelRun& run_;
  std::vector<Output> outputs_;
  std::vector<Array> arrays_;
  std::size_t elements_ = 0;
};

}  // namespace wgcts::reports
