// Names of cases that do not exist: one sentence with the reason.
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

TEST(CaseNamed, AcceptsEveryLegalCase) {
  EXPECT_EQ(refusal_of("all.int.1d.33.chain"), "");
  EXPECT_EQ(name(case_named("reduce_max.ulong.1d.48.chain.offset")), "reduce_max.ulong.1d.48.chain.offset");
  EXPECT_EQ(name(case_named("any.int.1d.34.chain")), "any.int.1d.34.chain");
}

TEST(CaseNamed, GivesTheReason) {
  EXPECT_EQ(refusal_of("all.int.1d.33.own"),
            "there is no case 'all.int.1d.33.own': OpenCL C 1.x declares no collectives, as the form 'own' "
            "requires");
  for (const char* text : {"", "all", "all.int.1d.33", "all.float.1d.33.chain", "all.int.1d.33x3.chain",
                           "any.int.1d.129.chain.offst", "a.b.c.d.e.f.g"})
    EXPECT_NE(refusal_of(text).find("`wgcts list --profile full` prints all"), std::string::npos) << text;
}

TEST(CaseNamed, LimitsTheQuotedText) { EXPECT_LT(refusal_of(std::string(100000, 'x')).size(), 200U); }

}  // namespace
}  // namespace wgcts::suites
