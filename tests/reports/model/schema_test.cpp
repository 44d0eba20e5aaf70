#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "reports/model/json.hpp"
#include "reports/model/json_file.hpp"
#include "results/case_result.hpp"
#include "results/timing.hpp"
#include "tests/reports/refusals.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::json;

std::string error(const char* schema, const char* value) {
  const json root = json::parse(schema);
  return refusal_of([&] { require_schema(root, root, json::parse(value), "it"); });
}

TEST(Schema, EachKeywordRejectsAndAccepts) {
  struct Row {
    const char *schema, *good, *bad, *sentence;
  };
  for (const Row& row : std::initializer_list<Row>{
           {R"({"type": "object"})", "{}", "[]", "it must be an object, but is []"},
           {R"({"type": "integer"})", "-3", "0.5", "it must be an integer, but is 0.5"},
           {R"({"type": "boolean"})", "true", "0", "it must be true or false, but is 0"},
           {R"({"type": ["string", "null"]})", "null", "0", "it must be a string or null, but is 0"},
           {R"({"const": "a"})", R"("a")", R"("b")", R"(it must be "a", but is "b")"},
           {R"({"enum": [1, 2]})", "2", "3", "it must be one of 1, 2, but is 3"},
           {R"({"required": ["a"]})", R"({"a": 1})", "{}", R"(it has no member "a")"},
           {R"({"properties": {"a": {"type": "null"}}})", R"({"b": 1})", R"({"a": 1})",
            "it.a must be null, but is 1"},
           {R"({"additionalProperties": {"type": "null"}})", R"({"b": null})", R"({"b": 1})",
            "it.b must be null, but is 1"},
           {R"({"properties": {"a": {}, "b": {}}, "additionalProperties": false})", R"({"a": 1})",
            R"({"a": 1, "c": 1})", R"(it has the unknown member "c"; the members are a, b)"},
           {R"({"items": {"type": "null"}})", "[null]", "[null, 2]", "it[1] must be null, but is 2"},
           {R"({"minItems": 2})", "[1, 2]", "[1]", "it must have at least 2 elements, but is [1]"},
           {R"({"maxItems": 1})", "[1]", "[1, 2]", "it must have at most 1 elements, but is [1,2]"},
           {R"({"minimum": 0})", "0", "-1", "it must be at least 0, but is -1"},
           {R"({"maximum": 2.5})", "2.5", "3", "it must be at most 2.5, but is 3"},
           {R"({"minLength": 1})", R"("a")", R"("")", R"(it must have at least 1 characters, but is "")"},
           {R"({"maxLength": 2})", R"("aé")", R"("abc")",
            R"(it must have at most 2 characters, but is "abc")"},
           {R"({"pattern": "^1\\.[0-9]+$"})", R"("1.0")", R"("11.0")",
            R"(it must match ^1\.[0-9]+$, but is "11.0")"},
           {R"({"$defs": {"x": {"type": "null"}}, "items": {"$ref": "#/$defs/x"}})", "[null]", "[1]",
            "it[0] must be null, but is 1"},
       }) {
    EXPECT_EQ(error(row.schema, row.good), "") << row.schema;
    EXPECT_EQ(error(row.schema, row.bad), row.sentence) << row.schema;
  }
}

// If a keyword were ignored, invalid values would be accepted.
TEST(Schema, UnknownKeywordsAreADefect) { EXPECT_THROW(error(R"({"oneOf": []})", "1"), std::logic_error); }

template <class Table>
std::set<std::string> names_of(const Table& table) {
  std::set<std::string> names;
  for (const auto& row : table) names.emplace(row.name);
  return names;
}

TEST(Schema, ListsTheNamesOfTheProgram) {
  EXPECT_EQ(report_schema()["title"], "A report of wgcts, version " + std::to_string(report_version));
  const json& defs = report_schema()["$defs"];
  const auto words = [&](const char* def) { return defs[def]["enum"].get<std::set<std::string>>(); };
  EXPECT_EQ(words("verdict"), names_of(verdicts));
  std::set<std::string> whatever_a_case_is_about;
  for (const Builtin* subject : subjects) whatever_a_case_is_about.emplace(subject->name);
  EXPECT_EQ(words("builtin"), whatever_a_case_is_about);
  EXPECT_EQ(words("type"), names_of(gentypes));
  EXPECT_EQ(defs["activities"]["required"].get<std::set<std::string>>(), names_of(activities));
  for (const auto& verdict : verdicts)
    EXPECT_TRUE(defs["summary"]["properties"].contains(verdict.name)) << verdict.name;
}

TEST(Schema, PatternsHaveALengthLimit) {
  const std::function<void(const json&)> look = [&](const json& schema) {
    const bool has_pattern =
        schema.is_object() && schema.contains("pattern") && schema["pattern"].is_string();
    EXPECT_TRUE(!has_pattern || schema.contains("maxLength")) << schema;
    if (schema.is_structured())
      for (const json& part : schema) look(part);
  };
  look(report_schema());
}

}  // namespace
}  // namespace wgcts::reports
