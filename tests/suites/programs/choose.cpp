// A developer's tool: chooses the programs of suites/launches/programs.txt again, after a change of the
// generator.
//
//     build/programs_choose 20000 [+NAME...] [-NAME...]
//
// Programs with + are always in the set, because they show bugs of a driver. Programs with - are left out,
// because they hang or crash a driver without showing anything new.
//
// The rest are programs of int, uint and float that cover every place and family twice, preferring those that
// cover most, and rare places, for their compile time; then one for each other type. A family counts only if
// its wrong results show in the outputs. Programs that hang or become undefined with an inverted predicate
// (such as PoCL 6.0's work_group_all) are left out: other programs show that as well, and a hang costs the
// time limit.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "suites/case.hpp"
#include "suites/programs/draw_program.hpp"
#include "suites/programs/place.hpp"
#include "suites/programs/print.hpp"
#include "suites/programs/wrong_run.hpp"
#include "suites/random.hpp"

using namespace wgcts::suites;
using wgcts::reference::GenType;

namespace {

struct Candidate {
  Case key;
  Places places;
  double cost;
  bool proved = false;  ///< its places contain only families whose wrong results show
  bool wanted = false;  ///< always in the set
};

constexpr struct {
  unsigned dim;
  wgcts::reference::Extents local;
} shapes[] = {{1, {4, 1, 1}},  {1, {7, 1, 1}}, {2, {2, 3, 1}}, {3, {2, 2, 2}}, {1, {33, 1, 1}},
              {1, {16, 1, 1}}, {2, {8, 4, 1}}, {1, {3, 1, 1}}, {3, {5, 3, 2}}, {1, {64, 1, 1}}};

/// A program's compile time in characters. Fitted to 90 programs on Intel's runtime: 0.04 s, plus 0.032 s for
/// each thousand characters, plus 0.006 s for each collective (PoCL 6.0: 0.22 s and 0.013 s for each
/// collective).
double cost_of(const std::string& text) {
  std::size_t collectives = 0;
  for (std::size_t at = 0; (at = text.find("work_group_", at)) != std::string::npos; ++at) ++collectives;
  return 1300 + static_cast<double>(text.size()) + 190 * static_cast<double>(collectives);
}

/// Whether the program ends and stays legal if all or any gives the opposite result, or the opposite of the
/// other one's result, as PoCL 6.0's work_group_all does.
bool ends_with_inverted(const LegalProgram& program) {
  using wgcts::reference::Family, wgcts::reference::What;
  const WrongRuns runs(program);
  return std::ranges::all_of(std::array{Family::All, Family::Any}, [&](Family family) {
    const std::uint8_t of_the_other = family == Family::All ? 1 : 2;
    return std::ranges::all_of(std::array{std::uint8_t{0}, of_the_other}, [&](std::uint8_t choice) {
      const wgcts::reference::Cause fault{.what = What::Inverted, .choice = choice};
      return runs.run_with(runs.model_of(fault, Collective{family})).outputs.has_value();
    });
  });
}

/// Removes the places of families whose wrong results do not show.
void prove(Candidate& c) {
  using wgcts::reference::Family;
  c.proved = true;
  const LegalProgram program = draw_program(c.key);
  const auto shown = builtins_shown(program);
  const bool ends = c.wanted || ends_with_inverted(program);
  for (const auto& place : places)
    for (std::size_t f = 0; f < family_count; ++f) {
      const auto family = static_cast<Family>(f);
      const bool shows =
          std::ranges::any_of(shown, [&](const auto* b) { return b->collective.family == family; });
      if (!ends || !shows) c.places.reset(bit_of(place, family));
    }
}

Candidate candidate(const Case& key) {
  const LegalProgram program = draw_program(key);
  return {key, places_of(program.program), cost_of(source_text(program.program, key.dim))};
}

std::vector<Candidate> candidates(const std::vector<GenType>& types, std::uint64_t count) {
  std::vector<Candidate> list;
  for (std::uint64_t n = 0; n < count; ++n) {
    const auto& shape = shapes[n / types.size() % std::size(shapes)];
    const Case key{&whole_program, types[n % types.size()], shape.dim, {shape.local},
                   &program_form,  plain_variant,           n};
    list.push_back(candidate(key));
  }
  return list;
}

/// Removes the most expensive programs, but keeps each place and family twice.
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
    if (!c.wanted && (c.places & ~twice).none())
      std::erase_if(programs, [&](const Candidate& p) { return p.key == c.key; });
  }
}

struct Choice {
  std::vector<Candidate> programs;
  double cost = 0;
  std::size_t lacking = 0;  ///< number of needs that no candidate fulfils
};

/// Selects candidates after the fixed ones, by what each adds for its cost. A need counts more if fewer
/// candidates fulfil it: to the power of `rarity`, with some randomness.
Choice choose(std::vector<Candidate>& all, Places wanted, double rarity, wgcts::suites::Random chance) {
  std::array<double, wgcts::suites::Places{}.size()> weight{};
  for (std::size_t bit = 0; bit < weight.size(); ++bit) {
    const auto having = std::ranges::count_if(all, [&](const Candidate& c) { return c.places.test(bit); });
    weight[bit] = (1 + static_cast<double>(chance.below(1000)) / 1000) /
                  std::pow(static_cast<double>(having) + 1, rarity);
  }
  Choice choice;
  std::vector<bool> chosen(all.size());
  Places once = wanted, twice = wanted;  // what is still needed
  const auto take = [&](std::size_t i) {
    chosen[i] = true;
    const Places before = once;
    once &= ~all[i].places;
    twice &= before | ~all[i].places;
    choice.programs.push_back(all[i]);
  };
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].wanted) take(i);
  while ((once | twice).any()) {
    std::size_t best = all.size();
    double most = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Places adds = all[i].places & (once | twice);
      if (chosen[i] || adds.none()) continue;
      double value = 0;
      for (std::size_t bit = adds._Find_first(); bit < adds.size(); bit = adds._Find_next(bit))
        value += weight[bit];
      if (value / all[i].cost > most) best = i, most = value / all[i].cost;
    }
    if (best == all.size()) break;
    if (all[best].proved)
      take(best);
    else
      prove(all[best]);
  }
  choice.lacking = (once | twice).count();
  leave_out_what_others_have(choice.programs);
  for (const Candidate& c : choice.programs) choice.cost += c.cost;
  return choice;
}

/// The names after the sign on the command line.
std::vector<std::string> named(char sign, int argc, char** argv) {
  std::vector<std::string> names;
  for (int i = 2; i < argc; ++i)
    if (argv[i][0] == sign) names.emplace_back(argv[i] + 1);
  return names;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 5000;
  const std::vector<std::string> wished = named('+', argc, argv), passed_over = named('-', argc, argv);
  const auto is_in = [](const std::vector<std::string>& names) {
    return [&](const Candidate& c) { return std::ranges::find(names, name(c.key)) != names.end(); };
  };
  Places wanted;
  for (const auto& p : places)
    for (std::size_t f = 0; f < family_count; ++f)
      if (can_stand(p, static_cast<wgcts::reference::Family>(f)))
        wanted.set(bit_of(p, static_cast<wgcts::reference::Family>(f)));
  auto list = candidates({GenType::Int, GenType::UInt, GenType::Float}, count);
  std::erase_if(list, is_in(passed_over));
  std::erase_if(list, is_in(wished));
  for (const std::string& name : wished) {
    const auto c = wgcts::suites::parse_case(name);
    if (!c) return std::fprintf(stderr, "%s is no name of a program\n", name.c_str()), 2;
    list.push_back(candidate(key_of(*c)));
    list.back().wanted = true;
    prove(list.back());
  }
  Choice best;
  constexpr std::uint64_t tries = 60;
  for (std::uint64_t n = 0; n < tries; ++n) {
    const double rarity = 0.2 + 0.1 * static_cast<double>(n % 6);
    Choice choice = choose(list, wanted, rarity, wgcts::suites::Random(n));
    if (choice.lacking != 0 || (!best.programs.empty() && choice.cost >= best.cost)) continue;
    best = std::move(choice);
    std::fprintf(stderr, "rarity %g: %zu programs, as %.0f characters\n", rarity, best.programs.size(),
                 best.cost);
  }
  if (best.programs.empty()) return std::fputs("wishes are left: draw more\n", stderr), 1;
  // Programs that may make a driver hang come last, after the others have shown how long a program takes.
  std::ranges::stable_partition(best.programs, [](const Candidate& c) { return !c.wanted; });
  for (const Candidate& c : best.programs) std::printf("%s\n", name(c.key).c_str());
  for (const GenType type : {GenType::Long, GenType::ULong, GenType::Double, GenType::Half}) {
    auto some = candidates({type}, 400);
    std::erase_if(some, is_in(passed_over));
    const auto value = [](const Candidate& c) { return static_cast<double>(c.places.count()) / c.cost; };
    auto most = std::ranges::max_element(some, {}, value);
    while (!most->proved) {
      prove(*most);
      most = std::ranges::max_element(some, {}, value);
    }
    std::printf("%s\n", name(most->key).c_str());
  }
  return 0;
}
