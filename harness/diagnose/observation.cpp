// Selects the failing cases and work-groups to diagnose, and collects the faults that may explain them.
#include <iterator>
#include <ranges>
#include <utility>

#include "harness/diagnose/diagnose.hpp"
#include "harness/schedule/fault_attribution.hpp"

namespace wgcts::harness {
namespace {

/// On a tie, prefers a model that determines all results.
const Cause& most_suggested(const Candidate::Models& models) {
  return std::ranges::max_element(
             models, {}, [](const auto& m) { return std::pair(m.second, !leaves_results_open(m.first)); })
      ->first;
}

class Observer {
 public:
  explicit Observer(const Inquiry& inquiry) : inquiry_(inquiry) {}

  Observations observe() {
    for (const std::size_t result : chosen_results()) add(result);
    if (!seen_.wrong.empty())
      for (FailingCase& f : seen_.failing) add_right_groups(*inquiry_.results[f.result].evidence, f);
    return std::move(seen_);
  }

 private:
  /// The failing cases to diagnose. First one of each builtin and type, because a missing one would be
  /// reported as a second bug. Then those launched beyond the plan, then the most diverse ones.
  std::vector<std::size_t> chosen_results() {
    std::map<Case, std::size_t> index;
    std::vector<Case> failing;
    for (std::size_t i = 0; i < inquiry_.results.size(); ++i) {
      const CaseResult& r = inquiry_.results[i];
      if (!r.evidence || is_program(r.the_case) || !is_fail_or_flake(r.verdict)) continue;
      failing.push_back(r.the_case);
      index[r.the_case] = i;
    }
    if (failing.size() > most_cases) {
      failing = most_different_first(std::move(failing));
      std::set<Subject> subjects;
      std::set<Case> first_of_subject;
      for (const Case& c : failing)
        if (subjects.insert(subject_of(c)).second) first_of_subject.insert(c);
      std::ranges::stable_partition(failing, [&](const Case& c) { return index.at(c) >= inquiry_.planned; });
      std::ranges::stable_partition(failing, [&](const Case& c) { return first_of_subject.contains(c); });
    }
    std::vector<std::size_t> chosen;
    for (const Case& c : failing | std::views::take(most_cases)) chosen.push_back(index.at(c));
    return chosen;
  }

  void add(std::size_t result) {
    const CaseResult& r = inquiry_.results[result];
    const std::size_t number = seen_.failing.size();
    seen_.failing.push_back(
        {result, make_replay(r.the_case, r.evidence.get(), inquiry_.device, inquiry_.seed)});
    const Replay& replay = *seen_.failing.back().replay;
    constexpr std::size_t most_groups = 16, most_suggesting = 8;
    std::size_t taken = 0;
    for (const auto& [at, got] : replay.wrong_outputs() | std::views::take(most_groups)) {
      WrongGroup w{number, at, got, replay.place(at)};
      if (taken++ < most_suggesting) suggest(w, replay);
      seen_.wrong.push_back(std::move(w));
    }
  }

  void suggest(WrongGroup& w, const Replay& replay) {
    constexpr std::size_t as_many_evaluations = 64;
    if (!inquiry_.has_work_left()) return;
    inquiry_.spend(as_many_evaluations * volume(w.place.size));
    for (const Cause& cause : replay.causes(w.at, w.got)) {
      const auto [found, is_new] = names_.try_emplace(word_of(cause), seen_.candidates.size());
      if (is_new) seen_.candidates.push_back({found->first, cause.what});
      Candidate& candidate = seen_.candidates[found->second];
      candidate.what = std::min(candidate.what, cause.what);
      ++candidate.models[cause];
      ++candidate.of_subject[subject_of(replay.the_case())][cause];
      w.candidates.insert(found->second);
    }
  }

  static void add_right_groups(const Evidence& evidence, FailingCase& f) {
    const Replay& replay = *f.replay;
    std::vector<CallAt> all, adjacent;
    for (std::size_t site = 0; site < std::min(replay.sites(), evidence.sites.size()); ++site) {
      const std::string_view wrong = std::string_view(evidence.sites[site].wrong).substr(0, replay.groups());
      for (std::size_t g = 0; g < wrong.size(); ++g)
        if (wrong[g] != '1' && replay.judged({site, g})) all.push_back({site, g});
      const std::size_t first = wrong.find('1'), last = wrong.rfind('1');
      if (first == std::string_view::npos) continue;
      // The correct neighbours of the first and the last wrong work-group show where the fault begins and
      // ends.
      if (first > 0) adjacent.push_back({site, first - 1});
      if (last + 1 < wrong.size()) adjacent.push_back({site, last + 1});
    }
    // With some data, one lane of 256 decides each work-group's result. A sample of 20 work-groups misses the
    // relevant lane, so more_right has 256.
    constexpr std::size_t most = 20, many = 256;
    const auto is_rare = [&](const CallAt& at) { return replay.is_smaller(at.group); };
    f.right = stratified_sample(all, most, is_rare);
    std::ranges::copy_if(adjacent, std::back_inserter(f.right),
                         [&](const CallAt& at) { return replay.judged(at); });
    std::ranges::sort(f.right);
    f.right.erase(std::ranges::unique(f.right).begin(), f.right.end());
    f.more_right = stratified_sample(all, many, is_rare);
    std::erase_if(f.more_right, [&](const CallAt& at) { return std::ranges::binary_search(f.right, at); });
  }

  const Inquiry& inquiry_;
  Observations seen_;
  std::map<CauseWord, std::size_t> names_;  ///< indices of candidates
};

}  // namespace

const Cause& Candidate::usual() const { return most_suggested(models); }

const Cause& Candidate::usual_for(const Case& c) const {
  const auto own = of_subject.find(subject_of(c));
  return own == of_subject.end() ? usual() : most_suggested(own->second);
}

ModelsByType Candidate::by_type() const {
  std::map<GenType, Models> of_type;
  for (const auto& [subject, suggested] : of_subject)
    for (const auto& [cause, times] : suggested) of_type[subject.second][cause] += times;
  ModelsByType result;
  for (const auto& of : of_type) {
    std::vector<Cause>& causes = result[of.first];
    for (const auto& [cause, times] : of.second) causes.push_back(cause);
    std::ranges::stable_sort(causes, std::greater(), [&](const Cause& c) { return of.second.at(c); });
  }
  return result;
}

bool Observations::explains(const Candidate& candidate, const WrongGroup& w) const {
  return std::ranges::any_of(candidate.models,
                             [&](const auto& m) { return replay_of(w).explains(m.first, w.at, w.got); });
}

Observations observe(const Inquiry& inquiry) { return Observer(inquiry).observe(); }

}  // namespace wgcts::harness
