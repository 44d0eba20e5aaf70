#include "suites/values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "suites/plan.hpp"
#include "tests/suites/covering/families.hpp"

namespace wgcts::suites {
namespace {

ValueId value(std::string_view parameter, std::string_view name) {
  for (std::size_t id = 0; id < all_values().size(); ++id)
    if (parameter_name(all_values()[id].parameter) == parameter && all_values()[id].name == name)
      return static_cast<ValueId>(id);
  ADD_FAILURE() << "no value " << name << " of " << parameter;
  return 0;
}

std::string_view value_of(const char* id, Parameter parameter) {
  return all_values()[values_of(parse_case(id).value()).value()[place_of(parameter)]].name;
}

TEST(Values, SizeClassesAreThoseThatDriversDistinguish) {
  constexpr std::pair<const char*, std::string_view> rows[] = {{"1", "1"},
                                                               {"2", "2"},
                                                               {"7", "3 to 7"},
                                                               {"32", "a width: 8, 16, 32, 64"},
                                                               {"33", "one above 8, 16, 32"},
                                                               {"63", "one below 16 to 256"},
                                                               {"48", "a multiple of 8 up to 120"},
                                                               {"100", "no multiple of 8 up to 120"},
                                                               {"128", "128, 256, 512, 1024"},
                                                               {"1024", "128, 256, 512, 1024"},
                                                               {"65", "one above 64, 128, 256"},
                                                               {"257", "one above 64, 128, 256"},
                                                               {"127", "one below 16 to 256"},
                                                               {"192", "a multiple of 8 beyond 128"},
                                                               {"300", "no multiple of 8 beyond 128"},
                                                               {"max", "max"}};
  for (const auto& [size, name] : rows)
    EXPECT_EQ(value_of(("reduce_add.int.1d." + std::string(size) + ".chain").c_str(), Parameter::Size), name);
}

TEST(Values, ShapesDistinguishFlatTallAndCubicGroups) {
  constexpr std::pair<const char*, std::string_view> rows[] = {{"1d.33", "1d"},
                                                               {"2d.1x64", "2d, x = 1"},
                                                               {"2d.64x1", "2d, y = 1"},
                                                               {"2d.8x8", "2d square"},
                                                               {"2d.9x5", "2d wide"},
                                                               {"2d.5x9", "2d tall"},
                                                               {"3d.1x9x2", "3d, x = 1"},
                                                               {"3d.9x1x2", "3d, y = 1"},
                                                               {"3d.9x2x1", "3d, z = 1"},
                                                               {"3d.4x4x4", "3d cube"},
                                                               {"3d.3x5x7", "3d of unequal extents"}};
  for (const auto& [words, name] : rows)
    EXPECT_EQ(value_of(("reduce_add.int." + std::string(words) + ".chain").c_str(), Parameter::Shape), name);
}

TEST(Values, ExcludesValuesThatAreNotCombined) {
  for (const char* id :
       {"program.int.1d.3.188", "reduce_mul.int.1d.33.chain", "reduce_add.int.1d.64.stress.saturated",
        "reduce_add.int.1d.33.own.nostd", "reduce_add.int.1d.3.solo.flood"})
    EXPECT_FALSE(values_of(parse_case(id).value())) << id;
}

TEST(Values, SizesHaveTheirShapeAndClass) {
  std::size_t count = 0;
  for (ValueId shape = range_of(place_of(Parameter::Shape)).first;
       shape < range_of(place_of(Parameter::Shape)).second; ++shape)
    for (ValueId size = range_of(place_of(Parameter::Size)).first;
         size < range_of(place_of(Parameter::Size)).second; ++size)
      for (const LocalSize& local : sizes_with(shape, size)) {
        const Case c{&builtins.front(), GenType::Int, dim_of(shape), local, &all_forms().front()};
        EXPECT_EQ(values_of(c).value()[place_of(Parameter::Shape)], shape) << name(c);
        EXPECT_EQ(values_of(c).value()[place_of(Parameter::Size)], size) << name(c);
        ++count;
      }
  EXPECT_GT(count, 300U);
}

TEST(Pairs, GivesTheReasonOfAnIllegalPair) {
  const auto why_not = [](ValueId a, ValueId b) { return legality(std::array{a, b}).reason; };
  EXPECT_EQ(why_not(value("groups", "remainder"), value("option", "uniformsize")),
            "-cl-uniform-work-group-size promises that there is no remainder");
  EXPECT_EQ(why_not(value("shape", "3d cube"), value("size", "2")), "no work-group has both");
  EXPECT_EQ(why_not(value("beside", "brimful"), value("host", "svm")),
            "both change how the host launches the kernel, or both need the kernel's only extra argument");
  EXPECT_EQ(why_not(value("beside", "printing"), value("host", "svm")), "");
  for_each_pair([&](ValueId a, ValueId b) { EXPECT_EQ(why_not(a, b).empty(), legal_pairs()(a, b) != 0); });
}

// Predicates have type int only.
TEST(Pairs, FamiliesDependOnTheType) {
  const auto predicates = static_cast<Families>(bit_of(Family::All) | bit_of(Family::Any));
  EXPECT_EQ(legal_pairs()(value("type", "float"), value("form", "chain")) & predicates, 0);
  EXPECT_EQ(legal_pairs()(value("type", "int"), value("form", "chain")) & predicates, predicates);
}

// A device that skips the case must cover the case's other pairs elsewhere.
TEST(Pairs, ACaseWithARareValueCountsOnlyForThatValue) {
  const PairTable met = covered_pairs({parse_case("reduce_add.int.1d.33.chain.remainder.noopt").value()});
  EXPECT_NE(met(value("groups", "remainder"), value("optimiser", "noopt")), 0);
  EXPECT_NE(met(value("groups", "remainder"), value("form", "chain")), 0);
  EXPECT_EQ(met(value("form", "chain"), value("optimiser", "noopt")), 0);
  const PairTable two = covered_pairs({parse_case("reduce_add.int.1d.33.chain.remainder.cl20").value()});
  EXPECT_NE(two(value("groups", "remainder"), value("language", "cl20")), 0);
  EXPECT_EQ(two(value("groups", "remainder"), value("form", "chain")), 0);
}

/// The families that the pair still needs.
Families open_families(const PairTable& met, ValueId a, ValueId b) {
  const auto open = static_cast<Families>(legal_pairs()(a, b) & ~met(a, b));
  return met(a, b) != 0 && takes_one_family(a, b) ? Families{0} : open;
}

// Forms with a kernel for each family need only one family with each attribute, option and host situation.
TEST(Plan, StandardMeetsEveryPair) {
  const PairTable met = covered_pairs(plan(Profile::Standard));
  for_each_pair([&](ValueId a, ValueId b) {
    EXPECT_EQ(open_families(met, a, b), 0)
        << parameter_name(all_values()[a].parameter) << " " << all_values()[a].name << " and "
        << parameter_name(all_values()[b].parameter) << " " << all_values()[b].name
        << ": build the target `launches` (docs/architecture.md)";
  });
  const Share pairs = share_of(plan(Profile::Standard), 2);
  EXPECT_EQ(pairs.met, pairs.legal);
  EXPECT_GT(pairs.legal, 4000U);
  const Share forms = share_of_form_row_dimension(plan(Profile::Standard));
  EXPECT_EQ(forms.met, forms.legal);
}

TEST(Plan, FullMeetsEveryTriple) {
  const TripleTable met = covered_triples(plan(Profile::Full));
  // A new form lacks thousands of triples.
  constexpr std::size_t most_shown = 10;
  std::size_t lacking = 0;
  for_each_triple([&](const ThreeValues& ids) {
    const auto open = static_cast<Families>(legal_triples()(ids) & ~met(ids));
    if (open == 0 || (met(ids) != 0 && takes_one_family(ids))) return;
    if (lacking++ < most_shown)
      ADD_FAILURE() << all_values()[ids[0]].name << ", " << all_values()[ids[1]].name << " and "
                    << all_values()[ids[2]].name;
  });
  EXPECT_EQ(lacking, 0U) << "triples are in no case: build the target `launches` (docs/architecture.md)";
  const Share triples = share_of(plan(Profile::Full), 3);
  EXPECT_EQ(triples.met, triples.legal);
  EXPECT_GT(triples.legal, 100'000U);
}

// A triple counts only in a case that shows all three values.
TEST(Triples, ACaseHidesSomeOfItsTriples) {
  const auto met = [](const char* id, ThreeValues ids) {
    std::ranges::sort(ids);
    return covered_triples({parse_case(id).value()})(ids) != 0;
  };
  const ValueId chain = value("form", "chain"), noopt = value("optimiser", "noopt"),
                printing = value("beside", "printing"), remainder = value("groups", "remainder"),
                unsized = value("groups", "unsized"), linked = value("host", "linked"),
                sizehint = value("hint", "sizehint");
  EXPECT_TRUE(met("reduce_add.int.1d.33.chain.printing.noopt", {chain, printing, noopt}));
  EXPECT_FALSE(met("reduce_add.int.1d.33.chain.printing", {chain, printing, noopt}));
  // Many devices skip the case.
  EXPECT_FALSE(met("reduce_add.int.1d.33.chain.remainder.printing.noopt", {chain, printing, noopt}));
  EXPECT_TRUE(met("reduce_add.int.1d.33.chain.remainder.printing.noopt", {remainder, printing, noopt}));
  EXPECT_FALSE(met("reduce_add.int.1d.33.chain.unsized.noopt", {chain, value("shape", "1d"), noopt}));
  EXPECT_TRUE(met("reduce_add.int.1d.33.chain.unsized.noopt", {chain, unsized, noopt}));
  EXPECT_FALSE(met("reduce_add.int.1d.33.chain.sizehint.linked.noopt", {chain, sizehint, noopt}));
  EXPECT_TRUE(met("reduce_add.int.1d.33.chain.sizehint.linked.noopt", {linked, sizehint, noopt}));
}

TEST(Triples, AnIllegalPairMakesNoLegalTriple) {
  EXPECT_EQ(
      legal_triples()({value("form", "chain"), value("groups", "remainder"), value("option", "uniformsize")}),
      0);
  EXPECT_NE(
      legal_triples()({value("form", "chain"), value("groups", "crowd"), value("option", "uniformsize")}), 0);
}

TEST(Plan, LaunchesAreNamedByLegalCases) {
  for (const auto& names : {standard_launches(), full_launches()})
    for (const std::string_view word : names) {
      const auto c = parse_case(word);
      ASSERT_TRUE(c) << word;
      EXPECT_EQ(objection(*c), "") << word;
      EXPECT_EQ(name(*c), word);
    }
}

}  // namespace
}  // namespace wgcts::suites
