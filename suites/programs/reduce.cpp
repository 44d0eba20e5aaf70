#include "suites/programs/reduce.hpp"

#include "suites/programs/given_program.hpp"

namespace wgcts::suites {
namespace {

/// A legal program that meets a collective, or nothing.
std::optional<LegalProgram> legal(const ProgramPass& pass, Draft draft, Chosen chosen) {
  try {
    Draft smaller = taken(pass, std::move(draft), chosen);
    auto program = proved(std::move(smaller.program), std::move(smaller.launch));
    if (program && program->expected.collectives != 0) return program;
  } catch (const IllegalProgram&) {
  }
  return std::nullopt;
}

}  // namespace

Reduction reduce(LegalProgram failing, const AskProgram& ask, std::size_t most_experiments,
                 const std::function<bool()>& go_on, std::span<const ProgramPass> passes) {
  const Reducible<Draft, LegalProgram, std::uint64_t> programs{passes, legal, content_hash};
  Reducer reducer(programs, std::move(failing), ask, most_experiments, go_on);
  Reduction reduction{reducer.run(), reducer.passing(), reducer.experiments(), reducer.finished()};
  // A program that stores nothing passes where others give wrong results, and says nothing by that.
  if (!reduction.smallest.program.outputs.empty())
    std::erase_if(reduction.passing, [](const LegalProgram& p) { return p.program.outputs.empty(); });
  return reduction;
}

}  // namespace wgcts::suites
