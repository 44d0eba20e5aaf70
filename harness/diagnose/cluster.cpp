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
  constexpr std::size_t many = 6;  // PoCL's unrolled loops change them all
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

bool shares_results(const Cluster& part, const Cluster& of, const Observations& seen) {
  const auto results = results_of(part, seen), others = results_of(of, seen);
  const auto shared = std::ranges::count_if(results, [&](std::size_t r) { return others.contains(r); });
  return 2 * static_cast<std::size_t>(shared) >= results.size();
}

}  // namespace

bool is_consequence(const Cluster& part, const Cluster& of, const Observations& seen) {
  const bool by_launch = fails_by_launch(of, seen);
  if (!by_launch && !std::ranges::includes(subjects_of(of, seen), subjects_of(part, seen))) return false;
  if (!by_launch && part.what == of.what) return true;
  constexpr std::size_t much_smaller = 4;
  const bool is_weaker = is_unknown(part) || is_unknown(of) || part.what.code == of.what.code ||
                         much_smaller * part.wrong.size() <= of.wrong.size();
  if (!is_weaker) return false;
  Boundary when = of.boundary;
  if (by_launch) std::erase_if(when.where, [](const Predicate& p) { return is_of_subject(p.feature); });
  // If the launch is at fault, no conditions are no evidence.
  const bool is_within = !(by_launch && when.where.empty()) &&
                         all_places(part, seen, [&](const Place& p) { return when.holds(p); });
  return is_within || (by_launch ? shares_launches(part, of, seen) : shares_results(part, of, seen));
}

std::vector<std::size_t> merged_into(const std::vector<Cluster>& clusters, const Observations& seen) {
  std::vector<std::size_t> host(clusters.size()), order(clusters.size());
  std::iota(host.begin(), host.end(), std::size_t{0});
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) {
    return std::pair(fails_by_launch(clusters[i], seen), clusters[i].wrong.size());
  });
  // From the smallest on, each into the largest that it is a consequence of.
  for (std::size_t small = order.size(); small-- > 1;)
    for (std::size_t large = 0; large < small && host[order[small]] == order[small]; ++large)
      if (is_consequence(clusters[order[small]], clusters[order[large]], seen))
        host[order[small]] = order[large];
  for (std::size_t& h : host)
    while (host[h] != h) h = host[h];
  return host;
}

std::vector<Part> shortest_division(const std::vector<std::size_t>& all, std::span<const KeyOf> keys,
                                    const BoundaryOf& boundary_of) {
  constexpr double of_a_bug = 16;
  std::vector<Part> best{{all, boundary_of(all)}};
  double least = best.front().boundary.description_length() + of_a_bug;
  for (const KeyOf& key_of : keys) {
    if (best.front().boundary.violated == 0) break;
    std::map<std::size_t, std::vector<std::size_t>> by_key;
    for (const std::size_t i : all) by_key[key_of(i)].push_back(i);
    std::vector<Part> parts;
    double bits = 0;
    for (auto& [key, part] : by_key) {
      Boundary boundary = boundary_of(part);
      bits += boundary.description_length() + of_a_bug;
      parts.push_back({std::move(part), std::move(boundary)});
    }
    if (bits < least) best = std::move(parts), least = bits;
  }
  return best;
}

namespace {

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
    // A cluster that loses its name joins those without one, which may then contain others.
    do {
      add_unknown();
      merge();
    } while (drop_contradicted_names());
    return findings();
  }

 private:
  const CaseResult& result_of(const WrongGroup& w) const {
    return inquiry_.results[seen_.failing[w.failing].result];
  }

  void take(const Hypothesis& h) {
    const Candidate& candidate = seen_.candidates[h.candidate];
    Cluster c{.candidate = h.candidate, .what = candidate.word, .boundary = h.boundary};
    c.wrong.insert(h.explained.begin(), h.explained.end());
    c.contradicted = static_cast<std::size_t>(
        std::ranges::count_if(h.right_beside, [&](const Place& p) { return h.boundary.holds(p); }));
    // "inexact" has no model: it does not say which right work-groups would have been wrong.
    if (candidate.what == What::Inexact) c.boundary = boundary_of(h.explained);
    for (const std::size_t w : c.wrong) seen_.wrong[w].settled = true;
    clusters_.push_back(std::move(c));
  }

  bool explains(const Cluster& c, const WrongGroup& w) const {
    return seen_.explains(seen_.candidates[*c.candidate], w);
  }

  /// All work-groups that no cluster has.
  void add_unknown() {
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < seen_.wrong.size(); ++i)
      if (!seen_.wrong[i].settled) rest.push_back(i);
    if (rest.empty()) return;
    const KeyOf by_builtin = [&](std::size_t w) {
      return static_cast<std::size_t>(std::ranges::find(subjects, seen_.wrong[w].place.the_case.builtin) -
                                      subjects.begin());
    };
    for (const auto& [part, boundary] :
         shortest_division(rest, {&by_builtin, 1}, [&](const auto& some) { return boundary_of(some); })) {
      Cluster c{.what = {"unknown"}, .boundary = boundary};
      c.wrong.insert(part.begin(), part.end());
      for (const std::size_t w : part) seen_.wrong[w].settled = true;
      clusters_.push_back(std::move(c));
    }
  }

  /// Conditions of wrong work-groups without a model. Nothing says which right work-groups the fault would
  /// have changed, so all right ones are compared, and values may hide the fault in some.
  Boundary boundary_of(const std::vector<std::size_t>& part) {
    std::vector<Place> wrong, right;
    std::set<const Form*> forms;
    for (const std::size_t w : part) {
      wrong.push_back(seen_.wrong[w].place);
      forms.insert(wrong.back().the_case.form);
    }
    for (const FailingCase& f : seen_.failing)
      for (const GroupAt& at : f.right) right.push_back(f.replay->place(at.site, at.group));
    // Forms that compute their values have few and small ones, which may hide the fault.
    for (const CaseResult& r : inquiry_.results)
      if (r.verdict == Verdict::Pass && speaks_against(r.the_case, wrong) &&
          (r.the_case.form->value == nullptr || forms.contains(r.the_case.form)))
        add_right_groups(r.the_case, wrong, right);
    return boundary_between(wrong, right, RightPlaces::MayHideIt);
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
    std::vector<Cluster> kept;
    for (std::size_t i = 0; i < clusters_.size(); ++i) {
      if (host[i] == i) continue;
      Cluster& into = merged[host[i]];
      const Cluster& part = clusters_[i];
      into.consequences.insert(part.consequences.begin(), part.consequences.end());
      // If some work-groups of a launch never run, the others see another NDRange: they are no evidence for
      // the name.
      if (into.what.code == "unwritten" && part.what.code != into.what.code) {
        const auto results = results_of(part, seen_);
        into.consequences.insert(results.begin(), results.end());
      } else {
        into.wrong.insert(part.wrong.begin(), part.wrong.end());
      }
    }
    for (std::size_t i = 0; i < merged.size(); ++i) {
      if (host[i] != i) continue;
      Cluster& c = merged[i];
      if (is_unknown(c) && !all_places(c, seen_, [&](const Place& p) { return c.boundary.holds(p); }))
        c.boundary = boundary_of({c.wrong.begin(), c.wrong.end()});
      kept.push_back(std::move(c));
    }
    clusters_ = std::move(kept);
  }

  /// Where data is exact, a name must hold for the wrong work-groups of its cluster. Another bug may have
  /// struck a few of many: to list those must take less than a bit for each that the name gives. Dissolves
  /// clusters that lose their name, and those without one. Whether there were any of the former.
  bool drop_contradicted_names() {
    const auto loses_name = [&](const Cluster& c) {
      if (is_unknown(c)) return false;
      const auto contradicting = static_cast<std::size_t>(std::ranges::count_if(c.wrong, [&](std::size_t i) {
        const WrongGroup& w = seen_.wrong[i];
        return seen_.replay_of(w).is_exact(w.at.site, w.at.group) && !explains(c, w);
      }));
      return bits_of_contradictions(contradicting, c.wrong.size()) > static_cast<double>(c.wrong.size());
    };
    if (std::erase_if(clusters_, loses_name) == 0) return false;
    std::erase_if(clusters_, is_unknown);
    for (std::size_t i = 0; i < seen_.wrong.size(); ++i) {
      const std::size_t result = seen_.failing[seen_.wrong[i].failing].result;
      seen_.wrong[i].settled = std::ranges::any_of(clusters_, [&](const Cluster& c) {
        return c.wrong.contains(i) || c.consequences.contains(result);
      });
    }
    return true;
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
        f.fit = static_cast<double>(std::ranges::count_if(
                    c.wrong, [&](std::size_t w) { return explains(c, seen_.wrong[w]); })) /
                static_cast<double>(c.wrong.size());
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
/// its case says: the conditions of the cases without a variant are reported if that takes fewer bits.
Boundary boundary_of_terminations(const std::vector<std::size_t>& cases, std::span<const Place> passing,
                                  const Inquiry& inquiry) {
  Boundary boundary = boundary_of_cases(cases, passing, inquiry);
  std::vector<std::size_t> plain;
  std::ranges::copy_if(cases, std::back_inserter(plain),
                       [&](std::size_t i) { return inquiry.results[i].the_case.variant == plain_variant; });
  if (plain.empty()) return boundary;
  std::vector<Place> plain_passing;
  std::ranges::copy_if(passing, std::back_inserter(plain_passing),
                       [](const Place& p) { return p.the_case.variant == plain_variant; });
  Boundary of_plain = boundary_of_cases(plain, plain_passing, inquiry);
  const auto outside = static_cast<std::size_t>(
      std::ranges::count_if(places_of(cases, inquiry), [&](const Place& p) { return !of_plain.holds(p); }));
  of_plain.exceptions += bits_of_contradictions(outside, cases.size());
  return of_plain.description_length() < boundary.description_length() ? of_plain : boundary;
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
    return !f.boundary.where.empty() && f.boundary.violated == 0 && other.boundary.violated == 0 &&
           without_words(other.what) == without_words(f.what) && other.boundary.where == f.boundary.where;
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
  const auto subject = [&](std::size_t i) { return inquiry.results[i].the_case; };
  const KeyOf keys[] = {
      [&](std::size_t i) {
        return static_cast<std::size_t>(std::ranges::find(subjects, subject(i).builtin) - subjects.begin());
      },
      [&](std::size_t i) { return static_cast<std::size_t>(subject(i).type); }};
  for (const Terminations& group : groups)
    for (auto& [cases, boundary] : shortest_division(group.cases, keys, [&](const auto& some) {
           return boundary_of_terminations(some, right, inquiry);
         })) {
      const std::string words = time_limit_in(inquiry.results[cases.front()].message);
      join_or_add(findings, {group.what, std::move(boundary), cases, 1, words});
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
