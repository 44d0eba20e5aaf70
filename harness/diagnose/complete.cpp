// Completes the bugs of a report with their smallest cases.
#include <algorithm>
#include <stdexcept>

#include "harness/diagnose/describe.hpp"
#include "harness/diagnose/minimal.hpp"
#include "harness/diagnose/terminations.hpp"

namespace wgcts::harness {
namespace {

/// Sets the sentence and the signature. The sentence about an unknown fault quotes a failure.
void describe(Bug& bug) {
  const bool has_no_words = bug.what.code == "unknown" && !bug.minimal && !is_of_programs(bug);
  const std::string words =
      bug.what.code == "unknown" && bug.minimal ? bug.minimal->message : time_limit_in(bug.sentence);
  if (!has_no_words || bug.sentence.empty()) bug.sentence = sentence_of(bug, words);
  bug.signature = signature_for(bug);
}

/// A bug that only programs show is described by its smallest program.
void add_program(Bug& bug, SmallestProgram found) {
  bug.ingredients = std::move(found.ingredients);
  for (GivenProgram& program : found.programs)
    if (std::ranges::find(bug.programs, program) == bug.programs.end())
      bug.programs.push_back(std::move(program));
  bug.form = std::move(found.form);
}

/// The verified name, and conditions with exact thresholds.
void refine(Bug& bug, const Minimised& found) {
  if (found.what != bug.what && found.what.code == "unknown") bug.fit = 0;
  bug.what = found.what;
  bug.where = found.where;
  describe(bug);
}

/// Merges bugs with equal signatures, such as programs with the same reduced form. Also merges two unknown
/// bugs if one of them just lost its name, they have the same builtins and types, and they share a case or
/// have equal conditions.
void unite_alike(std::vector<Bug>& bugs, std::vector<Minimised>& all) {
  const auto within = [](const Bug& a, const Bug& b) {
    return std::ranges::includes(b.builtins, a.builtins) && std::ranges::includes(b.types, a.types);
  };
  const auto meet = [](const Bug& a, const Bug& b) {
    const std::set<std::string> cases(a.cases.begin(), a.cases.end());
    return a.where == b.where ||
           std::ranges::any_of(b.cases, [&](const std::string& id) { return cases.contains(id); });
  };
  for (std::size_t i = 0; i < bugs.size(); ++i)
    for (std::size_t j = bugs.size() - 1; j > i; --j) {
      Bug &host = bugs[i], &part = bugs[j];
      const bool nameless = host.what.code == "unknown" && part.what.code == "unknown";
      const bool either = all[i].lost_name || all[j].lost_name;
      // Bugs of programs are told apart by their reduced forms alone.
      const bool programs = is_of_programs(host) || is_of_programs(part);
      const bool parts =
          !programs && nameless && either && (within(part, host) || within(host, part)) && meet(host, part);
      if (!parts && host.signature != part.signature) continue;
      const std::string before = host.minimal ? host.minimal->name : "";
      unite(host, std::move(part));
      describe(host);
      if (host.minimal && host.minimal->name != before && all[j].failing_run) all[i] = std::move(all[j]);
      all[i].lost_name = either;
      bugs.erase(bugs.begin() + static_cast<std::ptrdiff_t>(j));
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(j));
    }
}

/// Nothing, if a machine under load could not start a worker in time. The report must not be lost by that.
Minimised minimised(const Bug& bug, const Oracle& oracle, double seconds, std::span<const Bug> others) {
  try {
    return minimise(bug, oracle, seconds, others);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::runtime_error&) {
    return {};
  }
}

}  // namespace

std::vector<Minimised> complete(std::vector<Bug>& bugs, const Oracle& oracle, double seconds) {
  const double end = oracle.clock() + seconds;
  std::vector<Minimised> all;
  for (std::size_t i = 0; i < bugs.size(); ++i) {
    const double begun = oracle.clock();
    const double share = (end - begun) / static_cast<double>(bugs.size() - i);
    std::vector<Bug> others = bugs;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    all.push_back(share > 0 ? minimised(bugs[i], oracle, share, others) : Minimised{});
    Minimised& found = all.back();
    if (share <= 0 || oracle.clock() >= begun + share) bugs[i].cut_short = "the search for its smallest case";
    found.lost_name = found.experiment && found.what != bugs[i].what && found.what.code == "unknown";
    bugs[i].minimal = found.minimal;
    bugs[i].neighbour = found.neighbour;
    bugs[i].reproduced = found.failing_run && found.failing_run->reproduced;
    if (found.program) {
      if (found.program->form.empty()) bugs[i].cut_short = "the reduction of its program";
      add_program(bugs[i], *found.program);
    }
    if (found.experiment && (found.program || found.where != bugs[i].where || found.what != bugs[i].what))
      refine(bugs[i], found);
  }
  unite_alike(bugs, all);
  return all;
}

}  // namespace wgcts::harness
