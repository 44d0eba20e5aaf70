
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "suites/plan.hpp"

namespace wgcts::suites {
namespace {

std::vector<Case> drawn(std::uint64_t seed, std::size_t largest, const Extents& extents, int launches) {
  Draw draw(seed, largest, extents);
  std::vector<Case> cases;
  for (int i = 0; i < launches; ++i)
    for (const Case& c : draw.next()) cases.push_back(c);
  return cases;
}

TEST(Draw, GivesLegalCasesThatCanBeReplayedByName) {
  for (const Case& c : drawn(1, 1024, {1024, 1024, 64}, 2000)) {
    ASSERT_TRUE(parse_case(name(c))) << name(c);
    EXPECT_EQ(*parse_case(name(c)), c);
    EXPECT_EQ(with_named({}, {name(c)}), std::vector<Case>{c});
  }
}

TEST(Draw, StaysWithinTheDevice) {
  for (const Case& c : drawn(2, 64, {64, 4, 2}, 2000)) {
    if (c.local.is_max()) continue;
    EXPECT_LE(volume(c.local.extents), 64U) << name(c);
    EXPECT_LE(c.local.extents[1], 4U) << name(c);
    EXPECT_LE(c.local.extents[2], 2U) << name(c);
  }
  for (const Case& c : drawn(3, 1, {1, 1, 1}, 50))
    EXPECT_TRUE(c.local.is_max() || volume(c.local.extents) == 1);
}

TEST(Draw, ReachesEveryValue) {
  std::set<std::string> forms_seen, pairs;
  std::set<std::size_t> sizes;
  for (const Case& c : drawn(4, 1024, {1024, 1024, 1024}, 12000)) {
    if (is_program(c)) continue;
    EXPECT_TRUE(is_legal(c)) << name(c);
    forms_seen.insert(std::string(c.form->name) + "." + std::string(c.variant->name));
    pairs.insert(std::string(c.builtin->name) + std::string(info(c.type).name) + std::to_string(c.dim));
    sizes.insert(c.local.is_max() ? 0 : volume(c.local.extents));
  }
  // There are too many pairs of forms and variants. Each form and variant occurs, and only in legal
  // combinations.
  std::set<std::string_view> forms_met, variants_met;
  for (const Form& form : all_forms())
    for (const Variant& row : variants) {
      if (!forms_seen.contains(std::string(form.name) + "." + std::string(row.name))) continue;
      forms_met.insert(form.name);
      variants_met.insert(row.name);
    }
  EXPECT_EQ(forms_met.size(), all_forms().size());
  EXPECT_EQ(variants_met.size() + 1, variants.size());  // one is for programs only
  std::size_t all_pairs = 0;
  for (const Builtin& builtin : builtins)
    for (const auto& type : gentypes) all_pairs += takes(builtin, type.type) ? 3 : 0;
  EXPECT_EQ(pairs.size(), all_pairs);
  EXPECT_GT(sizes.size(), 200U);
  for (const std::size_t size : {0, 1, 2, 8, 1024}) EXPECT_TRUE(sizes.contains(size)) << size;
}

TEST(Draw, HasProgramsOfEveryTypeAndLegalVariant) {
  std::set<std::string> types_seen, variants_seen;
  std::set<std::uint64_t> numbers;
  std::size_t programs = 0;
  for (const Case& c : drawn(6, 1024, {1024, 1024, 1024}, 1000)) {
    if (!is_program(c)) continue;
    ++programs;
    types_seen.insert(std::string(info(c.type).name));
    for (const Variant* row : rows_of(*c.variant)) variants_seen.insert(std::string(row->name));
    numbers.insert(c.number);
    EXPECT_LE(volume(c.local.extents), 64U) << name(c);
  }
  EXPECT_GT(programs, 200U);
  EXPECT_EQ(types_seen.size(), gentypes.size());
  std::set<std::string> taken;
  for (const Variant& row : variants) {
    Case c = parse_case("program.int.1d.4.1").value();
    c.variant = &row;
    if (row.key != 0 && is_legal(c)) taken.emplace(row.name);
  }
  EXPECT_EQ(variants_seen, taken);
  EXPECT_GT(numbers.size(), programs - 5);
}

TEST(Draw, CasesOfADrawDifferOnlyInTheirBuiltin) {
  Draw draw(5, 256, {256, 256, 256});
  for (int i = 0; i < 300; ++i) {
    std::set<const Builtin*> builtins_seen;
    const auto cases = draw.next();
    for (Case c : cases) {
      EXPECT_TRUE(builtins_seen.insert(c.builtin).second);
      c.builtin = cases.front().builtin;
      EXPECT_EQ(c, cases.front());
    }
  }
}

}  // namespace
}  // namespace wgcts::suites
