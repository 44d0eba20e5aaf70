#include "harness/diagnose/smaller_program.hpp"

#include <algorithm>

#include "suites/programs/given_program.hpp"
#include "suites/programs/ingredients.hpp"
#include "suites/programs/reduce.hpp"

namespace wgcts::harness {

SmallestProgram smallest_program(const Case& failing, const std::function<Shown(const Case&)>& ask,
                                 const TimeLeft& time_left) {
  const auto given = [&](const LegalProgram& program) { return given_case(program, failing.variant); };
  const LegalProgram start = draw_program(key_of(failing));
  const Reduction reduction = reduce(
      start, [&](const LegalProgram& p) { return ask(given(p)); }, most_experiments, time_left);
  const bool smaller = content_hash(reduction.smallest) != content_hash(start);
  SmallestProgram result{smaller ? given(reduction.smallest) : failing};
  const auto hold = [&](const Case& c) {
    if (c.given.program && std::ranges::find(result.programs, c.given) == result.programs.end())
      result.programs.push_back(c.given);
    return name(c);
  };
  hold(result.the_case);
  // Where the time was over, the program is as small as the machine was fast: that is no part of a bug's
  // identity.
  if (reduction.finished || reduction.experiments == most_experiments)
    result.form = normal_form(reduction.smallest);
  for (const ProvedIngredient& proved : ingredients_of(reduction))
    result.ingredients.push_back({proved.phrase, hold(given(*proved.without))});
  if (!reduction.passing.empty())
    result.neighbour = PassingNeighbour{hold(given(reduction.passing.front())), "one step smaller"};
  return result;
}

}  // namespace wgcts::harness
