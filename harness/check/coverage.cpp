#include "harness/check/coverage.hpp"

#include <algorithm>
#include <map>

#include "harness/check/citations.hpp"
#include "suites/programs/draw_program.hpp"
#include "suites/programs/wrong_run.hpp"

namespace wgcts::harness {

std::vector<Covered> coverage_of(const std::vector<Case>& cases, const DeviceFacts& facts) {
  constexpr std::uint64_t seed = 1;
  std::map<std::string, std::size_t, std::less<>> counts;
  for (const Case& c : cases)
    for (const std::string& id : clauses_of(c, facts, seed)) ++counts[id];
  std::vector<Covered> covered;
  for (const Clause& clause : clauses) {
    const auto count = counts.find(clause.id);
    covered.push_back({&clause, count == counts.end() ? 0 : count->second});
  }
  return covered;
}

std::vector<PlaceCovered> places_covered(const std::vector<Case>& cases) {
  std::vector<PlaceCovered> table;
  for (const PlaceInfo& place : places) table.push_back({&place});
  std::vector<ProgramKey> counted;
  for (const Case& c : cases) {
    if (!is_program(c) || is_in(key_of(c), counted)) continue;
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
