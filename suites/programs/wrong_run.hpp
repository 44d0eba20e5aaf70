// What programs come to where collectives answer wrongly: a program that would not show it cannot fail.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "suites/builtin.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::suites {

/// What the program writes where a collective, or every one, answers like the mutant. Nothing where none of
/// the answers differs from the right one, or where the program has no meaning any more: its work-items part
/// ways, or it does not end.
std::optional<std::vector<OutputBuffer>> outputs_like(const LegalProgram& program, std::string_view mutant,
                                                      std::optional<Collective> of = {});

/// The first mutant that would pass unseen though its answers differ from the right ones, or a kernel that
/// never runs where the program stores nothing; nothing if none would, and at least one is seen.
std::optional<std::string_view> unseen_mutant(const LegalProgram& program);

/// The builtins that the program's text calls.
std::vector<const Builtin*> builtins_called(const Program& program);

/// The builtins that the program meets and whose wrong answers show: those of which it can say something.
std::vector<const Builtin*> builtins_shown(const LegalProgram& program);

/// Whether the program can fail: no mutant passes unseen, and it says something of at least one builtin.
bool can_fail(const LegalProgram& program);

}  // namespace wgcts::suites
