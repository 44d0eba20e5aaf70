#include <gtest/gtest.h>

#include "harness/planning/planning.hpp"
#include "reports/words/documents.hpp"

namespace wgcts::reports {
namespace {

Explanation explained(std::string_view id) {
  return explain(parse_case(id).value(), plain_device(), 1, std::nullopt);
}

std::string text_of(const Explanation& e, bool everything) {
  std::string text;
  explain_text(e, everything, "build/wgcts run --filter x", [&](std::string_view piece) { text += piece; });
  return text;
}

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

TEST(ExplainText, DescribesTheCase) {
  const auto text = text_of(explained("scan_exclusive_add.float.2d.6x5.chain.offset"), true);
  for (const char* part :
       {"tests    work_group_scan_exclusive_add of float", "WGC.SC.3", "the identity, a0", "offset 37x11",
        "-cl-std=CL3.0", "__kernel void chain_float_2d", "rounding:", " to "})
    EXPECT_NE(text.find(part), std::string::npos) << part;
  EXPECT_EQ(text.find(" got"), std::string::npos);
  EXPECT_NE(text.find("rerun    build/wgcts run --filter x\n"), std::string::npos);
}

TEST(ExplainText, EachRuleHasItsWords) {
  auto e = explained("any.int.1d.33.chain");
  e.sites.resize(1);
  e.sites[0].resize(1);
  for (const auto& [rule, name, words] :
       {std::tuple(Rule::Exact, "exact", "exact, as every order"),
        std::tuple(Rule::Bounded, "bounded", "within the error bound"),
        std::tuple(Rule::Relaxed, "relaxed", "close to the exact value"),
        std::tuple(Rule::Truth, "truth", "zero or non-zero"), std::tuple(Rule::Bits, "bits", "equal bits"),
        std::tuple(Rule::Observed, "observed", "observed, not judged")}) {
    e.sites[0][0].rule = rule;
    EXPECT_NE(text_of(e, false).find(std::string("; ") + words), std::string::npos) << name;
  }
}

TEST(ExplainText, IsBoundedByDefault) {
  const auto e = explained("reduce_min.ulong.1d.257.chain");
  EXPECT_LT(lines_of(text_of(e, false)), 300U);
  EXPECT_GT(lines_of(text_of(e, true)), 257U * e.groups);
}

TEST(ExplainText, ShowsTheWrongWorkGroupAndItsWrongWorkItem) {
  auto e = explained("any.int.1d.33.chain");
  for (auto& group : e.sites[0])
    for (auto& lane : group.lanes) lane.got = Value{"7", "0x00000007"};
  e.sites[0][3].lanes[20].got = Value{"4711", "0x00001267"};
  e.sites[0][3].wrong = {20};
  const auto text = text_of(e, false);
  const auto place = text.find("4711  wrong");
  ASSERT_NE(place, std::string::npos);
  EXPECT_EQ(text.find(" wrong", place + 11), std::string::npos);
  EXPECT_NE(text.find("work-group 3 of size 33"), std::string::npos);
}

TEST(ExplainText, RemovesControlCharactersOfDrivers) {
  auto e = explained("any.int.1d.33.chain");
  e.device.name = "evil\x1b[2J";
  e.result = CaseResult{e.the_case, Verdict::Crash};
  e.result->message = "boom\x1b[2J";
  EXPECT_EQ(text_of(e, false).find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace wgcts::reports
