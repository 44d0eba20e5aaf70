#include <deque>
#include <iterator>
#include <numeric>
#include <tuple>
#include <utility>

#include "harness/diagnose/diagnose.hpp"

namespace wgcts::harness {
namespace {

bool is_unknown(const Cluster& c) { return !c.candidate; }

std::set<Subject> subjects_of(const Cluster& c, const Observations& seen) {
  std::set<Subject> subjects;
  for (const std::size_t w : c.wrong) subjects.insert(subject_of(seen.wrong[w].place.the_case));
  return subjects;
}

/// The conditions besides those on builtin and type.
Where without_subject(Where where) {
  std::erase_if(where, [](const Predicate& p) { return is_of_subject(p.feature); });
  return where;
}

std::set<std::size_t> results_of(const Cluster& c, const Observations& seen) {
  std::set<std::size_t> results = c.consequences;
  for (const std::size_t w : c.wrong) results.insert(seen.failing[seen.wrong[w].failing].result);
  return results;
}

bool all_places(const Cluster& c, const Observations& seen, auto condition) {
  return std::ranges::all_of(c.wrong, [&](std::size_t w) { return condition(seen.wrong[w].place); });
}

/// Whether so many builtins fail that the cause is the launch and not a builtin.
bool fails_by_launch(const Cluster& c, const Observations& seen) {
  constexpr std::size_t many = 6;  // PoCL's loop unrolling affects all builtins
  std::set<const Builtin*> concerned;
  for (const auto& [builtin, type] : subjects_of(c, seen)) concerned.insert(builtin);
  return c.what.code == "unwritten" ? concerned.size() > 1 : is_unknown(c) && concerned.size() >= many;
}

/// Whether `part` occurs only in launches in which `of` occurs.
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

/// Whether the fault of the named cluster gives the work-group's results.
bool explains(const Cluster& named, const WrongGroup& w, const Observations& seen) {
  return seen.explains(seen.candidates[*named.candidate], w);
}

/// Whether the fault of `of` also explains the work-groups of `part`. At some sizes, one set of lanes equals
/// another.
bool is_explained_by(const Cluster& part, const Cluster& of, const Observations& seen) {
  return part.candidate && of.candidate && part.what.code == of.what.code &&
         std::ranges::includes(subjects_of(of, seen), subjects_of(part, seen)) &&
         std::ranges::all_of(part.wrong, [&](std::size_t w) { return explains(of, seen.wrong[w], seen); });
}

/// Whether the exact results of the work-group are not those of the cluster's model.
bool contradicts(const WrongGroup& w, const Cluster& c, const Observations& seen) {
  return seen.replay_of(w).is_exact(w.at) && !explains(c, w, seen);
}

std::size_t contradicting(const std::set<std::size_t>& wrong, const Cluster& c, const Observations& seen) {
  return static_cast<std::size_t>(
      std::ranges::count_if(wrong, [&](std::size_t i) { return contradicts(seen.wrong[i], c, seen); }));
}

/// Whether a cluster of `of` work-groups loses its name because too many of them contradict it. Another bug
/// may have affected a few: listing those may take at most two bits for each work-group of the cluster.
bool loses_name(std::size_t contradicting, std::size_t of) {
  return bits_of_contradictions(contradicting, of) > 2 * static_cast<double>(of);
}

/// The parts by the key with the shortest description; empty if the whole is shorter.
std::vector<Part> shorter_parts(const Part& whole, std::span<const KeyOf> keys,
                                const BoundaryOf& boundary_of) {
  std::vector<Part> best;
  if (whole.boundary.violated == 0) return best;
  double least = whole.boundary.description_length() + bits_of_a_bug;
  for (const KeyOf& key_of : keys) {
    std::map<std::size_t, std::vector<std::size_t>> by_key;
    for (const std::size_t i : whole.elements) by_key[key_of(i)].push_back(i);
    std::vector<Part> parts;
    double bits = 0;
    for (auto& [key, elements] : by_key) {
      Boundary boundary = boundary_of(elements);
      bits += boundary.description_length() + bits_of_a_bug;
      parts.push_back({std::move(elements), std::move(boundary)});
    }
    if (bits < least) best = std::move(parts), least = bits;
  }
  return best;
}

void divide(Part whole, std::span<const KeyOf> keys, const BoundaryOf& boundary_of,
            std::vector<Part>& divided) {
  std::vector<Part> parts = shorter_parts(whole, keys, boundary_of);
  if (parts.empty()) return divided.push_back(std::move(whole));
  for (Part& part : parts) divide(std::move(part), keys, boundary_of, divided);
}

/// Greedy set cover: repeatedly takes the hypothesis with the best score. The remaining work-groups have an
/// unknown fault.
class Clusterer {
 public:
  explicit Clusterer(const Inquiry& inquiry) : inquiry_(inquiry), seen_(observe(inquiry)) {}

  std::vector<Finding> run() {
    if (seen_.wrong.empty()) return {};
    constexpr std::size_t most_bugs = 12;
    const auto next = named_clusters(inquiry_, seen_);
    while (clusters_.size() < most_bugs) {
      auto best = next();
      if (!best) break;
      take(std::move(*best));
    }
    // If a cluster loses its name, its work-groups join the unknown clusters, which may then contain other
    // clusters.
    do {
      add_unknown();
      widen_unknown();
      merge();
    } while (drop_contradicted_names());
    return findings();
  }

 private:
  void take(Cluster c) {
    // "inexact" has no model, so it does not predict which correct work-groups contradict it.
    if (seen_.candidates[*c.candidate].what == What::Inexact)
      c.boundary = boundary_of({c.wrong.begin(), c.wrong.end()});
    for (const std::size_t w : c.wrong) seen_.wrong[w].clustered = true;
    clusters_.push_back(std::move(c));
  }

  /// Assigns all unclustered work-groups. Those within the conditions of a named cluster join it and
  /// contradict its name. The others form clusters without a name.
  void add_unknown() {
    std::vector<std::set<Subject>> subjects_of_named;
    for (const Cluster& c : clusters_) subjects_of_named.push_back(subjects_of(c, seen_));
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < seen_.wrong.size(); ++i) {
      const Place& place = seen_.wrong[i].place;
      for (std::size_t c = 0; c < clusters_.size() && !seen_.wrong[i].clustered; ++c)
        if (subjects_of_named[c].contains(subject_of(place.the_case)) && clusters_[c].boundary.holds(place)) {
          clusters_[c].wrong.insert(i);
          seen_.wrong[i].clustered = true;
        }
      if (!seen_.wrong[i].clustered) rest.push_back(i);
    }
    if (rest.empty()) return;
    const KeyOf by_builtin = [&](std::size_t w) {
      return index_in(subjects, seen_.wrong[w].place.the_case.builtin);
    };
    // Parts with the same conditions, apart from builtin and type, are one fault of several builtins.
    std::map<std::set<Predicate>, Cluster> faults;
    for (const auto& [part, boundary] :
         shortest_division(rest, {&by_builtin, 1}, [&](const auto& some) { return boundary_of(some); })) {
      const Where others = without_subject(boundary.where);
      const Where& key = others.empty() ? boundary.where : others;
      const auto [at, is_new] = faults.try_emplace(std::set(key.begin(), key.end()));
      Cluster& c = at->second;
      c.wrong.insert(part.begin(), part.end());
      c.what = {"unknown"};
      c.boundary = is_new ? boundary : boundary_of({c.wrong.begin(), c.wrong.end()});
      for (const std::size_t w : part) seen_.wrong[w].clustered = true;
    }
    for (auto& [conditions, c] : faults) clusters_.push_back(std::move(c));
  }

  /// In a few launches, such as the smallest, an unknown fault may give the same results as a named one. The
  /// two clusters are merged if one bug has a shorter description than two.
  void widen_unknown() {
    for (Cluster& unknown : clusters_)
      for (Cluster& named : clusters_)
        if (is_unknown(unknown) && !is_unknown(named)) merge_if_shorter(unknown, named);
    std::erase_if(clusters_, [](const Cluster& c) { return c.wrong.empty(); });
  }

  void merge_if_shorter(Cluster& unknown, Cluster& named) {
    if (named.wrong.empty() || !std::ranges::includes(subjects_of(unknown, seen_), subjects_of(named, seen_)))
      return;
    std::set<std::size_t> together = unknown.wrong;
    together.insert(named.wrong.begin(), named.wrong.end());
    Boundary boundary = boundary_of({together.begin(), together.end()});
    const double alone = unknown.boundary.description_length(), more = named.boundary.description_length();
    // A larger named cluster is merged only if its own conditions are a part of simpler ones.
    const bool is_part = !without_subject(named.boundary.where).empty() &&
                         boundary.description_length() <= alone + bits_of_a_bug;
    const bool is_smaller = named.wrong.size() < unknown.wrong.size();
    if (is_smaller ? boundary.description_length() > alone + more + bits_of_a_bug : !is_part) return;
    unknown.wrong = std::move(together);
    unknown.boundary = std::move(boundary);
    named.wrong.clear();
  }

  /// Conditions of wrong work-groups without a model. It is unknown which correct work-groups the fault would
  /// have changed. So all are compared, and values may hide the fault in some.
  Boundary boundary_of(const std::vector<std::size_t>& part) {
    Places wrong, right;
    std::deque<Place> beyond;  // work-groups of passing cases
    std::set<const Form*> forms;
    for (const std::size_t w : part) {
      wrong.push_back(&seen_.wrong[w].place);
      forms.insert(wrong.back()->the_case.form);
    }
    for (const FailingCase& f : seen_.failing)
      if (is_judged_in_full(inquiry_.results[f.result].the_case))
        for (const CallAt& at : f.right) right.push_back(&f.replay->place(at));
    // Forms that compute their values use few and small values, which may hide the fault.
    for (const CaseResult& r : inquiry_.results)
      if (r.verdict == Verdict::Pass && speaks_against(r.the_case, wrong) && is_judged_in_full(r.the_case) &&
          (r.the_case.form->value == nullptr || forms.contains(r.the_case.form)))
        add_right_groups(r.the_case, wrong, beyond);
    for (const Place& place : beyond) right.push_back(&place);
    if (std::ranges::none_of(wrong, is_unanimous)) std::erase_if(right, is_unanimous);
    return boundary_between(wrong, right, RightPlaces::MayHideIt);
  }

  /// Whether all lanes of the work-group vote the same. It hides all faults in how votes are combined, so its
  /// correct result is no evidence, unless wrong results show there.
  static bool is_unanimous(const Place* p) {
    constexpr std::uint32_t zero = bit_of_kind("zero"), uniform = bit_of_kind("uniform");
    const bool is_mixed = (p->values & zero) != 0 && (p->values & uniform) == 0;
    return is_predicate(p->the_case.builtin->collective.family) && !p->whole_case && !is_mixed;
  }

  /// Whether the variant leaves no results open. Wrong results pass where they are open.
  static bool is_judged_in_full(const Case& c) { return c.variant->open == LeftOpen{}; }

  /// Adds judged work-groups if the passing case has one of the wrong builtins and types; otherwise the whole
  /// case.
  void add_right_groups(const Case& passing, const Places& wrong, std::deque<Place>& right) {
    const bool is_subject = std::ranges::any_of(
        wrong, [&](const Place* p) { return subject_of(p->the_case) == subject_of(passing); });
    // The driver chose the size, and the result of a passing case does not record it.
    if (is_subject && passing.variant->situation == Situation::Unsized) return;
    if (!is_subject || !inquiry_.has_work_left()) {
      right.push_back(place_of(passing, inquiry_.device));
      return;
    }
    const auto replay = make_replay(passing, nullptr, inquiry_.device, inquiry_.seed);
    constexpr std::size_t enough = 12;
    for (const CallAt at : some_judged(*replay, enough)) right.push_back(replay->place(at));
  }

  void merge() {
    auto host = merged_into(clusters_, seen_);
    for (std::size_t i = 0; i < host.size(); ++i)
      if (costs_the_name(clusters_[i], clusters_[host[i]])) host[i] = i;
    std::vector<Cluster> merged = clusters_;
    std::vector<Cluster> kept;
    for (std::size_t i = 0; i < clusters_.size(); ++i) {
      if (host[i] == i) continue;
      Cluster& into = merged[host[i]];
      const Cluster& part = clusters_[i];
      into.consequences.insert(part.consequences.begin(), part.consequences.end());
      // If some work-groups of a launch never run, the others see another NDRange. They are not evidence for
      // the name.
      if (into.what.code == "unwritten" && part.what.code != into.what.code &&
          fails_by_launch(clusters_[host[i]], seen_)) {
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

  /// Whether the larger cluster would lose its name to a part that has another name. Then they are two bugs.
  bool costs_the_name(const Cluster& part, const Cluster& of) const {
    return !is_unknown(part) && !is_unknown(of) && part.what.code != of.what.code &&
           !fails_by_launch(of, seen_) &&
           loses_name(contradicting(part.wrong, of, seen_), of.wrong.size() + part.wrong.size());
  }

  /// Drops clusters that lose their names. If any is dropped, also dissolves the clusters without a name and
  /// returns true.
  bool drop_contradicted_names() {
    const auto is_to_drop = [&](const Cluster& c) {
      return !is_unknown(c) &&
             (is_refuted(c) || loses_name(contradicting(c.wrong, c, seen_), c.wrong.size()));
    };
    std::vector<Cluster> kept;  // a copy, because a name depends on all clusters
    std::ranges::remove_copy_if(clusters_, std::back_inserter(kept), is_to_drop);
    if (kept.size() == clusters_.size()) return false;
    clusters_ = std::move(kept);
    std::erase_if(clusters_, is_unknown);
    for (std::size_t i = 0; i < seen_.wrong.size(); ++i) {
      const std::size_t result = seen_.failing[seen_.wrong[i].failing].result;
      seen_.wrong[i].clustered = std::ranges::any_of(clusters_, [&](const Cluster& c) {
        return c.wrong.contains(i) || c.consequences.contains(result);
      });
    }
    return true;
  }

  /// Whether the cluster has no name, or one that may fit by chance.
  bool has_weak_name(const Cluster& c) const {
    return is_unknown(c) || gives_one_value(seen_.candidates[*c.candidate].what);
  }

  /// Whether wrong work-groups within the conditions of a cluster with a name refute its value. Most
  /// results of a fault without a model may be one value, such as 0, and the others another one. So only a
  /// cluster with a stronger model is evidence of another bug.
  bool is_refuted(const Cluster& c) const {
    if (!has_weak_name(c)) return false;
    const auto subjects_of_it = subjects_of(c, seen_);
    return std::ranges::any_of(clusters_, [&](const Cluster& other) {
      return has_weak_name(other) && std::ranges::any_of(other.wrong, [&](std::size_t i) {
               const WrongGroup& w = seen_.wrong[i];
               return subjects_of_it.contains(subject_of(w.place.the_case)) && c.boundary.holds(w.place) &&
                      contradicts(w, c, seen_);
             });
    });
  }

  std::vector<Finding> findings() const {
    std::vector<Finding> list;
    for (const Cluster& c : clusters_) {
      const auto results = results_of(c, seen_);
      Finding f{c.what, c.boundary, {results.begin(), results.end()}};
      if (is_unknown(c)) {
        f.words = failure_text(inquiry_.results[seen_.failing[seen_.wrong[*c.wrong.begin()].failing].result]);
      } else {
        f.models = seen_.candidates[*c.candidate].by_type();
        const auto explained =
            std::ranges::count_if(c.wrong, [&](std::size_t w) { return explains(c, seen_.wrong[w], seen_); });
        f.fit = static_cast<double>(explained) / static_cast<double>(c.wrong.size());
        f.contradicted = c.contradicted;
      }
      list.push_back(std::move(f));
    }
    return list;
  }

  const Inquiry& inquiry_;
  Observations seen_;
  std::vector<Cluster> clusters_;
};

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
  if (by_launch) when.where = without_subject(when.where);
  // If the launch is the cause, empty conditions are not evidence.
  const bool is_within = !(by_launch && when.where.empty()) &&
                         all_places(part, seen, [&](const Place& p) { return when.holds(p); });
  return is_within || (by_launch ? shares_launches(part, of, seen) : shares_results(part, of, seen)) ||
         is_explained_by(part, of, seen);
}

std::vector<std::size_t> merged_into(const std::vector<Cluster>& clusters, const Observations& seen) {
  std::vector<std::size_t> host(clusters.size()), order(clusters.size());
  std::iota(host.begin(), host.end(), std::size_t{0});
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) {
    return std::pair(fails_by_launch(clusters[i], seen), clusters[i].wrong.size());
  });
  const auto root = [&](std::size_t i) {
    while (host[i] != i) i = host[i];
    return i;
  };
  // The smallest cluster comes first. A consequence is merged into its largest cause.
  for (std::size_t small = order.size(); small-- > 1;)
    for (std::size_t large = 0; large < small && host[order[small]] == order[small]; ++large) {
      const std::size_t part = order[small], of = order[large];
      if (root(of) == part) continue;
      if (is_consequence(clusters[part], clusters[of], seen))
        host[part] = of;
      else if (host[of] == of && is_explained_by(clusters[of], clusters[part], seen))
        host[of] = part;
    }
  std::ranges::transform(host, host.begin(), root);
  return host;
}

std::vector<Part> shortest_division(const std::vector<std::size_t>& all, std::span<const KeyOf> keys,
                                    const BoundaryOf& boundary_of) {
  std::vector<Part> divided;
  divide({all, boundary_of(all)}, keys, boundary_of, divided);
  return divided;
}

std::vector<Finding> cluster_wrong_results(const Inquiry& inquiry) { return Clusterer(inquiry).run(); }

}  // namespace wgcts::harness
