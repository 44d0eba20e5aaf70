// Texts that need no report: the explanation of a case, and the tables of clauses and faults.
#pragma once

#include <string>
#include <string_view>

#include "harness/check/citations.hpp"
#include "reports/model/text.hpp"

namespace wgcts::reports {

/// Passes the text to `sink` in pieces. Without `everything`, each data class has a few work-items of its
/// first wrong work-group, from the first wrong one; without a wrong work-group, of its first one. `rerun` is
/// the command that runs the case, see replay_command().
void explain_text(const Explanation& e, bool everything, const std::string& rerun, const TextSink& sink);

/// The counted cases.
struct CoverageScope {
  std::string_view profile;
  std::size_t cases = 0;
  std::vector<PlaceCovered> places{};  ///< in whole programs
};

/// Clauses, forms and variants and, if the scope has places, pairs of parameters and whole programs.
std::string coverage_markdown(const std::vector<Covered>& coverage, const CoverageScope& scope);
std::string coverage_json(const std::vector<Covered>& coverage, const CoverageScope& scope);

/// The faults in Markdown, a row for each code: the table of docs/causes.md.
std::string causes_markdown();

}  // namespace wgcts::reports
