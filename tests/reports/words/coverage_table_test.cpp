#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reports/words/documents.hpp"

namespace wgcts::reports {
namespace {

constexpr Clause cited{"WGC.X.1", Tier::Written, {&reference::sections::collectives}, "a*b | c"};
constexpr Clause open{
    "WGC.X.2", Tier::Undefined, {&reference::sections::rounding}, "open", "undefined: observed"};
const std::vector<Covered> sample{{&cited, 12}, {&open, 0}};
constexpr CoverageScope scope{"smoke", 30};

TEST(Coverage, MarkdownTablesAreConsistent) {
  const auto text = coverage_markdown(sample, scope);
  EXPECT_NE(text.find("30 cases of profile smoke, on a device with all features, cite 1 of 2 clauses"),
            std::string::npos);
  EXPECT_NE(text.find("| WGC.X.1 | 12 | a\\*b \\| c | OpenCL C"), std::string::npos);
  EXPECT_NE(text.find("| WGC.X.2 | undefined | open | undefined: observed | OpenCL C"), std::string::npos);
}

TEST(Coverage, DescribesFormsAndVariants) {
  const auto markdown = coverage_markdown(sample, scope);
  EXPECT_NE(markdown.find("| `svm` | host | arguments in shared virtual memory |\n"), std::string::npos);
  for (const Form& form : all_forms())
    EXPECT_NE(markdown.find(fmt::format("| `{}` | ", form.name)), std::string::npos) << form.name;
  for (const Variant& variant : variants)
    if (!variant.name.empty())
      EXPECT_NE(markdown.find(fmt::format("| `{}` | ", variant.name)), std::string::npos) << variant.name;
}

TEST(Coverage, JsonContainsEveryClause) {
  const auto json = nlohmann::json::parse(coverage_json(sample, scope));
  EXPECT_EQ(json["clauses"].size(), 2U);
  EXPECT_EQ(json["clauses"][0]["cases"], 12);
  EXPECT_FALSE(json["clauses"][0].contains("reason"));
  EXPECT_EQ(json["clauses"][1]["reason"], "undefined: observed");
}

}  // namespace
}  // namespace wgcts::reports
