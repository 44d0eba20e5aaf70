// The table of clauses and cases, for people, for programs and for the documentation.
#pragma once

#include <string>
#include <string_view>

#include "harness/check/coverage.hpp"
#include "harness/check/place_coverage.hpp"

namespace wgcts::reports {

/// The cases that were counted: how many, and of which profile.
struct CoverageScope {
  std::string_view profile;
  std::size_t cases = 0;
  std::vector<PlaceCovered> places{};  ///< of whole programs
};

/// What every form and every variant is, a sentence each.
std::string vocabulary_text();
/// The same as two tables.
std::string vocabulary_markdown();

std::string coverage_text(const std::vector<Covered>& coverage, const CoverageScope& scope);
std::string coverage_markdown(const std::vector<Covered>& coverage, const CoverageScope& scope);
std::string coverage_json(const std::vector<Covered>& coverage, const CoverageScope& scope);

}  // namespace wgcts::reports
