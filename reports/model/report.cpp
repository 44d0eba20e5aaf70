#include "reports/model/report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace wgcts::reports {
namespace {

// A wrong answer is worse than a crash, which no user overlooks. Skipped cases do not hide other verdicts,
// but not_run hides a pass, since the cell would otherwise promise too much.
constexpr std::array worst_first{Verdict::Fail,           Verdict::Crash,      Verdict::Timeout,
                                 Verdict::LaunchError,    Verdict::BuildError, Verdict::Flake,
                                 Verdict::UnexpectedPass, Verdict::NotRun,     Verdict::ExpectedFail,
                                 Verdict::Pass,           Verdict::Skip};
static_assert(worst_first.size() == verdicts.size());

std::size_t& at(Counts& counts, Verdict verdict) { return counts[static_cast<std::size_t>(verdict)]; }
std::size_t at(const Counts& counts, Verdict verdict) { return counts[static_cast<std::size_t>(verdict)]; }

struct OutcomeName {
  Outcome outcome;
  std::string_view name;
};
constexpr OutcomeName outcome_names[] = {
    {Outcome::Pass, "pass"},
    {Outcome::Fail, "fail"},
    {Outcome::NothingJudged, "nothing judged"},
    {Outcome::Defect, "defect of the suite"},
    {Outcome::Incomplete, "incomplete"},
    {Outcome::Interrupted, "incomplete"},
};

/// "1 case fails", "2 cases fail".
std::string cases_that(std::size_t n, std::string_view one, std::string_view several) {
  return n == 1 ? fmt::format("1 case {}", one) : fmt::format("{} cases {}", n, several);
}

/// The number of known failures, as the end of a sentence; empty if there are none.
std::string known_words(const Counts& counts) {
  const std::size_t known = at(counts, Verdict::ExpectedFail);
  return known == 0 ? "" : "; " + cases_that(known, "fails", "fail") + " as the baseline expects";
}

/// The failures, worst kind first. Unexpected passes are last: they are errors of the baseline.
std::string failing_words(const Counts& counts, std::size_t workers) {
  std::size_t failing = 0;
  for (const VerdictInfo& v : verdicts)
    if (!v.good && v.verdict != Verdict::NotRun && v.verdict != Verdict::Flake &&
        v.verdict != Verdict::UnexpectedPass)
      failing += at(counts, v.verdict);
  if (failing != 0) {
    const bool has_known = at(counts, Verdict::ExpectedFail) != 0;
    return cases_that(failing, "fails", "fail") + (has_known ? " unexpectedly" : "");
  }
  if (const std::size_t flakes = at(counts, Verdict::Flake); flakes != 0)
    return cases_that(flakes, "fails intermittently", "fail intermittently");
  if (at(counts, Verdict::UnexpectedPass) == 0)
    return fmt::format("every case that the device supports passes, but {} worker{} ended abnormally",
                       workers, workers == 1 ? "" : "s");
  return cases_that(at(counts, Verdict::UnexpectedPass), "passes although the baseline expects a failure",
                    "pass although the baseline expects failures") +
         "; update the baseline";
}

}  // namespace

Counts count_verdicts(std::span<const CaseResult> cases) {
  Counts counts{};
  for (const auto& result : cases) ++at(counts, result.verdict);
  return counts;
}

std::string sub_group_words(const DeviceFacts& device) {
  if (!device.implementation || !device.implementation->sub_groups) return {};
  const SubGroupLayout& layout = *device.implementation->sub_groups;
  return fmt::format("sub-groups of up to {} work-item{}, {}", layout.width, layout.width == 1 ? "" : "s",
                     layout.by_row ? "each within a row" : "by linear id");
}

std::string judged_file(const DeviceFacts& device) {
  if (!device.implementation) return {};
  return device.implementation->file + ", SHA-256 " + device.implementation->sha256;
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
  if (!report.defects.empty()) return Outcome::Defect;
  if (report.run.interrupted) return Outcome::Interrupted;
  if (!some([](const VerdictInfo& v) { return v.verdict != Verdict::Skip && v.verdict != Verdict::NotRun; }))
    return Outcome::NothingJudged;
  if (some([](const VerdictInfo& v) { return !v.good && v.verdict != Verdict::NotRun; }))
    return Outcome::Fail;
  if (!report.worker_failures.empty()) return Outcome::Fail;
  if (at(counts, Verdict::NotRun) != 0) return Outcome::Incomplete;
  return at(counts, Verdict::Pass) != 0 ? Outcome::Pass : Outcome::NothingJudged;
}

std::string_view name(Outcome outcome) {
  return std::ranges::find(outcome_names, outcome, &OutcomeName::outcome)->name;
}

std::string_view verdict_word(const Report& report) {
  const Outcome outcome = outcome_of(report);
  const bool known = at(count_verdicts(report.cases), Verdict::ExpectedFail) != 0;
  return outcome == Outcome::NothingJudged && known ? "all known to fail" : name(outcome);
}

std::string meaning(const Report& report) {
  const Counts counts = count_verdicts(report.cases);
  switch (outcome_of(report)) {
    case Outcome::Pass:
      return "every case that the device supports passes" + known_words(counts);
    case Outcome::Fail:
      return failing_words(counts, report.worker_failures.size()) + known_words(counts);
    case Outcome::NothingJudged:
      if (without_device(report)) return "no device was found";
      if (at(counts, Verdict::ExpectedFail) != 0) return "no case passes" + known_words(counts);
      if (at(counts, Verdict::NotRun) != 0)
        return cases_that(at(counts, Verdict::NotRun), "was not run", "were not run");
      return !report.run.shard.empty()
                 ? fmt::format("shard {} has no case that the device supports", report.run.shard)
                 : "the device supports none of the cases";
    case Outcome::Defect:
      return "this is a defect of wgcts; no verdict is valid";
    case Outcome::Incomplete:
      return "no case failed so far, but " +
             cases_that(at(counts, Verdict::NotRun), "was not run", "were not run") + known_words(counts);
    case Outcome::Interrupted:
      return all_judged(report.cases) ? "every case was tested, but the run was stopped before its end"
                                      : "the run was stopped before every case was tested";
  }
  __builtin_unreachable();
}

bool all_judged(std::span<const CaseResult> cases) {
  return std::ranges::none_of(cases, [](const CaseResult& r) { return r.verdict == Verdict::NotRun; });
}

bool without_device(const Report& report) {
  return !report.cases.empty() && std::ranges::all_of(report.cases, [](const CaseResult& r) {
    return r.verdict == Verdict::Skip && r.reason && r.reason->query == device_search;
  });
}

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
  rows.reserve(subjects.size() * gentypes.size());
  for (const Builtin* subject : subjects)
    for (const auto& type : gentypes) rows.push_back({subject, type.type, {}});
  for (const auto& result : report.cases) {
    const Case& c = result.the_case;
    const auto subject = static_cast<std::size_t>(std::ranges::find(subjects, c.builtin) - subjects.begin());
    auto& row = rows[subject * gentypes.size() + static_cast<std::size_t>(c.type)];
    ++at(row.dims[c.dim - 1], result.verdict);
  }
  std::erase_if(rows, [](const MatrixRow& row) {
    // Builtins of an extension that the device lacks have no rows.
    return std::ranges::none_of(row.dims, [&](const Counts& counts) {
      const auto verdict = worst(counts);
      return verdict && (is_core(*row.builtin) || verdict != Verdict::Skip);
    });
  });
  return rows;
}

}  // namespace wgcts::reports
