#include "harness/diagnose/smaller_program.hpp"

#include "suites/programs/shrink.hpp"

namespace wgcts::harness {

SmallestProgram smallest_program(const Case& failing, const std::function<Smaller(const Case&)>& ask,
                                 const TimeLeft& time_left) {
  SmallestProgram smallest{failing, {}};
  Shrinker shrinker(draw_program(key_of(failing)));
  while (time_left()) {
    const auto smaller = shrinker.next();
    if (!smaller) break;
    if (smaller->expected.collectives == 0) continue;  // it would say nothing of collectives
    Case next = failing;
    const auto steps = shrinker.steps_offered();
    next.edits.insert(next.edits.end(), steps.begin(), steps.end());
    switch (ask(next)) {
      case Smaller::Shows:
        shrinker.accept();
        smallest = {std::move(next), {}};
        break;
      case Smaller::Passes:
        smallest.neighbour = PassingNeighbour{name(next), "one edit smaller"};
        break;
      case Smaller::Other:
        break;
    }
  }
  return smallest;
}

}  // namespace wgcts::harness
