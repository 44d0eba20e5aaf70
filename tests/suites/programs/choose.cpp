// A developer's tool: chooses the programs of suites/programs/fixed_set.hpp anew, after a change of what is
// drawn.
//
//     build/programs_choose 20000 [NAME...]
//
// Programs that are named are passed over: those that hang on a driver at hand.
//
// First come programs of int, uint and float that cover every place and family twice, those first that cover
// most, and what few others do, for what they cost a compiler; then one for each further type. A family
// counts only where its wrong answers show in what the program writes. Programs that hang, or mean nothing,
// where a predicate is inverted (as PoCL 6.0's work_group_all is) are passed over: others show that as well,
// and a hang costs the time limit.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
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

/// What a program costs a compiler, in characters: measured on Intel's runtime, 0.05 s and 0.065 s for each
/// thousand of them (PoCL 6.0: ten times that).
double cost_of(const std::string& text) { return 800 + static_cast<double>(text.size()); }

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
    list.push_back({key, places_of(program.program), cost_of(source_text(program.program, key.dim))});
  }
  return list;
}

/// Each place and family stays twice; the dearest go first.
void leave_out_what_others_have(std::vector<Candidate>& programs) {
  std::vector<Candidate> dearest = programs;
  std::ranges::stable_sort(dearest, std::ranges::greater{}, &Candidate::cost);
  for (const Candidate& c : dearest) {
    Places once, twice;
    for (const Candidate& other : programs) {
      if (other.key == c.key) continue;
      twice |= once & other.places;
      once |= other.places;
    }
    if ((c.places & ~twice).none())
      std::erase_if(programs, [&](const Candidate& p) { return p.key == c.key; });
  }
}

struct Choice {
  std::vector<Candidate> programs;
  double cost = 0;
  std::size_t lacking = 0;  ///< wishes that no candidate fulfils
};

/// Goes through the candidates by what each still adds for its cost, where a wish counts the more the fewer
/// candidates fulfil it: to the power of `rarity`.
Choice choose(std::vector<Candidate>& all, Places wanted, double rarity) {
  std::array<double, wgcts::suites::Places{}.size()> weight{};
  for (std::size_t bit = 0; bit < weight.size(); ++bit) {
    const auto having = std::ranges::count_if(all, [&](const Candidate& c) { return c.places.test(bit); });
    weight[bit] = 1 / std::pow(static_cast<double>(having) + 1, rarity);
  }
  Choice choice;
  std::vector<bool> chosen(all.size());
  Places once = wanted, twice = wanted;  // what is still wanted
  while ((once | twice).any()) {
    std::size_t best = all.size();
    double most = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Places adds = all[i].places & (once | twice);
      if (chosen[i] || adds.none()) continue;
      double value = 0;
      for (std::size_t bit = 0; bit < weight.size(); ++bit)
        if (adds.test(bit)) value += weight[bit];
      if (value / all[i].cost > most) best = i, most = value / all[i].cost;
    }
    if (best == all.size()) break;
    if (!all[best].proved) {
      prove(all[best]);
      continue;
    }
    chosen[best] = true;
    const Places before = once;
    once &= ~all[best].places;
    twice &= before | ~all[best].places;
    choice.programs.push_back(all[best]);
  }
  choice.lacking = (once | twice).count();
  leave_out_what_others_have(choice.programs);
  for (const Candidate& c : choice.programs) choice.cost += c.cost;
  return choice;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 5000;
  const std::vector<std::string> passed_over(argv + std::min(argc, 2), argv + argc);
  const auto is_passed_over = [&](const Candidate& c) {
    return std::ranges::find(passed_over, name(c.key)) != passed_over.end();
  };
  Places wanted;
  for (const auto& p : places)
    for (std::size_t f = 0; f < family_count; ++f)
      if (can_stand(p.place, static_cast<wgcts::reference::Family>(f)))
        wanted.set(bit_of(p.place, static_cast<wgcts::reference::Family>(f)));
  auto list = candidates({GenType::Int, GenType::UInt, GenType::Float}, count);
  std::erase_if(list, is_passed_over);
  Choice best;
  for (const double rarity : {0.3, 0.5, 0.7}) {
    Choice choice = choose(list, wanted, rarity);
    std::fprintf(stderr, "rarity %g: %zu programs, as %.0f characters; %zu wishes are left\n", rarity,
                 choice.programs.size(), choice.cost, choice.lacking);
    if (choice.lacking == 0 && (best.programs.empty() || choice.cost < best.cost)) best = std::move(choice);
  }
  if (best.programs.empty()) return std::fputs("wishes are left: draw more\n", stderr), 1;
  for (const Candidate& c : best.programs) std::printf("    \"%s\",\n", name(c.key).c_str());
  for (const GenType type : {GenType::Long, GenType::ULong, GenType::Double, GenType::Half}) {
    auto some = candidates({type}, 400);
    std::erase_if(some, is_passed_over);
    const auto value = [](const Candidate& c) { return static_cast<double>(c.places.count()) / c.cost; };
    auto most = std::ranges::max_element(some, {}, value);
    while (!most->proved) {
      prove(*most);
      most = std::ranges::max_element(some, {}, value);
    }
    std::printf("    \"%s\",\n", name(most->key).c_str());
  }
  return 0;
}
