#include "harness/diagnose/second_look.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "harness/check/suite_defect.hpp"
#include "harness/diagnose/diagnose.hpp"
#include "harness/diagnose/finding.hpp"
#include "harness/diagnose/terminations.hpp"
#include "harness/diagnose/conditions.hpp"
#include "harness/diagnose/plainness.hpp"
#include "harness/diagnose/replay.hpp"
#include "harness/diagnose/size_steps.hpp"
#include "harness/diagnose/value_kinds.hpp"
#include "harness/planning/requirements.hpp"
#include "reference/causes/named_causes.hpp"
#include "suites/parse.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

/// How many bugs are probed, how many launches each gets, and how many sizes are computed to find them.
constexpr std::size_t most_bugs = 6, most_launches = 12, most_sizes = 48;

/// A name that fits, and the models of it that do.
using Rivals = std::map<CauseWord, std::vector<Cause>>;

/// The case of a bug that a launch like it says most of: the plainest that left its results.
const CaseResult* plainest(const Bug& bug, const std::map<std::string, const CaseResult*>& by_name) {
  const CaseResult* best = nullptr;
  for (const std::string& id : bug.cases) {
    const auto found = by_name.find(id);
    if (found == by_name.end()) continue;
    const CaseResult& r = *found->second;
    const Variant& variant = *r.the_case.variant;
    // A launch of a hundred thousand work-groups is dear, and what size the driver chooses is its secret.
    if (!r.evidence || is_program(r.the_case) || r.the_case.local.is_max() || variant.groups != 0 ||
        variant.situation == Situation::Unsized)
      continue;
    if (best == nullptr || plainness(r.the_case) < plainness(best->the_case)) best = &r;
  }
  return best;
}

/// The names that give all wrong results of the case that the bug's own gives. Another bug may have struck
/// it, too.
Rivals rivals_of(const Bug& bug, const CaseResult& r, const Replay& replay) {
  const auto named = causes_named(bug.what.code, bug.what.parameters);
  struct Wrong {
    std::size_t site;
    const GroupOutput* output;
  };
  const auto gives = [&](const Cause& cause, const Wrong& w) {
    return replay.explains(cause, w.site, w.output->group, w.output->bytes);
  };
  std::vector<Wrong> own;
  constexpr std::size_t enough = 8;
  for (std::size_t site = 0; site < std::min(replay.sites(), r.evidence->sites.size()); ++site)
    for (const GroupOutput& output : r.evidence->sites[site].outputs) {
      const Wrong w{site, &output};
      if (own.size() < enough && output.group < replay.groups() &&
          std::ranges::any_of(named, [&](const Cause& c) { return gives(c, w); }))
        own.push_back(w);
    }
  Rivals rivals;
  if (own.empty()) return rivals;
  std::set<Cause> suggested;
  for (const Wrong& w : own)
    for (const Cause& cause : replay.causes(w.site, w.output->group, w.output->bytes))
      suggested.insert(cause);
  for (const Cause& cause : suggested)
    if (std::ranges::all_of(own, [&](const Wrong& w) { return gives(cause, w); }))
      rivals[{std::string(code_of(cause.what)), parameters_of(cause)}].push_back(cause);
  // The data of one case may not bring the bug's own name to mind.
  auto& models = rivals[bug.what];
  if (models.empty())
    std::ranges::copy_if(named, std::back_inserter(models), [&](const Cause& c) {
      return std::ranges::all_of(own, [&](const Wrong& w) { return gives(c, w); });
    });
  if (models.empty()) rivals.clear();
  return rivals;
}

/// Whether the work-group's values are of the kinds that `where` names.
bool has_values(const Place& place, const Where& where) {
  return std::ranges::all_of(
      where, [&](const Predicate& p) { return p.feature != Feature::Value || holds(p, place); });
}

/// Puts together the cases that are worth a launch for one bug.
class Look {
 public:
  Look(const Bug& bug, const CaseResult& shown, const DeviceFacts& device, std::uint64_t seed,
       const std::set<Case>& known)
      : bug_(bug), shown_(shown), device_(device), seed_(seed), known_(known) {}

  /// At most so many.
  std::vector<Case> run(std::size_t most) {
    part_names();
    step_over_conditions();
    if (cases_.size() > most) cases_.resize(most);
    return std::move(cases_);
  }

 private:
  bool can_run(const Case& c) const {
    const std::size_t lanes = volume(c.local.extents);
    return lanes > 0 && lanes <= std::min(device_.max_work_group_size, most_lanes) && is_legal(c) &&
           !missing(c, device_);
  }
  void add(const Case& c) {
    if (can_run(c) && !known_.contains(c) && std::ranges::find(cases_, c) == cases_.end())
      cases_.push_back(c);
  }

  /// Local sizes like the case's own with numbers near those that the names and the conditions speak of.
  std::vector<Extents> sizes(const Rivals& rivals) const {
    std::vector<std::size_t> numbers;
    for (const auto& [word, causes] : rivals)
      for (const std::int64_t n : {causes.front().n, causes.front().lanes.n})
        if (n > 0) numbers.push_back(static_cast<std::size_t>(n));
    for (const Predicate& p : bug_.where)
      if (is_of_sizes(p.feature)) numbers.insert(numbers.end(), p.numbers.begin(), p.numbers.end());
    return sizes_near(shown_.the_case.local.extents, numbers, most_lanes);
  }

  /// For each rival the smallest size at which it would not return what the bug's own name does.
  void part_names() {
    const auto own_replay = make_replay(shown_.the_case, shown_.evidence.get(), device_, seed_);
    Rivals rivals = rivals_of(bug_, shown_, *own_replay);
    if (rivals.size() < 2) return;
    const Cause own = rivals.at(bug_.what).front();
    const auto all_sizes = sizes(rivals);
    rivals.erase(bug_.what);
    constexpr std::size_t some = 24, enough = 6;
    for (const Extents& size : std::span(all_sizes).first(std::min(all_sizes.size(), most_sizes))) {
      if (rivals.empty() || cases_.size() == enough) return;
      Case c = shown_.the_case;
      c.local.extents = size;
      if (known_.contains(c) || !stands_at(size, bug_.where) || !can_run(c)) continue;
      const auto replay = make_replay(c, nullptr, device_, seed_);
      const auto groups = some_groups(*replay, some);
      const std::size_t left = std::erase_if(
          rivals, [&](const auto& rival) { return parted(*replay, groups, own, rival.second.front()); });
      if (left != 0) add(c);
    }
  }

  /// Whether some work-group says which: one that the bug's own name has wrong. Where that name has it right
  /// and the other wrong, a right result leaves both standing, the other under a narrower condition.
  bool parted(const Replay& replay, const std::vector<std::size_t>& groups, const Cause& own,
              const Cause& other) const {
    for (const std::size_t g : groups)
      for (std::size_t site = 0; site < replay.sites(); ++site)
        if (replay.judged(site, g) && has_values(replay.place(site, g), bug_.where) &&
            replay.spoils(own, site, g) && replay.part(own, other, site, g))
          return true;
    return false;
  }

  void step_over_conditions() {
    for (const Predicate& p : bug_.where) {
      for (const Extents& size : steps_over(p, shown_.the_case.local.extents, shown_.the_case.dim)) {
        Case c = shown_.the_case;
        c.local.extents = size;
        add(c);
      }
      if (p.relation == Relation::IsNot) step_into(p);
    }
  }

  /// What a condition says goes well, in a case that is otherwise like the one that does not.
  void step_into(const Predicate& p) {
    for (const std::string& member : p.names) {
      Case c = shown_.the_case;
      if (p.feature == Feature::Form) c.form = form_named(member);
      if (p.feature == Feature::Variant) c.variant = member == "plain" ? plain_variant : variant_named(member);
      if (p.feature == Feature::Option) c.variant = variant_with(member);
      if (c.form != nullptr && c.variant != nullptr && c.form->has(*c.builtin)) add(c);
    }
  }

  static const Variant* variant_with(std::string_view option) {
    const auto found = std::ranges::find(variants, option, option_of);
    return found == std::end(variants) ? nullptr : &*found;
  }

  static constexpr std::size_t most_lanes = 1024;
  const Bug& bug_;
  const CaseResult& shown_;
  const DeviceFacts& device_;
  std::uint64_t seed_;
  const std::set<Case>& known_;
  std::vector<Case> cases_;
};

}  // namespace

std::vector<Case> telling_cases(std::span<const Bug> bugs, std::span<const CaseResult> results,
                                const DeviceFacts& device, std::uint64_t seed, std::size_t launches) {
  std::map<std::string, const CaseResult*> by_name;
  std::set<Case> known;
  for (const CaseResult& r : results) {
    by_name.emplace(name(r.the_case), &r);
    if (r.verdict != Verdict::Skip && r.verdict != Verdict::NotRun) known.insert(r.the_case);
  }
  std::vector<std::pair<const Bug*, const CaseResult*>> looked_at;
  for (const Bug& bug : bugs) {
    if (is_termination_code(bug.what.code) || bug.what.code == "nondeterministic") continue;
    if (const CaseResult* shown = plainest(bug, by_name); shown != nullptr && looked_at.size() < most_bugs)
      looked_at.emplace_back(&bug, shown);
  }
  std::vector<Case> cases;
  for (std::size_t i = 0; i < looked_at.size(); ++i) {
    const auto& [bug, shown] = looked_at[i];
    const std::size_t share = (launches - cases.size()) / (looked_at.size() - i);
    for (const Case& c : Look(*bug, *shown, device, seed, known).run(std::min(share, most_launches))) {
      known.insert(c);
      cases.push_back(c);
    }
  }
  return cases;
}

namespace {

/// Those that came to results. Sets `cut_short` where wall time left some out.
std::vector<CaseResult> answers_to(const std::vector<Case>& cases, const Oracle& oracle, double until,
                                   bool& cut_short) {
  std::vector<CaseResult> answers;
  try {
    for (const Case& c : cases) {
      if (oracle.clock() >= until) {
        cut_short = true;
        break;
      }
      CaseResult answer = oracle.ask({.the_case = c}).result;
      if (answer.verdict == Verdict::Pass || answer.evidence) answers.push_back(std::move(answer));
    }
  } catch (const SuiteDefect&) {
    // What our own check doubts, and what was to come behind it, says nothing.
  } catch (const Interrupted&) {
    // The next who asks is told so.
  }
  return answers;
}

}  // namespace

std::vector<Bug> diagnose_and_ask(std::vector<CaseResult>& results, const Oracle& oracle, double seconds) {
  const double until = oracle.clock() + seconds;
  std::vector<std::vector<std::string>> bugs_before;
  for (const CaseResult& r : results) bugs_before.push_back(r.bugs);
  std::vector<CaseResult> further;
  auto bugs = diagnose(results, oracle.device, oracle.seed);
  bool cut_short = false;
  // Of what fails in more cases than are looked into, a few more launches would say nothing.
  const auto failing = static_cast<std::size_t>(std::ranges::count_if(results, is_bad));
  if (failing > most_cases) return bugs;
  // What the first answers separate may leave others to be separated. A launch of its own takes a fifth of a second on
  // Intel's runtime: both rounds together take 4 s of the diagnosis' 10.
  for (const std::size_t launches : {14, 6}) {
    if (bugs.empty()) break;
    std::vector<CaseResult> seen = results;
    seen.insert(seen.end(), further.begin(), further.end());
    const auto cases = telling_cases(bugs, seen, oracle.device, oracle.seed, launches);
    auto answers = answers_to(cases, oracle, until, cut_short);
    if (answers.empty()) break;
    std::ranges::move(answers, std::back_inserter(further));
    for (std::size_t i = 0; i < results.size(); ++i) results[i].bugs = bugs_before[i];
    bugs = diagnose(results, oracle.device, oracle.seed, further);
  }
  if (cut_short)
    for (Bug& bug : bugs) bug.cut_short = "the separation of names and conditions by further launches";
  return bugs;
}

}  // namespace wgcts::harness
