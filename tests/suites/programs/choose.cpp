// A developer's tool: chooses the programs of suites/programs/fixed_set.hpp anew, after a change of what is
// drawn.
//
//     build/programs_choose 20000
//
// First come programs of int, uint and float that cover every place and family twice, those first that cover
// most, and of equals the shorter ones: a compiler takes most of its time for each program, whatever its
// length; then three for each further type. A family counts only where its wrong answers show in what the
// program writes. Programs that hang, or mean nothing, where a predicate is inverted (as PoCL 6.0's
// work_group_all is) are passed over: others show that as well, and a hang costs the time limit.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

#include "reference/program/wrong_models.hpp"
#include "suites/programs/draw_program.hpp"
#include "suites/programs/place.hpp"
#include "suites/programs/print.hpp"
#include "suites/programs/wrong_run.hpp"

using namespace wgcts::suites;
using wgcts::reference::GenType;

namespace {

struct Candidate {
  ProgramKey key;
  Places places;
  double cost;
  bool proved = false;  ///< only what shows counts among its places
};

constexpr struct {
  unsigned dim;
  wgcts::reference::Extents local;
} shapes[] = {{1, {4, 1, 1}},  {1, {7, 1, 1}}, {2, {2, 3, 1}}, {3, {2, 2, 2}}, {1, {33, 1, 1}},
              {1, {16, 1, 1}}, {2, {8, 4, 1}}, {1, {3, 1, 1}}, {3, {5, 3, 2}}, {1, {64, 1, 1}}};

double worth(const Candidate& c, std::size_t gain) { return static_cast<double>(gain) / c.cost; }

bool ends_with_inverted(const LegalProgram& program, wgcts::reference::Family family) {
  RunOptions options;
  options.step_limit = 4 * program.expected.steps;
  options.wrong = [&](const wgcts::reference::Meeting& meeting) {
    return meeting.site->collective.family == family ? wgcts::reference::answer_like("the opposite", meeting)
                                                     : std::nullopt;
  };
  try {
    run(program.program, program.launch, options);
    return true;
  } catch (const wgcts::reference::IllegalProgram&) {
    return false;
  }
}

/// Leaves among its places those of families whose wrong answers show.
void prove(Candidate& c) {
  using wgcts::reference::Family;
  c.proved = true;
  const LegalProgram program = draw_program(c.key);
  const auto shown = builtins_shown(program);
  const bool ends = ends_with_inverted(program, Family::All) && ends_with_inverted(program, Family::Any);
  for (const auto& place : places)
    for (std::size_t f = 0; f < family_count; ++f) {
      const auto family = static_cast<Family>(f);
      const bool shows =
          std::ranges::any_of(shown, [&](const auto* b) { return b->collective.family == family; });
      if (!ends || !shows) c.places.reset(bit_of(place.place, family));
    }
}

std::vector<Candidate> candidates(const std::vector<GenType>& types, std::uint64_t count) {
  std::vector<Candidate> list;
  for (std::uint64_t n = 0; n < count; ++n) {
    const auto& shape = shapes[n / types.size() % std::size(shapes)];
    const ProgramKey key{types[n % types.size()], shape.dim, shape.local, n};
    const LegalProgram program = draw_program(key);
    const auto length = static_cast<double>(source_text(program.program, key.dim).size());
    list.push_back({key, places_of(program.program), 20000 + length});
  }
  return list;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 5000;
  Places once, twice;  // what is still wanted
  for (const auto& p : places)
    for (std::size_t f = 0; f < family_count; ++f)
      if (can_stand(p.place, static_cast<wgcts::reference::Family>(f)))
        once.set(bit_of(p.place, static_cast<wgcts::reference::Family>(f)));
  twice = once;
  auto list = candidates({GenType::Int, GenType::UInt, GenType::Float}, count);
  while ((once | twice).any()) {
    Candidate* best = nullptr;
    double most = 0;
    for (Candidate& c : list) {
      const double value = worth(c, (c.places & once).count() + (c.places & twice & ~once).count());
      if (value > most) best = &c, most = value;
    }
    if (best != nullptr && !best->proved) {
      prove(*best);
      continue;
    }
    if (best == nullptr) {
      std::printf("%zu wishes are left: draw more\n", (once | twice).count());
      return 1;
    }
    twice &= once | ~best->places;
    once &= ~best->places;
    std::printf("    \"%s\",\n", name(best->key).c_str());
    best->places.reset();  // not to be chosen again
  }
  for (const GenType type : {GenType::Long, GenType::ULong, GenType::Double, GenType::Half})
    for (int n = 0; n < 3; ++n) {
      auto more = candidates({type}, 400 * (static_cast<std::uint64_t>(n) + 1));
      const auto some = std::span(more).subspan(400 * static_cast<std::size_t>(n));
      const auto value = [](const Candidate& c) { return worth(c, c.places.count()); };
      auto best = std::ranges::max_element(some, {}, value);
      while (!best->proved) {
        prove(*best);
        best = std::ranges::max_element(some, {}, value);
      }
      std::printf("    \"%s\",\n", name(best->key).c_str());
    }
  return 0;
}
