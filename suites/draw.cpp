#include "suites/draw.hpp"

#include <algorithm>
#include <bit>

#include "suites/plan.hpp"

namespace wgcts::suites {
namespace {

/// Launches with very many work-groups draw small sizes, because large ones take long to judge and show no
/// more. Some forms allow small sizes only.
std::size_t most_lanes(const Case& c) {
  constexpr std::size_t crowded = 64, flooded = 4, flood = 10'000;
  if (c.variant->groups == 0) return c.form->largest_drawn;
  return std::min(c.variant->groups < flood ? crowded : flooded, c.form->largest_drawn);
}

}  // namespace

Draw::Draw(std::uint64_t seed, std::size_t largest, const Extents& extents, std::size_t first)
    : seed_(hash("soak", seed)),
      largest_(std::max<std::size_t>(largest, 1)),
      extents_(extents),
      number_(first) {}

/// Small sizes are as likely as large ones: each power of two has the same chance, with the sizes between.
Extents Draw::local(unsigned dim, std::size_t largest) {
  Extents local{1, 1, 1};
  std::size_t room = largest;
  const auto first = static_cast<unsigned>(random_.below(dim));  // each dimension may be the longest
  for (unsigned i = 0; i < dim; ++i) {
    const unsigned d = (first + i) % dim;
    const std::size_t most = std::max<std::size_t>(std::min(room, extents_[d]), 1);
    const std::size_t bound = std::size_t{2}
                              << random_.below(static_cast<std::uint64_t>(std::bit_width(most)));
    local[d] = 1 + random_.below(std::min(bound, most));
    room /= local[d];
  }
  return local;
}

const Variant* Draw::some_variant() {
  const Variant* row = &variants[random_.below(variants.size())];
  if (random_.coin()) return row;
  // Combinations stay in memory. There are two thousand combinations of two rows, but far more of several
  // rows.
  const Variant* both = combined(*row, variants[random_.below(variants.size())]);
  return both != nullptr ? both : row;
}

Case Draw::program() {
  constexpr std::uint64_t numbers = 1'000'000'000;
  Case drawn{&whole_program, gentypes[random_.below(gentypes.size())].type,
             static_cast<unsigned>(1 + random_.below(3))};
  drawn.form = &program_form;
  drawn.local.extents = local(drawn.dim, std::min(largest_, program_form.largest_drawn));
  drawn.number = random_.below(numbers);
  do drawn.variant = some_variant();
  while (!is_legal(drawn));
  return drawn;
}

std::vector<Case> Draw::next() {
  random_ = Random(Random(seed_ + number_++).bits());
  if (random_.below(4) == 0) return {program()};
  while (true) {
    Case drawn{&builtins[random_.below(builtins.size())], gentypes[random_.below(gentypes.size())].type,
               static_cast<unsigned>(1 + random_.below(3))};
    drawn.form = &all_forms()[random_.below(all_forms().size())];
    drawn.variant = some_variant();
    drawn.local.extents = local(drawn.dim, std::min(largest_, most_lanes(drawn)));
    if (random_.below(16) == 0 && drawn.variant->groups == 0) drawn.local = {};  // max
    // The extension has twice as many builtins as the core, and most devices lack it.
    constexpr std::uint64_t rare = 8;
    if (!is_core(*drawn.builtin) && random_.below(rare) != 0) continue;
    if (!takes(*drawn.builtin, drawn.type)) continue;
    if (auto cases = cases_of_launch(drawn); !cases.empty()) return cases;
  }
}

}  // namespace wgcts::suites
