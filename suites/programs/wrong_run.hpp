// What programs come to where collectives answer wrongly: a program that would not show it cannot fail.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "suites/builtin.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::suites {

/// A program where collectives answer wrongly: the one that `of` names, or every one. Work-groups know
/// nothing of each other, so that each is run by itself, and only where some answer that it gets is wrong: it
/// runs as ever up to there. The program must live as long as this.
class WrongRuns {
 public:
  explicit WrongRuns(const LegalProgram& program);

  /// What the program writes where they answer like the mutant. Nothing where none of the answers differs
  /// from the right one, or where the program has no meaning any more: its work-items part ways, or it does
  /// not end.
  std::optional<std::vector<OutputBuffer>> outputs(std::string_view mutant,
                                                   std::optional<Collective> of) const;
  /// See unseen_mutant.
  std::optional<std::string_view> unseen() const;
  /// Whether some wrong answers of the builtin change what a work-group writes.
  bool show(const Builtin& builtin) const;

 private:
  /// What is to be seen of a wrong answer in what the program writes.
  enum class Sight : std::uint8_t {
    None,      ///< no answer is wrong
    Hidden,    ///< every work-group writes what it must
    Shown,     ///< some work-group writes something else
    Unsettled  ///< some have no meaning any more, the others write what they must
  };
  Sight sight(std::string_view mutant, std::optional<Collective> of) const;
  /// The work-groups that get a wrong answer.
  std::vector<std::size_t> groups_met(std::string_view mutant, std::optional<Collective> of) const;
  /// Whether the work-group still has a meaning.
  bool run_wrongly(std::size_t group, std::string_view mutant, std::optional<Collective> of,
                   std::vector<OutputBuffer>& outputs) const;

  const LegalProgram& program_;
  std::vector<Meeting> meetings_;  ///< with right answers
};

/// As WrongRuns says of it.
std::optional<std::vector<OutputBuffer>> outputs_like(const LegalProgram& program, std::string_view mutant,
                                                      std::optional<Collective> of = {});

/// The first mutant that would pass unseen though its answers differ from the right ones, or a kernel that
/// never runs where the program stores nothing; nothing if none would, and at least one is seen. What a
/// single work-group writes is enough to see one.
std::optional<std::string_view> unseen_mutant(const LegalProgram& program);

/// The builtins that the program's text calls.
std::vector<const Builtin*> builtins_called(const Program& program);

/// Whether one of them is of cl_khr_work_group_uniform_arithmetic.
bool calls_uniform_arithmetic(const Program& program);

/// The builtins that the program meets and whose wrong answers show: those of which it can say something.
std::vector<const Builtin*> builtins_shown(const LegalProgram& program);

/// Whether the program can fail: no mutant passes unseen, and it says something of at least one builtin.
bool can_fail(const LegalProgram& program);

}  // namespace wgcts::suites
