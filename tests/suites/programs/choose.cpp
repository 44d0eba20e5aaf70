// A developer's tool: chooses the programs of suites/programs/fixed_set.hpp anew, after a change of what is
// drawn.
//
//     build/programs_choose 20000
//
// First come as few programs of int, uint and float as cover every place and family twice, then one for each
// further type that covers most.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "suites/programs/draw_program.hpp"
#include "suites/programs/place.hpp"

using namespace wgcts::suites;
using wgcts::reference::GenType;

namespace {

struct Candidate {
  ProgramKey key;
  Places places;
};

constexpr struct {
  unsigned dim;
  wgcts::reference::Extents local;
} shapes[] = {{1, {4, 1, 1}},  {1, {7, 1, 1}}, {2, {2, 3, 1}}, {3, {2, 2, 2}}, {1, {33, 1, 1}},
              {1, {16, 1, 1}}, {2, {8, 4, 1}}, {1, {3, 1, 1}}, {3, {5, 3, 2}}, {1, {64, 1, 1}}};

std::vector<Candidate> candidates(const std::vector<GenType>& types, std::uint64_t count) {
  std::vector<Candidate> list;
  for (std::uint64_t n = 0; n < count; ++n) {
    const auto& shape = shapes[n / types.size() % std::size(shapes)];
    const ProgramKey key{types[n % types.size()], shape.dim, shape.local, n};
    list.push_back({key, places_of(draw_program(key).program)});
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
    std::size_t most = 0;
    for (Candidate& c : list) {
      const std::size_t gain = (c.places & once).count() + (c.places & twice & ~once).count();
      if (gain > most) best = &c, most = gain;
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
    for (int n = 0; n < 4; ++n) {
      const auto more = candidates({type}, 400 * (static_cast<std::uint64_t>(n) + 1));
      const Candidate* best = &more[400 * static_cast<std::size_t>(n)];
      for (const Candidate& c : more)
        if (&c >= &more[400 * static_cast<std::size_t>(n)] && c.places.count() > best->places.count())
          best = &c;
      std::printf("    \"%s\",\n", name(best->key).c_str());
    }
  return 0;
}
