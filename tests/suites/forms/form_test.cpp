// Requirements on every form.
#include "suites/forms/form.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "reference/clauses.hpp"
#include "suites/forms/call_writer.hpp"
#include "suites/parse.hpp"
#include "suites/plan.hpp"

namespace wgcts::suites {
namespace {

TEST(Forms, AreFoundByName) {
  for (const Form& form : all_forms()) EXPECT_EQ(form_named(form.name), &form);
  EXPECT_EQ(form_named("program"), &program_form);
  EXPECT_FALSE(parse_case("all.int.1d.4.program"));
  for (const char* name : {"", "Chain", "chai", "chains", "form"})
    EXPECT_EQ(form_named(name), nullptr) << name;
}

TEST(Forms, HaveSurroundingsOfTheirOwn) {
  using enum Surroundings;
  for (const Surroundings around : {None, Calls, Branch, Loop, NestedLoop}) {
    ASSERT_NE(form_with(around), nullptr);
    EXPECT_EQ(std::ranges::count(all_forms(), around, &Form::around), 1)
        << "only one form may have `.around` " << static_cast<int>(around) << "; a new form has Other";
  }
  EXPECT_EQ(form_with(Other), nullptr);
}

// The order of plans and the distribution of sizes must stay the same, so a new form is the last one.
TEST(Forms, HaveTheirOrder) {
  constexpr std::string_view order[] = {"chain",  "solo",    "twice",    "branch",  "loop",
                                        "nested", "derived", "constant", "example", "burst",
                                        "skew",   "stress",  "turns",    "own"};
  EXPECT_TRUE(std::ranges::equal(all_forms().first(std::size(order)), order, {}, &Form::name));
  for (unsigned rank = 0; const Form& form : all_forms()) EXPECT_EQ(form.rank, rank++) << form.name;
}

// A name is a part of case names, filters and kernel names.
TEST(Forms, HaveNamesAndPlansToTellThemApart) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789_";
  std::set<std::string_view> names, plans;
  for (const Form& form : all_forms()) {
    EXPECT_TRUE(!form.name.empty() && names.insert(form.name).second) << form.name;
    EXPECT_EQ(form.name.find_first_not_of(allowed), std::string_view::npos) << form.name;
    EXPECT_EQ(variant_named(form.name), nullptr) << form.name;
    EXPECT_FALSE(form.plan.empty()) << form.name;
    EXPECT_TRUE(plans.insert(form.plan).second) << form.name << ": another form has the same `.plan`";
  }
}

TEST(Forms, HaveRowsWhoseCasesAreLegal) {
  for (const Form& form : all_forms()) {
    EXPECT_FALSE(form.rows.empty()) << form.name;
    const auto* const builtin = std::ranges::find_if(builtins, form.has);
    ASSERT_NE(builtin, builtins.end()) << form.name;
    for (const PlanRow& row : form.rows) {
      const auto of_row = variants_of(row);
      ASSERT_EQ(std::ranges::count(of_row, nullptr), 0) << form.name << ": " << row.variants;
      EXPECT_NE(row.least, Profile::Soak) << form.name << ": a soak has no plan";
      for (unsigned dim = 1; dim <= 3; ++dim)
        for (const auto size : split(row.sizes[dim - 1], ' ')) {
          if (row.sizes[dim - 1].empty()) continue;  // the row is not for this dimension
          const auto local = parse_local_size(size, dim);
          ASSERT_TRUE(local) << form.name << " in " << dim << "d: '" << size << "'";
          for (const Variant* v : of_row)
            EXPECT_TRUE(is_legal({builtin, GenType::Int, dim, *local, &form, v}))
                << form.name << " in " << dim << "d: '" << size << "' " << v->name;
        }
    }
  }
}

// Each lane's value must reach some lane, or it is never judged.
TEST(Forms, ReadEachWorkItemsValueOnce) {
  for (const Form& form : all_forms())
    for (unsigned site = 0; site < form.sites; ++site)
      for (const std::size_t lanes : {1, 2, 7, 64}) {
        std::vector<std::size_t> own(lanes), read;
        std::iota(own.begin(), own.end(), std::size_t{0});
        for (const std::size_t lane : own) read.push_back(form.reads(site, lane, lanes));
        std::ranges::sort(read);
        EXPECT_EQ(read, own) << form.name << '@' << site;
      }
}

TEST(Forms, SayWhereTheirValuesComeFrom) {
  for (const Form& form : all_forms()) {
    EXPECT_GT(form.sites, 0U) << form.name;
    EXPECT_TRUE(form.loads || form.value != nullptr) << form.name << ": what its text computes, value() says";
    EXPECT_TRUE(form.walk > 0 || form.value != nullptr) << form.name;
  }
}

TEST(Forms, CiteClausesOfTheRegister) {
  for (const Form& form : all_forms())
    for (const auto id : form.clauses)
      EXPECT_NE(std::ranges::find(clauses, id, &Clause::id), clauses.end()) << form.name << ' ' << id;
}

// A soak must be able to draw a legal size for each form, or drawing would never end.
TEST(Forms, TakeSomeSizeThatASoakDraws) {
  for (const Form& form : all_forms()) {
    bool some = false;
    for (std::size_t lanes = 1; lanes <= std::min<std::size_t>(form.largest_drawn, 256); ++lanes)
      some |= form.takes({builtin_named("reduce_add"), GenType::Int, 1, {{lanes, 1, 1}}, &form});
    EXPECT_TRUE(some) << form.name;
  }
}

// A NaN differs from itself, so a comparison alone would keep the first NaN for ever.
TEST(Forms, KeepAChangedResultAfterANaN) {
  EXPECT_EQ(keep_change("int", "last", "first", "now"), "if (last == first) last = now;\n");
  for (const char* type : {"half", "float", "double"})
    EXPECT_EQ(keep_change(type, "last", "first", "now"),
              "if (last == first || (last != last && first != first)) last = now;\n");
}

// The worked example of WGC.SC.2: 3 1 7 0 4 1 6 3.
TEST(Forms, ExampleIsTheSpecificationsInTheFirstWorkGroup) {
  const Form& example = *form_named("example");
  std::vector<std::int64_t> values;
  for (std::size_t lane = 0; lane < 8; ++lane) values.push_back(example.value(lane, 0));
  EXPECT_EQ(values, (std::vector<std::int64_t>{3, 1, 7, 0, 4, 1, 6, 3}));
  EXPECT_NE(example.value(0, 1), example.value(0, 0));
  for (const Builtin& builtin : builtins)
    EXPECT_EQ(example.has(builtin), builtin.collective.op == Op::Add) << builtin.name;
}

}  // namespace
}  // namespace wgcts::suites
