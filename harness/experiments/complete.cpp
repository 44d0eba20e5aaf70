// Completes the bugs of a report with their smallest cases.
#include <algorithm>
#include <exception>

#include "harness/diagnose/diagnose.hpp"
#include "harness/diagnose/terminations.hpp"
#include "harness/experiments/minimal.hpp"

namespace wgcts::harness {
namespace {

/// Sets the sentence and the signature. The sentence about an unknown fault quotes a failure message.
void describe(Bug& bug) {
  const bool has_no_words = bug.what.code == "unknown" && !bug.minimal && !is_of_programs(bug);
  const std::string words =
      bug.what.code == "unknown" && bug.minimal ? bug.minimal->message : time_limit_in(bug.sentence);
  if (!has_no_words || bug.sentence.empty()) bug.sentence = sentence_of(bug, words);
  bug.signature = signature_for(bug);
}

/// Describes a bug that only programs show by its smallest program.
void add_program(Bug& bug, SmallestProgram found) {
  bug.ingredients = std::move(found.ingredients);
  for (GivenProgram& program : found.programs) add_once(bug.programs, std::move(program));
  bug.form = std::move(found.form);
}

/// Merges bugs with equal signatures, such as programs with the same reduced form.
void unite_alike(std::vector<Bug>& bugs, std::vector<Minimised>& all) {
  for (std::size_t i = 0; i < bugs.size(); ++i)
    for (std::size_t j = bugs.size() - 1; j > i; --j) {
      Bug& host = bugs[i];
      if (host.signature != bugs[j].signature) continue;
      const std::string before = host.minimal ? host.minimal->name : "";
      unite(host, std::move(bugs[j]));
      describe(host);
      if (host.minimal && host.minimal->name != before && all[j].failing_run) all[i] = std::move(all[j]);
      bugs.erase(bugs.begin() + static_cast<std::ptrdiff_t>(j));
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(j));
    }
}

/// Empty if the worker fails to start in time on a loaded machine, or the suite has a defect, so that the
/// report is not lost.
Minimised minimised(const Bug& bug, const Oracle& oracle, double seconds, std::span<const Bug> others) {
  try {
    return minimise(bug, oracle, seconds, others);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception&) {
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
    // If starting the worker used all the time, minimise() names no step.
    const bool had_no_time = share <= 0 || (!found.experiment && oracle.clock() >= begun + share);
    if (had_no_time && found.cut_short.empty()) found.cut_short = "the search for its smallest case";
    if (!found.cut_short.empty()) bugs[i].cut_short = found.cut_short;
    if (found.minimal && volume(found.minimal->local_size) <= most_minimal_lanes)
      bugs[i].minimal = found.minimal;
    bugs[i].neighbour = found.neighbour;
    bugs[i].reproduced = found.failing_run && found.failing_run->reproduced;
    if (found.program) add_program(bugs[i], *found.program);
    if (found.experiment && (found.program || found.where != bugs[i].where)) {
      bugs[i].where = found.where;
      describe(bugs[i]);
    }
  }
  unite_alike(bugs, all);
  return all;
}

}  // namespace wgcts::harness
