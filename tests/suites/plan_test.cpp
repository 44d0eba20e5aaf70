#include "suites/plan.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

namespace wgcts {
namespace {

using Pair = std::pair<std::string_view, GenType>;  // builtin and type

std::map<Pair, std::array<std::vector<Case>, 3>> by_pair() {
  std::map<Pair, std::array<std::vector<Case>, 3>> cases;
  for (const Case& c : plan()) cases[{c.builtin->name, c.type}].at(c.dim - 1).push_back(c);
  return cases;
}

std::string label(const Pair& pair, unsigned dim) {
  return std::string(pair.first) + "." + std::string(info(pair.second).name) + "." + std::to_string(dim) +
         "d";
}

/// Calls check(cases, dim, label) for each of the 216 combinations.
template <class Check>
void each_combination(Check check) {
  for (const auto& [pair, dims] : by_pair())
    for (unsigned dim = 1; dim <= 3; ++dim) {
      const auto& cases = dims.at(dim - 1);
      ASSERT_FALSE(cases.empty()) << label(pair, dim);
      SCOPED_TRACE(label(pair, dim));
      check(cases, dim);
    }
}

std::set<Extents> fixed_sizes(const std::vector<Case>& cases) {
  std::set<Extents> sizes;
  for (const Case& c : cases)
    if (!c.local.is_max()) sizes.insert(c.local.extents);
  return sizes;
}

TEST(Plan, HoldsThe216Combinations) {
  const auto cases = by_pair();
  std::size_t count = 0;
  for (const auto& builtin : builtins)
    for (const auto& type : gentypes) {
      const bool legal = takes(builtin, type.type);
      EXPECT_EQ(cases.contains({builtin.name, type.type}), legal) << builtin.name << type.name;
      count += 3U * legal;
    }
  EXPECT_EQ(count, 216U);
}

TEST(Plan, EachCombinationHasOneAnOddSizeAndTheMaximum) {
  each_combination([](const std::vector<Case>& cases, unsigned) {
    bool one = false, odd = false, max = false;
    for (const Case& c : cases) {
      max |= c.local.is_max();
      if (c.local.is_max()) continue;
      one |= volume(c.local.extents) == 1;
      odd |= volume(c.local.extents) % 2 == 1 && volume(c.local.extents) > 1;
    }
    EXPECT_TRUE(one && odd && max);
  });
}

// "At least four local sizes that differ in every extent": four sizes of which no two share x, nor y, nor z.
bool pick(const std::vector<Extents>& sizes, unsigned dim, std::vector<Extents>& chosen, std::size_t from) {
  if (chosen.size() == 4) return true;
  for (std::size_t i = from; i < sizes.size(); ++i) {
    bool apart = true;
    for (const Extents& other : chosen)
      for (unsigned d = 0; d < dim; ++d) apart &= other[d] != sizes[i][d];
    if (!apart) continue;
    chosen.push_back(sizes[i]);
    if (pick(sizes, dim, chosen, i + 1)) return true;
    chosen.pop_back();
  }
  return false;
}

TEST(Plan, FourSizesDifferInEveryExtent) {
  each_combination([](const std::vector<Case>& cases, unsigned dim) {
    const auto sizes = fixed_sizes(cases);
    std::vector<Extents> chosen;
    EXPECT_TRUE(pick({sizes.begin(), sizes.end()}, dim, chosen, 0));
  });
}

// So that x, y and z cannot be swapped unseen, nor a flat work-group be mistaken for a line.
TEST(Plan, ExtentsAreUnequalAndSomeAreOne) {
  each_combination([](const std::vector<Case>& cases, unsigned dim) {
    if (dim == 1) return;
    std::array<bool, 3> is_one{}, is_more{};
    bool unequal = false;
    for (const Extents& e : fixed_sizes(cases)) {
      std::set<std::size_t> extents(e.begin(), e.begin() + dim);
      unequal |= extents.size() == dim && !extents.contains(1);
      for (unsigned d = 0; d < dim; ++d)
        is_one.at(d) |= e[d] == 1 && volume(e) > 1, is_more.at(d) |= e[d] > 1;
    }
    EXPECT_TRUE(unequal);
    for (unsigned d = 0; d < dim; ++d) EXPECT_TRUE(is_one.at(d) && is_more.at(d)) << d;
  });
}

TEST(Plan, SizesBesideTheEdgesOfSubGroupsInOneDimension) {
  const std::size_t wanted[] = {1, 2, 3, 7, 33, 64, 65, 127, 128, 256, 257, 1024};
  each_combination([&](const std::vector<Case>& cases, unsigned dim) {
    if (dim != 1) return;
    const auto sizes = fixed_sizes(cases);
    for (const std::size_t size : wanted) EXPECT_TRUE(sizes.contains({size, 1, 1})) << size;
  });
}

TEST(Plan, EveryFormAndVariantInEveryDimension) {
  for (const auto& [pair, dims] : by_pair()) {
    const bool add = builtin_named(pair.first)->collective.op == Op::Add;
    for (unsigned dim = 1; dim <= 3; ++dim) {
      std::set<Form> seen_forms;
      std::set<Variant> seen_variants;
      for (const Case& c : dims.at(dim - 1)) seen_forms.insert(c.form), seen_variants.insert(c.variant);
      for (const auto& form : forms)
        EXPECT_EQ(seen_forms.contains(form.form), form.form != Form::Example || add)
            << label(pair, dim) << " " << form.name;
      for (const auto& variant : variants)
        EXPECT_TRUE(seen_variants.contains(variant.variant)) << label(pair, dim) << " " << variant.name;
    }
  }
}

// The worked example has eight values.
TEST(Plan, ExampleHasEightLanes) {
  for (const Case& c : plan())
    if (c.form == Form::Example) {
      EXPECT_EQ(volume(c.local.extents), 8U) << name(c);
    }
}

// A remainder, an offset or a crowd of work-groups needs a size that is known before the launch and fits most
// devices.
TEST(Plan, SizesFitTheirDimension) {
  for (const Case& c : plan()) {
    if (c.local.is_max()) continue;
    for (unsigned d = c.dim; d < 3; ++d) EXPECT_EQ(c.local.extents[d], 1U) << name(c);
    EXPECT_LE(volume(c.local.extents), 1024U) << name(c);
  }
}

TEST(Plan, RowsAreInTheirOrder) {
  EXPECT_EQ(plan(), plan());
  std::vector<std::pair<Form, Variant>> rows, cases;
  for (const PlanRow& row : plan_rows()) rows.emplace_back(row.form, row.variant);
  for (const Case& c : plan())
    if (c.builtin->name == "reduce_add" && c.type == GenType::Int && c.dim == 1)
      if (cases.empty() || cases.back() != std::pair{c.form, c.variant})
        cases.emplace_back(c.form, c.variant);
  EXPECT_EQ(rows, cases);
  EXPECT_EQ((std::set<std::pair<Form, Variant>>(rows.begin(), rows.end()).size()), rows.size());
}

}  // namespace
}  // namespace wgcts
