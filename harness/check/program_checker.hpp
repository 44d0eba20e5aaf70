// A whole program: what it writes must be what the interpreter says.
#pragma once

#include "harness/check/site_checker.hpp"
#include "harness/program/kernel_run.hpp"
#include "reference/causes/cause.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::harness {

/// Each output of each work-group is a check. Outputs are named by their number.
class ProgramChecker {
 public:
  /// Draws the case's program.
  explicit ProgramChecker(const Case& c);
  ProgramChecker(const ProgramChecker&) = delete;
  ProgramChecker& operator=(const ProgramChecker&) = delete;

  /// The program with what it must write; its kernel is named so that it can share a source with others.
  const KernelRun& run() const { return run_; }

  /// Throws SuiteDefect unless the outputs show every guarding fault. What was made smaller until it shows
  /// one driver's bug, and no more than that, need not show others.
  void require_sensitive() const;

  /// Judges what the outputs hold, work-items by global linear id; what stands behind those is not looked at.
  /// `poisons` are those that the outputs were filled with. Throws SuiteDefect.
  Judgement judge(std::span<const std::vector<std::byte>> outputs,
                  std::span<const std::vector<std::byte>> poisons) const;

  /// The clauses that judging cites, whatever comes back.
  std::set<std::string> clauses() const;

  /// A work-group's part of an output; `written` is what the output holds, or empty where nothing ran.
  GroupRecord record(std::size_t output, std::size_t group, std::span<const std::byte> written) const;

  std::size_t outputs() const { return outputs_.size(); }
  std::size_t checks() const { return outputs_.size() * grid_.groups.size(); }
  const Grid& grid() const { return grid_; }

 private:
  struct Likeness {
    const Builtin* builtin;
    Cause fault;
  };
  bool is_wrong(std::size_t output, std::size_t item, std::span<const std::byte> got,
                std::span<const std::byte> poison) const;
  const Expected& expectation(std::size_t output, std::size_t item) const {
    return outputs_[output]->expected[item];
  }
  Value input_of(std::size_t item) const;
  Value expected_of(std::size_t output, std::size_t item) const;
  std::vector<Likeness> likenesses_of(std::span<const std::vector<std::byte>> outputs,
                                      std::span<const std::vector<std::byte>> poisons) const;
  Failure failure(std::size_t output, std::size_t group, std::span<const std::byte> got,
                  const std::vector<std::size_t>& wrong, std::span<const std::byte> poison) const;

  Case case_;
  LegalProgram program_;
  KernelRun run_;
  std::vector<const KernelArgument*> outputs_;  ///< of the run
  Grid grid_;
  std::vector<std::string> stores_;    ///< of each output, the statement that writes it
  std::vector<const Builtin*> shown_;  ///< those of which it can say something
};

}  // namespace wgcts::harness
