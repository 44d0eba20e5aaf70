// The arguments of a kernel run as C: what is passed, what is wanted of each output, and how it is checked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/reproducer/slack.hpp"

namespace wgcts::reports {

class ArgumentsText {
 public:
  /// Arguments are called as in the kernel's text; of the output "out0" the arrays are want0 and got0. The
  /// specimen must outlive this.
  explicit ArgumentsText(const Specimen& specimen);

  /// The arrays, what unrolls those that are told in runs, and the table of arguments.
  std::string data() const;
  /// Statements that come before all others that read the arrays.
  std::string unrolling() const;
  /// The byte that fills outputs before the launch, as C writes it.
  std::string poison() const;
  /// Statements that count the wrong elements of every output in `wrong`, and print the first.
  std::string checks() const;
  /// Elements of all outputs.
  std::size_t elements() const { return elements_; }
  bool uses(Type type) const;

 private:
  /// An array, or a scalar, under its name in C.
  struct Array {
    std::string name;
    Type type;
    std::vector<std::uint64_t> bits;
    bool in_runs = false;
  };
  struct Output {
    const KernelArgument* argument;
    std::string number;          ///< "0" of "out0"; empty where the kernel calls its only one "out"
    std::optional<Slack> slack;  ///< where sums are bounded: one number in place of two bounds for each
  };
  Type want_type(const Output& output) const;
  std::vector<Array> wanted(const Output& output) const;
  std::string comparison(const Output& output) const;
  std::string comparison_of_values(const Output& output, const std::string& got,
                                   const std::string& want) const;
  std::string comparison_of_halves(const Output& output, const std::string& got,
                                   const std::string& want) const;
  std::string check(const Output& output) const;
  std::string table() const;

  const KernelRun& run_;
  std::vector<Output> outputs_;
  std::vector<Array> arrays_;
  std::size_t elements_ = 0;
};

}  // namespace wgcts::reports
