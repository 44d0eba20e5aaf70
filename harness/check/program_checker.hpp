// A whole program: what it writes must be what the interpreter says.
#pragma once

#include "harness/check/site_checker.hpp"
#include "suites/programs/program_text.hpp"

namespace wgcts::harness {

/// Each output of each work-group is a check. Outputs are named by their number.
class ProgramChecker {
 public:
  /// Draws the case's program.
  explicit ProgramChecker(const Case& c);

  const LiteralProgram& literal() const { return literal_; }

  /// An element, of the output's type, that no work-item must store there; made of these bits as far as that
  /// can be.
  std::vector<std::byte> poison(std::size_t output, std::uint64_t bits) const;

  /// Throws SuiteDefect unless the outputs show every mutant of the collectives. What was made smaller until
  /// it shows one driver's bug, and no more than that, need not show others.
  void require_sensitive() const;

  /// Judges what the outputs hold, work-items by global linear id; what stands behind those is not looked at.
  /// `poisons` are those that the outputs were filled with. Throws SuiteDefect.
  Judgement judge(std::span<const std::vector<std::byte>> outputs,
                  std::span<const std::vector<std::byte>> poisons) const;

  /// The clauses that judging cites, whatever comes back.
  std::set<std::string> clauses() const;

  /// A work-group's part of an output; `written` is what the output holds, or empty where nothing ran.
  GroupRecord record(std::size_t output, std::size_t group, std::span<const std::byte> written) const;

  std::size_t checks() const { return literal_.outputs.size() * grid_.groups.size(); }
  const Grid& grid() const { return grid_; }

 private:
  struct Likeness {
    const Builtin* builtin;
    std::string_view mutant;
  };
  bool is_wrong(std::size_t output, std::size_t item, std::span<const std::byte> got,
                std::span<const std::byte> poison) const;
  Value input_of(std::size_t item) const;
  Value expected_of(std::size_t output, std::size_t item) const;
  std::vector<Likeness> likenesses_of(std::span<const std::vector<std::byte>> outputs,
                                      std::span<const std::vector<std::byte>> poisons) const;
  Failure failure(std::size_t output, std::size_t group, std::span<const std::byte> got,
                  const std::vector<std::size_t>& wrong, std::span<const std::byte> poison) const;

  Case case_;
  LegalProgram program_;
  LiteralProgram literal_;
  Grid grid_;
  std::vector<std::string> stores_;    ///< of each output, the statement that writes it
  std::vector<const Builtin*> shown_;  ///< those of which it can say something
};

}  // namespace wgcts::harness
