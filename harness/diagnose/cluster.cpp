#include "harness/diagnose/cluster.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "harness/diagnose/score.hpp"
#include "harness/diagnose/terminations.hpp"

namespace wgcts::harness {
namespace {

bool is_unknown(const Cluster& c) { return !c.candidate; }

std::set<Subject> subjects_of(const Cluster& c, const Observations& seen) {
  std::set<Subject> subjects;
  for (const std::size_t w : c.wrong) {
    const Case& own = seen.wrong[w].place.the_case;
    subjects.emplace(own.builtin, own.type);
  }
  return subjects;
}

std::set<std::size_t> results_of(const Cluster& c, const Observations& seen) {
  std::set<std::size_t> results = c.consequences;
  for (const std::size_t w : c.wrong) results.insert(seen.failing[seen.wrong[w].failing].result);
  return results;
}

bool all_places(const Cluster& c, const Observations& seen, auto condition) {
  return std::ranges::all_of(c.wrong, [&](std::size_t w) { return condition(seen.wrong[w].place); });
}

/// Whether so many builtins go wrong that the launch is at fault and no builtin.
bool fails_by_launch(const Cluster& c, const Observations& seen) {
  constexpr std::size_t many = 6;
  std::set<const Builtin*> concerned;
  for (const auto& [builtin, type] : subjects_of(c, seen)) concerned.insert(builtin);
  return c.what.code == "unwritten" ? concerned.size() > 1 : is_unknown(c) && concerned.size() >= many;
}

/// Whether the part shows only in launches that the other one shows in.
bool shares_launches(const Cluster& part, const Cluster& of, const Observations& seen) {
  const auto launch_of = [](const Case& c) { return std::tuple(c.form, c.variant, c.type, c.dim, c.local); };
  std::set<decltype(launch_of(Case{}))> launches;
  for (const std::size_t w : of.wrong) launches.insert(launch_of(seen.wrong[w].place.the_case));
  return all_places(part, seen, [&](const Place& p) { return launches.contains(launch_of(p.the_case)); });
}

/// Whether the part is where the conditions of the other one hold, except for those on builtin and type.
bool within_conditions(const Cluster& part, const Cluster& of, const Observations& seen) {
  Boundary when = of.boundary;
  std::erase_if(when.conditions, [](const Condition& c) { return is_of_subject(c.predicate.feature); });
  return !when.conditions.empty() && all_places(part, seen, [&](const Place& p) { return when.holds(p); });
}

}  // namespace

bool is_consequence(const Cluster& part, const Cluster& of, const Observations& seen) {
  constexpr std::size_t much_smaller = 4;
  if (fails_by_launch(of, seen) && part.what.code != of.what.code) {
    constexpr std::size_t by_chance = 2;  // many a model gives so few work-groups
    if (is_unknown(of)) return within_conditions(part, of, seen) || shares_launches(part, of, seen);
    return (is_unknown(part) || part.wrong.size() <= by_chance) && shares_launches(part, of, seen);
  }
  if (!std::ranges::includes(subjects_of(of, seen), subjects_of(part, seen))) return false;
  const bool is_small = much_smaller * part.wrong.size() <= of.wrong.size();
  // In work-groups of one and two, many models give what an unknown fault returns.
  constexpr std::size_t two = 2;
  if (is_unknown(of) && is_small &&
      all_places(part, seen, [](const Place& p) { return volume(p.size) <= two; }))
    return true;
  if (part.what == of.what) return true;
  const bool is_within = all_places(part, seen, [&](const Place& p) { return of.boundary.holds(p); });
  if (!is_unknown(of) && !is_unknown(part) && part.what.code != of.what.code) return is_small && is_within;
  const auto results = results_of(part, seen), others = results_of(of, seen);
  const auto shared = std::ranges::count_if(results, [&](std::size_t r) { return others.contains(r); });
  return is_within || 2 * static_cast<std::size_t>(shared) >= results.size();
}

std::vector<std::size_t> merged_into(const std::vector<Cluster>& clusters, const Observations& seen) {
  std::vector<std::size_t> host(clusters.size()), order(clusters.size());
  std::iota(host.begin(), host.end(), std::size_t{0});
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return clusters[i].wrong.size(); });
  // A consequence of failing launches is merged into them, whatever their sizes. Neither is merged into a
  // third one.
  std::vector<char> settled(clusters.size());
  for (std::size_t part = 0; part < clusters.size(); ++part)
    for (std::size_t of = 0; of < clusters.size(); ++of)
      if (!settled[part] && host[of] == of && fails_by_launch(clusters[of], seen) &&
          clusters[part].what.code != clusters[of].what.code &&
          is_consequence(clusters[part], clusters[of], seen)) {
        host[part] = of;
        settled[part] = settled[of] = 1;
      }
  // The others from the smallest on, each into the largest that it is a consequence of.
  for (std::size_t small = order.size(); small-- > 1;)
    for (std::size_t large = 0; large < small && !settled[order[small]]; ++large)
      if (is_consequence(clusters[order[small]], clusters[order[large]], seen)) {
        host[order[small]] = order[large];
        break;
      }
  for (std::size_t& h : host)
    while (host[h] != h) h = host[h];
  return host;
}

namespace {

/// If one boundary for all cases has exceptions, and boundaries for at most three parts have none, they are
/// parts of different bugs. `boundary_of` is of a list of elements.
template <class Key>
std::vector<std::pair<std::vector<std::size_t>, Boundary>> in_clean_parts(
    const std::vector<std::size_t>& all, const std::function<Key(std::size_t)>& key_of,
    const std::function<Boundary(const std::vector<std::size_t>&)>& boundary_of) {
  std::vector<std::pair<std::vector<std::size_t>, Boundary>> whole{{all, boundary_of(all)}};
  if (whole.front().second.violated == 0) return whole;
  std::map<Key, std::vector<std::size_t>> by_key;
  for (const std::size_t i : all) by_key[key_of(i)].push_back(i);
  std::vector<std::pair<std::vector<std::size_t>, Boundary>> parts;
  for (auto& [key, part] : by_key) {
    Boundary boundary = boundary_of(part);
    if (boundary.violated != 0) return whole;
    parts.emplace_back(std::move(part), std::move(boundary));
  }
  constexpr std::size_t most_parts = 3;
  return parts.size() <= most_parts ? parts : whole;
}

/// Greedy set cover: takes the hypothesis with the best score again and again. What is left is unknown.
class Clusterer {
 public:
  explicit Clusterer(const Inquiry& inquiry) : inquiry_(inquiry), seen_(observe(inquiry)) {}

  std::vector<Finding> run() {
    if (seen_.wrong.empty()) return {};
    constexpr std::size_t most_bugs = 12;
    Scorer scorer(inquiry_, seen_);
    while (clusters_.size() < most_bugs) {
      auto best = scorer.best();
      if (!best) break;
      take(*best);
    }
    absorb();
    add_unknown();
    merge();
    drop_contradicted_names();
    // A cluster that loses its name joins those without one, which may then contain others.
    for (std::size_t before = clusters_.size() + 1; clusters_.size() < before && unknown_count() > 1;) {
      before = clusters_.size();
      std::erase_if(clusters_, is_unknown);
      release_wrong_groups();
      add_unknown();
      merge();
      drop_contradicted_names();
    }
    return findings();
  }

 private:
  const CaseResult& result_of(const WrongGroup& w) const {
    return inquiry_.results[seen_.failing[w.failing].result];
  }

  std::ptrdiff_t unknown_count() const { return std::ranges::count_if(clusters_, is_unknown); }

  /// Work-groups that no cluster has any more are not settled.
  void release_wrong_groups() {
    for (std::size_t i = 0; i < seen_.wrong.size(); ++i) {
      const std::size_t result = seen_.failing[seen_.wrong[i].failing].result;
      seen_.wrong[i].settled = std::ranges::any_of(clusters_, [&](const Cluster& c) {
        return c.wrong.contains(i) || c.consequences.contains(result);
      });
    }
  }

  void take(const Hypothesis& h) {
    const Candidate& candidate = seen_.candidates[h.candidate];
    Cluster c{.candidate = h.candidate, .what = candidate.word, .boundary = h.boundary};
    c.wrong.insert(h.explained.begin(), h.explained.end());
    c.explained = c.wrong.size();
    c.contradicted = static_cast<std::size_t>(
        std::ranges::count_if(h.right_beside, [&](const Place& p) { return h.boundary.holds(p); }));
    // "inexact" has no model: it does not say which right work-groups would have been wrong.
    if (candidate.what == What::Inexact) c.boundary = boundary_of(h.explained);
    for (const std::size_t w : c.wrong) seen_.wrong[w].settled = true;
    clusters_.push_back(std::move(c));
  }

  /// A few work-groups that no model gives, within the boundary of a named cluster and of its builtins and
  /// types.
  void absorb() {
    constexpr double least_fit = 0.8;
    for (std::size_t i = 0; i < seen_.wrong.size(); ++i) {
      WrongGroup& w = seen_.wrong[i];
      if (w.settled) continue;
      const Subject subject{w.place.the_case.builtin, w.place.the_case.type};
      for (Cluster& c : clusters_)
        if (c.boundary.holds(w.place) && subjects_of(c, seen_).contains(subject) &&
            static_cast<double>(c.explained) >= least_fit * static_cast<double>(c.wrong.size() + 1)) {
          c.wrong.insert(i);
          w.settled = true;
          break;
        }
    }
  }

  void add_unknown() {
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < seen_.wrong.size(); ++i)
      if (!seen_.wrong[i].settled) rest.push_back(i);
    if (rest.empty()) return;
    const auto parts = in_clean_parts<const Builtin*>(
        rest, [&](std::size_t w) { return seen_.wrong[w].place.the_case.builtin; },
        [&](const std::vector<std::size_t>& part) { return boundary_of(part); });
    for (const auto& [part, boundary] : parts) {
      Cluster c{.what = {"unknown"}, .boundary = boundary};
      c.wrong.insert(part.begin(), part.end());
      for (const std::size_t w : part) seen_.wrong[w].settled = true;
      clusters_.push_back(std::move(c));
    }
  }

  /// Conditions of wrong work-groups without a model. Nothing says which right work-groups the fault would
  /// have changed, so all right ones are compared, and values may hide the fault in some.
  Boundary boundary_of(const std::vector<std::size_t>& part) {
    std::vector<Place> wrong, right_beside;
    std::set<std::size_t> failing;
    std::set<const Form*> forms;
    for (const std::size_t w : part) {
      wrong.push_back(seen_.wrong[w].place);
      failing.insert(seen_.wrong[w].failing);
      forms.insert(wrong.back().the_case.form);
    }
    for (const FailingCase& f : seen_.failing)
      for (const GroupAt& at : f.right) right_beside.push_back(f.replay->place(at.site, at.group));
    // Forms that compute their values have few and small ones, which may hide the fault.
    std::vector<Case> passing;
    for (const CaseResult& r : inquiry_.results)
      if (r.verdict == Verdict::Pass && speaks_against(r.the_case, wrong) &&
          (r.the_case.form->value == nullptr || forms.contains(r.the_case.form)))
        passing.push_back(r.the_case);
    auto right = right_beside;
    for (const Case& c : passing) add_right_groups(c, wrong, right);
    Boundary boundary = boundary_between(wrong, right);
    if (boundary.violated == 0 && boundary.conditions.size() <= 1) return boundary;
    if (Boundary likely = likeliest_boundary(wrong, right); !likely.conditions.empty()) return likely;
    const auto if_simple = [](Boundary b) { return is_complex(b) ? Boundary{} : std::move(b); };
    if (boundary.violated == 0) return if_simple(std::move(boundary));
    for (const Case& c : passing) right_beside.push_back(place_of(c, inquiry_.device));
    boundary = boundary_between(wrong, right_beside);
    if (boundary.violated == 0 && !is_complex(boundary)) return boundary;
    // Which work-groups of a failing case are wrong may depend on their values alone. Then cases are
    // separated.
    std::erase_if(right_beside, [](const Place& p) { return !p.whole_case; });
    std::vector<Place> cases;
    for (const std::size_t f : failing)
      cases.push_back(place_of(inquiry_.results[seen_.failing[f].result].the_case, inquiry_.device));
    return if_simple(boundary_between(cases, right_beside));
  }

  /// Judged work-groups of a passing case of the wrong builtins and types; otherwise the case as a whole.
  void add_right_groups(const Case& passing, const std::vector<Place>& wrong, std::vector<Place>& right) {
    const bool is_subject = std::ranges::any_of(wrong, [&](const Place& p) {
      return p.the_case.builtin == passing.builtin && p.the_case.type == passing.type;
    });
    if (!is_subject || passing.variant->situation == Situation::Unsized || !inquiry_.may_go_on())
      return right.push_back(place_of(passing, inquiry_.device));
    const auto replay = make_replay(passing, nullptr, inquiry_.device, inquiry_.seed);
    constexpr std::size_t enough = 12;
    for (const std::size_t g : some_groups(*replay, enough))
      for (std::size_t site = 0; site < replay->sites(); ++site)
        if (replay->judged(site, g)) right.push_back(replay->place(site, g));
  }

  void merge() {
    const auto host = merged_into(clusters_, seen_);
    std::vector<Cluster> merged = clusters_;
    std::vector<std::size_t> added(clusters_.size()), with_the_same_code(clusters_.size());
    for (std::size_t i = 0; i < clusters_.size(); ++i) {
      if (host[i] == i) continue;
      Cluster& into = merged[host[i]];
      const Cluster& part = clusters_[i];
      into.consequences.insert(part.consequences.begin(), part.consequences.end());
      // If some work-groups of a launch never run, the others see another NDRange: they are no evidence for
      // the name.
      if (into.what.code == "unwritten" && part.what.code != into.what.code &&
          fails_by_launch(clusters_[host[i]], seen_)) {
        const auto results = results_of(part, seen_);
        into.consequences.insert(results.begin(), results.end());
        continue;
      }
      into.wrong.insert(part.wrong.begin(), part.wrong.end());
      added[host[i]] += part.wrong.size();
      if (part.what.code == into.what.code) with_the_same_code[host[i]] += part.wrong.size();
    }
    clusters_.clear();
    for (std::size_t i = 0; i < merged.size(); ++i) {
      if (host[i] != i) continue;
      if (added[i] != 0 && !stands_after_merge(merged[i], added[i], with_the_same_code[i]))
        become_unknown(merged[i]);
      clusters_.push_back(std::move(merged[i]));
    }
  }

  /// Whether name and boundary stand: the part that has the name is by far the largest. A part with the same
  /// name and another number contradicts the name more.
  bool stands_after_merge(const Cluster& c, std::size_t added, std::size_t with_the_same_code) const {
    constexpr std::size_t by_far = 4, nearly_alone = 16;
    if (is_unknown(c)) return all_places(c, seen_, [&](const Place& p) { return c.boundary.holds(p); });
    return by_far * added <= c.explained && nearly_alone * with_the_same_code <= c.explained;
  }

  void become_unknown(Cluster& c) {
    c.candidate.reset();
    c.what = {"unknown"};
    c.explained = c.contradicted = 0;
    c.boundary = boundary_of({c.wrong.begin(), c.wrong.end()});
  }

  /// Where data is exact, a name must hold for the wrong work-groups of its cluster. Another bug may have
  /// struck a few of many: to list those must take less information than the name saves.
  void drop_contradicted_names() {
    constexpr double bits_of_results = 16;  // of a work-group that no model gives
    for (Cluster& c : clusters_) {
      if (is_unknown(c)) continue;
      const auto contradicting = std::ranges::count_if(c.wrong, [&](std::size_t i) {
        const WrongGroup& w = seen_.wrong[i];
        return seen_.replay_of(w).is_exact(w.at.site, w.at.group) &&
               !seen_.explains(seen_.candidates[*c.candidate], w);
      });
      const auto all = static_cast<double>(c.wrong.size());
      if (static_cast<double>(contradicting) * (std::log2(all) + bits_of_results) > all) become_unknown(c);
    }
  }

  std::vector<Finding> findings() {
    std::vector<std::set<std::size_t>> cases;
    for (const Cluster& c : clusters_) cases.push_back(results_of(c, seen_));
    for (const std::size_t result : seen_.beyond) cases[cluster_of(result)].insert(result);
    std::vector<Finding> list;
    for (std::size_t i = 0; i < clusters_.size(); ++i) {
      const Cluster& c = clusters_[i];
      Finding f{c.what, c.boundary, {cases[i].begin(), cases[i].end()}};
      if (is_unknown(c)) {
        const CaseResult& r = result_of(seen_.wrong[*c.wrong.begin()]);
        f.words = r.failure ? r.failure->message : r.message;
      } else {
        f.models = seen_.candidates[*c.candidate].by_type();
        f.fit = static_cast<double>(c.explained) / static_cast<double>(c.wrong.size());
        f.contradicted = c.contradicted;
      }
      list.push_back(std::move(f));
    }
    return list;
  }

  /// Of a failing case that was not looked into: the named cluster that gives its first wrong work-group,
  /// else the likeliest by where it is.
  std::size_t cluster_of(std::size_t result) const {
    const CaseResult& r = inquiry_.results[result];
    const auto replay = make_replay(r.the_case, r.evidence.get(), inquiry_.device, inquiry_.seed);
    for (std::size_t site = 0; site < std::min(replay->sites(), r.evidence->sites.size()); ++site) {
      if (r.evidence->sites[site].outputs.empty()) continue;
      const GroupOutput& output = r.evidence->sites[site].outputs.front();
      if (output.group >= replay->groups()) continue;
      for (std::size_t i = 0; i < clusters_.size(); ++i)
        if (!is_unknown(clusters_[i]) && has_builtin(clusters_[i], r.the_case) &&
            std::ranges::any_of(seen_.candidates[*clusters_[i].candidate].models, [&](const auto& m) {
              return replay->explains(m.first, site, output.group, output.bytes);
            }))
          return i;
    }
    const Place place = place_of(r.the_case, inquiry_.device);
    const auto rank = [&](const Cluster& c) {
      const bool holds = c.boundary.holds(place);
      return std::tuple(is_unknown(c) && holds,
                        subjects_of(c, seen_).contains({r.the_case.builtin, r.the_case.type}),
                        has_builtin(c, r.the_case), is_unknown(c), holds);
    };
    return static_cast<std::size_t>(std::ranges::max_element(clusters_, {}, rank) - clusters_.begin());
  }

  bool has_builtin(const Cluster& c, const Case& of) const {
    return std::ranges::any_of(subjects_of(c, seen_),
                               [&](const Subject& s) { return s.first == of.builtin; });
  }

  const Inquiry& inquiry_;
  Observations seen_;
  std::vector<Cluster> clusters_;
};

std::vector<Place> places_of(const std::vector<std::size_t>& cases, const Inquiry& inquiry) {
  std::vector<Place> places;
  for (const std::size_t i : cases) places.push_back(place_of(inquiry.results[i].the_case, inquiry.device));
  return places;
}

/// A boundary between cases as a whole: these, and those of `passing` that can contradict it.
Boundary boundary_of_cases(const std::vector<std::size_t>& cases, std::span<const Place> passing,
                           const Inquiry& inquiry) {
  const std::vector<Place> wrong = places_of(cases, inquiry);
  std::vector<Place> right;
  std::ranges::copy_if(passing, std::back_inserter(right),
                       [&](const Place& p) { return speaks_against(p.the_case, wrong); });
  return boundary_between(wrong, right);
}

/// The same, for cases that fail in the same way. A variant may launch other sizes or build other text than
/// its case says: if the conditions of all cases are complex, those of the cases without a variant are
/// reported.
Boundary boundary_of_terminations(const std::vector<std::size_t>& cases, std::span<const Place> passing,
                                  const Inquiry& inquiry) {
  Boundary boundary = boundary_of_cases(cases, passing, inquiry);
  if (boundary.violated == 0 && !is_complex(boundary)) return boundary;
  std::vector<std::size_t> plain;
  std::ranges::copy_if(cases, std::back_inserter(plain),
                       [&](std::size_t i) { return inquiry.results[i].the_case.variant == plain_variant; });
  if (plain.empty()) return boundary;
  std::vector<Place> plain_passing;
  std::ranges::copy_if(passing, std::back_inserter(plain_passing),
                       [](const Place& p) { return p.the_case.variant == plain_variant; });
  Boundary of_plain = boundary_of_cases(plain, plain_passing, inquiry);
  return of_plain.violated <= boundary.violated && of_plain.complexity < boundary.complexity ? of_plain
                                                                                             : boundary;
}

struct Terminations {
  CauseWord what;
  std::vector<std::size_t> cases;
};

/// Terminations with the same words. Those without words join the largest group that differs in nothing else.
std::vector<Terminations> alike(std::span<const CaseResult> results) {
  std::map<CauseWord, std::map<CauseWord, std::vector<std::size_t>>> by_word;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (is_termination(results[i].verdict) && !is_program(results[i].the_case)) {
      const CauseWord word = termination_word(results[i]);
      by_word[without_build_step(word)][word].push_back(i);
    }
  const auto size = [](const auto& entry) { return entry.second.size(); };
  std::vector<Terminations> groups;
  for (const auto& [common, exact] : by_word) {
    groups.push_back({std::ranges::max_element(exact, {}, size)->first, {}});
    for (const auto& [word, cases] : exact) std::ranges::copy(cases, std::back_inserter(groups.back().cases));
  }
  for (Terminations& silent : groups) {
    if (without_words(silent.what) != silent.what) continue;
    Terminations* largest = nullptr;
    for (Terminations& other : groups)
      if (&other != &silent && without_words(other.what) == silent.what &&
          (largest == nullptr || other.cases.size() > largest->cases.size()))
        largest = &other;
    if (largest == nullptr) continue;
    std::ranges::copy(silent.cases, std::back_inserter(largest->cases));
    silent.cases.clear();
  }
  std::erase_if(groups, [](const Terminations& g) { return g.cases.empty(); });
  return groups;
}

/// A driver's words about one bug may differ from case to case. Terminations of one kind with the same
/// boundary, which no passing case contradicts, are one bug.
void join_or_add(std::vector<Finding>& findings, Finding&& f) {
  const auto same = std::ranges::find_if(findings, [&](const Finding& other) {
    return !f.boundary.conditions.empty() && f.boundary.violated == 0 && other.boundary.violated == 0 &&
           without_words(other.what) == without_words(f.what) && other.boundary.where() == f.boundary.where();
  });
  if (same == findings.end()) return findings.push_back(std::move(f));
  if (same->cases.size() < f.cases.size()) same->what = f.what, same->words = f.words;
  std::ranges::copy(f.cases, std::back_inserter(same->cases));
}

}  // namespace

std::vector<Finding> cluster_wrong_results(const Inquiry& inquiry) { return Clusterer(inquiry).run(); }

std::vector<Finding> cluster_terminations(const Inquiry& inquiry) {
  std::vector<Finding> findings;
  const auto groups = alike(inquiry.results);
  if (groups.empty()) return findings;
  std::vector<std::size_t> with_results;
  for (std::size_t i = 0; i < inquiry.results.size(); ++i)
    if (has_results(inquiry.results[i].verdict) && !is_program(inquiry.results[i].the_case))
      with_results.push_back(i);
  const std::vector<Place> right = places_of(with_results, inquiry);
  const std::function boundary_of = [&](const std::vector<std::size_t>& cases) {
    return boundary_of_terminations(cases, right, inquiry);
  };
  const auto subject = [&](std::size_t i) { return inquiry.results[i].the_case; };
  for (const Terminations& group : groups) {
    auto parts = in_clean_parts<std::ptrdiff_t>(
        group.cases,
        [&](std::size_t i) { return std::ranges::find(subjects, subject(i).builtin) - subjects.begin(); },
        boundary_of);
    if (parts.size() == 1)
      parts = in_clean_parts<std::ptrdiff_t>(
          group.cases, [&](std::size_t i) { return static_cast<std::ptrdiff_t>(subject(i).type); },
          boundary_of);
    for (auto& [cases, boundary] : parts) {
      const std::string words = time_limit_in(inquiry.results[cases.front()].message);
      join_or_add(findings, {group.what, std::move(boundary), cases, 1, words});
    }
  }
  for (Finding& f : findings) std::ranges::sort(f.cases);
  return findings;
}

std::vector<Finding> cluster_the_rest(const Inquiry& inquiry, const std::vector<Finding>& explained) {
  std::set<std::size_t> done;
  for (const Finding& f : explained) done.insert(f.cases.begin(), f.cases.end());
  std::map<std::string, std::vector<std::size_t>> by_check;
  std::vector<Place> passing;
  for (std::size_t i = 0; i < inquiry.results.size(); ++i) {
    const CaseResult& r = inquiry.results[i];
    if (is_program(r.the_case)) continue;
    if (r.verdict == Verdict::Pass) passing.push_back(place_of(r.the_case, inquiry.device));
    if (is_bad(r) && !done.contains(i) && !is_explained_already(r))
      by_check[r.failure ? r.failure->check : std::string()].push_back(i);
  }
  std::vector<Finding> findings;
  for (const auto& [check, cases] : by_check) {
    const CaseResult& first = inquiry.results[cases.front()];
    findings.push_back({{"unknown"},
                        boundary_of_cases(cases, passing, inquiry),
                        cases,
                        0,
                        first.failure ? first.failure->message : first.message});
  }
  return findings;
}

}  // namespace wgcts::harness
