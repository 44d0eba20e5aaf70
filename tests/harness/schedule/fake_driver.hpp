// A driver without processes. Predicates decide when it crashes. A whole schedule runs against it.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/schedule/fault_attribution.hpp"
#include "harness/schedule/schedule.hpp"
#include "suites/plan.hpp"
#include "tests/harness/able_device.hpp"

namespace wgcts::harness {

/// The driver's crash, hang or refusal. Empty if there is none.
using Death = std::optional<Verdict>;

class FakeDriver {
 public:
  /// The effect of building a program with this kernel.
  std::function<Death(const Kernel&, const Builtin&)> build = [](const Kernel&, const Builtin&) {
    return Death{};
  };
  /// The effect of a builtin in a launch. The case gives size, dimension, form and variant; its builtin may
  /// be another one.
  std::function<Death(const Builtin&, const Case&)> launch = [](const Builtin&, const Case&) {
    return Death{};
  };
  /// The effect of the cases of a launch together.
  std::function<Death(const std::vector<Case>&, bool alone)> group = [](const std::vector<Case>&, bool) {
    return Death{};
  };
  /// The verdict of a case that completes.
  std::function<Verdict(const Case&, bool alone)> judge = [](const Case&, bool) { return Verdict::Pass; };
  /// Whether the case fails because of the other kernels of its program.
  std::function<bool(const Case&, const std::vector<Kernel>& program)> fails_beside =
      [](const Case&, const std::vector<Kernel>&) { return false; };
  /// The stage of the failures in a build.
  std::optional<Stage> stage_of_build{};
  /// Every process crashes before it has set up the device.
  bool dies_at_start = false;
  /// Seconds until the `nth` build or launch of the run completes.
  std::function<double(Phase, std::size_t nth)> takes = [](Phase, std::size_t) { return 0.0; };

  /// Seconds that a launch takes whose kernel has this many builtins.
  std::function<double(std::size_t builtins)> group_takes = [](std::size_t) { return 0.0; };

  /// Crashes in these launches.
  static FakeDriver that_dies_of(std::function<bool(const Builtin&, const Case&)> deadly,
                                 Verdict how = Verdict::Crash) {
    FakeDriver driver;
    driver.launch = [=](const Builtin& b, const Case& c) { return deadly(b, c) ? Death{how} : Death{}; };
    return driver;
  }
  /// Crashes when it builds kernels with these builtins.
  static FakeDriver that_cannot_build(std::function<bool(const Kernel&, const Builtin&)> deadly) {
    FakeDriver driver;
    driver.build = [=](const Kernel& k, const Builtin& b) {
      return deadly(k, b) ? Death{Verdict::Crash} : Death{};
    };
    return driver;
  }

  struct Loss {
    Phase phase{};
    Death death;
    std::vector<Case> cases;
  };
  struct Clock {
    std::array<std::size_t, 3> times{};  ///< answers so far in each phase
    double seconds = 0;
  };
  /// Runs the task until the first loss, and passes each verdict to the schedule.
  std::optional<Loss> run(const Task& task, Schedule& schedule, std::set<Case>& judged, Clock& clock) const {
    const Job& job = task.job;
    if (dies_at_start) return Loss{Phase::Start, Verdict::Crash, job.cases};
    const auto kernels = kernels_of(job);
    Death of_build;
    for (const Kernel& kernel : kernels)
      for (const Builtin* b : kernel.members)
        if (!of_build) of_build = build(kernel, *b);
    const auto limit = [&](const std::vector<Case>& launched) {
      return timeout * static_cast<double>(time_limits(task, launched));
    };
    if (const auto loss = wait(Phase::Build, job.cases, of_build, clock, limit({}))) return loss;
    for (const Launch& l : launches_of(job)) {
      const std::vector<Case>& cases = l.cases;
      const double seconds = group_takes(l.kernel.members.size());
      Death death;
      for (const Builtin* b : l.kernel.members)
        if (!death) death = launch(*b, cases.front());
      if (!death) death = group(cases, job.alone);
      if (const auto loss = wait(Phase::Launch, cases, death, clock, limit(cases), seconds)) return loss;
      for (const Case& c : cases) {
        judged.insert(c);
        CaseResult result{c, fails_beside(c, kernels) ? Verdict::Fail : judge(c, job.alone)};
        if (result.verdict == Verdict::Fail) result.failure = Failure{"check", "WGC.RE.1"};
        schedule.judged(task, result);
      }
    }
    return std::nullopt;
  }

  static constexpr double timeout = 60;  ///< --timeout, in seconds

  /// One phase of these cases: the driver crashes, answers in time, or exceeds the limit.
  std::optional<Loss> wait(Phase phase, const std::vector<Case>& cases, Death death, Clock& clock,
                           double limit, double at_least = 0) const {
    if (death && *death != Verdict::Timeout) return Loss{phase, death, cases};
    const double seconds = std::max(at_least, takes(phase, clock.times[static_cast<std::size_t>(phase)]++));
    clock.seconds += death ? limit : std::min(seconds, limit);
    if (!death && seconds <= limit) return std::nullopt;
    return Loss{phase, Verdict::Timeout, cases};
  }

  /// How the case fails if it runs alone.
  Death alone(const Case& c) const {
    const Kernel kernel = kernel_of(c, true);
    if (dies_at_start) return Verdict::Crash;
    if (const Death death = build(kernel, *c.builtin)) return death;
    if (const Death death = launch(*c.builtin, c)) return death;
    return group({c}, true);
  }
};

struct Played {
  std::map<std::string, CaseResult> results;
  std::size_t processes = 0, losses = 0, tasks = 0;
  FakeDriver::Clock clock;
  bool ended = true;  ///< false: the run did not end

  std::set<std::string> with(Verdict verdict) const {
    std::set<std::string> names;
    for (const auto& [id, result] : results)
      if (result.verdict == verdict) names.insert(id);
    return names;
  }
};

/// Simulates a run to its end. The workers take turns, one task each.
inline Played play(const FakeDriver& driver, const std::vector<Case>& cases, unsigned retries = 0,
                   unsigned workers = 1, bool fail_fast = false) {
  struct Worker {
    bool lives = false, has_judged = false;
  };
  constexpr std::size_t too_many = 20000;
  Played played;
  Schedule schedule(able_device(), {.cases = cases, .fail_fast = fail_fast}, {[](const CaseResult&) {}},
                    retries);
  std::vector<Worker> crew(workers);
  do {
    for (std::size_t turn = 0; schedule.has_task(); ++turn) {
      if (played.tasks > too_many) {
        played.ended = false;
        return played;
      }
      Worker& worker = crew[turn % crew.size()];
      if (worker.lives && worker.has_judged && schedule.next_wants_new_worker()) worker = {};
      const auto task = schedule.take();
      if (!task) break;
      ++played.tasks;
      if (!worker.lives) ++played.processes;
      worker.lives = true;
      worker.has_judged |= task->purpose != Purpose::Retry;
      std::set<Case> judged;
      const auto loss = driver.run(*task, schedule, judged, played.clock);
      std::vector<Case> unjudged;
      std::ranges::copy_if(task->job.cases, std::back_inserter(unjudged),
                           [&](const Case& c) { return !judged.contains(c); });
      if (!loss) {
        schedule.finished(*task, unjudged);
        continue;
      }
      ++played.losses;
      worker = {};
      schedule.lost(*task,
                    {{*loss->death, "the worker was killed by SIGSEGV", "log",
                      loss->phase == Phase::Build ? driver.stage_of_build : std::nullopt},
                     loss->phase,
                     loss->cases},
                    unjudged);
    }
  } while (schedule.next_round());
  for (const CaseResult& result : schedule.take_results()) played.results[name(result.the_case)] = result;
  return played;
}

inline const std::vector<Case>& standard() {
  static const std::vector<Case> cases = plan(Profile::Standard);
  return cases;
}

inline std::size_t size_of(const Case& c) { return c.local.is_max() ? 0 : volume(c.local.extents); }

inline Fault refusal_of(const std::vector<Case>& cases, bool worker_lives = false) {
  return {{Verdict::LaunchError, "no resources"}, Phase::Launch, cases, worker_lives};
}

inline Fault hang_of(const std::vector<Case>& cases) {
  return {{Verdict::Timeout, "no answer within 60 s"}, Phase::Launch, cases};
}

inline void judge_all(const Task& task, Schedule& schedule, Verdict verdict = Verdict::Pass) {
  for (const Case& c : task.job.cases) schedule.judged(task, {c, verdict});
  schedule.finished(task, {});
}

/// Lets the driver run the task. Returns whether it was lost.
inline bool run_task(const FakeDriver& driver, const Task& task, Schedule& schedule,
                     FakeDriver::Clock& clock) {
  std::set<Case> judged;
  const auto loss = driver.run(task, schedule, judged, clock);
  std::vector<Case> unjudged;
  std::ranges::copy_if(task.job.cases, std::back_inserter(unjudged),
                       [&](const Case& c) { return !judged.contains(c); });
  if (!loss) {
    schedule.finished(task, unjudged);
    return false;
  }
  schedule.lost(task,
                {{*loss->death, std::string(1000, 'm'), std::string(8000, 'l')}, loss->phase, loss->cases},
                unjudged);
  return true;
}

}  // namespace wgcts::harness
