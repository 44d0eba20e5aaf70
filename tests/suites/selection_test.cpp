#include "suites/selection.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "suites/plan.hpp"

namespace wgcts::suites {
namespace {

std::vector<Case> chosen(const Selection& selection) {
  static const std::vector<Case> all = plan(Profile::Full);  // takes 0.2 s
  return select(all, selection);
}

TEST(Selection, AnEmptySelectionIsEverything) { EXPECT_EQ(chosen({}), plan(Profile::Full)); }

TEST(Selection, EachListNarrowsTheSelection) {
  const struct {
    Selection selection;
    bool (*holds)(const Case&);
  } rows[] = {
      {{.ops = {"reduce"}}, [](const Case& c) { return c.builtin->family == "reduce"; }},
      {{.ops = {"reduce_add,all"}},
       [](const Case& c) { return c.builtin->name == "reduce_add" || c.builtin->name == "all"; }},
      {{.ops = {"reduce_add", "all"}},
       [](const Case& c) { return c.builtin->name == "reduce_add" || c.builtin->name == "all"; }},
      {{.types = {"float,half"}},
       [](const Case& c) { return c.type == GenType::Float || c.type == GenType::Half; }},
      {{.dims = {"3"}}, [](const Case& c) { return c.dim == 3; }},
      {{.dims = {"3d", "1"}}, [](const Case& c) { return c.dim != 2; }},
      {{.filters = {"*.double.2d.*"}}, [](const Case& c) { return c.type == GenType::Double && c.dim == 2; }},
      {{.filters = {"-*.double.2d.*"}},
       [](const Case& c) { return c.type != GenType::Double || c.dim != 2; }},
      {{.filters = {"*.1d.*,-*.chain*"}},
       [](const Case& c) { return c.dim == 1 && c.form->name != "chain"; }},
      {{.filters = {"-*.chain*", "*.1d.*"}},
       [](const Case& c) { return c.dim == 1 && c.form->name != "chain"; }},
      {{.ops = {"reduce_max"}, .types = {"int"}, .dims = {"2"}, .filters = {"*.solo"}},
       [](const Case& c) { return name(c).starts_with("reduce_max.int.2d.") && name(c).ends_with(".solo"); }},
  };
  for (const auto& row : rows) {
    std::vector<Case> wanted;
    for (const Case& c : plan(Profile::Full))
      if (row.holds(c)) wanted.push_back(c);
    EXPECT_FALSE(wanted.empty());
    EXPECT_EQ(chosen(row.selection), wanted) << testing::PrintToString(row.selection.filters);
  }
}

TEST(Selection, WholeNameSelectsOneCase) {
  // A selection uses the whole plan, so testing each case would take a minute.
  const auto cases = plan(Profile::Full);
  const std::size_t step = cases.size() / 50;
  for (std::size_t i = 0; i < cases.size(); i += step)
    EXPECT_EQ(chosen({.filters = {name(cases[i])}}), std::vector{cases[i]});
}

TEST(Selection, GlobThatMatchesNothingIsEmpty) { EXPECT_TRUE(chosen({.filters = {"all.float.*"}}).empty()); }

// A SPIR-V module is selected with its plain case, and by its own name.
TEST(Selection, TwinsAreSelectedByEitherName) {
  const std::vector<Case> two{parse_case("all.int.1d.33.chain").value(),
                              parse_case("all.int.1d.7.chain").value()};
  const auto names = [&](std::vector<std::string> filters) {
    const Selection selection{.filters = std::move(filters), .il = true};
    std::vector<std::string> found;
    for (const Case& c : select(candidates(two, selection), selection)) found.push_back(name(c));
    return found;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names({}).size(), 4U);
  EXPECT_EQ(names({"*.33.chain"}), (Names{"all.int.1d.33.chain", "all.int.1d.33.chain.il"}));
  EXPECT_EQ(names({"*.33.chain.il"}), (Names{"all.int.1d.33.chain.il"}));
  EXPECT_EQ(names({"-*.il"}), (Names{"all.int.1d.33.chain", "all.int.1d.7.chain"}));
  EXPECT_EQ(names({"-*.33.chain"}), (Names{"all.int.1d.7.chain", "all.int.1d.7.chain.il"}));
}

TEST(Selection, SurvivesARoundTrip) {
  const Selection selections[] = {
      {},
      {.ops = {"reduce,all", "broadcast"},
       .types = {"int"},
       .dims = {"2", "3d"},
       .filters = {"-*.1d.*", "*"}},
      {.filters = {"--op"}},
      {.types = {"int"}, .il = true},
      {.filters = {"--il"}},
      {.filters = {"--il"}, .il = true},
      {.il = true},
  };
  for (const Selection& selection : selections)
    EXPECT_EQ(selection_from(to_arguments(selection)), selection) << to_arguments(selection);
  EXPECT_EQ(to_arguments(selections[0]), "");
  EXPECT_EQ(to_arguments(selections[1]),
            "--op reduce,all --op broadcast --type int --dim 2 --dim 3d --filter -*.1d.* --filter *");
  for (const char* text : {"--op", "reduce", "--op reduce --dim", "--il --op all", "--il --il", "--shape 3",
                           " --op all", "--op all "})
    EXPECT_THROW(selection_from(text), std::invalid_argument) << text;
}

TEST(Selection, UnknownWordsAreRefusedWithTheValidOnes) {
  const struct {
    Selection selection;
    const char* names;
  } rows[] = {
      {{.ops = {"nonsense"}}, "scan_exclusive_max"},
      {{.ops = {"reduce,nonsense"}}, "nonsense"},
      {{.ops = {"Reduce"}}, "reduce"},
      {{.types = {"char"}}, "ulong"},
      {{.types = {"float4"}}, "double"},
      {{.dims = {"4"}}, "3"},
      {{.dims = {"0"}}, "1"},
      {{.dims = {"3dd"}}, "3"},
      {{.ops = {""}}, "--op"},
      {{.types = {"int,"}}, "--type"},
      {{.dims = {",1"}}, "--dim"},
      {{.filters = {"a,,b"}}, "--filter"},
      {{.filters = {"Reduce*"}}, "Reduce*"},
      {{.filters = {"-"}}, "'-'"},
      {{.filters = {"reduce_[ab"}}, "glob"},
      {{.filters = {"a b"}}, "glob"},
  };
  for (const auto& row : rows) {
    try {
      chosen(row.selection);
      ADD_FAILURE() << row.names;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(row.names), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace wgcts::suites
