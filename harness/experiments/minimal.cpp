#include <algorithm>
#include <exception>
#include <ranges>

#include "harness/experiments/experiments.hpp"
#include "harness/process/protocol.hpp"
#include "harness/program/job.hpp"
#include "harness/program/kernel.hpp"
#include "harness/replay/conditions.hpp"
#include "reference/lists.hpp"
#include "suites/programs/ingredients.hpp"

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

class Minimiser {
 public:
  Minimiser(Bug& bug, const Oracle& oracle, double seconds, std::span<const Bug> others)
      : bug_(bug),
        oracle_(oracle),
        others_(others),
        end_(oracle.clock() + seconds),
        seconds_(seconds),
        verdict_(verdict_of_code(bug.what.code)),
        named_(causes_named(bug.what.code, bug.what.parameters)) {
    allow(8);
  }
  ~Minimiser() { oracle_.set_time_limit(oracle_.timeout); }
  Minimiser(const Minimiser&) = delete;

  /// The report must not be lost if a worker fails to start in time on a loaded machine, or if the suite has
  /// a defect. Then the bug stays as it is.
  Minimised run() {
    const Bug before = bug_;
    try {
      if (seconds_ > 0) search();
    } catch (const Interrupted&) {
      bug_ = before;
      throw;
    } catch (const std::exception&) {
      bug_ = before;
      found_ = {};
      cut_short_.clear();
    }
    const bool has_time = oracle_.clock() < end_;
    // If starting the worker used all the time, no step is named.
    if (!found_.experiment && !has_time && cut_short_.empty())
      cut_short_ = "the search for its smallest case";
    if (!cut_short_.empty()) bug_.cut_short = cut_short_;
    if (!found_.experiment) bug_.neighbour.reset();
    bug_.reproduced = found_.failing_run && found_.failing_run->reproduced;
    if (bug_.where != before.where || (found_.experiment && is_program(found_.experiment->the_case)))
      describe(bug_);
    return std::move(found_);
  }

 private:
  void search() {
    const auto start = first_that_shows();
    if (!start) return;
    const Shows shows = [this](const Experiment& e) { return shows_in(e); };
    const Shows may_show = [this, models = models_in(last_shown_)](const Experiment& e) {
      return may_show_in(e.the_case, models);
    };
    // Where another bug ends the program, this one may show, too.
    const Shows shows_or_ends = [this](const Experiment& e) {
      return shows_in(e) || (verdict_ == Verdict::Fail && is_termination(last_verdict_));
    };
    const CaseResult at_start = last_shown_;  // bisection overwrites it with other sizes
    bug_.where = bisect_thresholds(with_size_condition(start->the_case), *start, shows_or_ends, may_show,
                                   half_of_time("the bisection of its thresholds"), oracle_.device);
    find_first_wrong_call(*start);
    last_shown_ = at_start;
    if (is_program(start->the_case)) return reduce_program(*start);
    found_.experiment =
        simplest(*start, suspect_sizes(bug_.where), shows, half_of_time("the search for its smallest case"));
    drop_unmet(found_.experiment->the_case);
    find_failing_run(*found_.experiment);
    set_minimal(found_.failing_run ? lane_table_of(*found_.failing_run) : lane_table_of(last_shown_));
    bug_.neighbour = passing_neighbour(*found_.experiment);
  }

  /// Sets the smallest case of the bug, unless it is too large for a report.
  void set_minimal(MinimalCase table) {
    if (volume(table.local_size) > most_minimal_lanes) return;
    table.name = name(found_.experiment->the_case);
    bug_.minimal = std::move(table);
  }

  /// The bug's conditions. Adds "size>0" if none is about sizes, because the run may have had no small size
  /// that shows the bug. Without a model, it is unknown whether a correct small size is evidence.
  Where with_size_condition(const Case& start) const {
    const auto is_about_sizes = [](const Predicate& p) {
      return p.feature >= Feature::Size && p.feature <= Feature::ManySubGroups;
    };
    Where where = bug_.where;
    if (has_model() && !is_program(start) && std::ranges::none_of(where, is_about_sizes))
      where.push_back({Feature::Size, Relation::Above, {0}});
    return where;
  }

  /// Sets the number of the first wrong call to that in a kernel with three calls. In a kernel of several
  /// builtins, each builtin has only some numbers, so the first wrong one may be missing. A later call than
  /// the first is never alone.
  void find_first_wrong_call(const Experiment& start) {
    Where& where = bug_.where;
    const auto call = std::ranges::find(where, Feature::CallSite, &Predicate::feature);
    const Form* form = form_with(Surroundings::Calls);
    Experiment several = start;
    several.alone = true;
    several.the_case.form = form;
    if (call == where.end() || !is_legal(several.the_case) || !form->has(*start.the_case.builtin)) return;
    Where others = where;
    std::erase(others, *call);
    const Place place = place_of(several.the_case, oracle_.device);
    if (!holds(others, place) || !shows_in(several) || !last_shown_.evidence) return;
    const auto& sites = last_shown_.evidence->sites;
    const auto first = std::ranges::find_if(
        sites, [](const SiteEvidence& site) { return site.wrong.find('1') != std::string::npos; });
    if (first == sites.end()) return;
    const unsigned number = form->call_site_number(static_cast<unsigned>(first - sites.begin()), 0);
    call->numbers = {number};
    if (number > 1) std::erase_if(where, [](const Predicate& p) { return p.feature == Feature::Company; });
  }

  /// Drops conditions that the smallest case does not meet. Does nothing without a model, or if the builtin
  /// has another bug, because the case may show a different bug.
  void drop_unmet(const Case& smallest) {
    const auto is_beside = [&](const Bug& other) { return is_in(smallest.builtin->name, other.builtins); };
    if (!has_model() || std::ranges::any_of(others_, is_beside)) return;
    const Place place = place_of(smallest, oracle_.device);
    std::erase_if(bug_.where, [&](const Predicate& p) { return !holds(p, place); });
  }

  /// Sets the time limit of a stage. A search waits for many hangs, so each gets only a share of the seconds.
  /// Other stages need seconds, because drivers start slowly on a loaded machine.
  void allow(double share_of_hangs) {
    constexpr double least = 2, usual = 20;
    const double limit = verdict_ == Verdict::Timeout ? std::max(least, seconds_ / share_of_hangs) : usual;
    oracle_.set_time_limit(std::min(oracle_.timeout, limit));
  }

  /// Reduces a whole program. Makes no small kernel from it.
  void reduce_program(const Experiment& start) {
    CaseResult shown = last_shown_;
    const CauseWord termination = termination_word(shown);
    const auto ask = [&](const Case& c) {
      Experiment experiment = start;
      experiment.the_case = c;
      if (!shows_in(experiment)) return last_verdict_ == Verdict::Pass ? Shown::Passes : Shown::Other;
      const CaseResult& result = last_shown_;
      // Different crashes share a few signals, so the driver message must be equal too.
      if (is_termination(result.verdict) ? termination_word(result) != termination : is_of_others(result))
        return Shown::Other;
      shown = last_shown_;
      return Shown::Same;
    };
    SmallestProgram smallest =
        smallest_program(start.the_case, ask, rest_of_time("the reduction of its program"));
    found_.experiment = start;
    found_.experiment->the_case = smallest.the_case;
    set_minimal(lane_table_of(shown));
    find_failing_run_of_program(smallest.the_case);
    bug_.neighbour = std::move(smallest.neighbour);
    bug_.ingredients = std::move(smallest.ingredients);
    for (GivenProgram& program : smallest.programs) add_once(bug_.programs, std::move(program));
    bug_.form = std::move(smallest.form);
  }

  /// Whether another bug with a named fault explains the program's results.
  bool is_of_others(const CaseResult& result) const {
    if (!result.evidence) return false;
    const ProgramReplay replay(result.the_case, result.evidence.get(), oracle_.device);
    return std::ranges::any_of(others_, [&](const Bug& other) {
      const auto causes = causes_named(other.what.code, other.what.parameters);
      if (causes.empty()) return false;
      ModelsByType models;
      std::set<Subject> subjects;
      for (const std::string& word : other.types) {
        const auto type = gentype_named(word);
        if (!type) continue;
        models[*type] = causes;
        for (const std::string& name : other.builtins)
          if (const Builtin* builtin = builtin_named(name)) subjects.emplace(builtin, *type);
      }
      const Boundary everywhere;
      return !models.empty() && replay.match({&everywhere, &models, subjects}) == Match::Exact;
    });
  }

  /// A step of the search normally ends at its limit of launches. If launches are too slow for that, each
  /// step gets half of the remaining time, and the last step all of it. The bug then names the first step
  /// that ran out of time, because its results may depend on the machine's load.
  TimeLeft half_of_time(const char* step) { return time_until((oracle_.clock() + end_) / 2, step); }
  TimeLeft rest_of_time(const char* step) { return time_until(end_, step); }
  TimeLeft time_until(double end, const char* step) {
    return [this, end, step] {
      const bool is_left = oracle_.clock() < end;
      if (!is_left && cut_short_.empty()) cut_short_ = step;
      return is_left;
    };
  }

  std::vector<Experiment> starts() const {
    std::vector<Case> cases;
    for (const std::string& text : bug_.cases)
      if (const auto c = case_in(bug_, text)) cases.push_back(*c);
    std::ranges::stable_sort(cases, {}, [](const Case& c) { return complexity(c); });
    std::vector<Experiment> experiments;
    const auto add = [&](const Case& c, bool alone) {
      add_once(experiments, Experiment{.the_case = with_settled_size(c, oracle_.device), .alone = alone});
    };
    constexpr std::size_t most = 3;
    for (const Case& c : std::span(cases).first(std::min(cases.size(), most))) {
      add(c, true);
      add(c, false);
    }
    if (const auto c = case_in(bug_, bug_.example)) add(*c, false);
    return experiments;
  }

  /// If no case shows the bug at the first try, it may be nondeterministic. Then each experiment has several
  /// tries.
  std::optional<Experiment> first_that_shows() {
    constexpr int often = 6;
    const TimeLeft time_left = half_of_time("the search for a case that shows it again");
    for (const int tries : {1, often}) {
      tries_ = tries;
      for (const Experiment& experiment : starts()) {
        if (!time_left()) return std::nullopt;
        if (!shows_in(experiment)) continue;
        if (bug_.what.code == "nondeterministic") tries_ = often;
        return experiment;
      }
    }
    return std::nullopt;
  }

  /// Whether the failure has the bug's verdict. For a termination, also the stage and signal of the first
  /// one.
  bool is_same(const Conclusion& now) {
    if (now.verdict != verdict_) return false;
    if (now.verdict == Verdict::Fail) return true;
    if (!termination_) termination_ = now;
    return now.stage == termination_->stage &&
           (now.verdict != Verdict::Crash || now.message == termination_->message);
  }

  /// Whether a model predicts the results of a device with the bug.
  bool has_model() const {
    const std::string& code = bug_.what.code;
    return verdict_ == Verdict::Fail && code != "unknown" && code != "nondeterministic" && code != "inexact";
  }

  /// Whether the bug's model reproduces results of the case. True without a model.
  bool has_the_cause(const CaseResult& result) const {
    return !has_model() || !result.evidence || is_program(result.the_case) || !models_in(result).empty();
  }

  /// The models with the bug's name that reproduce the results of one of the first wrong work-groups. The
  /// data may suggest a set of lanes that the name alone does not determine.
  std::vector<Cause> models_in(const CaseResult& result) const {
    std::set<Cause> models;
    if (!has_model() || !result.evidence || is_program(result.the_case)) return {};
    const auto replay = make_replay(result.the_case, result.evidence.get(), oracle_.device, oracle_.seed);
    constexpr std::size_t enough = 3;  // for each call
    for (const auto& [at, got] : replay->wrong_outputs() | std::views::take(enough * replay->sites())) {
      const std::size_t before = models.size();
      for (const Cause& cause : named_)
        if (replay->explains(cause, at, got)) models.insert(cause);
      if (models.size() != before) continue;
      for (const Cause& cause : replay->causes(at, got))
        if (word_of(cause) == bug_.what) models.insert(cause);
    }
    return {models.begin(), models.end()};
  }

  /// Whether one of the models reproduces wrong results of the kernel run.
  bool has_the_cause(const FailingRun& f) const {
    return std::ranges::any_of(
        f.calls, [&](const StoredCall& call) { return f.is_wrong(call) && any_explains(named_, f, call); });
  }

  /// Whether one of the models changes some work-group of the case. True without a model.
  bool may_show_in(const Case& c, const std::vector<Cause>& models) const {
    if (models.empty() || c.local.is_max() || is_program(c)) return true;
    return make_replay(c, nullptr, oracle_.device, oracle_.seed)->may_show(models);
  }

  bool shows_in(const Experiment& experiment) {
    for (int i = 0; i < tries_; ++i) {
      CaseResult result = oracle_.run_case(experiment);
      in_new_process_ = is_termination(result.verdict);
      last_verdict_ = result.verdict;
      if (last_verdict_ == Verdict::NotRun) return false;  // a defect of the suite: retries are useless
      if (!is_same(result) || !has_the_cause(result)) continue;
      last_shown_ = std::move(result);
      return true;
    }
    return false;
  }

  /// Whether the kernel run shows the bug. If so, stores it in found_.
  bool shows_in(FailingRun candidate) {
    // A C program launches its kernel in a new process. In another one, kernels that were loaded earlier can
    // hide a refusal: on PoCL 7.1 their libraries contain functions that this kernel lacks.
    if (verdict_ == Verdict::LaunchError && !in_new_process_) {
      oracle_.restart_worker();
      in_new_process_ = true;
    }
    candidate.reproduced = in_new_process_;  // true only if the process runs nothing before the first try
    candidate.timeout = oracle_.timeout;
    for (int i = 0; i < tries_; ++i) {
      RunOutcome outcome = oracle_.run_kernel(candidate.run);
      in_new_process_ = is_termination(outcome.verdict);
      const bool completed = outcome.verdict == Verdict::Pass;
      candidate.wrong.clear();
      if (completed) candidate.wrong = wrong_elements(candidate.run, outcome.outputs);
      // A variant may have several launches. The first one with wrong results becomes the outcome.
      for (auto& other : outcome.others) {
        if (!candidate.wrong.empty()) break;
        candidate.wrong = wrong_elements(candidate.run, other);
        if (!candidate.wrong.empty()) std::swap(outcome.outputs, other);
      }
      if (completed ? verdict_ != Verdict::Fail || candidate.wrong.empty() : !is_same(outcome)) continue;
      candidate.outcome = std::move(outcome);
      if (needs_cause_ && !has_the_cause(candidate)) continue;
      found_.failing_run = std::move(candidate);
      return true;
    }
    return false;
  }

  void find_failing_run(const Experiment& experiment) {
    // A small kernel calls the driver's builtins, but the run judges another implementation.
    if (oracle_.device.implementation) return;
    // A contradiction between queries has no wrong results. The kernel of such a case may call a function
    // that the device lacks, and then writes nothing.
    const bool has_right_results = last_shown_.failure && last_shown_.failure->wrong == 0;
    if (has_right_results && !has_company(*experiment.the_case.variant)) return;
    const Evidence* evidence = last_shown_.evidence.get();
    const auto replay = make_replay(experiment.the_case, evidence, oracle_.device, oracle_.seed);
    const auto wrong = replay->wrong_outputs();
    // Crashes and hangs rarely depend on data, and each experiment costs a process.
    const bool completes = verdict_ == Verdict::Fail;
    const auto zeros = [](std::size_t, std::size_t) { return 0; };
    const TimeLeft time_left = half_of_time("the search for its smallest kernel");
    visit_kernel_runs(
        experiment, *replay, wrong.empty() ? CallAt{} : wrong.front().at, oracle_.device,
        [&](FailingRun start) {
          if (!time_left()) return true;
          if (has_right_results) judge_report(start.run);
          if (!completes && start.program)
            if (auto plain = with_values(*start.program, zeros);
                plain && shows_in(failing_run_of(start.the_case, std::move(*plain), oracle_.device)))
              return true;
          if (!shows_in(std::move(start))) return false;
          make_smaller(time_left);
          return true;
        });
    confirm();
  }

  /// Reduces the program of the failing run while it shows the same bug.
  void make_smaller(const TimeLeft& time_left) {
    if (!found_.failing_run->program) return;
    const Case c = found_.failing_run->the_case;
    const bool unsized = c.variant->situation == Situation::Unsized;
    needs_cause_ = has_model() && has_the_cause(*found_.failing_run);
    const auto ask = [&](const LegalProgram& p) {
      const bool whole =
          !p.program.outputs.empty() && (p.program.functions.size() > 1 || !has_parts(*c.variant));
      if (!whole || (unsized && !fits_all_sizes(p))) return Shown::Other;
      return shows_in(failing_run_of(c, p, oracle_.device)) ? Shown::Same : Shown::Other;
    };
    constexpr std::size_t most_runs = 100;
    reduce(*found_.failing_run->program, ask, most_runs, time_left, true);
    needs_cause_ = false;
  }

  /// Tries the program alone in its source, as in a C program.
  void find_failing_run_of_program(const Case& c) {
    FailingRun failing_run = failing_run_of(c, draw_program(key_of(c)), oracle_.device);
    for (const KernelArgument& argument : failing_run.run.arguments)
      if (size_in_bytes(argument) > most_run_bytes) return;
    (void)shows_in(std::move(failing_run));
    confirm();
  }

  /// Runs the failing run again in a new process, as a C program would.
  void confirm() {
    if (!found_.failing_run || found_.failing_run->reproduced) return;
    oracle_.restart_worker();
    in_new_process_ = true;
    allow(4);
    (void)shows_in(FailingRun(*found_.failing_run));
    allow(8);
  }

  bool passes(const Experiment& experiment) {
    const int tries = tries_ == 1 ? 1 : 2 * tries_;
    for (int i = 0; i < tries; ++i)
      if (oracle_.run_case(experiment).verdict != Verdict::Pass) return false;
    return true;
  }

  std::optional<PassingNeighbour> passing_neighbour(const Experiment& minimal) {
    const TimeLeft time_left = rest_of_time("the search for a passing case near it");
    if (!minimal.alone && kernel_of(minimal.the_case, false, minimal.without).members.size() > 1 &&
        time_left() && passes({.the_case = minimal.the_case, .alone = true}))
      return PassingNeighbour{name(minimal.the_case), "alone in its kernel"};
    auto neighbours = neighbours_of(minimal.the_case, {&bug_.where, 1});
    // Cases outside the conditions should pass, so they are first.
    std::ranges::stable_partition(
        neighbours, [&](const Case& c) { return !holds(bug_.where, place_of(c, oracle_.device)); });
    constexpr std::size_t most = 24;
    for (const Case& neighbour : neighbours | std::views::take(most)) {
      if (!time_left()) break;
      Experiment experiment = minimal;
      experiment.the_case = neighbour;
      if (passes(experiment))
        return PassingNeighbour{name(neighbour), difference(neighbour, minimal.the_case)};
    }
    return std::nullopt;
  }

  Bug& bug_;
  Minimised found_;
  const Oracle& oracle_;
  std::span<const Bug> others_;
  double end_, seconds_;
  Verdict verdict_;
  std::vector<Cause> named_;  ///< models with the bug's name
  int tries_ = 1;
  bool in_new_process_ = false;             ///< the next reply comes from a process that has run nothing yet
  std::optional<Conclusion> termination_;   ///< the first one that showed the bug
  Verdict last_verdict_ = Verdict::NotRun;  ///< of the last experiment
  CaseResult last_shown_;
  std::string cut_short_;     ///< the first step that ran out of time
  bool needs_cause_ = false;  ///< a kernel run must show results of the bug's model
};

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

/// Maximum number of experiments to reduce one program. Of 11 programs that fail on PoCL 7.1 and Intel
/// 2022.2.1, the maximum was 235.
constexpr std::size_t most_experiments = 300;

}  // namespace

SmallestProgram smallest_program(const Case& failing, const std::function<Shown(const Case&)>& ask,
                                 const TimeLeft& time_left) {
  const auto given = [&](const LegalProgram& program) { return given_case(program, failing.variant); };
  const LegalProgram start = draw_program(key_of(failing));
  const Reduction reduction = reduce(
      start, [&](const LegalProgram& p) { return ask(given(p)); }, most_experiments, time_left);
  const bool smaller = content_hash(reduction.smallest) != content_hash(start);
  SmallestProgram result{smaller ? given(reduction.smallest) : failing};
  const auto add_and_name = [&](const Case& c) {
    if (c.given.program && !is_in(c.given, result.programs)) result.programs.push_back(c.given);
    return name(c);
  };
  add_and_name(result.the_case);
  // If time ran out, the size of the program depends on the machine's speed, so it must not identify the bug.
  if (reduction.finished || reduction.experiments == most_experiments)
    result.form = normal_form(reduction.smallest);
  for (const ProvedIngredient& proved : ingredients_of(reduction))
    result.ingredients.push_back({proved.phrase, add_and_name(given(*proved.without))});
  if (!reduction.passing.empty())
    result.neighbour = PassingNeighbour{add_and_name(given(reduction.passing.front())), "one step smaller"};
  return result;
}

Minimised minimise(Bug& bug, const Oracle& oracle, double seconds, std::span<const Bug> others) {
  return Minimiser(bug, oracle, seconds, others).run();
}

std::vector<Minimised> complete(std::vector<Bug>& bugs, const Oracle& oracle, double seconds) {
  const double end = oracle.clock() + seconds;
  std::vector<Minimised> all;
  for (std::size_t i = 0; i < bugs.size(); ++i) {
    const double share = (end - oracle.clock()) / static_cast<double>(bugs.size() - i);
    std::vector<Bug> others = bugs;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    all.push_back(minimise(bugs[i], oracle, share, others));
  }
  unite_alike(bugs, all);
  return all;
}

}  // namespace wgcts::harness
