#include "harness/diagnose/verify_fault.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "harness/diagnose/observation.hpp"
#include "reference/causes/wrong_model.hpp"

namespace wgcts::harness {
namespace {

/// Values by lane, as numbers.
using Numbers = std::function<std::int64_t(std::size_t lane, std::size_t lanes)>;

/// Where one lane decides: at the ends first, in the middle, at powers of two.
std::vector<std::size_t> decisive_lanes(std::size_t lanes) {
  std::vector<std::size_t> telling;
  const auto add = [&](std::size_t lane) {
    if (lane < lanes && std::ranges::find(telling, lane) == telling.end()) telling.push_back(lane);
  };
  for (const std::size_t from_end : {1, 2, 17, 33}) add(lanes - from_end);
  add(0);
  add(lanes / 2);
  for (std::size_t lane = 1; lane < lanes; lane = lane < 3 ? lane + 1 : 2 * lane) add(lane);
  for (const std::size_t from_end : {3, 5}) add(lanes - from_end);
  return telling;
}

/// What is worth a try, the most telling first. A name that fits by chance mostly fits one kind of data.
std::vector<Numbers> patterns_for(const Builtin& builtin, GenType type, std::size_t lanes) {
  using N = std::int64_t;
  const bool is_signed = type != GenType::UInt && type != GenType::ULong;
  const auto all = [](N n) { return Numbers([n](std::size_t, std::size_t) { return n; }); };
  const auto one = [](std::size_t at, N there, N elsewhere) {
    return Numbers([=](std::size_t lane, std::size_t) { return lane == at ? there : elsewhere; });
  };
  const Family family = builtin.collective.family;
  std::vector<Numbers> list{all(0), all(1)};
  if (!is_predicate(family)) {
    list.emplace_back([](std::size_t lane, std::size_t) { return static_cast<N>(lane) + 1; });
    list.emplace_back([](std::size_t lane, std::size_t n) { return static_cast<N>(n - lane); });
    list.emplace_back([](std::size_t lane, std::size_t) { return static_cast<N>(lane * 37 % 101 + 2); });
    if (is_signed) {
      list.emplace_back([](std::size_t lane, std::size_t) {
        return lane % 2 == 0 ? static_cast<N>(lane) + 3 : -static_cast<N>(lane) - 3;
      });
      list.push_back(all(-5));
    }
  } else {
    list.insert(list.end(), {all(2), all(-1), all(256)});
    // Of an even number of lanes the sum of these is that of ones.
    list.emplace_back([](std::size_t lane, std::size_t) { return static_cast<N>(lane % 2 == 0 ? 2 : 0); });
  }
  if (family == Family::Broadcast || lanes < 2) return list;
  const bool small_wins = family == Family::All || builtin.collective.op == Op::Min;
  for (const std::size_t at : decisive_lanes(lanes))
    list.push_back(small_wins ? one(at, 0, 3) : one(at, 3, 0));
  return list;
}

/// Of a name: its row, then its number of parameters.
using Complexity = std::pair<What, std::size_t>;

/// For a case of type T.
template <class T>
class FaultVerifier {
 public:
  FaultVerifier(const CauseWord& what, const Where& where, const FailingRun& shown, const Attempt& attempt,
                const DeviceFacts& device)
      : what_(what),
        shown_(shown),
        attempt_(attempt),
        device_(device),
        of_values_(
            std::ranges::any_of(where, [](const Predicate& p) { return p.feature == Feature::Value; })),
        of_sizes_(std::ranges::any_of(where, [](const Predicate& p) { return is_of_sizes(p.feature); })) {}

  CauseWord run(const TimeLeft& time_left) {
    if (!can_be_verified() || !run_and_compare(shown_, true)) return what_;
    if (time_left()) widen();
    const std::size_t lanes = volume(shown_.run.range.local);
    std::vector<FailingRun> runs;
    for (const Numbers& numbers : patterns_for(*shown_.the_case.builtin, shown_.the_case.type, lanes))
      if (auto other = with(numbers)) runs.push_back(std::move(*other));
    const auto distinguishes = [&](const FailingRun& s) { return distinguishes_candidates(s); };
    while (!runs.empty() && time_left()) {
      // One for which the remaining candidates predict different results, else the first one.
      auto next = std::ranges::find_if(runs, distinguishes);
      if (next == runs.end()) next = runs.begin();
      run_and_compare(*next, false);
      runs.erase(next);
    }
    if (!candidates_ || candidates_->contains(what_)) return what_;
    // If there was no time to distinguish the remaining candidates, each of them may be right.
    if (candidates_->empty() || std::ranges::any_of(runs, distinguishes)) return {"unknown"};
    return std::ranges::min_element(*candidates_, {}, [](const auto& c) { return c.second; })->first;
  }

 private:
  bool can_be_verified() const {
    constexpr std::string_view of_surroundings[] = {"other_call", "other_group", "inexact", "order"};
    const bool looks_around = std::ranges::find(of_surroundings, what_.code) != std::end(of_surroundings) &&
                              (what_.code != "order" || to_string(what_) == "order as=other");
    const bool loads = shown_.program && !shown_.program->program.inputs.empty();
    const bool any_size = shown_.run.situation == Situation::Unsized;
    return !causes_of_word(what_).empty() && !looks_around && loads && !any_size;
  }

  /// In a work-group of one lane many faults look alike. Continues with four equal lanes if they are wrong
  /// too.
  void widen() {
    constexpr std::size_t lanes = 4;
    const NDRange& range = shown_.run.range;
    if (volume(range.global) != 1 || of_sizes_ || shown_.the_case.variant != plain_variant) return;
    ProgramLaunch launch = shown_.program->launch;
    launch.range.local[0] = launch.range.global[0] = lanes;
    for (auto& values : launch.inputs) values.assign(lanes, values.front());
    auto program = proved(shown_.program->program, std::move(launch));
    if (!program) return;
    const FailingRun wide = failing_run_of(shown_.the_case, std::move(*program), device_);
    const auto before = std::exchange(wrong_at_first_, {});
    if (run_and_compare(wide, true) && !wrong_at_first_.empty())
      shown_ = wide;
    else
      wrong_at_first_ = before;
  }

  std::optional<FailingRun> with(const Numbers& numbers) const {
    auto program = with_values(*shown_.program, numbers);
    if (!program) return std::nullopt;
    return failing_run_of(shown_.the_case, std::move(*program), device_);
  }

  /// Whether it came to its end.
  bool run_and_compare(const FailingRun& run, bool first) {
    const RunOutcome outcome = attempt_(run.run);
    if (outcome.verdict != Verdict::Pass || outcome.outputs.empty()) return false;
    for (const StoredCall& call : run.calls)
      if (call.collective == run.the_case.builtin->collective && call.rule != Rule::Observed)
        compare_call(run, outcome.outputs, call, first);
    return true;
  }

  /// The output and the work-group.
  using CallPlace = std::pair<std::size_t, std::size_t>;
  static CallPlace place_of(const StoredCall& call) { return {call.output, call.group}; }

  void compare_call(const FailingRun& run, const RunOutcome::Outputs& outputs, const StoredCall& call,
                    bool first) {
    const Scene<T> scene = scene_of<T>(run, call);
    const std::vector<T> got = results_of<T>(run, outputs, call);
    bool wrong = false;
    for (std::size_t lane = 0; lane < got.size(); ++lane) wrong |= !is_right<T>(scene, lane, got[lane]);
    if (wrong)
      use_wrong_result(scene, got);
    else if (!first && !of_values_ && wrong_at_first_.contains(place_of(call)))
      use_right_result(scene);
    if (first && wrong) wrong_at_first_.insert(place_of(call));
  }

  /// Keeps the candidates that give the results. The data of one run need not suggest every model that gives
  /// its results.
  void use_wrong_result(const Scene<T>& scene, const std::vector<T>& got) {
    std::map<CauseWord, Complexity> here;
    for (const Cause& cause : causes_of<T>(scene, got)) {
      const CauseWord word = word_of(cause);
      here.try_emplace(word, cause.what, word.parameters.size());
    }
    const auto is_given_by = [&](const Cause& c) { return explains<T>(c, scene, got); };
    if (!candidates_) {
      candidates_ = here;
      candidates_->try_emplace(what_, causes_of_word(what_).front().what, what_.parameters.size());
    }
    std::erase_if(*candidates_, [&](const auto& c) {
      return !here.contains(c.first) && std::ranges::none_of(causes_of_word(c.first), is_given_by);
    });
    // Of the models with one name, the device has those that gave some wrong result. The value in place of a
    // missing result is arbitrary, and may be right.
    for (const auto& [word, complexity] : *candidates_)
      for (const Cause& c : causes_of_word(word))
        if (c.what == What::ResultMissingOn || is_given_by(c)) proven_[word].insert(c);
  }

  /// Drops the candidates that would have made it wrong.
  void use_right_result(const Scene<T>& scene) {
    std::erase_if(*candidates_, [&](const auto& c) {
      const auto& causes = proven_[c.first];
      return !causes.empty() &&
             std::ranges::all_of(causes, [&](const Cause& cause) { return spoils<T>(cause, scene); });
    });
  }

  /// Whether the models that are left would not all get the same work-groups wrong.
  bool distinguishes_candidates(const FailingRun& run) const {
    if (!candidates_ || candidates_->size() < 2 || wrong_at_first_.empty()) return false;
    const auto call = std::ranges::find(run.calls, *wrong_at_first_.begin(), place_of);
    if (call == run.calls.end()) return false;
    const Scene<T> scene = scene_of<T>(run, *call);
    const auto is_spoiled_by = [&](const auto& candidate) {
      return std::ranges::any_of(causes_of_word(candidate.first),
                                 [&](const Cause& c) { return spoils<T>(c, scene); });
    };
    const bool first = is_spoiled_by(*candidates_->begin());
    return std::ranges::any_of(*candidates_, [&](const auto& c) { return is_spoiled_by(c) != first; });
  }

  const std::vector<Cause>& causes_of_word(const CauseWord& word) const {
    const auto [found, made] = causes_.try_emplace(word);
    if (made) found->second = causes_named(word.code, word.parameters);
    return found->second;
  }

  CauseWord what_;
  FailingRun shown_;
  const Attempt& attempt_;
  const DeviceFacts& device_;
  bool of_values_, of_sizes_;
  mutable std::map<CauseWord, std::vector<Cause>> causes_;  ///< the models with each name
  std::map<CauseWord, std::set<Cause>> proven_;
  std::set<CallPlace> wrong_at_first_;                         ///< those that were wrong at first
  std::optional<std::map<CauseWord, Complexity>> candidates_;  ///< that give all that was wrong so far
};

}  // namespace

CauseWord verified_fault(const CauseWord& what, const Where& where, const FailingRun& shown,
                         const Attempt& attempt, const DeviceFacts& device, const TimeLeft& time_left) {
  return with_gentype(shown.the_case.type, [&]<class T>() {
    return FaultVerifier<T>(what, where, shown, attempt, device).run(time_left);
  });
}

}  // namespace wgcts::harness
