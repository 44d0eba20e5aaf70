#include "reference/clauses.hpp"

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <string>

namespace wgcts::reference {
namespace {

TEST(Clauses, IdsAreUniqueAndWellFormed) {
  std::set<std::string_view> ids;
  for (const auto& clause : clauses) {
    EXPECT_TRUE(ids.insert(clause.id).second) << clause.id;
    EXPECT_TRUE(std::regex_match(std::string(clause.id), std::regex(R"(WGC\.[A-Z]{1,2}\.[1-9][0-9]?)")))
        << clause.id;
    ASSERT_FALSE(clause.text.empty()) << clause.id;
    EXPECT_EQ(clause.text.back(), '.') << clause.id;
  }
}

// Reports cite ids, so ids are never re-used or removed. They are consecutive in each family.
TEST(Clauses, RegisterIsComplete) {
  constexpr struct {
    const char* family;
    int last;
  } rows[] = {{"AV", 11}, {"TY", 6}, {"BU", 6}, {"LA", 9}, {"ND", 6}, {"CF", 4},
              {"MO", 1},  {"ME", 1}, {"ID", 3}, {"SC", 4}, {"PR", 3}, {"BC", 2},
              {"RD", 2},  {"IN", 1}, {"UA", 4}, {"IL", 2}, {"FP", 7}, {"U", 12}};
  std::size_t count = 0;
  for (const auto& row : rows)
    for (int i = 1; i <= row.last; ++i, ++count) {
      const std::string id = std::string("WGC.") + row.family + "." + std::to_string(i);
      EXPECT_NE(find_clause(id), nullptr) << id;
    }
  EXPECT_EQ(clauses.size(), count);
}

// The complete lists of Undefined and Implied rules, so that a changed tier is noticed.
TEST(Clauses, Tiers) {
  std::map<Tier, std::set<std::string_view>> tiers;
  for (const auto& clause : clauses)
    if (!clause.id.starts_with("WGC.U.")) tiers[clause.tier].insert(clause.id);
  EXPECT_EQ(tiers[Tier::Undefined], (std::set<std::string_view>{"WGC.MO.1", "WGC.BC.2"}));
  EXPECT_EQ(tiers[Tier::Implied],
            (std::set<std::string_view>{"WGC.AV.5", "WGC.AV.8", "WGC.BU.1", "WGC.BU.3", "WGC.BU.4",
                                        "WGC.BU.5", "WGC.BU.6", "WGC.LA.1", "WGC.LA.2", "WGC.LA.3",
                                        "WGC.LA.5", "WGC.LA.6", "WGC.LA.9", "WGC.CF.4", "WGC.CF.2",
                                        "WGC.ME.1", "WGC.ID.3", "WGC.PR.3", "WGC.RD.2", "WGC.IN.1"}));
  for (const auto& clause : clauses)
    EXPECT_TRUE(!clause.id.starts_with("WGC.U.") || clause.tier == Tier::Undefined) << clause.id;
}

TEST(Clauses, UnknownIdsAreNotFound) {
  for (const char* id : {"", "WGC", "WGC.SC.5", "WGC.U.0", "wgc.sc.1", "WGC.SC.1 ", "WGC.U.13"})
    EXPECT_EQ(find_clause(id), nullptr) << id;
}

// The compiler checks at every cite() that the id exists and the rule is not Undefined.
TEST(Clauses, CiteGivesTheId) {
  EXPECT_EQ(cite("WGC.SC.4"), "WGC.SC.4");
  EXPECT_EQ(cite("WGC.PR.3"), "WGC.PR.3");
}

TEST(Citations, EachSectionIsWellFormed) {
  const std::regex path("OpenCL_C\\.txt|(api|env|extensions)/[a-z_]+\\.asciidoc"),
      anchor("[A-Za-z_][A-Za-z0-9_.-]*[A-Za-z0-9]"), version("[1-9](\\.[0-9]\\.[0-9]+)?");
  for (const auto& clause : clauses) {
    EXPECT_FALSE(sections_of(clause).empty()) << clause.id;
    for (const Section* section : sections_of(clause)) {
      ASSERT_NE(section, nullptr) << clause.id;
      EXPECT_TRUE(std::regex_match(std::string(section->path), path)) << clause.id << ": " << section->path;
      EXPECT_TRUE(std::regex_match(std::string(section->anchor), anchor))
          << clause.id << ": " << section->anchor;
      EXPECT_TRUE(std::regex_match(std::string(section->document->version), version)) << clause.id;
      EXPECT_FALSE(section->title.empty()) << clause.id;
      EXPECT_EQ(section->document == &opencl_c, section->path == "OpenCL_C.txt") << clause.id;
    }
  }
}

// Two entries for one section could become different.
TEST(Citations, NoSectionIsDefinedTwice) {
  std::map<std::string, const Section*> places;
  for (const auto& clause : clauses)
    for (const Section* section : sections_of(clause)) {
      const auto [place, added] =
          places.emplace(std::string(section->path) + "#" + std::string(section->anchor), section);
      EXPECT_EQ(place->second, section) << place->first;
    }
}

TEST(Citations, NoClauseCitesASectionTwice) {
  for (const auto& clause : clauses) {
    const auto sections = sections_of(clause);
    EXPECT_EQ(std::set(sections.begin(), sections.end()).size(), sections.size()) << clause.id;
  }
}

TEST(Citations, NameDocumentTitleAndSource) {
  EXPECT_EQ(citation(*find_clause("WGC.SC.1")),
            "OpenCL C 3.1.1, Work-group Collective Functions (OpenCL_C.txt#work-group-functions)");
  EXPECT_EQ(citation(*find_clause("WGC.FP.2")),
            "OpenCL C 3.1.1, Relative Error as ULPs (OpenCL_C.txt#relative-error-as-ulps); "
            "OpenCL C 3.1.1, Rounding Modes (OpenCL_C.txt#rounding-modes-1)");
  EXPECT_EQ(citation(sections::launch),
            "OpenCL API 3.1.1, clEnqueueNDRangeKernel "
            "(api/opencl_runtime_layer.asciidoc#clEnqueueNDRangeKernel)");
}

}  // namespace
}  // namespace wgcts::reference
