#include "harness/replay/conditions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/harness/text.hpp"

namespace wgcts::harness {
namespace {

Place standing(const char* name, std::size_t index = 0, std::size_t groups = 8) {
  static std::set<Case> cases;
  const Case& c = *cases.insert(named(name)).first;
  return {.the_case = c,
          .size = c.local.extents,
          .enqueued = c.local.extents,
          .group = {index, 0, 0},
          .last = {groups - 1, 0, 0},
          .index = index,
          .groups = groups};
}

std::set<std::string> offered(const std::vector<Place>& wrong, const std::vector<Place>& right) {
  std::set<std::string> words;
  for (const Predicate& c : conditions_for(places_in(wrong), places_in(right))) {
    const auto is_true = [&](const Place& p) { return holds(c, p); };
    EXPECT_TRUE(std::ranges::all_of(wrong, is_true)) << to_string(c);
    EXPECT_FALSE(std::ranges::all_of(right, is_true)) << to_string(c);
    words.insert(to_string(c));
  }
  return words;
}

TEST(Conditions, WithoutTwoSidesThereAreNone) {
  const Place place = standing("all.int.1d.33.chain");
  EXPECT_TRUE(conditions_for({}, {&place}).empty());
  EXPECT_TRUE(conditions_for({&place}, {}).empty());
}

TEST(Conditions, EachHoldsAtAllWrongPlacesAndNotAtAllRightOnes) {
  const auto words = offered({standing("all.int.1d.33.chain", 3), standing("all.int.1d.65.chain", 5)},
                             {standing("all.int.1d.32.solo", 0), standing("all.int.2d.7x5.chain", 1)});
  EXPECT_TRUE(words.contains("group>=2"));
  EXPECT_TRUE(words.contains("dimension=1"));
  EXPECT_TRUE(words.contains("size%2!=0"));
}

TEST(Conditions, WhatOnlyWorkGroupsKnowSaysNothingOfACaseWithoutResults) {
  Place lost = standing("all.int.1d.33.chain");
  lost.whole_case = true;
  for (const std::string& word : offered({lost}, {standing("any.int.1d.64.chain", 4)}))
    EXPECT_FALSE(word.starts_with("group") || word.starts_with("remainder") || word.starts_with("value"))
        << word;
}

/// PoCL 7.1 does not copy in kernels built with -cl-opt-disable, unless they are linked.
TEST(Conditions, ANameThatAllHaveDoesNotHideThatEachHasOneOfTwoOthers) {
  const std::vector<Place> wrong = {
      standing("broadcast.float.2d.4x2.loop.offset.striding.vectors.relaunched.noopt"),
      standing("broadcast.float.3d.1x7x1.solo.crowd.typehint.copying.vectors.relaunched.noopt"),
      standing("broadcast.double.2d.3x3.constant.offset32.sizehint.copying.arrays.noopt")};
  const std::vector<Place> right = {
      standing("broadcast.float.2d.4x2.loop.offset.vectors.relaunched.noopt"),
      standing("broadcast.float.3d.1x7x1.solo.crowd.typehint.vectors.relaunched.noopt"),
      standing("broadcast.double.2d.3x3.constant.offset32.sizehint.arrays.noopt"),
      standing("broadcast.double.2d.3x3.constant.copying")};
  const auto words = offered(wrong, right);
  EXPECT_TRUE(words.contains("option=-cl-opt-disable"));
  EXPECT_TRUE(words.contains("variant=copying|striding") || words.contains("variant=striding|copying"));
}

/// A kernel that does not run writes no result of any of its builtins.
TEST(Conditions, ABuiltinOfTheKernelMayBeTheCauseOfWrongResultsOfOthers) {
  const auto beside = [](const char* name, std::initializer_list<std::string_view> members) {
    Place place = standing(name);
    for (const std::string_view member : members)
      place.members.set(index_in(builtins, member, &Builtin::name));
    return place;
  };
  const auto words = offered({beside("broadcast.int.1d.33.chain", {"broadcast", "reduce_add"}),
                              beside("reduce_max.int.1d.7.chain", {"reduce_max", "reduce_add"})},
                             {beside("broadcast.int.1d.7.chain", {"broadcast", "reduce_max"})});
  EXPECT_TRUE(words.contains("builtin=reduce_add"));
  EXPECT_FALSE(words.contains("builtin=reduce_max"));
}

TEST(Conditions, SubGroupsAreComparedWhereTheirLayoutIsKnown) {
  const auto at = [](const char* name, SubGroups sub_groups) {
    Place place = standing(name);
    place.sub_groups = sub_groups;
    return place;
  };
  const auto words =
      offered({at("all.int.2d.1x3.chain", {3, 1, true}), at("all.int.1d.33.chain", {9, 4, false})},
              {at("all.int.1d.7.chain", {2, 4, false}), at("all.int.1d.64.chain", {2, 32, true})});
  EXPECT_TRUE(words.contains("sub_groups.many"));
  EXPECT_TRUE(words.contains("sub_groups>=3"));
  EXPECT_FALSE(words.contains("sub_groups.unequal"));
  for (const std::string& word :
       offered({standing("all.int.1d.33.chain")}, {standing("any.int.1d.64.chain")}))
    EXPECT_FALSE(word.starts_with("sub_group")) << word;
}

// In two dimensions a row of work-groups may be lost.
TEST(Conditions, TheLastRowIsTheLast) {
  const auto at = [](std::size_t x, std::size_t y) {
    Place p = standing("all.int.2d.7x5.chain", x + 3 * y, 9);
    p.group = {x, y, 0};
    p.last = {2, 2, 0};
    return p;
  };
  EXPECT_TRUE(offered({at(0, 2), at(1, 2), at(2, 2)}, {at(2, 1), at(0, 0)}).contains("group=last"));
  EXPECT_FALSE(offered({at(0, 2), at(1, 1)}, {at(2, 1), at(0, 0)}).contains("group=last"));
}

// Some forms exist only for one variant.
TEST(Conditions, AVariantIsTheBetterGuessThanItsOnlyForm) {
  const std::vector<Place> wrong{standing("all.int.1d.33.own.nostd")}, right{standing("all.int.1d.33.chain")};
  EXPECT_EQ(to_string(boundary_between(places_in(wrong), places_in(right)).where), "variant=nostd");
}

// One of a few names takes fewer bits than one of many sizes.
TEST(Conditions, HaveADescriptionLength) {
  const auto bits = [](const char* code, const char* relation, const char* value) {
    return bits_to_state(predicate_from(code, {relation, value}));
  };
  EXPECT_LT(bits("dimension", "=", "2"), bits("form", "=", "branch"));
  EXPECT_LT(bits("form", "=", "branch"), bits("form", "=", "branch|loop"));
  EXPECT_LT(bits("size", ">", "64"), bits("size", "%8", "=0"));
  EXPECT_LT(bits("size", ">", "64"), bits("extent.y", ">", "64"));
}

TEST(Conditions, CallSitesAreCountedInTheText) {
  Place third = standing("all.int.1d.33.chain"), second = third;
  third.call_site = 3, second.call_site = 2;
  EXPECT_TRUE(offered({third}, {second}).contains("call>=3"));
}

// A variant combines rows. The condition is the row that the wrong cases share.
TEST(Conditions, AreAboutRowsOfVariants) {
  const std::vector<Place> wrong{standing("all.int.1d.33.chain.offset.sizehint"),
                                 standing("all.int.1d.33.chain.sizehint.noopt")},
      right{standing("all.int.1d.33.chain.offset"), standing("all.int.1d.33.chain.noopt"),
            standing("all.int.1d.33.chain.typehint")};
  const auto words = offered(wrong, right);
  EXPECT_TRUE(words.contains("variant=sizehint"));
  EXPECT_TRUE(words.contains("variant!=typehint"));
  EXPECT_FALSE(words.contains("variant=offset"));
}

// The kernel of this form has the attribute of the variant reqd.
TEST(Conditions, AFormMayHaveTheAttributeOfAVariant) {
  const std::vector<Place> wrong{standing("all.int.1d.33.chain.reqd"), standing("all.int.1d.33.derived")},
      right{standing("all.int.1d.33.chain"), standing("all.int.1d.33.branch")};
  EXPECT_EQ(to_string(boundary_between(places_in(wrong), places_in(right)).where), "variant=reqd");
}

TEST(Conditions, AreAboutOptionsOfVariants) {
  const std::vector<Place> wrong{standing("all.int.1d.33.chain.offset.noopt"),
                                 standing("all.int.1d.33.chain.noopt")},
      right{standing("all.int.1d.33.chain.offset")};
  EXPECT_TRUE(offered(wrong, right).contains("option=-cl-opt-disable"));
  EXPECT_TRUE(offered(right, wrong).contains("option=default"));
}

TEST(Conditions, AnOffsetIsOneWhateverIdsItPasses) {
  const std::vector<Place> wrong{standing("all.int.1d.33.chain.offset"),
                                 standing("all.int.1d.33.chain.offset31")},
      right{standing("all.int.1d.33.chain")};
  EXPECT_TRUE(offered(wrong, right).contains("offset"));
}

// No row is in all wrong cases, and two of them are enough.
TEST(Conditions, AreAboutFewRowsOfWhichEachWrongCaseHasOne) {
  const std::vector<Place> wrong{standing("all.int.1d.33.chain.offset31.reloaded"),
                                 standing("all.int.1d.33.chain.sizehint.linked"),
                                 standing("all.int.1d.33.chain.typehint.linked")},
      right{standing("all.int.1d.33.chain.sizehint"), standing("all.int.1d.33.chain.typehint")};
  EXPECT_TRUE(offered(wrong, right).contains("variant=offset31|linked"));
}

// "plain or threads" only means that the rows that hide the fault are absent.
TEST(Conditions, ListNoPlainLaunch) {
  const std::vector<Place> wrong{standing("all.int.1d.33.chain"), standing("all.int.1d.33.chain.threads")},
      right{standing("all.int.1d.33.chain.offset"), standing("all.int.1d.33.chain.noopt")};
  for (const std::string& word : offered(wrong, right)) EXPECT_EQ(word.find("plain|"), word.npos) << word;
}

// A fault of hints and required sub-group sizes is one of five rows.
TEST(Conditions, ListAsManyRowsAsTheWrongCasesNeed) {
  std::vector<Place> wrong,
      right{standing("all.int.1d.33.chain.offset"), standing("all.int.1d.33.chain.noopt")};
  for (const char* row : {"sizehint", "typehint", "subgroup4", "subgroup8", "subgroup16"}) {
    wrong.push_back(standing((std::string("all.int.1d.33.chain.offset.") + row).c_str()));
    wrong.push_back(standing((std::string("all.int.1d.33.chain.") + row + ".noopt").c_str()));
  }
  EXPECT_TRUE(offered(wrong, right).contains("variant=sizehint|typehint|subgroup4|subgroup8|subgroup16"));
}

}  // namespace
}  // namespace wgcts::harness
