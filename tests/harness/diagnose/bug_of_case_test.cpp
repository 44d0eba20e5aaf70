#include <gtest/gtest.h>

#include "harness/diagnose/diagnose.hpp"
#include "tests/harness/answering_device.hpp"

namespace wgcts::harness {
namespace {

TEST(BugOf, ACasesFailureHasItsWords) {
  CaseResult result = crash(Stage::Build);
  result.the_case = parse_case("broadcast.half.2d.4x3.solo").value();
  const Bug b = undiagnosed_bug({&result});
  EXPECT_EQ(b.what.code, "crash");
  EXPECT_EQ(b.example, "broadcast.half.2d.4x3.solo");
  EXPECT_EQ(b.types, (std::set<std::string>{"half"}));
  EXPECT_FALSE(b.clauses.empty());
}

}  // namespace
}  // namespace wgcts::harness
