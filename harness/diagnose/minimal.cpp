#include "harness/diagnose/minimal.hpp"

#include <algorithm>

#include "harness/check/suite_defect.hpp"
#include "harness/diagnose/lane_table.hpp"
#include "harness/diagnose/neighbours.hpp"
#include "harness/diagnose/place.hpp"
#include "harness/diagnose/probe.hpp"
#include "harness/diagnose/program_replay.hpp"
#include "harness/diagnose/replay.hpp"
#include "harness/diagnose/smaller_program.hpp"
#include "harness/diagnose/starts.hpp"
#include "harness/diagnose/terminations.hpp"
#include "harness/diagnose/verify_fault.hpp"
#include "harness/process/protocol.hpp"
#include "harness/program/layout.hpp"
#include "harness/program/named_program.hpp"
#include "reference/causes/wrong_model.hpp"
#include "suites/programs/reduce.hpp"

namespace wgcts::harness {
namespace {

/// What a bug's verdicts are, where it gives no results at all; fail for all other words.
Verdict verdict_of(const CauseWord& what) {
  if (what.code == "crash") return Verdict::Crash;
  if (what.code == "hang") return Verdict::Timeout;
  if (what.code == "build") return Verdict::BuildError;
  return what.code == "launch" ? Verdict::LaunchError : Verdict::Fail;
}

/// What a device with a bug of a name returns, and for what calls.
struct NamedBug {
  ModelsByType models;
  std::set<Subject> subjects;
};

NamedBug named_bug(const Bug& bug) {
  NamedBug named;
  const auto causes = causes_named(bug.what.code, bug.what.parameters);
  if (causes.empty()) return named;
  for (const std::string& word : bug.types) {
    const auto type = gentype_named(word);
    if (!type) continue;
    named.models[*type] = causes;
    for (const std::string& builtin : bug.builtins)
      if (const Builtin* b = builtin_named(builtin)) named.subjects.emplace(b, *type);
  }
  return named;
}

const Boundary everywhere{};

class Minimiser {
 public:
  Minimiser(const Bug& bug, const Oracle& oracle, double seconds, std::span<const Bug> others)
      : bug_(bug),
        oracle_(oracle),
        others_(others),
        began_(oracle.clock()),
        seconds_(seconds),
        verdict_(verdict_of(bug.what)),
        named_(causes_named(bug.what.code, bug.what.parameters)) {
    allow(8);
  }
  ~Minimiser() { oracle_.allow(oracle_.timeout); }
  Minimiser(const Minimiser&) = delete;
  Minimiser& operator=(const Minimiser&) = delete;

  Minimised run() {
    Minimised found{.what = bug_.what};
    const auto start = first_that_shows();
    if (!start) return found;
    const Shows<Experiment> shows = [this](const Experiment& q) { return shows_in(q); };
    const Shows<Experiment> may_show = [this, models = models_shown()](const Experiment& q) {
      return may_show_in(q.the_case, models);
    };
    IsolatedRun adopted = last_shown_;  // bisection shows the bug at other sizes
    found.where = bisect_thresholds(bug_.where, *start, shows, may_show, until(0.6), oracle_.device);
    last_shown_ = adopted;
    if (is_program(start->the_case)) return smaller(*start, std::move(found));
    const Shows<Experiment> adopt = [&](const Experiment& simpler) {
      if (!shows_in(simpler)) return false;
      adopted = last_shown_;
      return true;
    };
    found.experiment = simplest(*start, suspect_sizes(found.where), adopt, until(0.7));
    last_shown_ = std::move(adopted);
    found.failing_run = failing_run_for(*found.experiment);
    if (found.failing_run && verdict_ == Verdict::Fail && tries_ == 1)
      found.what = verified_fault(bug_.what, found.where, *found.failing_run, oracle_.attempt, oracle_.device,
                                  until(0.95));
    found.minimal = found.failing_run ? lane_table_of(*found.failing_run) : lane_table_of(last_shown_);
    found.minimal->name = name(found.experiment->the_case);
    found.neighbour = passing_neighbour(*found.experiment, found.where);
    return found;
  }

 private:
  /// The time limit of a stage. A search waits for a hang again and again, so each may take a share of the
  /// seconds only. For anything else a machine under load needs seconds to start a driver.
  void allow(double share_of_hangs) {
    constexpr double least = 2, usual = 20;
    const double limit = verdict_ == Verdict::Timeout ? std::max(least, seconds_ / share_of_hangs) : usual;
    oracle_.allow(std::min(oracle_.timeout, limit));
  }

  /// Reduces a whole program. No small kernel is made from it.
  Minimised smaller(const Experiment& start, Minimised found) {
    IsolatedRun shown = last_shown_;
    const CauseWord loss = termination_word(shown.result);
    const auto ask = [&](const Case& c) {
      Experiment experiment = start;
      experiment.the_case = c;
      last_verdict_ = Verdict::NotRun;
      if (!shows_in(experiment)) return last_verdict_ == Verdict::Pass ? Shown::Passes : Shown::Other;
      const CaseResult& result = last_shown_.result;
      // Drivers crash by a few signals, so the driver's words must be the same too.
      if (is_termination(result.verdict) ? termination_word(result) != loss : is_of_others(result))
        return Shown::Other;
      shown = last_shown_;
      return Shown::Same;
    };
    SmallestProgram smallest = smallest_program(start.the_case, ask, until(0.9));
    found.experiment = start;
    found.experiment->the_case = smallest.the_case;
    found.minimal = lane_table_of(shown);
    found.minimal->name = name(smallest.the_case);
    found.failing_run = failing_run_of_program(smallest.the_case);
    found.neighbour = std::move(smallest.neighbour);
    found.program = std::move(smallest);
    return found;
  }

  /// Whether another bug with a name explains the program's results.
  bool is_of_others(const CaseResult& result) const {
    if (!result.evidence) return false;
    const ProgramReplay replay(result.the_case, result.evidence.get());
    return std::ranges::any_of(others_, [&](const Bug& other) {
      const NamedBug named = named_bug(other);
      return !named.models.empty() &&
             replay.account({&everywhere, &named.models, named.subjects}) == Account::Exact;
    });
  }

  /// Whether this share of the time is left.
  TimeLeft until(double share) const {
    return [this, share] { return oracle_.clock() - began_ < share * seconds_; };
  }

  std::vector<Experiment> starts() const {
    std::vector<Case> cases;
    for (const std::string& text : bug_.cases)
      if (const auto c = case_in(bug_, text)) cases.push_back(*c);
    std::ranges::stable_sort(cases, {}, [](const Case& c) { return complexity(c); });
    std::vector<Experiment> experiments;
    const auto add = [&](const Case& c, bool alone) {
      Experiment experiment{.the_case = settled_size(c), .alone = alone};
      if (std::ranges::find(experiments, experiment) == experiments.end()) experiments.push_back(experiment);
    };
    constexpr std::size_t most = 3;
    for (const Case& c : std::span(cases).first(std::min(cases.size(), most))) {
      add(c, true);
      add(c, false);
    }
    if (const auto c = case_in(bug_, bug_.example)) add(*c, false);
    return experiments;
  }

  /// With the size that "max" most likely is.
  Case settled_size(Case c) const {
    const DeviceFacts& device = oracle_.device;
    if (c.local.is_max())
      c.local.extents = largest_local_size(c.dim, device.max_work_group_size, device.max_work_item_sizes);
    return c;
  }

  /// If the bug does not show at the first try, it may be nondeterministic: from then on each experiment has
  /// several.
  std::optional<Experiment> first_that_shows() {
    constexpr int often = 6;
    for (const int tries : {1, often}) {
      tries_ = tries;
      for (const Experiment& experiment : starts()) {
        if (!until(0.4)()) return std::nullopt;
        if (!shows_in(experiment)) continue;
        if (bug_.what.code == "nondeterministic") tries_ = often;
        return experiment;
      }
    }
    return std::nullopt;
  }

  /// Whether the failure has the bug's verdict and, without results, the same stage and signal as the first
  /// one.
  bool is_same(Verdict verdict, const std::optional<Stage>& stage, const std::string& message) {
    if (verdict != verdict_) return false;
    if (verdict == Verdict::Fail) return true;
    if (!kind_) kind_ = {stage, message};
    return stage == kind_->first && (verdict != Verdict::Crash || message == kind_->second);
  }

  /// Whether it is known what a device with the bug returns.
  bool has_model() const {
    const std::string& code = bug_.what.code;
    return verdict_ == Verdict::Fail && code != "unknown" && code != "nondeterministic" && code != "inexact";
  }

  /// Whether the bug's model gives the results of the case's first wrong work-groups. True without a model.
  bool has_the_cause(const CaseResult& result) const {
    if (!has_model() || !result.evidence || is_program(result.the_case)) return true;
    const auto replay = make_replay(result.the_case, result.evidence.get(), oracle_.device, oracle_.seed);
    const auto& sites = result.evidence->sites;
    constexpr std::size_t enough = 3;  // of each call
    for (std::size_t site = 0; site < std::min(replay->sites(), sites.size()); ++site)
      for (const GroupOutput& output :
           std::span(sites[site].outputs).first(std::min(enough, sites[site].outputs.size())))
        if (gives(*replay, site, output)) return true;
    return false;
  }

  /// The bug's models that give the results of the last case that showed it.
  std::vector<Cause> models_shown() const {
    std::vector<Cause> models;
    const CaseResult& result = last_shown_.result;
    if (!has_model() || !result.evidence || is_program(result.the_case)) return models;
    const auto replay = make_replay(result.the_case, result.evidence.get(), oracle_.device, oracle_.seed);
    const auto& sites = result.evidence->sites;
    for (const Cause& cause : named_)
      for (std::size_t site = 0; site < std::min(replay->sites(), sites.size()); ++site)
        if (!sites[site].outputs.empty() && replay->explains(cause, site, sites[site].outputs.front().group,
                                                             sites[site].outputs.front().bytes)) {
          models.push_back(cause);
          break;
        }
    return models;
  }

  /// Whether one of the models changes some work-group of the case. True without a model.
  bool may_show_in(const Case& c, const std::vector<Cause>& models) const {
    if (models.empty() || c.local.is_max() || is_program(c)) return true;
    const auto replay = make_replay(c, nullptr, oracle_.device, oracle_.seed);
    constexpr std::size_t some = 8;
    for (const std::size_t g : some_groups(*replay, some))
      for (std::size_t site = 0; site < replay->sites(); ++site)
        if (replay->judged(site, g) &&
            std::ranges::any_of(models, [&](const Cause& cause) { return replay->spoils(cause, site, g); }))
          return true;
    return false;
  }

  /// The data of this work-group may not suggest the bug's lane set. Therefore its models are also compared
  /// directly.
  bool gives(const Replay& replay, std::size_t site, const GroupOutput& output) const {
    const auto is_named = [&](const Cause& cause) { return word_of(cause) == bug_.what; };
    return std::ranges::any_of(
               named_,
               [&](const Cause& c) { return replay.explains(c, site, output.group, output.bytes); }) ||
           std::ranges::any_of(replay.causes(site, output.group, output.bytes), is_named);
  }

  /// The same of the kernel run's results that were wrong.
  bool has_the_cause(const FailingRun& failing_run) const {
    const auto is_of_bug = [&](const StoredCall& call) {
      return with_gentype(failing_run.the_case.type, [&]<class T>() {
        const auto scene = scene_of<T>(failing_run.run, call);
        const auto got = results_of<T>(failing_run.run, failing_run.outcome.outputs, call);
        return std::ranges::any_of(named_, [&](const Cause& c) { return explains<T>(c, scene, got); });
      });
    };
    return std::ranges::any_of(failing_run.calls, [&](const StoredCall& call) {
      const bool wrong = std::ranges::any_of(call.elements, [&](std::size_t element) {
        return std::ranges::binary_search(failing_run.wrong, WrongElement{call.output, element});
      });
      return wrong && is_of_bug(call);
    });
  }

  bool shows_in(const Experiment& experiment) {
    for (int i = 0; i < tries_; ++i) {
      try {
        IsolatedRun run = oracle_.ask(experiment);
        in_new_process_ = is_termination(run.result.verdict);
        const CaseResult& result = run.result;
        last_verdict_ = result.verdict;
        if (!is_same(result.verdict, result.stage, result.message) || !has_the_cause(result)) continue;
        last_shown_ = std::move(run);
        return true;
      } catch (const SuiteDefect&) {
        return false;
      }
    }
    return false;
  }

  /// Whether the kernel run shows the bug. If so, it is kept.
  bool shows_in(FailingRun candidate) {
    candidate.reproduced = in_new_process_;  // true only if the process ran nothing before the first try
    candidate.timeout = oracle_.timeout;
    for (int i = 0; i < tries_; ++i) {
      RunOutcome outcome = oracle_.attempt(candidate.run);
      in_new_process_ = is_termination(outcome.verdict);
      const bool ended = outcome.verdict == Verdict::Pass;
      candidate.wrong.clear();
      if (ended) candidate.wrong = wrong_elements(candidate.run, outcome.outputs);
      for (auto& other : outcome.others) {
        if (!candidate.wrong.empty()) break;
        candidate.wrong = wrong_elements(candidate.run, other);
        if (!candidate.wrong.empty()) std::swap(outcome.outputs, other);
      }
      if (ended ? verdict_ != Verdict::Fail || candidate.wrong.empty()
                : !is_same(outcome.verdict, outcome.stage, outcome.message))
        continue;
      candidate.outcome = std::move(outcome);
      if (needs_cause_ && !has_the_cause(candidate)) continue;
      failing_run_ = std::move(candidate);
      return true;
    }
    return false;
  }

  std::optional<FailingRun> failing_run_for(const Experiment& experiment) {
    Experiment with_outputs = experiment;
    with_outputs.outputs = true;
    if (verdict_ == Verdict::Fail && !shows_in(with_outputs)) return std::nullopt;
    // A small kernel calls the driver's own builtins, which are not the ones that are judged.
    if (oracle_.device.implementation) return std::nullopt;
    const Explanation e = explain(experiment.the_case, oracle_.device, oracle_.seed,
                                  verdict_ == Verdict::Fail ? std::optional(last_shown_) : std::nullopt);
    // A crash or a hang rarely depends on the data, and each experiment costs a process.
    const bool came_back = verdict_ == Verdict::Fail;
    const auto zeros = [](std::size_t, std::size_t) { return 0; };
    visit_starts(experiment, e, wrong_place(e), oracle_.device, [&](FailingRun start) {
      if (!until(0.8)()) return true;
      if (!came_back && start.program)
        if (auto plain = with_values(*start.program, zeros);
            plain && shows_in(failing_run_of(start.the_case, std::move(*plain), oracle_.device)))
          return true;
      if (!shows_in(std::move(start))) return false;
      make_smaller();
      return true;
    });
    if (failing_run_ && !failing_run_->reproduced) confirm();
    return std::move(failing_run_);
  }

  /// Reduces the program of the failing run while it shows the same bug.
  void make_smaller() {
    if (!failing_run_->program) return;
    const Case c = failing_run_->the_case;
    const bool unsized = c.variant->situation == Situation::Unsized;
    needs_cause_ = has_model() && has_the_cause(*failing_run_);
    const auto ask = [&](const LegalProgram& p) {
      const bool whole = !p.program.outputs.empty() && (p.program.functions.size() > 1 || !has_parts(c));
      if (!whole || (unsized && !fits_all_sizes(p))) return Shown::Other;
      return shows_in(failing_run_of(c, p, oracle_.device)) ? Shown::Same : Shown::Other;
    };
    constexpr std::size_t most_experiments = 100;
    reduce(*failing_run_->program, ask, most_experiments, until(0.85), passes_that_keep_calls());
    needs_cause_ = false;
  }

  /// The program alone in its source, as in a C program; none if it does not show the bug then.
  std::optional<FailingRun> failing_run_of_program(const Case& c) {
    FailingRun failing_run = failing_run_of(c, draw_program(key_of(c)), oracle_.device);
    for (const KernelArgument& argument : failing_run.run.arguments)
      if (size_in_bytes(argument) > most_run_bytes) return std::nullopt;
    if (!shows_in(std::move(failing_run))) return std::nullopt;
    if (!failing_run_->reproduced) confirm();
    return std::move(failing_run_);
  }

  /// Runs it again in a process that has run nothing else, as a C program does.
  void confirm() {
    FailingRun before = *failing_run_;
    oracle_.renew();
    in_new_process_ = true;
    allow(4);
    if (!shows_in(before)) failing_run_ = std::move(before);
    allow(8);
  }

  bool passes(const Experiment& experiment) {
    const int tries = tries_ == 1 ? 1 : 2 * tries_;
    try {
      for (int i = 0; i < tries; ++i)
        if (oracle_.ask(experiment).result.verdict != Verdict::Pass) return false;
      return true;
    } catch (const SuiteDefect&) {
      return false;
    }
  }

  std::optional<PassingNeighbour> passing_neighbour(const Experiment& minimal, const Where& where) {
    const TimeLeft time_left = until(1);
    if (!minimal.alone && time_left() &&
        kernel_of(minimal.the_case, false, minimal.without).members.size() > 1) {
      Experiment alone = minimal;
      alone.alone = true;
      alone.without.clear();
      if (passes(alone)) return PassingNeighbour{name(minimal.the_case), "alone in its kernel"};
    }
    for (const Neighbour& neighbour : neighbours_of(minimal.the_case, where)) {
      if (!time_left()) break;
      Experiment experiment = minimal;
      experiment.the_case = neighbour.the_case;
      if (passes(experiment)) return PassingNeighbour{name(neighbour.the_case), neighbour.differs};
    }
    return std::nullopt;
  }

  const Bug& bug_;
  const Oracle& oracle_;
  std::span<const Bug> others_;
  double began_, seconds_;
  Verdict verdict_;
  std::vector<Cause> named_;  ///< models that go by the bug's name
  int tries_ = 1;
  bool in_new_process_ = false;  ///< the next reply comes from a process that has run nothing
  std::optional<std::pair<std::optional<Stage>, std::string>> kind_;
  Verdict last_verdict_ = Verdict::NotRun;  ///< of the last experiment
  IsolatedRun last_shown_;
  bool needs_cause_ = false;               ///< a kernel run must show what the bug's wrong model gives
  std::optional<FailingRun> failing_run_;  ///< the last that showed it
};

}  // namespace

Minimised minimise(const Bug& bug, const Oracle& oracle, double seconds, std::span<const Bug> others) {
  return Minimiser(bug, oracle, seconds, others).run();
}

}  // namespace wgcts::harness
