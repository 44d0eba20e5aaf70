// What changed from one report to another.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/compare/bug_changes.hpp"
#include "reports/model/report.hpp"

namespace wgcts::reports {

/// In the order in which people want to hear of them.
enum class Change : std::uint8_t { Broken, NewFailing, Lost, Moved, Fixed, NewPassing, Hidden, New, Gone };

struct ChangeInfo {
  Change change;
  std::string_view name;
  bool worse;  ///< `wgcts diff` then exits 1
  std::string_view meaning;
};

/// A case that failed before and fails otherwise now has moved, and is not worse: which kind of failure is
/// worse is not for us to say. A flake is better than any other failure and worse than a pass.
inline constexpr std::array<ChangeInfo, 9> changes{{
    {Change::Broken, "broken", true, "passed, or was a flake, and fails now; or passed and is a flake now"},
    {Change::NewFailing, "new failing", true, "was not there or not judged, and fails now"},
    {Change::Lost, "lost", true, "passed, and is not judged any more"},
    {Change::Moved, "moved", false, "failed, and fails in another way now"},
    {Change::Fixed, "fixed", false, "failed, and passes now"},
    {Change::NewPassing, "new passing", false, "was not there or not judged, and passes now"},
    {Change::Hidden, "hidden", false, "failed, and is not judged any more"},
    {Change::New, "new", false, "was not there, and is not judged"},
    {Change::Gone, "gone", false, "is not there any more"},
}};

constexpr const ChangeInfo& info(Change change) { return changes[static_cast<std::size_t>(change)]; }

/// One side of a changed case.
struct Side {
  Verdict verdict;          ///< what the case came to; a baseline's opinion is left out
  std::string_view clause;  ///< that a fail broke
  bool operator==(const Side&) const = default;
};

/// A case that changed. Where both reports have it and nothing changed, there is none.
struct CaseChange {
  Case the_case;
  Change change;
  std::optional<Side> before, after;
};

/// What a builtin and type do where the specification leaves it open.
struct ProfileChange {
  std::string what;                ///< "nan"
  std::string before, after;       ///< answers, " and " between several
  std::vector<std::string> where;  ///< "reduce_min.float"
};

struct Diff {
  std::vector<CaseChange> cases;       ///< in the new report's order; behind them those that are gone
  std::vector<BugChange> bugs{};       ///< where both reports tell bugs, and of the same cases
  std::vector<ProfileChange> profile;  ///< where both reports know an answer
  std::vector<std::string> remarks;    ///< other seed, device, ...; speed
  std::size_t common = 0;              ///< cases that both reports hold
  std::size_t flakes = 0;              ///< of the new report, changed or not
  std::size_t only_before = 0, only_after = 0;  ///< cases that one report alone holds
  bool same_selection = true;  ///< both runs asked for the same; else only what they share is compared
};

/// The texts in it are those of the reports, which must outlive it. A case that one report alone holds is a
/// change only if both runs asked for the same cases: a larger selection is no worse driver.
Diff diff_reports(const Report& before, const Report& after);

/// How many changes there are of each kind, by the kind's place in `changes`.
std::array<std::size_t, changes.size()> count_changes(const Diff& diff);

/// Why the comparison is of a part of the cases, for the reader to know first; empty where it is of all.
std::string scope_of(const Diff& diff);

/// Whether anything got worse.
bool got_worse(const Diff& diff);

}  // namespace wgcts::reports
