#include "reference/clauses.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace wgcts::reference {
namespace {

TEST(Clauses, IdsAreUniqueAndWellFormed) {
  std::set<std::string_view> ids;
  for (const auto& clause : clauses) {
    EXPECT_TRUE(ids.insert(clause.id).second) << clause.id;
    EXPECT_TRUE(clause.id.starts_with("WGC.")) << clause.id;
    EXPECT_FALSE(clause.text.empty()) << clause.id;
    EXPECT_EQ(clause.text.back(), '.') << clause.id;
  }
}

// Ids are never re-used nor lost: reports cite them. The register as it stood when the suite began.
TEST(Clauses, RegisterIsComplete) {
  constexpr struct {
    const char* prefix;
    int last;
  } rows[] = {{"AV", 6}, {"TY", 4}, {"CF", 2}, {"MO", 1}, {"ID", 3}, {"SC", 4},
              {"PR", 3}, {"BC", 2}, {"RD", 2}, {"FP", 5}, {"U", 10}};
  std::size_t count = 0;
  for (const auto& row : rows)
    for (int i = 1; i <= row.last; ++i, ++count) {
      const std::string id = std::string("WGC.") + row.prefix + "." + std::to_string(i);
      EXPECT_NE(find_clause(id), clauses.end()) << id;
    }
  EXPECT_EQ(clauses.size(), count);
}

TEST(Clauses, Tiers) {
  for (const auto& clause : clauses)
    if (clause.id.starts_with("WGC.U.")) {
      EXPECT_EQ(clause.tier, Tier::Undefined) << clause.id;
    }
  for (const char* id : {"WGC.MO.1", "WGC.BC.2"}) EXPECT_EQ(find_clause(id)->tier, Tier::Undefined) << id;
  for (const char* id : {"WGC.AV.5", "WGC.RD.2", "WGC.CF.2", "WGC.ID.3", "WGC.PR.3"})
    EXPECT_EQ(find_clause(id)->tier, Tier::Implied) << id;
  for (const char* id : {"WGC.SC.1", "WGC.SC.4", "WGC.PR.1", "WGC.PR.2", "WGC.BC.1", "WGC.RD.1", "WGC.FP.5"})
    EXPECT_EQ(find_clause(id)->tier, Tier::Written) << id;
}

TEST(Clauses, UnknownIdsAreNotFound) {
  for (const char* id : {"", "WGC", "WGC.SC.5", "WGC.U.0", "wgc.sc.1", "WGC.SC.1 ", "WGC.U.11"})
    EXPECT_EQ(find_clause(id), clauses.end()) << id;
}

// That a wrong id or an undefined rule does not compile is checked by the compiler at every cite().
TEST(Clauses, CiteGivesTheId) {
  EXPECT_EQ(cite("WGC.SC.4"), "WGC.SC.4");
  EXPECT_EQ(cite("WGC.PR.3"), "WGC.PR.3");
}

}  // namespace
}  // namespace wgcts::reference
