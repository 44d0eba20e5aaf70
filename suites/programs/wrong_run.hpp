// What programs come to where collectives answer wrongly: a program that would not show it cannot fail.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/causes/cause.hpp"
#include "suites/builtin.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::suites {

/// A program where collectives answer wrongly: the one that `of` names, or every one. Work-groups know
/// nothing of each other, so that each is run by itself, and only where some answer that it gets is wrong: it
/// runs as ever up to there. The program must live as long as this.
class WrongRuns {
 public:
  explicit WrongRuns(const LegalProgram& program);

  /// What the program writes on a device with that fault of guarding_causes(). Nothing where none of the
  /// answers differs from the right one, or where the program has no meaning any more: its work-items part
  /// ways, or it does not end.
  std::optional<std::vector<OutputBuffer>> outputs(const Cause& fault,
                                                   std::optional<Collective> of = {}) const;
  /// See unseen_fault.
  std::optional<std::string> unseen() const;
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
  std::optional<std::vector<Word>> wrong_answer(const CollectiveCall& collective_call, const Cause& fault,
                                                std::optional<Collective> of) const;
  Sight sight(const Cause& fault, std::optional<Collective> of) const;
  /// The work-groups that get a wrong answer.
  std::vector<std::size_t> groups_met(const Cause& fault, std::optional<Collective> of) const;
  /// Whether the work-group still has a meaning.
  bool run_wrongly(std::size_t group, const Cause& fault, std::optional<Collective> of,
                   std::vector<OutputBuffer>& outputs) const;

  const LegalProgram& program_;
  std::vector<CollectiveCall> collective_calls_;  ///< with right answers
};

/// The first fault of guarding_causes() that would pass unseen though its answers differ from the right ones,
/// "a device that returns 1 for every input", or a kernel that never runs where the program stores nothing;
/// nothing if none would, and at least one is seen. What a single work-group writes is enough to see one.
std::optional<std::string> unseen_fault(const LegalProgram& program);

std::vector<const Builtin*> builtins_called(const Program& program);

/// Whether one of them is of cl_khr_work_group_uniform_arithmetic.
bool calls_uniform_arithmetic(const Program& program);

/// The builtins that the program meets and whose wrong answers show: those of which it can say something.
std::vector<const Builtin*> builtins_shown(const LegalProgram& program);

/// Whether the program can fail: no such fault passes unseen, and it says something of at least one builtin.
bool can_fail(const LegalProgram& program);

}  // namespace wgcts::suites
