#include "harness/diagnose/complete.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "harness/diagnose/sentence.hpp"

namespace wgcts::harness {
namespace {

/// A name that stands and a sharper boundary, and what follows from them.
void tell(Bug& bug, const Minimised& found) {
  if (found.what != bug.what && found.what.code == "unknown") bug.fit = 0;
  bug.what = found.what;
  bug.where = found.where;
  // What is unknown is told in words of a failure.
  const std::string words = bug.what.code == "unknown" && found.minimal ? found.minimal->message : "";
  bug.sentence = sentence_of(bug, words);
  bug.signature = signature_of(bug.what, bug.where, bug.builtins);
}

/// A bug that programs alone show is told by its smallest program: what that cannot lose, and its normal
/// form.
void tell_program(Bug& bug, SmallestProgram found) {
  bug.ingredients = std::move(found.ingredients);
  bug.programs = std::move(found.programs);
  bug.form = std::move(found.form);
  bug.sentence = sentence_of_program(bug);
  bug.signature = signature_of_program(bug.what, bug.form);
}

/// Programs that come to the same form show one bug. The first of them stays, with the cases of all.
void unite_forms(std::vector<Bug>& bugs, std::vector<Minimised>& all) {
  for (std::size_t i = 0; i < bugs.size(); ++i)
    for (std::size_t j = bugs.size() - 1; j > i; --j) {
      Bug &host = bugs[i], &part = bugs[j];
      if (host.form.empty() || host.signature != part.signature) continue;
      for (const auto member : {&Bug::builtins, &Bug::types, &Bug::dimensions, &Bug::forms, &Bug::clauses})
        (host.*member).merge(part.*member);
      std::ranges::move(part.cases, std::back_inserter(host.cases));
      bugs.erase(bugs.begin() + static_cast<std::ptrdiff_t>(j));
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(j));
    }
}

/// What lost its name may have had the rest of its bug beside it, which had none: of the same builtins and
/// types, in the same cases or under the same conditions. `lost_name` is of each bug.
void unite_nameless(std::vector<Bug>& bugs, std::vector<Minimised>& all, std::vector<char> lost_name) {
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
      const bool either = lost_name[i] != 0 || lost_name[j] != 0;
      if (!nameless || !either || !(within(part, host) || within(host, part)) || !meet(host, part)) continue;
      for (const auto member : {&Bug::builtins, &Bug::types, &Bug::dimensions, &Bug::forms, &Bug::clauses})
        (host.*member).merge(part.*member);
      for (std::string& id : part.cases)
        if (std::ranges::find(host.cases, id) == host.cases.end()) host.cases.push_back(std::move(id));
      bugs.erase(bugs.begin() + static_cast<std::ptrdiff_t>(j));
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(j));
      lost_name[i] = 1;
      lost_name.erase(lost_name.begin() + static_cast<std::ptrdiff_t>(j));
    }
}

/// A machine under load may start no worker in the time that a diagnosis has: then no more is known of the
/// bug than before, and the report must not be lost by it.
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
  std::vector<char> lost_name(bugs.size());
  for (std::size_t i = 0; i < bugs.size(); ++i) {
    const double share = (end - oracle.clock()) / static_cast<double>(bugs.size() - i);
    std::vector<Bug> others = bugs;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    all.push_back(share > 0 ? minimised(bugs[i], oracle, share, others) : Minimised{});
    const Minimised& found = all.back();
    lost_name[i] =
        static_cast<char>(found.question && found.what != bugs[i].what && found.what.code == "unknown");
    if (found.question && (found.where != bugs[i].where || found.what != bugs[i].what)) tell(bugs[i], found);
    if (all.back().program) tell_program(bugs[i], *all.back().program);
    bugs[i].minimal = all.back().minimal;
    bugs[i].neighbour = all.back().neighbour;
    bugs[i].reproduced = all.back().specimen && all.back().specimen->reproduced;
  }
  unite_nameless(bugs, all, std::move(lost_name));
  unite_forms(bugs, all);
  return all;
}

}  // namespace wgcts::harness
