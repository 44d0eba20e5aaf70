// Simulated runs of several workers on machines that disturb them, and with drivers that fail by chance. No
// processes are started.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <random>

#include "suites/plan.hpp"
#include "tests/harness/schedule/fake_driver.hpp"

namespace wgcts::harness {
namespace {

/// The probabilities that a launch fails for a reason outside of its cases.
struct Chances {
  double disturbed = 0;  ///< by another worker, or with a tenth of it by the machine; not in quiet runs
  double failed = 0;     ///< by the driver
};

/// Workers have tasks at the same time. A task runs when its worker ends it.
class Machine {
 public:
  Machine(FakeDriver driver, Chances chances, Schedule& schedule, std::size_t workers, unsigned seed)
      : driver_(std::move(driver)), schedule_(schedule), random_(seed), crew_(workers) {
    driver_.group = [this, chances](const std::vector<Case>& cases, bool) -> Death {
      disturbed_ = !task_.is_quiet() && is_true(is_beside() ? chances.disturbed : chances.disturbed / 10);
      if (disturbed_) return one_of(Verdict::Crash, Verdict::Timeout, Verdict::LaunchError);
      if (!is_true(chances.failed)) return {};
      failed.push_back(cases);
      return one_of(Verdict::Crash, Verdict::LaunchError);
    };
    driver_.judge = [this, chances, judge = driver_.judge](const Case& c, bool alone) {
      if (!is_true(chances.failed / 10)) return judge(c, alone);
      failed.push_back({c});
      return Verdict::Fail;
    };
  }

  std::vector<std::vector<Case>> failed;  ///< together, by chance

  /// Whether the run ends.
  bool run() {
    constexpr int most_steps = 20000;
    for (int step = 0; step < most_steps; ++step) {
      const auto busy = static_cast<std::size_t>(std::ranges::count_if(crew_, is_busy));
      auto& worker = crew_[random_() % crew_.size()];
      if (worker)
        end(*std::exchange(worker, std::nullopt));
      else if (schedule_.has_task() && (busy == 0 || !is_quiet_time()))
        worker = schedule_.take();
      else if (busy == 0 && !schedule_.has_task() && !schedule_.next_round())
        return true;
    }
    return false;
  }

 private:
  static bool is_busy(const std::optional<Task>& worker) { return worker.has_value(); }
  bool is_quiet_time() const {
    return schedule_.next_wants_quiet() ||
           std::ranges::any_of(crew_, [](const auto& task) { return task && task->is_quiet(); });
  }
  bool is_beside() const { return crew_.size() > 1 && !task_.is_quiet() && !schedule_.wants_one_worker(); }
  bool is_true(double chance) { return std::bernoulli_distribution(chance)(random_); }
  Verdict one_of(auto... verdicts) { return std::array{verdicts...}[random_() % sizeof...(verdicts)]; }

  void end(Task task) {
    task_ = std::move(task);
    disturbed_ = false;
    std::set<Case> judged;
    FakeDriver::Clock clock;
    const auto loss = driver_.run(task_, schedule_, judged, clock);
    std::vector<Case> unjudged = task_.job.cases;
    std::erase_if(unjudged, [&](const Case& c) { return judged.contains(c); });
    if (!loss) return schedule_.finished(task_, unjudged);
    Fault fault{{*loss->death, "it failed"}, loss->phase, loss->cases};
    fault.beside_others = is_beside();
    const bool hung_beside_others = fault.verdict == Verdict::Timeout && fault.beside_others;
    if (disturbed_ && is_true(0.2))
      schedule_.put_back(task_, unjudged);
    else if (disturbed_ || hung_beside_others)
      schedule_.retry_quietly(task_, fault, unjudged, disturbed_ && is_true(0.5) ? "and by others" : "");
    else
      schedule_.lost(task_, fault, unjudged);
  }

  FakeDriver driver_;
  Schedule& schedule_;
  std::mt19937 random_;
  std::vector<std::optional<Task>> crew_;
  Task task_;
  bool disturbed_ = false;
};

// Each case has the verdict that it has alone. Only hanging cases may make the suite give up others.
TEST(AnyMachine, NoDisturbanceIsAVerdict) {
  EXPECT_TRUE(rc::check([] {
    const auto cases = plan(Profile::Smoke);
    const auto places =
        *rc::gen::container<std::set<std::size_t>>(4, rc::gen::inRange<std::size_t>(0, cases.size()));
    std::set<Case> culprits;
    for (const std::size_t place : places) culprits.insert(cases[place]);
    const auto how = *rc::gen::element(Verdict::Crash, Verdict::LaunchError, Verdict::Timeout);
    const auto driver = FakeDriver::that_dies_of(
        [&](const Builtin& b, Case c) {
          c.builtin = &b;
          return culprits.contains(c);
        },
        how);
    Schedule schedule(able_device(), {.cases = cases}, {[](const CaseResult&) {}}, *rc::gen::inRange(0U, 3U));
    Machine machine(driver, {.disturbed = 0.1}, schedule, *rc::gen::inRange<std::size_t>(1, 5),
                    *rc::gen::arbitrary<unsigned>());
    RC_ASSERT(machine.run());
    for (const CaseResult& result : schedule.take_results()) {
      if (result.verdict == Verdict::Skip) continue;
      if (how == Verdict::Timeout && result.message.starts_with("not run: ")) continue;
      RC_ASSERT(result.verdict == driver.alone(result.the_case).value_or(Verdict::Pass));
    }
  }));
}

// A failure may be an observation if the cause may be a builtin that has no case.
TEST(AnyMachine, NoFailureByChanceIsForgotten) {
  EXPECT_TRUE(rc::check([] {
    const auto cases = plan(Profile::Smoke);
    Schedule schedule(able_device(), {.cases = cases}, {[](const CaseResult&) {}}, *rc::gen::inRange(0U, 3U));
    Machine machine({}, {.disturbed = 0.05, .failed = 0.002}, schedule, *rc::gen::inRange<std::size_t>(1, 5),
                    *rc::gen::arbitrary<unsigned>());
    RC_ASSERT(machine.run());
    bool is_seen = false;
    for (const CaseResult& result : schedule.take_results())
      is_seen |= !info(result.verdict).good || !result.observed.empty();
    RC_ASSERT(is_seen || machine.failed.empty());
  }));
}

}  // namespace
}  // namespace wgcts::harness
