// A diff in words, in Markdown and in JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reports/compare/diff.hpp"

namespace wgcts::reports {

/// For a terminal: alike cases in one line, at most so many lines for a kind of change.
std::string diff_text(const Diff& diff, std::size_t groups = 20);

/// For a pull request; under 60 KiB whatever changed.
std::string diff_markdown(const Diff& diff);

/// Everything: {"schema", "worse", "common", "only_old", "only_new", "same_selection", "flakes", "counts",
/// "bugs", "cases", "profile", "remarks"}; a bug has "signature", "change", "sentence", and its cases in
/// "old" and "new", each null where it was not; a case has "id", "change", and "old" and "new", each null or
/// a verdict with the clause that a fail broke.
nlohmann::ordered_json diff_json(const Diff& diff);

}  // namespace wgcts::reports
