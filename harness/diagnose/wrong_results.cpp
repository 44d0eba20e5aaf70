#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <set>

#include "harness/diagnose/finding.hpp"
#include "harness/diagnose/parts.hpp"
#include "harness/diagnose/replay.hpp"
#include "harness/schedule/division.hpp"

namespace wgcts::harness {
namespace {

/// How many of each are looked at: a device on which everything fails is diagnosed from a part of it.
constexpr std::size_t most_cases = 240, most_witnesses = 16, most_suggesting = 8, most_contrasts = 16;
constexpr std::size_t most_candidates = 24, most_finalists = 12, most_passing = 240, most_bugs = 12;

/// A wrong work-group, and what may explain it.
struct Witness {
  std::size_t suspect;  ///< index of its case among the suspects
  std::size_t site, group;
  std::span<const std::byte> got;
  Place place;
  std::set<std::size_t> words;  ///< of the candidates, where it was asked for suggestions
  bool settled = false;
};

/// A failing case with evidence.
struct Suspect {
  std::size_t result;  ///< its place in the results
  std::unique_ptr<Replay> replay;
};

/// A name, and the models that go by it: those of a device may differ from value to value.
struct Candidate {
  CauseWord word;
  What what{};
  std::map<Cause, std::size_t> variants;  ///< and how often each was suggested
  std::map<GenType, std::map<Cause, std::size_t>> of_type;
  const Cause& usual() const {
    return std::ranges::max_element(variants, {}, [](const auto& v) { return v.second; })->first;
  }
};

ModelsByType models_of(const Candidate& candidate) {
  ModelsByType models;
  for (const auto& [type, counts] : candidate.of_type) {
    std::vector<std::pair<std::size_t, Cause>> ranked;
    for (const auto& [cause, times] : counts) ranked.emplace_back(times, cause);
    std::ranges::stable_sort(ranked, [](const auto& a, const auto& b) { return a.first > b.first; });
    for (auto& [times, cause] : ranked) models[type].push_back(cause);
  }
  return models;
}

/// A candidate held against what is not explained yet.
struct Trial {
  std::size_t candidate;
  std::vector<std::size_t> covered;  ///< witnesses
  std::vector<Place> wrong, right;
  std::vector<Place> beside;  ///< right work-groups of the failing cases, which the model would spoil
  Boundary boundary;
  std::size_t unexplained = 0;  ///< witnesses inside the boundary that it does not explain
  double value = 0;
};

class Explainer {
 public:
  explicit Explainer(const Inquiry& inquiry) : inquiry_(inquiry) {}

  std::vector<Finding> run() {
    gather();
    if (witnesses_.empty()) return {};
    std::vector<Finding> findings;
    while (findings.size() < most_bugs) {
      auto best = best_trial();
      if (!best) break;
      findings.push_back(settle(*best));
    }
    absorb(findings);
    add_unknown(findings);
    unite(findings);
    take_back_names(findings);
    assign(findings);
    return findings;
  }

 private:
  const CaseResult& result_of(const Suspect& s) const { return inquiry_.results[s.result]; }

  void gather() {
    std::vector<Case> failing;
    std::map<Case, std::size_t> places;
    for (std::size_t i = 0; i < inquiry_.results.size(); ++i) {
      const CaseResult& r = inquiry_.results[i];
      if (!r.evidence || is_program(r.the_case) ||
          (r.verdict != Verdict::Fail && r.verdict != Verdict::Flake))
        continue;
      failing.push_back(r.the_case);
      places[r.the_case] = i;
    }
    if (failing.size() > most_cases) {
      // One of each builtin and type first, then whatever differs most.
      failing = most_different_first(std::move(failing));
      for (std::size_t i = most_cases; i < failing.size(); ++i) beyond_.push_back(places.at(failing[i]));
      failing.resize(most_cases);
    }
    for (const Case& c : failing) add_suspect(places.at(c));
  }

  void add_suspect(std::size_t place) {
    const CaseResult& r = inquiry_.results[place];
    const std::size_t number = suspects_.size();
    suspects_.push_back({place, make_replay(r.the_case, r.evidence.get(), inquiry_.device, inquiry_.seed)});
    const Replay& replay = *suspects_.back().replay;
    // Call by call in turn, so that none is left out.
    std::size_t taken = 0;
    for (std::size_t turn = 0; taken < most_witnesses; ++turn) {
      bool any = false;
      for (std::size_t site = 0; site < std::min(replay.sites(), r.evidence->sites.size()); ++site) {
        const auto& outputs = r.evidence->sites[site].outputs;
        if (turn >= outputs.size() || outputs[turn].group >= replay.groups()) continue;
        any = true;
        const GroupOutput& output = outputs[turn];
        if (output.bytes.size() !=
            volume(replay.place(site, output.group).size) * info(r.the_case.type).bytes)
          continue;
        Witness w{number, site, output.group, output.bytes, replay.place(site, output.group), {}};
        if (taken < most_suggesting && inquiry_.in_time())
          for (const Cause& cause : replay.causes(site, output.group, output.bytes))
            w.words.insert(note(cause, r.the_case.type));
        witnesses_.push_back(std::move(w));
        if (++taken == most_witnesses) break;
      }
      if (!any) break;
    }
  }

  std::size_t note(const Cause& cause, GenType type) {
    CauseWord word{std::string(code_of(cause.what)), parameters_of(cause)};
    const auto [found, made] = names_.try_emplace(std::move(word), candidates_.size());
    if (made) candidates_.push_back({found->first, cause.what, {}});
    Candidate& candidate = candidates_[found->second];
    candidate.what = std::min(candidate.what, cause.what);
    ++candidate.variants[cause];
    ++candidate.of_type[type][cause];
    return found->second;
  }

  bool explained_by(const Candidate& candidate, const Witness& w) const {
    return std::ranges::any_of(candidate.variants, [&](const auto& v) {
      return suspects_[w.suspect].replay->explains(v.first, w.site, w.group, w.got);
    });
  }

  std::optional<Trial> best_trial() {
    const std::vector<std::size_t> order = promising();
    const auto by_value = [](const Trial& a, const Trial& b) { return a.value > b.value; };
    for (std::size_t from = 0; from < order.size() && inquiry_.in_time(); from += most_candidates) {
      std::vector<Trial> trials;
      for (std::size_t i = from; i < std::min(order.size(), from + most_candidates) && inquiry_.in_time();
           ++i)
        trials.push_back(trial_of(order[i]));
      std::ranges::stable_sort(trials, by_value);
      std::erase_if(trials, [](const Trial& t) { return t.value <= 0; });
      if (trials.size() > most_finalists) trials.resize(most_finalists);
      if (trials.empty()) continue;
      add_passing(trials);
      for (Trial& t : trials) weigh(t);
      std::ranges::stable_sort(trials, by_value);
      if (trials.front().value > 0) return std::move(trials.front());
    }
    return std::nullopt;
  }

  /// The candidates that explain something still open: in turn the best of each builtin, since the bug with
  /// the most wrong work-groups would else keep all others from being looked at.
  std::vector<std::size_t> promising() const {
    std::map<std::size_t, std::size_t> overall;
    std::map<const Builtin*, std::map<std::size_t, std::size_t>> of_builtin;
    for (const Witness& w : witnesses_) {
      if (w.settled) continue;
      for (const std::size_t c : w.words) {
        ++overall[c];
        ++of_builtin[w.place.the_case.builtin][c];
      }
    }
    const auto ranked = [&](const std::map<std::size_t, std::size_t>& support) {
      std::vector<std::pair<std::size_t, std::size_t>> list;
      for (const auto& [c, n] : support) list.emplace_back(n, c);
      std::ranges::stable_sort(list, [&](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first
                                  : candidates_[a.second].what < candidates_[b.second].what;
      });
      return list;
    };
    std::vector<std::vector<std::pair<std::size_t, std::size_t>>> lists{ranked(overall)};
    for (const auto& [builtin, support] : of_builtin) lists.push_back(ranked(support));
    std::vector<std::size_t> order;
    std::set<std::size_t> taken;
    constexpr std::size_t at_a_time = 4, turns = 6;
    for (std::size_t turn = 0; turn < turns; ++turn)
      for (const auto& list : lists)
        for (std::size_t i = turn * at_a_time; i < std::min(list.size(), (turn + 1) * at_a_time); ++i)
          if (taken.insert(list[i].second).second) order.push_back(list[i].second);
    return order;
  }

  Trial trial_of(std::size_t number) {
    const Candidate& candidate = candidates_[number];
    Trial t{.candidate = number};
    std::set<std::size_t> concerned;
    for (std::size_t i = 0; i < witnesses_.size(); ++i) {
      const Witness& w = witnesses_[i];
      if (w.settled || !(w.words.contains(number) || explained_by(candidate, w))) continue;
      t.covered.push_back(i);
      t.wrong.push_back(w.place);
      concerned.insert(w.suspect);
    }
    // What is right though the model spoils it, in every failing case.
    for (std::size_t s = 0; s < suspects_.size(); ++s)
      for (const auto& [site, group] : contrasts(s))
        if (suspects_[s].replay->spoils(candidate.usual(), site, group))
          t.beside.push_back(suspects_[s].replay->place(site, group));
    // What is wrong in another way than the model says speaks against it as well.
    for (const Witness& w : witnesses_)
      if (!w.settled && !w.words.contains(number) && !explained_by(candidate, w) &&
          suspects_[w.suspect].replay->spoils(candidate.usual(), w.site, w.group))
        t.right.push_back(w.place);
    weigh(t);
    return t;
  }

  void weigh(Trial& t) {
    auto all = t.right;
    all.insert(all.end(), t.beside.begin(), t.beside.end());
    t.boundary = boundary_between(t.wrong, all);
    double against = 3 * static_cast<double>(t.boundary.amiss);
    // No word parts the work-groups that take one arm of a branch from those that take the other: then cases
    // are parted, and where a model gives all that is wrong, what is right beside it says less.
    if (t.boundary.amiss != 0 && !t.beside.empty()) {
      Boundary of_cases = boundary_between(t.wrong, t.right);
      const auto spared = static_cast<double>(
          std::ranges::count_if(t.beside, [&](const Place& p) { return of_cases.holds(p); }));
      const double less = 3 * static_cast<double>(of_cases.amiss) + 0.5 * spared;
      if (of_cases.amiss == 0 && less < against) {
        t.boundary = std::move(of_cases);
        against = less;
      }
    }
    const std::set<std::size_t> covered(t.covered.begin(), t.covered.end());
    // Another bug of another builtin is no reason against a name that says nothing of that builtin.
    std::set<const Builtin*> concerned;
    for (const std::size_t i : t.covered) concerned.insert(witnesses_[i].place.the_case.builtin);
    t.unexplained = 0;
    for (std::size_t i = 0; i < witnesses_.size(); ++i)
      if (!witnesses_[i].settled && !covered.contains(i) && t.boundary.holds(witnesses_[i].place) &&
          concerned.contains(witnesses_[i].place.the_case.builtin))
        ++t.unexplained;
    const auto n = static_cast<double>(t.covered.size());
    const Candidate& candidate = candidates_[t.candidate];
    const auto rank = static_cast<double>(candidate.what);
    // The more a set of lanes has to say of itself, the more it fits by chance.
    const int odd = oddness(candidate.usual().lanes);
    t.value = n * (1 - 0.03 * t.boundary.cost - 0.002 * rank - 0.022 * odd) -
              2 * static_cast<double>(t.unexplained) - against;
  }

  /// Right work-groups of a failing case, spread over it.
  const std::vector<std::pair<std::size_t, std::size_t>>& contrasts(std::size_t s) {
    const auto [found, made] = contrasts_.try_emplace(s);
    if (!made) return found->second;
    const Evidence& evidence = *result_of(suspects_[s]).evidence;
    const Replay& replay = *suspects_[s].replay;
    std::vector<std::pair<std::size_t, std::size_t>> all;
    for (std::size_t site = 0; site < std::min(replay.sites(), evidence.sites.size()); ++site)
      for (std::size_t g = 0; g < std::min(replay.groups(), evidence.sites[site].wrong.size()); ++g)
        if (!evidence.sites[site].wrong[g] && replay.judged(site, g)) all.emplace_back(site, g);
    const auto smaller = [&](const auto& at) { return replay.is_smaller(at.second); };
    const auto usual = std::stable_partition(all.begin(), all.end(), smaller);
    for (const auto part : {std::span(all.begin(), usual), std::span(usual, all.end())}) {
      const std::size_t step = std::max<std::size_t>(1, part.size() / most_contrasts);
      for (std::size_t i = 0; i < part.size(); i += step) found->second.push_back(part[i]);
      if (!part.empty() && found->second.back() != part.back()) found->second.push_back(part.back());
    }
    return found->second;
  }

  /// Some work-groups of a case, spread over it; of the smaller ones at an NDRange's end as many as of all
  /// others, for they are few.
  static std::vector<std::size_t> some_groups(const Replay& replay) {
    constexpr std::size_t tries = 24;
    std::vector<std::size_t> all(replay.groups()), some;
    std::iota(all.begin(), all.end(), std::size_t{0});
    const auto usual =
        std::stable_partition(all.begin(), all.end(), [&](std::size_t g) { return replay.is_smaller(g); });
    for (const auto part : {std::span(all.begin(), usual), std::span(usual, all.end())}) {
      const std::size_t step = std::max<std::size_t>(1, part.size() / tries);
      for (std::size_t i = 0; i < part.size(); i += step) some.push_back(part[i]);
      if (!part.empty() && some.back() != part.back()) some.push_back(part.back());
    }
    return some;
  }

  /// The passing cases that the trials' models would spoil: all of the same builtins and types, some of
  /// others.
  void add_passing(std::vector<Trial>& trials) {
    std::set<const Builtin*> of_builtins;
    std::set<GenType> of_types;
    for (const Trial& t : trials)
      for (const Place& p : t.wrong) of_builtins.insert(p.the_case.builtin), of_types.insert(p.the_case.type);
    std::vector<std::size_t> near;
    std::map<std::pair<const Builtin*, GenType>, std::vector<std::size_t>> far;
    for (std::size_t i = 0; i < inquiry_.results.size(); ++i) {
      const CaseResult& r = inquiry_.results[i];
      if (r.verdict != Verdict::Pass || !speaks_of_builtins(r.the_case)) continue;
      const Case& c = r.the_case;
      // Of what size the work-groups of a case that passed were is the driver's secret.
      if (c.variant->situation == Situation::Unsized) continue;
      if (of_builtins.contains(c.builtin) && of_types.contains(c.type))
        near.push_back(i);
      else
        far[{c.builtin, c.type}].push_back(i);
    }
    std::vector<std::size_t> chosen;
    const std::size_t step = std::max<std::size_t>(1, (near.size() + most_passing - 1) / most_passing);
    for (std::size_t i = 0; i < near.size(); i += step) chosen.push_back(near[i]);
    for (auto& [kind, cases] : far) {
      // Those that differ from a wrong case in nothing else speak most clearly.
      constexpr std::size_t enough = 4;
      std::ranges::stable_sort(cases, std::greater(), [&](std::size_t i) { return likeness(i, trials); });
      for (std::size_t i = 0; i < std::min(cases.size(), enough); ++i) chosen.push_back(cases[i]);
    }
    std::ranges::sort(chosen);
    chosen.erase(std::ranges::unique(chosen).begin(), chosen.end());
    for (const std::size_t i : chosen) {
      if (!inquiry_.in_time()) return;
      add_spoiled(i, trials);
    }
  }

  /// How many coordinates a case shares with the wrong case that is nearest to it.
  int likeness(std::size_t result, const std::vector<Trial>& trials) const {
    constexpr std::size_t most_compared = 40;
    const Case& c = inquiry_.results[result].the_case;
    int best = 0;
    for (const Trial& t : trials) {
      const std::size_t step = std::max<std::size_t>(1, t.wrong.size() / most_compared);
      for (std::size_t i = 0; i < t.wrong.size(); i += step) {
        const Case& w = t.wrong[i].the_case;
        best = std::max(best, 3 * (c.form == w.form) + 3 * (c.variant == w.variant) +
                                  2 * (c.local == w.local) + (c.dim == w.dim));
      }
    }
    return best;
  }

  void add_spoiled(std::size_t result, std::vector<Trial>& trials) {
    constexpr std::size_t enough = 4;  // of either sort
    auto& replay = passing_[result];
    if (!replay)
      replay = make_replay(inquiry_.results[result].the_case, nullptr, inquiry_.device, inquiry_.seed);
    const auto groups = some_groups(*replay);
    for (Trial& t : trials) {
      std::size_t found[2] = {};
      for (std::size_t site = 0; site < replay->sites(); ++site)
        for (const std::size_t g : groups) {
          std::size_t& of_its_sort = found[replay->is_smaller(g) ? 1 : 0];
          if (of_its_sort == enough || !replay->judged(site, g) ||
              !replay->spoils(candidates_[t.candidate].usual(), site, g))
            continue;
          t.right.push_back(replay->place(site, g));
          ++of_its_sort;
        }
    }
  }

  Finding settle(const Trial& t) {
    const Candidate& candidate = candidates_[t.candidate];
    Finding finding{candidate.word, t.boundary, {}, 1, {}, models_of(candidate)};
    for (const std::size_t i : t.covered) {
      witnesses_[i].settled = true;
      owner_[i] = chosen_.size();
    }
    chosen_.push_back({t.candidate, t.covered.size(), t.covered.size()});
    return finding;
  }

  /// A few work-groups that no model gives, in the midst of a bug that is named: of that bug.
  void absorb(const std::vector<Finding>& findings) {
    for (std::size_t i = 0; i < witnesses_.size(); ++i) {
      Witness& w = witnesses_[i];
      if (w.settled) continue;
      for (std::size_t b = 0; b < findings.size(); ++b) {
        constexpr double least_fit = 0.8;
        Chosen& bug = chosen_[b];
        if (!findings[b].boundary.holds(w.place) || !same_kind(w, b)) continue;
        if (static_cast<double>(bug.explained) < least_fit * static_cast<double>(bug.witnesses + 1)) continue;
        w.settled = true;
        owner_[i] = b;
        ++bug.witnesses;
        break;
      }
    }
  }

  /// Whether the bug has a witness of that builtin and type.
  bool same_kind(const Witness& w, std::size_t bug) const {
    return std::ranges::any_of(owner_, [&](const auto& o) {
      const Case &a = witnesses_[o.first].place.the_case, &b = w.place.the_case;
      return o.second == bug && a.builtin == b.builtin && a.type == b.type;
    });
  }

  void add_unknown(std::vector<Finding>& findings) {
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < witnesses_.size(); ++i)
      if (!witnesses_[i].settled) rest.push_back(i);
    if (rest.empty()) return;
    const auto add = [&](const std::vector<std::size_t>& part, Boundary boundary) {
      for (const std::size_t i : part) witnesses_[i].settled = true, owner_[i] = chosen_.size();
      chosen_.push_back({});
      chosen_.back().witnesses = part.size();
      const Witness& first = witnesses_[part.front()];
      findings.push_back({{"unknown"}, std::move(boundary), {}, 0, message_of(first)});
    };
    Boundary whole = boundary_of(rest);
    std::map<const Builtin*, std::vector<std::size_t>> by_builtin;
    for (const std::size_t i : rest) by_builtin[witnesses_[i].place.the_case.builtin].push_back(i);
    if (whole.amiss == 0 || by_builtin.size() == 1) return add(rest, std::move(whole));
    std::vector<Boundary> parts;
    for (const auto& [builtin, part] : by_builtin) parts.push_back(boundary_of(part));
    constexpr std::size_t most_parts = 3;
    const bool clean = std::ranges::all_of(parts, [](const Boundary& b) { return b.amiss == 0; });
    if (!clean || parts.size() > most_parts) return add(rest, std::move(whole));
    std::size_t n = 0;
    for (const auto& [builtin, part] : by_builtin) add(part, std::move(parts[n++]));
  }

  std::string message_of(const Witness& w) const {
    const CaseResult& r = result_of(suspects_[w.suspect]);
    return r.failure ? r.failure->message : r.message;
  }

  /// With all that is right for the other side: nothing is known of what should have been wrong.
  Boundary boundary_of(const std::vector<std::size_t>& part) {
    std::vector<Place> wrong, right;
    std::set<std::size_t> own;
    for (const std::size_t i : part) wrong.push_back(witnesses_[i].place), own.insert(witnesses_[i].suspect);
    for (std::size_t s = 0; s < suspects_.size(); ++s)
      for (const auto& [site, g] : contrasts(s)) right.push_back(suspects_[s].replay->place(site, g));
    // Which work-groups of a failing case are wrong may hang on their values alone: then cases are parted.
    for (const CaseResult& r : inquiry_.results)
      if (r.verdict == Verdict::Pass && speaks_of_builtins(r.the_case))
        right.push_back(place_of(r.the_case, inquiry_.device));
    Boundary boundary = boundary_between(wrong, right);
    if (boundary.amiss == 0) return boundary;
    std::vector<Place> cases;
    std::erase_if(right, [](const Place& p) { return !p.whole_case; });
    for (const std::size_t s : own)
      cases.push_back(place_of(result_of(suspects_[s]).the_case, inquiry_.device));
    return boundary_between(cases, right);
  }

  /// Parts of one bug become one. It keeps its name where the part that has it is by far the largest.
  void unite(std::vector<Finding>& findings) {
    std::vector<Part> parts;
    for (const Finding& f : findings) parts.push_back({f.what, &f.boundary});
    for (const auto& [witness, bug] : owner_) {
      const Place& place = witnesses_[witness].place;
      parts[bug].subjects.emplace(place.the_case.builtin, place.the_case.type);
      parts[bug].cases.insert(suspects_[witnesses_[witness].suspect].result);
      parts[bug].places.push_back(place);
    }
    const auto hosts = hosts_of(parts);
    // Witnesses of other models, and those of the same one with another number: they contradict the name.
    std::vector<std::size_t> taken_in(findings.size()), contradicting(findings.size());
    for (auto& [witness, bug] : owner_)
      if (const std::size_t host = hosts[bug]; host != bug) {
        ++taken_in[host];
        if (findings[bug].what.code == findings[host].what.code) ++contradicting[host];
        bug = host;
      }
    for (std::size_t b = 0; b < findings.size(); ++b) {
      if (taken_in[b] == 0) continue;
      chosen_[b].witnesses += taken_in[b];
      constexpr std::size_t by_far = 4, all_but_alone = 16;
      const bool holds = by_far * taken_in[b] <= chosen_[b].explained &&
                         all_but_alone * contradicting[b] <= chosen_[b].explained;
      if (findings[b].what.code != "unknown" && !holds) become_unknown(findings[b], b);
    }
    // Those that were taken in are gone.
    std::vector<std::size_t> places(findings.size());
    std::size_t kept = 0;
    for (std::size_t b = 0; b < findings.size(); ++b) {
      places[b] = kept;
      if (hosts[b] != b) continue;
      if (kept != b) {
        findings[kept] = std::move(findings[b]);
        chosen_[kept] = chosen_[b];
      }
      ++kept;
    }
    findings.resize(kept);
    chosen_.resize(kept);
    for (auto& [witness, bug] : owner_) bug = places[bug];
  }

  void become_unknown(Finding& finding, std::size_t bug) {
    std::vector<std::size_t> own;
    for (const auto& [witness, owner] : owner_)
      if (owner == bug) own.push_back(witness);
    finding = {{"unknown"}, boundary_of(own), {}, 0, message_of(witnesses_[own.front()]), {}};
    chosen_[bug].explained = 0;
  }

  /// Where data is exact a name holds for all that the bug got wrong, or it is none.
  void take_back_names(std::vector<Finding>& findings) {
    std::set<std::size_t> contradicted;
    for (const auto& [witness, bug] : owner_) {
      const Witness& w = witnesses_[witness];
      if (findings[bug].what.code == "unknown" || contradicted.contains(bug)) continue;
      if (suspects_[w.suspect].replay->is_exact(w.site, w.group) &&
          !explained_by(candidates_[chosen_[bug].candidate], w))
        contradicted.insert(bug);
    }
    for (const std::size_t bug : contradicted) become_unknown(findings[bug], bug);
  }

  /// Which bugs each failing case has.
  void assign(std::vector<Finding>& findings) {
    std::vector<std::set<std::size_t>> cases(findings.size());
    for (const auto& [witness, bug] : owner_)
      cases[bug].insert(suspects_[witnesses_[witness].suspect].result);
    for (const std::size_t i : beyond_) cases[bug_of(i, findings)].insert(i);
    for (std::size_t b = 0; b < findings.size(); ++b) {
      findings[b].cases.assign(cases[b].begin(), cases[b].end());
      const Chosen& bug = chosen_[b];
      if (findings[b].what.code != "unknown")
        findings[b].fit =
            static_cast<double>(bug.explained) / static_cast<double>(std::max<std::size_t>(1, bug.witnesses));
    }
  }

  /// Of a case that was not looked into: by its first wrong work-group, else by where it stands.
  std::size_t bug_of(std::size_t result, const std::vector<Finding>& findings) {
    const CaseResult& r = inquiry_.results[result];
    const auto replay = make_replay(r.the_case, r.evidence.get(), inquiry_.device, inquiry_.seed);
    for (std::size_t site = 0; site < std::min(replay->sites(), r.evidence->sites.size()); ++site)
      for (const GroupOutput& output : r.evidence->sites[site].outputs) {
        for (std::size_t b = 0; b < findings.size(); ++b) {
          if (findings[b].what.code == "unknown") continue;
          const Candidate& candidate = candidates_[chosen_[b].candidate];
          for (const auto& [cause, times] : candidate.variants)
            if (replay->explains(cause, site, output.group, output.bytes)) return b;
        }
        break;
      }
    for (std::size_t b = 0; b < findings.size(); ++b)
      if (findings[b].boundary.holds(place_of(r.the_case, inquiry_.device))) return b;
    return findings.size() - 1;
  }

  struct Chosen {
    std::size_t candidate = 0;
    std::size_t explained = 0, witnesses = 0;
  };

  const Inquiry& inquiry_;
  std::vector<Suspect> suspects_;
  std::vector<std::size_t> beyond_;  ///< failing cases that were not looked into
  std::vector<Witness> witnesses_;
  std::map<CauseWord, std::size_t> names_;
  std::vector<Candidate> candidates_;
  std::map<std::size_t, std::vector<std::pair<std::size_t, std::size_t>>> contrasts_;
  std::map<std::size_t, std::unique_ptr<Replay>> passing_;
  std::vector<Chosen> chosen_;
  std::map<std::size_t, std::size_t> owner_;  ///< of a witness: its bug
};

}  // namespace

std::vector<Finding> explain_wrong_results(const Inquiry& inquiry) { return Explainer(inquiry).run(); }

}  // namespace wgcts::harness
