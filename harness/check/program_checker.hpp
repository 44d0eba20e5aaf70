// Judges a program: its outputs must equal those of the interpreter.
#pragma once

#include "harness/check/site_checker.hpp"
#include "harness/program/kernel_run.hpp"
#include "reference/causes/cause.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::harness {

/// Each output of each work-group is a check. The output's number is the name of the check.
class ProgramChecker {
 public:
  /// Draws the case's program.
  explicit ProgramChecker(const Case& c);
  ProgramChecker(const ProgramChecker&) = delete;
  ProgramChecker& operator=(const ProgramChecker&) = delete;

  /// The program with its expected outputs. Its kernel has a name that is unique in a shared source.
  const KernelRun& run() const { return run_; }

  /// Throws SuiteDefect unless the outputs show every wrong model of the collectives. Reduced programs are
  /// exempt, because they show one driver's bug and may hide other models.
  void require_sensitive() const;

  /// Judges the outputs, by global linear id, without their canaries. Throws SuiteDefect.
  Judgement judge(std::span<const std::vector<std::byte>> outputs) const;

  /// The clauses that judging cites for any results.
  std::set<std::string> clauses() const;

  /// A work-group's part of an output. `written` is the content of the output, or empty if nothing ran. It
  /// contains the poison of run() where nothing was written.
  GroupRecord record(std::size_t output, std::size_t group, std::span<const std::byte> written) const;

  std::size_t outputs() const { return outputs_.size(); }
  std::size_t checks() const { return outputs_.size() * grid_.groups; }
  const Grid& grid() const { return grid_; }

 private:
  std::uint64_t poison_of(std::size_t output) const {
    return element_of(outputs_[output]->bytes, outputs_[output]->type, 0);
  }
  Value input_of(std::size_t item) const;
  std::vector<std::pair<const Builtin*, Cause>> matching_models_of(
      std::span<const std::vector<std::byte>> outputs) const;
  bool is_wrong(std::size_t output, std::size_t item, std::span<const std::byte> written) const;

  Case case_;
  LegalProgram program_;
  KernelRun run_;
  std::vector<const KernelArgument*> outputs_;  ///< of the run
  Grid grid_;
  std::vector<std::string> stores_;    ///< for each output, the statements that write it
  std::vector<const Builtin*> shown_;  ///< the builtins whose wrong results would show
};

}  // namespace wgcts::harness
