#include "harness/diagnose/wrong_groups.hpp"

#include <algorithm>
#include <utility>

#include "harness/diagnose/spread.hpp"
#include "harness/schedule/division.hpp"

namespace wgcts::harness {
namespace {

/// How many of each are looked at.
constexpr std::size_t most_witnesses = 16, most_suggesting = 8, most_contrasts = 20;

/// Makes the failing cases again and asks of their wrong work-groups which models give them.
class Gatherer {
 public:
  explicit Gatherer(const Inquiry& inquiry) : inquiry_(inquiry) {}

  WrongGroups gather() {
    std::vector<Case> failing;
    std::map<Case, std::size_t> places;
    for (std::size_t i = 0; i < inquiry_.results.size(); ++i) {
      const CaseResult& r = inquiry_.results[i];
      if (!r.evidence || is_program(r.the_case) ||
          (r.verdict != Verdict::Fail && r.verdict != Verdict::Flake))
        continue;
      failing.push_back(r.the_case);
      places[r.the_case] = i;
    }
    if (failing.size() > most_cases) {
      // One of each builtin and type first, then whatever differs most.
      failing = most_different_first(std::move(failing));
      std::ranges::stable_partition(failing, [&](const Case& c) { return places.at(c) >= inquiry_.planned; });
      for (std::size_t i = most_cases; i < failing.size(); ++i)
        found_.beyond.push_back(places.at(failing[i]));
      failing.resize(most_cases);
    }
    for (const Case& c : failing) add_suspect(places.at(c));
    if (!found_.witnesses.empty())
      for (Suspect& s : found_.suspects)
        s.contrasts = contrasts(*inquiry_.results[s.result].evidence, *s.replay);
    return std::move(found_);
  }

 private:
  void add_suspect(std::size_t place) {
    const CaseResult& r = inquiry_.results[place];
    const std::size_t number = found_.suspects.size();
    found_.suspects.push_back(
        {place, make_replay(r.the_case, r.evidence.get(), inquiry_.device, inquiry_.seed)});
    const Replay& replay = *found_.suspects.back().replay;
    // Call by call in turn, so that none is left out.
    std::size_t taken = 0;
    for (std::size_t turn = 0; taken < most_witnesses; ++turn) {
      bool any = false;
      for (std::size_t site = 0; site < std::min(replay.sites(), r.evidence->sites.size()); ++site) {
        const auto& outputs = r.evidence->sites[site].outputs;
        if (turn >= outputs.size() || outputs[turn].group >= replay.groups()) continue;
        any = true;
        const GroupOutput& output = outputs[turn];
        if (output.bytes.size() !=
            volume(replay.place(site, output.group).size) * info(r.the_case.type).bytes)
          continue;
        Witness w{number, site, output.group, output.bytes, replay.place(site, output.group), {}};
        // To suggest models takes about as long as to evaluate so many.
        constexpr std::size_t suggestions = 64;
        if (taken < most_suggesting && inquiry_.may_go_on()) {
          inquiry_.spend(suggestions * volume(w.place.size));
          for (const Cause& cause : replay.causes(site, output.group, output.bytes))
            w.words.insert(note(cause, r.the_case.type));
        }
        found_.witnesses.push_back(std::move(w));
        if (++taken == most_witnesses) break;
      }
      if (!any) break;
    }
  }

  std::size_t note(const Cause& cause, GenType type) {
    CauseWord word{std::string(code_of(cause.what)), parameters_of(cause)};
    const auto [found, made] = names_.try_emplace(std::move(word), found_.candidates.size());
    if (made) found_.candidates.push_back({found->first, cause.what, {}});
    Candidate& candidate = found_.candidates[found->second];
    candidate.what = std::min(candidate.what, cause.what);
    ++candidate.variants[cause];
    ++candidate.of_type[type][cause];
    return found->second;
  }

  /// Right work-groups of a failing case, spread over it.
  static std::vector<std::pair<std::size_t, std::size_t>> contrasts(const Evidence& evidence,
                                                                    const Replay& replay) {
    std::vector<std::pair<std::size_t, std::size_t>> all, telling;
    for (std::size_t site = 0; site < std::min(replay.sites(), evidence.sites.size()); ++site) {
      const std::vector<char>& wrong = evidence.sites[site].wrong;
      for (std::size_t g = 0; g < std::min(replay.groups(), wrong.size()); ++g)
        if (!wrong[g]) all.emplace_back(site, g);
      // The last one before the first wrong one, and the first behind the last, say where a bug begins and
      // ends.
      for (const std::size_t g : beside(wrong))
        if (g < wrong.size() && !wrong[g]) telling.emplace_back(site, g);
    }
    auto some = spread_over(std::move(all), most_contrasts,
                            [&](const auto& at) { return replay.is_smaller(at.second); });
    some.insert(some.end(), telling.begin(), telling.end());
    std::ranges::sort(some);
    some.erase(std::ranges::unique(some).begin(), some.end());
    std::erase_if(some, [&](const auto& at) { return !replay.judged(at.first, at.second); });
    return some;
  }

  /// The numbers before the first mark and behind the last.
  static std::vector<std::size_t> beside(const std::vector<char>& marks) {
    const auto first = std::ranges::find_if(marks, [](char m) { return m != 0; });
    const auto last = std::find_if(marks.rbegin(), marks.rend(), [](char m) { return m != 0; });
    std::vector<std::size_t> numbers;
    if (first != marks.end() && first != marks.begin())
      numbers.push_back(static_cast<std::size_t>(first - marks.begin()) - 1);
    if (last != marks.rend()) numbers.push_back(static_cast<std::size_t>(marks.rend() - last));
    return numbers;
  }

  const Inquiry& inquiry_;
  WrongGroups found_;
  std::map<CauseWord, std::size_t> names_;  ///< of the candidates
};

}  // namespace

const Cause& Candidate::usual() const {
  return std::ranges::max_element(variants, {}, [](const auto& v) { return v.second; })->first;
}

ModelsByType Candidate::models() const {
  ModelsByType by_type;
  for (const auto& [type, counts] : of_type) {
    std::vector<std::pair<std::size_t, Cause>> ranked;
    for (const auto& [cause, times] : counts) ranked.emplace_back(times, cause);
    std::ranges::stable_sort(ranked, [](const auto& a, const auto& b) { return a.first > b.first; });
    for (auto& [times, cause] : ranked) by_type[type].push_back(cause);
  }
  return by_type;
}

bool WrongGroups::explained_by(const Candidate& candidate, const Witness& w) const {
  return std::ranges::any_of(candidate.variants, [&](const auto& v) {
    return suspects[w.suspect].replay->explains(v.first, w.site, w.group, w.got);
  });
}

WrongGroups gather_wrong_groups(const Inquiry& inquiry) { return Gatherer(inquiry).gather(); }

}  // namespace wgcts::harness
