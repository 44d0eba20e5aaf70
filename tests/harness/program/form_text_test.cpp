// The kernel text of every form.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "harness/program/kernel.hpp"
#include "suites/plan.hpp"
#include "tests/harness/text.hpp"

namespace wgcts::harness {
namespace {

/// A planned case of the form in three dimensions, without statements of a variant.
Case some_case(const Form& form, const Builtin& builtin) {
  for (const PlanRow& row : form.rows) {
    const Variant* const first = variants_of(row).front();
    if (row.sizes[2].empty() || has_company(*first)) continue;
    const auto local = parse_local_size(row.sizes[2].substr(0, row.sizes[2].find(' ')), 3).value();
    return {&builtin, GenType::Int, 3, local, &form, first};
  }
  throw std::logic_error("the form has no rows");
}

/// The text of a kernel of the form with one builtin.
std::string text_of(const Form& form, const Builtin& builtin) {
  return program_text({kernel_of(some_case(form, builtin), true)});
}

/// Calls check(form, builtin, text) for every form with each of its builtins.
template <class Check>
void each_text(Check check) {
  for (const Form& form : all_forms())
    for (const Builtin& builtin : builtins) {
      if (!form.has(builtin)) continue;
      SCOPED_TRACE(std::string(form.name) + " " + std::string(builtin.name));
      check(form, builtin, text_of(form, builtin));
    }
}

/// The sites in the index expressions of `stream` ("in", "out"), as written in the text.
std::multiset<std::string> sites_of(const std::string& text, const std::string& stream) {
  const std::regex index("\\b" + stream + "\\[\\(size_t\\)\\(([^)]*)\\) \\* stride \\+ item\\]");
  std::multiset<std::string> sites;
  for (std::sregex_iterator at(text.begin(), text.end(), index), end; at != end; ++at)
    sites.insert(at->str(1));
  return sites;
}

bool is_number(const std::string& text) {
  return std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

TEST(FormText, IsBalanced) {
  each_text([](const Form&, const Builtin&, const std::string& text) {
    for (const auto& [open, close] : {std::pair{"{", "}"}, {"(", ")"}, {"[", "]"}})
      EXPECT_EQ(count(text, open), count(text, close)) << open;
    EXPECT_EQ(count(text, "#if"), count(text, "#endif"));
    std::ptrdiff_t depth = 0;
    for (const char c : text) {
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      ASSERT_GE(depth, 0);
    }
  });
}

TEST(FormText, CallsTheBuiltinAndNoOther) {
  each_text([](const Form&, const Builtin& builtin, const std::string& text) {
    const std::string call = "work_group_" + std::string(builtin.name) + "(";
    EXPECT_GE(count(text, call), 1U);
    for (const Builtin& other : builtins)
      if (&other != &builtin) {
        EXPECT_EQ(count(text, "work_group_" + std::string(other.name) + "("), 0U);
      }
  });
}

// An output without a store keeps its poison on every device. Sites that a loop counts are not visible here,
// and both sides of a branch store the same one.
TEST(FormText, StoresEverySite) {
  each_text([](const Form& form, const Builtin&, const std::string& text) {
    const auto stored = sites_of(text, "out");
    EXPECT_EQ(stored.size(), count(text, "out[")) << "every store has a site";
    if (!std::ranges::all_of(stored, is_number)) {
      EXPECT_NE(text.find("for ("), std::string::npos);
      return;
    }
    for (unsigned site = 0; site < form.sites; ++site) {
      const std::size_t ways = count(text, "} else {") + 1;
      EXPECT_GE(stored.count(std::to_string(site)), 1U) << site;
      EXPECT_LE(stored.count(std::to_string(site)), ways) << site;
    }
    for (const std::string& site : stored) EXPECT_LT(std::stoul(site), form.sites);
  });
}

TEST(FormText, LoadsAllSitesOrNone) {
  each_text([](const Form& form, const Builtin&, const std::string& text) {
    const auto loaded = sites_of(text, "in");
    EXPECT_EQ(!loaded.empty(), form.loads);
    for (const std::string& site : loaded)
      EXPECT_TRUE(!is_number(site) || std::stoul(site) < form.sites) << site;
  });
}

// Two builtins of a kernel never share a site or a variable.
TEST(FormText, KeepsBuiltinsApart) {
  for (const Form& form : all_forms()) {
    const auto* const builtin = std::ranges::find_if(builtins, form.has);
    Kernel kernel = kernel_of(some_case(form, *builtin), false);
    kernel.members = {builtin, builtin};
    const auto stored = sites_of(program_text({kernel}), "out");
    const auto alone = sites_of(text_of(form, *builtin), "out");
    std::set<std::string> both(stored.begin(), stored.end()), one(alone.begin(), alone.end());
    EXPECT_EQ(both.size(), 2 * one.size()) << form.name;
  }
}

TEST(FormText, HasLocalMemoryIfTheFormKeepsValues) {
  each_text([](const Form& form, const Builtin&, const std::string& text) {
    EXPECT_EQ(count(text, "__local int *keep"), form.keep != 0 ? 1U : 0U);
    EXPECT_EQ(count(text, "reqd_work_group_size"), form.required_size ? 1U : 0U);
    EXPECT_EQ(count(text, "__opencl_c_work_group_collective_functions == 1"),
              form.under_feature_macro ? 1U : 0U);
  });
}

// Broadcasts get their source from the launch, or from the text if the form defines it.
TEST(FormText, NamesTheSourceOfABroadcast) {
  const Builtin& broadcast = *builtin_named("broadcast");
  for (const Form& form : all_forms()) {
    if (!form.has(broadcast)) continue;
    EXPECT_EQ(count(text_of(form, broadcast), "from[") == 0, form.source.has_value()) << form.name;
  }
}

// The number of calls in each form, counted by hand.
TEST(FormText, CallsAsOftenAsExpected) {
  const std::map<std::string_view, std::size_t> calls{
      {"chain", 1},   {"solo", 1},     {"twice", 3},   {"branch", 2}, {"loop", 1}, {"nested", 1},
      {"derived", 1}, {"constant", 1}, {"example", 1}, {"burst", 1},  {"skew", 2}};
  for (const auto& [name, expected] : calls)
    EXPECT_EQ(count(text_of(*form_named(name), *builtin_named("scan_inclusive_add")),
                    "work_group_scan_inclusive_add("),
              expected)
        << name;
}

}  // namespace
}  // namespace wgcts::harness
