#include "suites/case.hpp"

#include <gtest/gtest.h>

#include <set>

#include "suites/plan.hpp"

namespace wgcts::suites {
namespace {

TEST(Name, Examples) {
  const struct {
    Case c;
    const char* name;
  } rows[] = {
      {{builtin_named("scan_inclusive_add"),
        GenType::Float,
        3,
        {{4, 3, 5}},
        form_named("solo"),
        plain_variant},
       "scan_inclusive_add.float.3d.4x3x5.solo"},
      {{builtin_named("reduce_max"), GenType::ULong, 1, {}, form_named("chain"), variant("offset")},
       "reduce_max.ulong.1d.max.chain.offset"},
      {{builtin_named("all"), GenType::Int, 2, {{1, 64, 1}}, form_named("nested"), plain_variant},
       "all.int.2d.1x64.nested"},
      {{builtin_named("broadcast"), GenType::Half, 1, {{8, 1, 1}}, form_named("example"), variant("cl20")},
       "broadcast.half.1d.8.example.cl20"},
      {{&whole_program, GenType::Float, 2, {{4, 3, 1}}, &program_form, plain_variant, 17},
       "program.float.2d.4x3.17"},
      {{&whole_program, GenType::Int, 1, {{7, 1, 1}}, &program_form, variant("noopt"), 0},
       "program.int.1d.7.0.noopt"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(name(row.c), row.name);
    EXPECT_EQ(parse_case(row.name), row.c);
  }
}

TEST(Name, EveryCaseOfThePlanSurvivesARoundTrip) {
  for (const Case& c : plan(Profile::Standard)) {
    const auto parsed = parse_case(name(c));
    ASSERT_TRUE(parsed) << name(c);
    EXPECT_EQ(*parsed, c) << name(c);
    EXPECT_EQ(parsed->builtin, c.builtin);  // the row itself, not a copy
  }
}

TEST(Name, OfAReducedProgramContainsItsHash) {
  for (const char* text : {"program.int.1d.8.x1a2b3c4d", "program.half.2d.4x3.x00000000.noopt"}) {
    const auto c = parse_case(text);
    ASSERT_TRUE(c) << text;
    EXPECT_EQ(name(*c), text);
  }
  EXPECT_EQ(parse_case("program.int.1d.8.x1a2b3c4d")->given.hash, 0x1a2b3c4d);
  EXPECT_NE(parse_case("program.int.1d.8.x1a2b3c4d"), parse_case("program.int.1d.8.x1a2b3c4e"));
}

TEST(Name, IsUnique) {
  std::set<std::string> names;
  for (const Case& c : plan(Profile::Standard)) EXPECT_TRUE(names.insert(name(c)).second) << name(c);
}

TEST(Name, MalformedNamesAreRefused) {
  for (const char* text : {
           "",
           ".",
           "....",
           "all",
           "all.int",
           "all.int.1d",
           "all.int.1d.8",  // too short
           "all.int.1d.8.solo.offset.x",
           "all.int.1d.8.solo.offset.",  // too long
           "all.int.1d.8.solo.",
           ".all.int.1d.8.solo",
           "all..int.1d.8.solo",
           "nonsense.int.1d.8.solo",
           "work_group_all.int.1d.8.solo",
           "reduce.int.1d.8.solo",
           "ALL.int.1d.8.solo",
           "reduce_sub.int.1d.8.solo",
           "reduce_add.int.1d.8.17",
           "program.int.1d.8.solo",
           "program.int.1d.8.",
           "program.int.1d.8.017",
           "program.int.1d.8.-1",
           "program.int.1d.8.99999999999999999999",
           "program.int.1d.8.17-",
           "program.int.1d.8.-17",
           "program.int.1d.8.17--3",
           "program.int.1d.8.17-03",
           "program.int.1d.8.17-x",
           "program.int.1d.8.17-4294967296",
           "all.int.1d.8.solo-3",
           "all .int.1d.8.solo",
           " all.int.1d.8.solo",
           "all.float.1d.8.solo",
           "any.uint.1d.8.solo",  // predicates are int
           "reduce_add.char.1d.8.solo",
           "reduce_add..1d.8.solo",
           "reduce_add.int4.1d.8.solo",
           "all.int.0d.8.solo",
           "all.int.4d.8.solo",
           "all.int.1.8.solo",
           "all.int.1D.8.solo",
           "all.int.d.8.solo",
           "all.int.11d.8.solo",
           "all.int.-1d.8.solo",
           "all.int.1d.8x1.solo",
           "all.int.2d.8.solo",
           "all.int.2d.8x1x1.solo",
           "all.int.3d.8x1.solo",
           "all.int.1d..solo",
           "all.int.1d.0.solo",
           "all.int.1d.08.solo",
           "all.int.1d.-8.solo",
           "all.int.1d.+8.solo",
           "all.int.1d.8a.solo",
           "all.int.1d. 8.solo",
           "all.int.1d.0x8.solo",
           "all.int.2d.8x.solo",
           "all.int.2d.x8.solo",
           "all.int.2d.8x0.solo",
           "all.int.2d.8X8.solo",
           "all.int.1d.Max.solo",
           "all.int.2d.maxxmax.solo",
           "all.int.2d.maxx1.solo",
           "all.int.1d.99999999999999999999.solo",
           "all.int.1d.8.",
           "all.int.1d.8.Solo",
           "all.int.1d.8.offset",
           "all.int.1d.8.sol",
           "all.int.1d.8.solo.plain",
           "all.int.1d.8.solo.Offset",
           "all.int.1d.8.solo.solo",
           "all.int.1d.8.solo.cl30",
       })
    EXPECT_EQ(parse_case(text), std::nullopt) << text;
}

TEST(LocalSize, Parse) {
  EXPECT_EQ(parse_local_size("64", 1)->extents, (Extents{64, 1, 1}));
  EXPECT_EQ(parse_local_size("4x3", 2)->extents, (Extents{4, 3, 1}));
  EXPECT_EQ(parse_local_size("4x3x5", 3)->extents, (Extents{4, 3, 5}));
  for (unsigned dim = 1; dim <= 3; ++dim) {
    EXPECT_TRUE(parse_local_size("max", dim)->is_max());
    EXPECT_EQ(to_string(*parse_local_size("max", dim), dim), "max");
  }
  EXPECT_FALSE(parse_local_size("1", 1)->is_max());
  EXPECT_EQ(to_string(*parse_local_size("4x1x5", 3), 3), "4x1x5");
}

// The same selection and seed give the same data on every machine, so these numbers must never change.
TEST(DataSeed, DependsOnlyOnNameAndSeed) {
  const auto c = parse_case("scan_inclusive_add.float.3d.4x3x5.solo").value();
  EXPECT_EQ(data_seed(c, 1), data_seed(c, 1));
  std::set<std::uint64_t> seeds;
  std::size_t count = 0;
  for (const Case& each : plan(Profile::Standard))
    for (const std::uint64_t seed : {0, 1, 2}) seeds.insert(data_seed(each, seed)), ++count;
  EXPECT_EQ(seeds.size(), count);
}

TEST(Tables, VariantsHaveUniqueNamesAndAnEffect) {
  std::set<std::string_view> names, plans;
  for (const Variant& row : variants) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_TRUE(plans.insert(row.plan).second) << row.name;
    EXPECT_FALSE(row.plan.empty()) << row.name;
    const bool plain = row.offset == Extents{} && !row.remainder && row.groups == 0 && row.options.empty() &&
                       row.cl_std == 0 && row.clause.empty() && !row.saturates && row.sub_group == 0;
    EXPECT_EQ(plain, &row == plain_variant) << row.name;
    EXPECT_EQ(variant_named(row.name), &row);
  }
  EXPECT_EQ(variant_named("plain"), nullptr);
}

TEST(Tables, Builtins) {
  constexpr struct {
    const char* name;
    const char* family;
    Collective collective;
  } rows[] = {
      {"all", "all", {Family::All}},
      {"any", "any", {Family::Any}},
      {"broadcast", "broadcast", {Family::Broadcast}},
      {"reduce_add", "reduce", {Family::Reduce, Op::Add}},
      {"reduce_min", "reduce", {Family::Reduce, Op::Min}},
      {"reduce_max", "reduce", {Family::Reduce, Op::Max}},
      {"scan_inclusive_add", "scan_inclusive", {Family::ScanInclusive, Op::Add}},
      {"scan_inclusive_min", "scan_inclusive", {Family::ScanInclusive, Op::Min}},
      {"scan_inclusive_max", "scan_inclusive", {Family::ScanInclusive, Op::Max}},
      {"scan_exclusive_add", "scan_exclusive", {Family::ScanExclusive, Op::Add}},
      {"scan_exclusive_min", "scan_exclusive", {Family::ScanExclusive, Op::Min}},
      {"scan_exclusive_max", "scan_exclusive", {Family::ScanExclusive, Op::Max}},
      {"reduce_mul", "reduce", {Family::Reduce, Op::Mul}},
      {"reduce_and", "reduce", {Family::Reduce, Op::And}},
      {"reduce_or", "reduce", {Family::Reduce, Op::Or}},
      {"reduce_xor", "reduce", {Family::Reduce, Op::Xor}},
      {"reduce_logical_and", "reduce", {Family::Reduce, Op::LogicalAnd}},
      {"reduce_logical_or", "reduce", {Family::Reduce, Op::LogicalOr}},
      {"reduce_logical_xor", "reduce", {Family::Reduce, Op::LogicalXor}},
      {"scan_inclusive_mul", "scan_inclusive", {Family::ScanInclusive, Op::Mul}},
      {"scan_inclusive_and", "scan_inclusive", {Family::ScanInclusive, Op::And}},
      {"scan_inclusive_or", "scan_inclusive", {Family::ScanInclusive, Op::Or}},
      {"scan_inclusive_xor", "scan_inclusive", {Family::ScanInclusive, Op::Xor}},
      {"scan_inclusive_logical_and", "scan_inclusive", {Family::ScanInclusive, Op::LogicalAnd}},
      {"scan_inclusive_logical_or", "scan_inclusive", {Family::ScanInclusive, Op::LogicalOr}},
      {"scan_inclusive_logical_xor", "scan_inclusive", {Family::ScanInclusive, Op::LogicalXor}},
      {"scan_exclusive_mul", "scan_exclusive", {Family::ScanExclusive, Op::Mul}},
      {"scan_exclusive_and", "scan_exclusive", {Family::ScanExclusive, Op::And}},
      {"scan_exclusive_or", "scan_exclusive", {Family::ScanExclusive, Op::Or}},
      {"scan_exclusive_xor", "scan_exclusive", {Family::ScanExclusive, Op::Xor}},
      {"scan_exclusive_logical_and", "scan_exclusive", {Family::ScanExclusive, Op::LogicalAnd}},
      {"scan_exclusive_logical_or", "scan_exclusive", {Family::ScanExclusive, Op::LogicalOr}},
      {"scan_exclusive_logical_xor", "scan_exclusive", {Family::ScanExclusive, Op::LogicalXor}},
  };
  ASSERT_EQ(builtins.size(), std::size(rows));
  for (const auto& row : rows) {
    const auto* builtin = builtin_named(row.name);
    ASSERT_NE(builtin, nullptr) << row.name;
    EXPECT_EQ(builtin->family, row.family);
    EXPECT_EQ(builtin->collective, row.collective) << row.name;
  }
}

}  // namespace
}  // namespace wgcts::suites
