// The table of clauses and cases as Markdown and JSON.
#pragma once

#include <string>
#include <string_view>

#include "harness/check/citations.hpp"

namespace wgcts::reports {

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
