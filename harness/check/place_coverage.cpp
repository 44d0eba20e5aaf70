#include "harness/check/place_coverage.hpp"

#include <algorithm>

#include "suites/programs/draw_program.hpp"
#include "suites/programs/wrong_run.hpp"

namespace wgcts::harness {

std::vector<PlaceCovered> places_covered(const std::vector<Case>& cases) {
  std::vector<PlaceCovered> table;
  for (const PlaceInfo& place : places) table.push_back({&place});
  std::vector<ProgramKey> counted;
  for (const Case& c : cases) {
    if (!is_program(c) || std::ranges::find(counted, key_of(c)) != counted.end()) continue;
    counted.push_back(key_of(c));
    const LegalProgram program = draw_program(counted.back());
    const Places standing = places_of(program.program);
    std::array<bool, family_count> shown{};
    for (const Builtin* builtin : builtins_shown(program))
      shown.at(static_cast<std::size_t>(builtin->collective.family)) = true;
    for (PlaceCovered& row : table)
      for (std::size_t f = 0; f < family_count; ++f)
        row.programs.at(f) +=
            shown.at(f) && standing[bit_of(row.place->place, static_cast<Family>(f))] ? 1 : 0;
  }
  return table;
}

}  // namespace wgcts::harness
