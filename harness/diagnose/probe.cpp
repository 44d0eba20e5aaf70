#include "harness/diagnose/probe.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "harness/check/suite_defect.hpp"
#include "harness/diagnose/conditions.hpp"
#include "harness/diagnose/diagnose.hpp"
#include "harness/diagnose/neighbours.hpp"
#include "harness/diagnose/observation.hpp"
#include "harness/diagnose/place.hpp"
#include "harness/diagnose/replay.hpp"
#include "harness/diagnose/terminations.hpp"
#include "harness/planning/requirements.hpp"
#include "reference/causes/cause.hpp"
#include "suites/parse.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

bool can_run(const Case& c, const DeviceFacts& device) {
  return is_legal(c) && !missing(c, device) && volume(c.local.extents) <= device.max_work_group_size;
}

/// Faults that explain a case, by name, each with its models that do.
using Rivals = std::map<CauseWord, std::vector<Cause>>;

/// Whether the work-groups of the case are as many and as large as its name says.
bool has_own_size(const Case& c) {
  return !c.local.is_max() && c.variant->groups == 0 && c.variant->situation != Situation::Unsized;
}

/// Chooses the cases to launch for one bug.
class Planner {
 public:
  Planner(const Bug& bug, const CaseResult& shown, const DeviceFacts& device, std::uint64_t seed,
          const std::set<Case>& known)
      : bug_(bug), shown_(shown), device_(device), seed_(seed), known_(known) {}

  std::vector<Case> run(std::size_t most) {
    if (has_own_size(shown_.the_case)) distinguish_faults();
    separate_coordinates();
    cross_conditions();
    if (cases_.size() > most) cases_.resize(most);
    return std::move(cases_);
  }

 private:
  static constexpr std::size_t most_lanes = 1024;

  bool is_new(const Case& c) const {
    const std::size_t lanes = volume(c.local.extents);
    return lanes > 0 && lanes <= most_lanes && can_run(c, device_) && !known_.contains(c) &&
           std::ranges::find(cases_, c) == cases_.end();
  }
  void add(const Case& c) {
    if (is_new(c)) cases_.push_back(c);
  }
  Case with_size(const Extents& size) const {
    Case c = shown_.the_case;
    c.local.extents = size;
    return c;
  }

  /// The faults that give all wrong results of the shown case that the bug's own fault gives. Another bug may
  /// have changed other results of the case.
  Rivals rivals() const {
    const auto replay = make_replay(shown_.the_case, shown_.evidence.get(), device_, seed_);
    const auto named = causes_named(bug_.what.code, bug_.what.parameters);
    using Wrong = std::pair<std::size_t, const GroupOutput*>;  // site, output
    const auto gives = [&](const Cause& cause, const Wrong& w) {
      return replay->explains(cause, w.first, w.second->group, w.second->bytes);
    };
    constexpr std::size_t enough = 8;
    std::vector<Wrong> own;
    for (std::size_t site = 0; site < std::min(replay->sites(), shown_.evidence->sites.size()); ++site)
      for (const GroupOutput& output : shown_.evidence->sites[site].outputs)
        if (const Wrong w{site, &output};
            own.size() < enough && output.group < replay->groups() &&
            std::ranges::any_of(named, [&](const Cause& c) { return gives(c, w); }))
          own.push_back(w);
    // The data of one case may not suggest the bug's own name.
    std::set<Cause> suggested(named.begin(), named.end());
    for (const auto& [site, output] : own)
      for (const Cause& cause : replay->causes(site, output->group, output->bytes)) suggested.insert(cause);
    Rivals rivals;
    for (const Cause& cause : suggested)
      if (!own.empty() && std::ranges::all_of(own, [&](const Wrong& w) { return gives(cause, w); }))
        rivals[word_of(cause)].push_back(cause);
    if (!rivals.contains(bug_.what)) rivals.clear();
    return rivals;
  }

  /// For each rival the smallest size at which it would not return what the bug's own fault does.
  void distinguish_faults() {
    Rivals others = rivals();
    if (others.size() < 2) return;
    std::vector<std::size_t> numbers;
    for (const auto& [word, causes] : others)
      for (const std::int64_t n : {causes.front().n, causes.front().lanes.n})
        if (n > 0) numbers.push_back(static_cast<std::size_t>(n));
    for (const Predicate& p : bug_.where)
      if (is_of_sizes(p.feature)) numbers.insert(numbers.end(), p.numbers.begin(), p.numbers.end());
    const Cause own = others.extract(bug_.what).mapped().front();
    constexpr std::size_t some_groups_of = 24, most_cases_for_it = 6, most_sizes = 48;
    const auto sizes = sizes_near(shown_.the_case.local.extents, numbers, most_lanes);
    for (const Extents& size : std::span(sizes).first(std::min(sizes.size(), most_sizes))) {
      if (others.empty() || cases_.size() == most_cases_for_it) return;
      const Case c = with_size(size);
      if (!may_hold_at(size, bug_.where) || !is_new(c)) continue;
      const auto replay = make_replay(c, nullptr, device_, seed_);
      const auto groups = some_groups(*replay, some_groups_of);
      if (std::erase_if(others,
                        [&](const auto& o) { return differ(*replay, groups, own, o.second.front()); }) != 0)
        add(c);
    }
  }

  /// Whether the faults give different results for some work-group that the bug's own fault gets wrong. If
  /// only the other one changes the work-group, a right result would leave both standing, the other with a
  /// narrower condition.
  bool differ(const Replay& replay, const std::vector<std::size_t>& groups, const Cause& own,
              const Cause& other) const {
    for (const std::size_t g : groups)
      for (std::size_t site = 0; site < replay.sites(); ++site)
        if (replay.judged(site, g) && has_values(replay.place(site, g)) && replay.spoils(own, site, g) &&
            replay.part(own, other, site, g))
          return true;
    return false;
  }

  bool has_values(const Place& place) const {
    return std::ranges::all_of(
        bug_.where, [&](const Predicate& p) { return p.feature != Feature::Value || holds(p, place); });
  }

  /// A case may combine a form and several rows of variants. Then many conditions fit, until each is launched
  /// without the others.
  void separate_coordinates() {
    if (std::ranges::all_of(bug_.where, [](const Predicate& p) { return is_of_subject(p.feature); })) return;
    const auto with_variant = [&](const Variant* variant) {
      Case c = shown_.the_case;
      c.variant = variant;
      add(c);
    };
    const auto rows = rows_of(*shown_.the_case.variant);
    if (!rows.empty()) with_variant(plain_variant);
    Case simple = shown_.the_case;
    simple.form = form_with(Surroundings::None);
    add(simple);
    if (rows.size() > 1) std::ranges::for_each(rows, with_variant);
  }

  void cross_conditions() {
    for (const Predicate& p : bug_.where) {
      if (has_own_size(shown_.the_case))
        for (const Extents& size : sizes_across(p, shown_.the_case.local.extents, shown_.the_case.dim))
          add(with_size(size));
      if (p.relation != Relation::IsNot) continue;
      // The condition says that these pass. They may not have run with the other coordinates of the case.
      for (const std::string& member : p.names) {
        Case c = shown_.the_case;
        if (p.feature == Feature::Form) c.form = form_named(member);
        if (p.feature == Feature::Variant) c.variant = variant_of_name(member);
        if (p.feature == Feature::Option) c.variant = variant_with_option(member);
        if (c.form != nullptr && c.variant != nullptr && c.form->has(*c.builtin)) add(c);
      }
    }
  }

  const Bug& bug_;
  const CaseResult& shown_;
  const DeviceFacts& device_;
  std::uint64_t seed_;
  const std::set<Case>& known_;
  std::vector<Case> cases_;
};

/// The simplest case of the bug with results. One with a size of its own, if there is one.
const CaseResult* simplest_case(const Bug& bug, const std::map<std::string, const CaseResult*>& by_name) {
  const CaseResult* best = nullptr;
  const auto key = [](const CaseResult& r) {
    return std::tuple(!has_own_size(r.the_case), complexity(r.the_case));
  };
  for (const std::string& id : bug.cases)
    if (const auto found = by_name.find(id); found != by_name.end()) {
      const CaseResult& r = *found->second;
      if (r.evidence && !is_program(r.the_case) && (best == nullptr || key(r) < key(*best))) best = &r;
    }
  return best;
}

/// Results of the cases. Sets `cut_short` if there was no time for some.
std::vector<CaseResult> launched(const std::vector<Case>& cases, const Oracle& oracle, double until,
                                 bool& cut_short) {
  std::vector<CaseResult> results;
  for (const Case& c : cases) {
    if (oracle.clock() >= until) {
      cut_short = true;
      break;
    }
    try {
      CaseResult result = oracle.ask({.the_case = c});
      if (result.verdict == Verdict::Pass || result.evidence) results.push_back(std::move(result));
    } catch (const SuiteDefect&) {
      // A result that our own check doubts is no evidence.
    } catch (const Interrupted&) {
      break;  // the next launch throws it again
    }
  }
  return results;
}

/// The number that a condition on sizes is about, and the local size with another one; none if there is none
/// of the shape.
std::size_t number_of(const Extents& size, Feature feature) {
  return feature == Feature::Size ? volume(size) : size[axis_of(feature)];
}
std::optional<Extents> with_number(Extents shape, Feature feature, std::size_t n) {
  if (feature == Feature::Size || n == 0) return of_size(shape, n);
  shape[axis_of(feature)] = n;
  return shape;
}

class Bisection {
 public:
  Bisection(Feature feature, const Experiment& showing, const Shows<Experiment>& shows,
            const Shows<Experiment>& may_show, const TimeLeft& time_left, const DeviceFacts& device)
      : feature_(feature),
        showing_(showing),
        inside_(number_of(showing.the_case.local.extents, feature)),
        shows_(shows),
        may_show_(may_show),
        time_left_(time_left),
        device_(device) {
    known_[inside_] = true;
  }

  /// The N of "size>N" (`above`) or "size<N".
  std::size_t threshold(std::size_t before, bool above) {
    if (above ? inside_ <= before : inside_ >= before) return before;
    const Number wrong = nearest(above ? before + 1 : before - 1, inside_);
    const Number right = nearest(before, above ? 1 : std::max<std::size_t>(2 * before, before + 8));
    if (!wrong || !right) return before;
    const auto at_wrong = is_wrong(*wrong), at_right = is_wrong(*right);
    const bool is_contradiction = at_wrong && at_right && !*at_wrong && *at_right;
    if (!at_wrong || !at_right || is_contradiction) return before;
    if (!*at_wrong) return between(inside_, *wrong, before);
    if (!*at_right) return between(*wrong, *right, before);
    // Away from the wrong number, in steps that double.
    for (std::size_t last = *right;;) {
      constexpr std::size_t most = 4096;
      const Number n = above ? nearest(last / 2, 1) : nearest(2 * last, std::max(most, 2 * last));
      if (!n || (above ? *n >= last : *n <= last)) return before;
      const auto at = is_wrong(*n);
      if (!at) return before;
      if (!*at) return between(last, *n, before);
      last = *n;
    }
  }

 private:
  using Number = std::optional<std::size_t>;

  std::optional<Experiment> experiment_of(std::size_t n) const {
    const auto extents = with_number(showing_.the_case.local.extents, feature_, n);
    if (!extents) return std::nullopt;
    Experiment experiment = showing_;
    experiment.the_case.local.extents = *extents;
    return can_run(experiment.the_case, device_) ? std::optional(experiment) : std::nullopt;
  }

  /// Whether there is such a case, and the fault would change its results.
  bool can_be_asked(std::size_t n) {
    const auto [found, is_new] = askable_.try_emplace(n, false);
    if (is_new)
      if (const auto experiment = experiment_of(n)) found->second = may_show_(*experiment);
    return found->second;
  }

  /// None if it cannot be asked, or no launch is left.
  std::optional<bool> is_wrong(std::size_t n) {
    if (const auto known = known_.find(n); known != known_.end()) return known->second;
    // Doubling and halving over 4096 sizes takes 2 * 12.
    constexpr std::size_t most_launches = 24;
    if (known_.size() > most_launches || !can_be_asked(n) || !time_left_()) return std::nullopt;
    return known_[n] = shows_(*experiment_of(n));
  }

  /// The first number from `n` to `end` that can be asked.
  Number nearest(std::size_t n, std::size_t end) {
    for (; n != end; n < end ? ++n : --n)
      if (can_be_asked(n)) return n;
    return can_be_asked(end) ? Number(end) : std::nullopt;
  }

  /// The first right number next to the last wrong one. If numbers between the two cannot be asked: `before`
  /// if it is one of those, else the preferred threshold.
  std::size_t between(std::size_t wrong, std::size_t right, std::size_t before) {
    while (const Number middle = middle_of(wrong, right)) {
      const auto at = is_wrong(*middle);
      if (!at) return before;
      (*at ? wrong : right) = *middle;
    }
    const auto [least, most] = wrong > right ? std::pair(right, wrong - 1) : std::pair(wrong + 1, right);
    return least <= before && before <= most ? before : preferred_threshold(least, most);
  }

  /// The number closest to the middle that can be asked.
  Number middle_of(std::size_t a, std::size_t b) {
    const auto [low, high] = std::minmax(a, b);
    const std::size_t middle = std::midpoint(low, high);
    for (std::size_t off = 0; off <= high - low; ++off) {
      if (middle + off < high && middle + off > low && can_be_asked(middle + off)) return middle + off;
      if (middle > low + off && middle - off < high && can_be_asked(middle - off)) return middle - off;
    }
    return std::nullopt;
  }

  Feature feature_;
  const Experiment& showing_;
  std::size_t inside_;
  const Shows<Experiment>& shows_;
  const Shows<Experiment>& may_show_;
  const TimeLeft& time_left_;
  const DeviceFacts& device_;
  std::map<std::size_t, bool> known_, askable_;
};

/// The same number of work-items in one row.
std::optional<Experiment> in_one_row(Experiment experiment, const DeviceFacts& device) {
  Case& c = experiment.the_case;
  if (c.dim == 1) return std::nullopt;
  c.local.extents = {volume(c.local.extents), 1, 1};
  c.dim = 1;
  return can_run(c, device) ? std::optional(experiment) : std::nullopt;
}

}  // namespace

std::vector<Case> cases_to_probe(std::span<const Bug> bugs, std::span<const CaseResult> results,
                                 const DeviceFacts& device, std::uint64_t seed, std::size_t launches) {
  std::map<std::string, const CaseResult*> by_name;
  std::set<Case> known;
  for (const CaseResult& r : results) {
    by_name.emplace(name(r.the_case), &r);
    if (r.verdict != Verdict::Skip && r.verdict != Verdict::NotRun) known.insert(r.the_case);
  }
  constexpr std::size_t most_bugs = 6, most_of_a_bug = 12;
  std::vector<std::pair<const Bug*, const CaseResult*>> probed;
  for (const Bug& bug : bugs) {
    if (is_termination_code(bug.what.code) || bug.what.code == "nondeterministic") continue;
    if (const CaseResult* shown = simplest_case(bug, by_name); shown != nullptr && probed.size() < most_bugs)
      probed.emplace_back(&bug, shown);
  }
  std::vector<Case> cases;
  for (std::size_t i = 0; i < probed.size(); ++i) {
    const std::size_t share = (launches - cases.size()) / (probed.size() - i);
    for (const Case& c : Planner(*probed[i].first, *probed[i].second, device, seed, known)
                             .run(std::min(share, most_of_a_bug))) {
      known.insert(c);
      cases.push_back(c);
    }
  }
  return cases;
}

std::vector<Bug> diagnose_and_probe(std::vector<CaseResult>& results, const Oracle& oracle, double seconds) {
  const double until = oracle.clock() + seconds;
  std::vector<std::vector<std::string>> bugs_before;
  for (const CaseResult& r : results) bugs_before.push_back(r.bugs);
  auto bugs = diagnose(results, oracle.device, oracle.seed);
  // If more cases fail than are looked into, a few more launches add nothing.
  if (static_cast<std::size_t>(std::ranges::count_if(results, is_bad)) > most_cases) return bugs;
  std::vector<CaseResult> further;
  bool cut_short = false;
  // What the first results distinguish may leave more to distinguish. A launch of its own takes a fifth of a
  // second on Intel's runtime: both rounds together take 4 s of the diagnosis' 10.
  for (const std::size_t launches : {14, 6}) {
    if (bugs.empty()) break;
    std::vector<CaseResult> seen = results;
    seen.insert(seen.end(), further.begin(), further.end());
    const auto cases = cases_to_probe(bugs, seen, oracle.device, oracle.seed, launches);
    auto more = launched(cases, oracle, until, cut_short);
    if (more.empty()) break;
    std::ranges::move(more, std::back_inserter(further));
    for (std::size_t i = 0; i < results.size(); ++i) results[i].bugs = bugs_before[i];
    bugs = diagnose(results, oracle.device, oracle.seed, further);
  }
  if (cut_short)
    for (Bug& bug : bugs) bug.cut_short = "the separation of names and conditions by further launches";
  return bugs;
}

Where bisect_thresholds(Where where, const Experiment& showing, const Shows<Experiment>& shows,
                        const Shows<Experiment>& may_show, const TimeLeft& time_left,
                        const DeviceFacts& device) {
  if (showing.the_case.local.is_max()) return where;
  for (Predicate& p : where) {
    const bool has_threshold = p.relation == Relation::Above || p.relation == Relation::Below;
    if (!is_of_sizes(p.feature) || !has_threshold || p.numbers.front() == 0) continue;
    // Many sizes have no shape with rows and planes.
    const auto row = p.feature == Feature::Size ? in_one_row(showing, device) : std::nullopt;
    const Experiment& from = row && time_left() && shows(*row) ? *row : showing;
    p.numbers.front() = Bisection(p.feature, from, shows, may_show, time_left, device)
                            .threshold(p.numbers.front(), p.relation == Relation::Above);
  }
  return where;
}

}  // namespace wgcts::harness
