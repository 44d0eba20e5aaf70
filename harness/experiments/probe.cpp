#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <utility>

#include "harness/experiments/experiments.hpp"
#include "harness/planning/planning.hpp"
#include "harness/program/job.hpp"
#include "harness/replay/conditions.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::harness {
namespace {

bool can_run(const Case& c, const DeviceFacts& device) {
  return is_legal(c) && !missing(c, device) && volume(c.local.extents) <= device.max_work_group_size;
}

/// Whether the case's name determines the number and size of its work-groups.
bool has_own_size(const Case& c) {
  return !c.local.is_max() && c.variant->groups == 0 && c.variant->situation != Situation::Unsized;
}

/// Removes lists of sizes: they list the sizes that ran and do not exclude others.
Where without_size_lists(Where where) {
  std::erase_if(where,
                [](const Predicate& p) { return is_of_sizes(p.feature) && p.relation == Relation::Is; });
  return where;
}

/// Another explanation of the run: another fault under the finding's conditions, or the finding's fault under
/// other conditions.
struct Rival {
  std::optional<Cause> fault{};
  Where where{};
};

/// Chooses the cases to launch for one finding. Each is the case near the shown one whose result
/// distinguishes most of the remaining rivals from the finding.
class Planner {
 public:
  Planner(const Finding& finding, const CaseResult& shown, std::span<const CaseResult> results,
          const DeviceFacts& device, std::uint64_t seed, const std::map<Case, Verdict>& ran)
      : finding_(finding),
        where_(finding.boundary.where),
        shown_(shown),
        results_(results),
        sized_case_(with_settled_size(shown.the_case, device)),
        most_lanes_(std::max(usual_lanes, volume(sized_case_.local.extents))),
        device_(device),
        seed_(seed),
        ran_(ran) {
    const auto of_type = finding.models.find(shown.the_case.type);
    if (of_type != finding.models.end()) models_ = of_type->second;
  }

  std::vector<Case> run(std::size_t most) {
    std::vector<Rival> rivals = rival_conditions();
    std::ranges::move(rival_faults(), std::back_inserter(rivals));
    std::vector<Probe> probes = probes_near(rivals);
    std::vector<Case> chosen;
    while (!probes.empty() && chosen.size() < most) {
      const auto best =
          std::ranges::max_element(probes, {}, [](const Probe& p) { return p.distinguishes.size(); });
      const Probe probe = *best;
      probes.erase(best);
      if (probe.distinguishes.empty()) break;
      const bool has_rival_fault = std::ranges::any_of(
          probe.distinguishes, [&](std::size_t r) { return rivals[r].fault.has_value(); });
      // Where the finding's fault changes nothing, the case passes under every condition.
      if (!models_.empty() && !has_rival_fault && !replay_of(probe.the_case)->may_show({&models_.front(), 1}))
        continue;
      chosen.push_back(probe.the_case);
      for (Probe& other : probes)
        std::erase_if(other.distinguishes, [&](std::size_t r) { return probe.distinguishes.contains(r); });
    }
    return chosen;
  }

 private:
  /// A probe has more lanes than this only if the shown case has.
  static constexpr std::size_t usual_lanes = 1024;

  struct Probe {
    Case the_case;
    std::set<std::size_t> distinguishes{};  ///< rivals that it distinguishes from the finding
  };

  std::unique_ptr<Replay> replay_of(const Case& c) const { return make_replay(c, nullptr, device_, seed_); }

  /// Faults that reproduce all wrong results that the finding's fault reproduces in the shown case. Other
  /// wrong results may come from another bug.
  std::vector<Rival> rival_faults() const {
    const auto replay = make_replay(shown_.the_case, shown_.evidence.get(), device_, seed_);
    const auto gives = [&](const Cause& cause, const WrongOutput& w) {
      return replay->explains(cause, w.at, w.got);
    };
    constexpr std::size_t enough = 8;
    auto own = picked(replay->wrong_outputs(), [&](const WrongOutput& w) {
      return std::ranges::any_of(models_, [&](const Cause& c) { return gives(c, w); });
    });
    own.resize(std::min(own.size(), enough));
    std::map<CauseWord, Cause> others;
    for (const auto& [at, got] : own)
      for (const Cause& cause : replay->causes(at, got)) others.emplace(word_of(cause), cause);
    others.erase(finding_.what);
    std::vector<Rival> rivals;
    for (const auto& [word, cause] : others)
      if (std::ranges::all_of(own, [&](const WrongOutput& w) { return gives(cause, w); }))
        rivals.push_back({cause, without_size_lists(where_)});
    return rivals;
  }

  /// The boundary's rival conditions, the finding's without one of them, those without one name of a list of
  /// variants, because a case has several, those with one more form, because few work-groups of a run have
  /// each form, and those with only the sizes that ran.
  std::vector<Rival> rival_conditions() const {
    auto rivals = mapped(finding_.boundary.rivals, [](const Where& where) { return Rival{{}, where}; });
    Where only_ran = where_;
    if (std::erase_if(only_ran, [](const Predicate& p) { return is_of_sizes(p.feature); }) != 0) {
      only_ran.push_back({Feature::Size, Relation::Is, sizes_of_cases()});
      rivals.push_back({{}, only_ran});
    }
    for (const Predicate& p : where_) {
      if (is_of_subject(p.feature)) continue;
      Where fewer = where_;
      std::erase(fewer, p);
      rivals.push_back({{}, fewer});
      if ((p.feature == Feature::Variant || p.feature == Feature::Option) && p.names.size() > 1)
        for (const std::string& name : p.names) {
          rivals.push_back({{}, where_});
          std::erase(std::ranges::find(rivals.back().where, p)->names, name);
        }
      if (p.feature != Feature::Form || p.relation != Relation::Is) continue;
      for (const Form& form : all_forms()) {
        if (is_in(form.name, p.names)) continue;
        rivals.push_back({{}, where_});
        std::ranges::find(rivals.back().where, p)->names.emplace_back(form.name);
      }
    }
    return rivals;
  }

  /// The numbers of work-items in the finding's cases.
  std::vector<std::size_t> sizes_of_cases() const {
    std::set<std::size_t> sizes;
    for (const std::size_t i : finding_.cases)
      if (const Case& c = results_[i].the_case; !is_program(c))
        sizes.insert(volume(with_settled_size(c, device_).local.extents));
    return {sizes.begin(), sizes.end()};
  }

  /// Cases near the shown one that did not run, and the rivals that each distinguishes. Drops refuted rivals.
  std::vector<Probe> probes_near(std::vector<Rival>& rivals) const {
    std::vector<Where> conditions{where_};
    for (const Rival& rival : rivals) conditions.push_back(rival.where);
    const auto neighbours = neighbours_of(sized_case_, conditions);
    drop_refuted(rivals, neighbours);
    std::vector<Probe> probes;
    for (const Case& c : neighbours) {
      if (!may_be_launched(c) || ran_.contains(c)) continue;
      Probe& probe = probes.emplace_back(c);
      const Place place = place_of(c, device_);
      const bool own = holds(where_, place);
      std::unique_ptr<Replay> replay;
      for (std::size_t r = 0; r < rivals.size(); ++r) {
        if (rivals[r].fault && !replay) replay = replay_of(c);
        const bool holds_there = holds(rivals[r].where, place);
        const auto differs = [&](CallAt at) { return replay->differ(models_.front(), *rivals[r].fault, at); };
        if (rivals[r].fault ? holds_there && any_output(*replay, differs) : holds_there != own)
          probe.distinguishes.insert(r);
      }
    }
    return probes;
  }

  bool may_be_launched(const Case& c) const {
    return c.builtin == sized_case_.builtin && c.type == sized_case_.type && c.form->has(*c.builtin) &&
           (c.local == sized_case_.local || has_own_size(sized_case_)) && volume(c.local.extents) > 0 &&
           volume(c.local.extents) <= most_lanes_ && can_run(c, device_);
  }

  /// Drops faults that would have changed a result of a passing case.
  void drop_refuted(std::vector<Rival>& rivals, const std::vector<Case>& neighbours) const {
    for (const Case& c : neighbours) {
      const auto ran = ran_.find(c);
      if (ran == ran_.end() || ran->second != Verdict::Pass || !may_be_launched(c)) continue;
      const Place place = place_of(c, device_);
      std::unique_ptr<Replay> replay;
      std::erase_if(rivals, [&](const Rival& rival) {
        if (!rival.fault || !holds(rival.where, place)) return false;
        if (!replay) replay = replay_of(c);
        return any_output(*replay, [&](CallAt at) { return replay->changes(*rival.fault, at); });
      });
    }
  }

  /// Whether the condition holds for some judged call of a work-group.
  bool any_output(const Replay& replay, auto condition) const {
    constexpr std::size_t some = 24;
    return std::ranges::any_of(some_judged(replay, some),
                               [&](CallAt at) { return has_values(replay.place(at)) && condition(at); });
  }

  bool has_values(const Place& place) const {
    return std::ranges::all_of(
        where_, [&](const Predicate& p) { return p.feature != Feature::Value || holds(p, place); });
  }

  const Finding& finding_;
  const Where& where_;
  const CaseResult& shown_;
  std::span<const CaseResult> results_;
  Case sized_case_;  ///< the shown case, with "max" replaced by a size, because sizes are compared
  std::size_t most_lanes_;
  const DeviceFacts& device_;
  std::uint64_t seed_;
  const std::map<Case, Verdict>& ran_;
  std::vector<Cause> models_{};  ///< models of the finding's fault for the case's type
};

/// The simplest case of the finding. Prefers cases with has_own_size().
const CaseResult* simplest_case(const Finding& finding, std::span<const CaseResult> results) {
  const CaseResult* best = nullptr;
  const bool needs_evidence = !is_termination_code(finding.what.code);
  const auto key = [](const CaseResult& r) {
    return std::tuple(!has_own_size(r.the_case), complexity(r.the_case));
  };
  for (const std::size_t i : finding.cases) {
    const CaseResult& r = results[i];
    if (is_program(r.the_case) || (needs_evidence && !r.evidence)) continue;
    if (best == nullptr || key(r) < key(*best)) best = &r;
  }
  return best;
}

/// Launches the cases. Sets `cut_short` if time runs out.
std::vector<CaseResult> launched(const std::vector<Case>& cases, const Oracle& oracle, double until,
                                 bool& cut_short) {
  std::vector<CaseResult> results;
  for (const Case& c : cases) {
    if (oracle.clock() >= until) {
      cut_short = true;
      break;
    }
    try {
      results.push_back(oracle.run_case({.the_case = c}));
    } catch (const std::runtime_error&) {
      break;  // no worker starts, or the run is interrupted, which the next launch throws again
    }
  }
  return results;
}

/// The number that a condition on sizes compares.
std::size_t number_of(const Extents& size, Feature feature) {
  return feature == Feature::Size ? volume(size) : size[axis_of(feature)];
}
/// The local size with another such number; none if the shape does not allow it.
std::optional<Extents> with_number(Extents shape, Feature feature, std::size_t n) {
  if (feature == Feature::Size || n == 0) return of_size(shape, n);
  shape[axis_of(feature)] = n;
  return shape;
}

/// Bisection over cases that equal `showing` except for one number.
struct Bisection {
  Feature feature;
  const Experiment& showing;
  const Shows& shows;
  const Shows& may_show;
  const TimeLeft& time_left;
  const DeviceFacts& device;
  std::size_t inside = number_of(showing.the_case.local.extents, feature);
  std::map<std::size_t, bool> known{{inside, true}, {0, false}}, askable{{0, true}};  ///< 0: no work-item
  using Number = std::optional<std::size_t>;

  /// The N of "size>N" (`above`) or "size<N": the correct number next to the last wrong one. If numbers
  /// between the two cannot be launched, N may be any of them: then `before` if possible, else the preferred
  /// threshold.
  std::size_t threshold(std::size_t before, bool above) {
    if (above ? inside <= before : inside >= before) return before;
    constexpr std::size_t largest = 4096;
    const std::size_t none = above ? 0 : std::min(device.max_work_group_size, largest) + 1;
    const Number inner = nearest(above ? before + 1 : before - 1, inside), outer = nearest(before, none);
    if (!inner || !outer) return before;
    const auto at_inner = is_wrong(*inner), at_outer = is_wrong(*outer);
    const bool is_contradiction = at_inner && at_outer && !*at_inner && *at_outer;
    if (!at_inner || !at_outer || is_contradiction) return before;
    std::size_t wrong = *at_outer ? *outer : *at_inner ? *inner : inside;
    std::size_t right = !*at_inner ? *inner : !*at_outer ? *outer : none;
    while (const Number middle = middle_of(wrong, right)) {
      const auto at = is_wrong(*middle);
      if (!at) return before;
      (*at ? wrong : right) = *middle;
    }
    if (right == none) return before;
    const auto [least, most] = above ? std::pair(right, wrong - 1) : std::pair(wrong + 1, right);
    return least <= before && before <= most ? before : preferred_threshold(least, most);
  }

  std::optional<Experiment> experiment_of(std::size_t n) const {
    const auto extents = with_number(showing.the_case.local.extents, feature, n);
    if (!extents) return std::nullopt;
    Experiment experiment = showing;
    experiment.the_case.local.extents = *extents;
    return can_run(experiment.the_case, device) ? std::optional(experiment) : std::nullopt;
  }

  /// Whether such a case exists and the fault would change its results.
  bool can_be_asked(std::size_t n) {
    const auto [found, is_new] = askable.try_emplace(n, false);
    if (is_new)
      if (const auto experiment = experiment_of(n)) found->second = may_show(*experiment);
    return found->second;
  }

  /// None if the case cannot be launched, or if no launch or time is left.
  std::optional<bool> is_wrong(std::size_t n) {
    if (const auto found = known.find(n); found != known.end()) return found->second;
    // Bisection over 4096 sizes takes 12 launches. Two numbers are known without one.
    constexpr std::size_t most_launches = 16;
    if (known.size() >= most_launches + 2 || !can_be_asked(n) || !time_left()) return std::nullopt;
    return known[n] = shows(*experiment_of(n));
  }

  /// The first number from `n` to `end` that can be launched.
  Number nearest(std::size_t n, std::size_t end) {
    while (n != end && !can_be_asked(n)) n < end ? ++n : --n;
    return can_be_asked(n) ? Number(n) : std::nullopt;
  }

  /// The number closest to the middle that can be launched.
  Number middle_of(std::size_t a, std::size_t b) {
    const auto [low, high] = std::minmax(a, b);
    const std::size_t middle = std::midpoint(low, high);
    for (std::size_t off = 0; off <= high - low; ++off) {
      if (middle + off < high && middle + off > low && can_be_asked(middle + off)) return middle + off;
      if (middle > low + off && middle - off < high && can_be_asked(middle - off)) return middle - off;
    }
    return std::nullopt;
  }
};

/// The largest N for which the condition implies "size>N". With "extent.y>M", a work-group has more than M
/// work-items; with "source>=M" also, because lanes are numbered from 0.
std::size_t implied_size(const Predicate& p) {
  const bool is_extent = is_of_sizes(p.feature) && p.feature != Feature::Size;
  const bool implies = (is_extent && p.relation == Relation::Above) ||
                       (p.feature == Feature::Source && p.relation == Relation::AtLeast);
  return implies ? p.numbers.front() : 0;
}

/// Drops "size>N" if another condition implies it. Without one, it drops "size>0".
void drop_implied(Where& where) {
  std::size_t most = 0;
  for (const Predicate& p : where) most = std::max(most, implied_size(p));
  std::erase_if(where, [&](const Predicate& p) {
    return p.feature == Feature::Size && p.relation == Relation::Above && p.numbers.front() <= most;
  });
}

}  // namespace

std::vector<Case> cases_to_probe(std::span<const Finding> findings, std::span<const CaseResult> results,
                                 const DeviceFacts& device, std::uint64_t seed, std::size_t launches) {
  std::map<Case, Verdict> ran;
  for (const CaseResult& r : results) ran.emplace(r.the_case, r.verdict);
  constexpr std::size_t most_findings = 6, most_of_a_finding = 12;
  std::vector<std::pair<const Finding*, const CaseResult*>> probed;
  for (const Finding& finding : findings) {
    // Each launch that hangs takes the whole time limit.
    if (finding.what.code == termination_code(Verdict::Timeout) || finding.what.code == "nondeterministic")
      continue;
    if (const CaseResult* shown = simplest_case(finding, results);
        shown != nullptr && probed.size() < most_findings)
      probed.emplace_back(&finding, shown);
  }
  std::vector<Case> cases;
  for (std::size_t i = 0; i < probed.size(); ++i) {
    const std::size_t share = (launches - cases.size()) / (probed.size() - i);
    for (const Case& c : Planner(*probed[i].first, *probed[i].second, results, device, seed, ran)
                             .run(std::min(share, most_of_a_finding))) {
      ran.emplace(c, Verdict::NotRun);
      cases.push_back(c);
    }
  }
  return cases;
}

std::vector<Bug> diagnose_and_probe(std::vector<CaseResult>& results, const Oracle& oracle, double seconds) {
  const double until = oracle.clock() + seconds;
  const std::size_t planned = results.size();
  const auto diagnosed = [&] { return findings_in(results, oracle.device, oracle.seed, planned); };
  Diagnosis diagnosis = diagnosed();
  if (diagnosis.findings.empty()) return {};
  bool cut_short = false;
  // Results may create new rivals, so each round launches only what distinguishes the current ones. A launch
  // takes 0.2 s on Intel's runtime, so all take 4 s of the diagnosis' 10 s. All rounds together take no more
  // work than most_work.
  std::size_t launches_left = 20;
  for (std::size_t work = diagnosis.work; launches_left > 0 && work + diagnosis.work <= most_work;
       work += diagnosis.work) {
    const auto cases = cases_to_probe(diagnosis.findings, results, oracle.device, oracle.seed, launches_left);
    auto more = launched(cases, oracle, until, cut_short);
    if (more.empty()) break;
    launches_left -= more.size();
    // Appended to the planned results until the last round, because a copy of all takes too much memory.
    std::ranges::move(more, std::back_inserter(results));
    diagnosis = diagnosed();
  }
  results.resize(planned);
  auto bugs = bugs_of(diagnosis.findings, results);
  if (cut_short)
    for (Bug& bug : bugs) bug.cut_short = "the launches that distinguish faults and conditions";
  return bugs;
}

Where bisect_thresholds(Where where, const Experiment& showing, const Shows& shows, const Shows& may_show,
                        const TimeLeft& time_left, const DeviceFacts& device) {
  for (Predicate& p : where) {
    const bool has_threshold = p.relation == Relation::Above || p.relation == Relation::Below;
    if (!is_of_sizes(p.feature) || !has_threshold || showing.the_case.local.is_max()) continue;
    Where others = without_size_lists(where);
    std::erase(others, p);
    const Shows may_show_there = [&](const Experiment& e) {
      return holds(others, place_of(e.the_case, device)) && may_show(e);
    };
    p.numbers.front() = Bisection{p.feature, showing, shows, may_show_there, time_left, device}.threshold(
        p.numbers.front(), p.relation == Relation::Above);
  }
  drop_implied(where);
  return where;
}

}  // namespace wgcts::harness
