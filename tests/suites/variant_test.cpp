#include "suites/variant.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "suites/plan.hpp"
#include "suites/random.hpp"

namespace wgcts::suites {
namespace {

TEST(Variant, IsARowOrRowsInTheOrderOfTheirAxes) {
  EXPECT_EQ(variant_named(""), plain_variant);
  EXPECT_EQ(variant_named("offset"), variant("offset"));
  const Variant* both = variant_named("offset.noopt");
  ASSERT_NE(both, nullptr);
  EXPECT_EQ(both->name, "offset.noopt");
  EXPECT_EQ(both->offset, variant("offset")->offset);
  EXPECT_EQ(both->options, "-cl-opt-disable");
  EXPECT_EQ(rows_of(*both), (std::vector{variant("offset"), variant("noopt")}));
  EXPECT_EQ(combined(*variant("noopt"), *variant("offset")), both) << "in any order";
  for (const char* name : {"noopt.offset", "offset.offset31", "offset.", ".offset", "offset.plain",
                           "svm.threads", "unsized.svm", "toldoffset.unsized", "offset.noopt.noopt"})
    EXPECT_EQ(variant_named(name), nullptr) << name;
}

TEST(Variant, ContainsItsRows) {
  const Variant& three = *variant_named("remainder.printing.vectors.flushed.debug");
  for (const Variant& row : variants) {
    const bool is_in = three.name.find(row.name) != std::string_view::npos && row.key != 0;
    EXPECT_EQ(contains(three, row), is_in) << row.name;
    EXPECT_TRUE(contains(row, row)) << row.name;
    EXPECT_EQ(contains(*plain_variant, row), row.key == 0) << row.name;
  }
  EXPECT_EQ(without(three, Axis::Math)->name, "remainder.printing.vectors.debug");
  EXPECT_EQ(without(three, Axis::Offset), &three);
  EXPECT_EQ(company_of(three)->name, "printing.vectors");
  EXPECT_EQ(company_of(*variant("offset")), plain_variant);
  EXPECT_EQ(row_of(three, Axis::Groups).name, "remainder");
  EXPECT_EQ(row_of(three, Axis::Host).key, 0U);
}

TEST(Variant, CombinationsHaveTheSettingsOfTheirRows) {
  const Variant& v =
      *variant_named("offset31.remainder.typehint.subgroup16.copying.arrays.cl20.flushed.noifp.noopt");
  EXPECT_TRUE(v.remainder);
  EXPECT_EQ(v.attribute, "vec_type_hint(float4)");
  EXPECT_EQ(v.sub_group, 16U);
  EXPECT_EQ(v.cl_std, 20U);
  EXPECT_EQ(v.options, "-cl-denorms-are-zero -cl-no-subgroup-ifp -cl-opt-disable");
  EXPECT_TRUE(v.open.subnormals && v.open.zero_sign && !v.open.nonfinite);
  EXPECT_EQ(v.address_bits, 64U);
  EXPECT_EQ(v.least_version, 21U);
  EXPECT_TRUE(v.takes_sub_groups);
  EXPECT_EQ(v.walk, variant("offset31")->walk);
  // Statements of two rows enclose each other.
  const Company &outer = company::copies, &inner = company::private_array;
  EXPECT_EQ(in_company(v, "form"),
            fmt::format("{}{}form{}    if ({}) told[4] = 1;\n{}    if ({}) told[3] = 1;\n", outer.before,
                        inner.before, inner.after, inner.wrong, outer.after, outer.wrong));
  EXPECT_EQ(plan_of(*variant_named("remainder.noopt")),
            "a remainder work-group in each dimension; built with -cl-opt-disable");
}

// Rows of different axes must not have the same setting.
TEST(Variant, NamesOfCombinationsSurviveARoundTrip) {
  Random random(1);
  std::size_t combinations = 0;
  for (int i = 0; i < 2000; ++i) {
    const Variant* v = plain_variant;
    for (int row = 0; row < 4; ++row)
      if (const Variant* more = combined(*v, variants[random.below(variants.size())])) v = more;
    EXPECT_EQ(variant_named(v->name), v) << v->name;
    for (const Variant* row : rows_of(*v)) {
      EXPECT_TRUE(contains(*v, *row)) << v->name;
      EXPECT_TRUE(v->situation == row->situation || row->situation == Situation::None) << v->name;
      EXPECT_TRUE(v->reported_query == row->reported_query || row->reported_query.empty()) << v->name;
    }
    combinations += rows_of(*v).size() > 1 ? 1 : 0;
  }
  EXPECT_GT(combinations, 1500U);
}

TEST(Variant, CasesOfCombinationsSurviveARoundTrip) {
  for (const char* id :
       {"reduce_add.int.1d.33.chain.offset.noopt", "all.int.2d.7x5.twice.crowd.printing.cl20",
        "program.int.2d.2x3.188.cl20.noopt", "reduce_max.ulong.1d.max.chain.subgroup16.debug"}) {
    const auto c = parse_case(id);
    ASSERT_TRUE(c) << id;
    EXPECT_EQ(name(*c), id);
    EXPECT_EQ(objection(*c), "") << id;
  }
  for (const char* id : {"reduce_add.int.1d.33.chain.noopt.offset", "reduce_add.int.1d.33.chain.",
                         "reduce_add.int.1d.33.chain.offset.", "reduce_add.int.1d.33.chain.offset.noop"})
    EXPECT_FALSE(parse_case(id)) << id;
}

TEST(Legal, GivesTheReasonOfAnIllegalCase) {
  constexpr struct {
    const char* id;
    std::string_view word;
  } rows[] = {{"reduce_add.int.1d.33.chain.remainder.uniformsize", "promises"},
              {"reduce_add.int.1d.33.own.remainder.nostd", "the same size"},
              {"reduce_add.int.1d.33.own.subgroups.nostd", "1.x"},
              {"reduce_add.int.1d.33.own.linked.nostd", "another part"},
              {"reduce_add.int.1d.33.chain.cl20.noifp", "2.1"},
              {"reduce_add.int.1d.33.chain.reqd.sizehint", "hint"},
              {"reduce_add.int.1d.33.chain.toldoffset.svm", "argument"},
              {"reduce_add.int.1d.33.chain.toldoffset.brimful", "argument"},
              {"reduce_add.int.1d.33.chain.il.noopt", "SPIR-V"},
              {"reduce_add.int.1d.max.chain.reqd.noopt", "max"}};
  for (const auto& row : rows)
    EXPECT_NE(objection(parse_case(row.id).value()).find(row.word), std::string_view::npos) << row.id;
  EXPECT_EQ(objection(parse_case("reduce_add.int.1d.33.chain.offset.remainder.reqd.subgroup16").value()), "");
}

}  // namespace
}  // namespace wgcts::suites
