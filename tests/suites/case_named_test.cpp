// Misspelt names: one sentence with the nearest valid name.
#include <gtest/gtest.h>

#include <stdexcept>

#include "suites/selection.hpp"

namespace wgcts::suites {
namespace {

std::string refusal_of(std::string_view text) {
  try {
    (void)case_named(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(NearMiss, PicksTheFewestChanges) {
  EXPECT_EQ(nearest("flaot", {"half", "float", "double"}), "float");
  EXPECT_EQ(nearest("", {"long", "int"}), "int");
  EXPECT_EQ(nearest("x", {}), "");
}

TEST(NearMiss, PrefersWordsThatContainTheGivenOne) {
  EXPECT_EQ(nearest("add", {"all", "scan_inclusive_add", "reduce_add"}), "reduce_add");
}

TEST(NearMiss, AcceptsEveryLegalCase) {
  EXPECT_EQ(refusal_of("all.int.1d.33.chain"), "");
  EXPECT_EQ(name(case_named("reduce_max.ulong.1d.48.chain.offset")), "reduce_max.ulong.1d.48.chain.offset");
  EXPECT_EQ(name(case_named("any.int.1d.34.chain")), "any.int.1d.34.chain");
}

TEST(NearMiss, NamesThePartThatIsWrong) {
  EXPECT_EQ(refusal_of("al.int.1d.33.chain"), "there is no builtin 'al': the nearest is 'all'");
  EXPECT_EQ(refusal_of("any.flaot.1d.33.chain"), "there is no type 'flaot': the nearest is 'float'");
  EXPECT_EQ(refusal_of("any.int.4d.33.chain"), "there is no dimension '4d': the nearest is '1d'");
  EXPECT_EQ(refusal_of("any.int.1d.33.chian"), "there is no form 'chian': the nearest is 'chain'");
  EXPECT_EQ(refusal_of("any.int.1d.129.chain.offst"), "there is no variant 'offst': the nearest is 'offset'");
}

TEST(NearMiss, SuggestsACaseIfEachPartIsValid) {
  EXPECT_EQ(refusal_of("all.int.1d.33x.chain"),
            "there is no case 'all.int.1d.33x.chain': the nearest is 'all.int.1d.33.chain'");
  for (const char* text :
       {"", "all", "all.int.1d.33", "all.float.1d.33.chain", "all.int.1d.33x3.chain", "a.b.c.d.e.f.g"})
    EXPECT_NE(refusal_of(text).find("the nearest is '"), std::string::npos) << text;
}

TEST(NearMiss, LimitsTheQuotedText) { EXPECT_LT(refusal_of(std::string(100000, 'x')).size(), 200U); }

}  // namespace
}  // namespace wgcts::suites
