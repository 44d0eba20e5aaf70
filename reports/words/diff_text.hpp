// A diff as text, Markdown and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reports/compare/diff.hpp"

namespace wgcts::reports {

/// The diff for a terminal: one line for similar cases, and at most `groups` lines for each kind of change.
std::string diff_text(const Diff& diff, std::size_t groups = 20);

/// The diff for a pull request, always less than 60 KiB.
std::string diff_markdown(const Diff& diff);

/// The complete diff: {"schema", "worse", "common", "only_old", "only_new", "same_selection", "flakes",
/// "counts", "bugs", "cases", "profile", "remarks"}. A bug has "signature", "change", "sentence", and the
/// lists of its cases "old" and "new", which are null if the report does not have the bug. A case has "id",
/// "change", "old" and "new"; the last two are null or a verdict with the clause that a fail broke.
nlohmann::ordered_json diff_json(const Diff& diff);

}  // namespace wgcts::reports
