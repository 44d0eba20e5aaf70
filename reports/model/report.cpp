#include "reports/model/report.hpp"

#include <algorithm>

namespace wgcts::reports {
namespace {

// A wrong answer is worse than a death, which no user overlooks; and a cell of which some cases were skipped
// or never reached stands for what was judged, unless that would promise more than is known.
constexpr std::array worst_first{Verdict::Fail,           Verdict::Crash,      Verdict::Timeout,
                                 Verdict::LaunchError,    Verdict::BuildError, Verdict::Flake,
                                 Verdict::UnexpectedPass, Verdict::NotRun,     Verdict::ExpectedFail,
                                 Verdict::Pass,           Verdict::Skip};
static_assert(worst_first.size() == verdicts.size());

std::size_t& at(Counts& counts, Verdict verdict) { return counts[static_cast<std::size_t>(verdict)]; }
std::size_t at(const Counts& counts, Verdict verdict) { return counts[static_cast<std::size_t>(verdict)]; }

struct OutcomeWords {
  Outcome outcome;
  std::string_view name, meaning;
};
constexpr OutcomeWords outcome_words[] = {
    {Outcome::Pass, "pass", "every case that the device can run passes, or fails as expected"},
    {Outcome::Fail, "fail", "at least one case does not do what it must"},
    {Outcome::NothingJudged, "nothing judged", "no case shows that the device obeys the specification"},
    {Outcome::Incomplete, "incomplete",
     "nothing fails so far, but the time was up before every case was judged"},
    {Outcome::Interrupted, "incomplete", "stopped before every case was judged"},
};
const OutcomeWords& words_of(Outcome outcome) {
  return *std::ranges::find(outcome_words, outcome, &OutcomeWords::outcome);
}

}  // namespace

Counts count_verdicts(std::span<const CaseResult> cases) {
  Counts counts{};
  for (const auto& result : cases) ++at(counts, result.verdict);
  return counts;
}

std::optional<Verdict> worst(const Counts& counts) {
  const auto* found = std::ranges::find_if(worst_first, [&](Verdict v) { return at(counts, v) != 0; });
  if (found == worst_first.end()) return std::nullopt;
  return *found;
}

bool worse(Verdict a, Verdict b) {
  return std::ranges::find(worst_first, a) < std::ranges::find(worst_first, b);
}

Outcome outcome_of(const Report& report) {
  const Counts counts = count_verdicts(report.cases);
  const auto some = [&](auto&& wanted) {
    return std::ranges::any_of(verdicts,
                               [&](const VerdictInfo& v) { return wanted(v) && at(counts, v.verdict) != 0; });
  };
  if (!report.run.complete) return Outcome::Interrupted;
  if (!some([](const VerdictInfo& v) { return v.verdict != Verdict::Skip && v.verdict != Verdict::NotRun; }))
    return Outcome::NothingJudged;
  if (some([](const VerdictInfo& v) { return !v.good && v.verdict != Verdict::NotRun; }))
    return Outcome::Fail;
  if (!report.worker_failures.empty()) return Outcome::Fail;
  if (at(counts, Verdict::NotRun) != 0) return Outcome::Incomplete;
  return at(counts, Verdict::Pass) != 0 ? Outcome::Pass : Outcome::NothingJudged;
}

std::string_view name(Outcome outcome) { return words_of(outcome).name; }
std::string_view meaning(Outcome outcome) { return words_of(outcome).meaning; }

ObservedProfile observed_profile(const Report& report) {
  ObservedProfile profile;
  for (const auto& result : report.cases)
    for (const std::string& seen : result.observed) {
      const auto colon = seen.find(": ");
      if (colon == std::string::npos) continue;
      const Case& c = result.the_case;
      profile[seen.substr(0, colon)][seen.substr(colon + 2)].insert(std::string(c.builtin->name) + "." +
                                                                    std::string(info(c.type).name));
    }
  return profile;
}

std::vector<MatrixRow> matrix_of(const Report& report) {
  std::vector<MatrixRow> rows;
  rows.reserve(builtins.size() * gentypes.size());
  for (const auto& builtin : builtins)
    for (const auto& type : gentypes) rows.push_back({&builtin, type.type, {}});
  for (const auto& result : report.cases) {
    const Case& c = result.the_case;
    const auto builtin = static_cast<std::size_t>(c.builtin - builtins.data());
    auto& row = rows[builtin * gentypes.size() + static_cast<std::size_t>(c.type)];
    ++at(row.dims[c.dim - 1], result.verdict);
  }
  std::erase_if(rows, [](const MatrixRow& row) {
    return std::ranges::none_of(row.dims, [](const Counts& counts) { return worst(counts).has_value(); });
  });
  return rows;
}

}  // namespace wgcts::reports
