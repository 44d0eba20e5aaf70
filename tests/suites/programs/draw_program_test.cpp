// Drawn programs are legal, reproducible, and cover the language. WGCTS_PROGRAMS in the environment sets
// their number: a long run tests the generator and the interpreter.
#include "suites/programs/draw_program.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>
#include <stdexcept>

#include "suites/case.hpp"
#include "suites/plan.hpp"
#include "suites/programs/place.hpp"
#include "suites/programs/print.hpp"
#include "suites/programs/visit.hpp"
#include "suites/programs/wrong_run.hpp"
#include "suites/random.hpp"
#include "tests/suites/programs/program_case.hpp"

using namespace wgcts;
using namespace wgcts::suites;

namespace {

std::uint64_t programs_to_draw() {
  const char* wanted = std::getenv("WGCTS_PROGRAMS");
  return wanted == nullptr ? 4000 : std::strtoull(wanted, nullptr, 10);
}

Case nth_key(std::uint64_t n) {
  static constexpr struct {
    unsigned dim;
    Extents local;
  } shapes[] = {{1, {4, 1, 1}}, {1, {7, 1, 1}}, {2, {2, 3, 1}},
                {3, {2, 2, 2}}, {1, {1, 1, 1}}, {1, {16, 1, 1}}};
  const auto& shape = shapes[n / gentypes.size() % std::size(shapes)];
  return program_case(gentypes[n % gentypes.size()].type, shape.dim, shape.local, n);
}

TEST(DrawProgram, ManyAreLegalAndFewAreDrawnTwice) {
  const std::uint64_t count = programs_to_draw();
  std::size_t rejected = 0;
  std::set<StmtKind> statements;
  std::set<ExprKind> exprs;
  std::set<Operator> operators;
  Places places;
  for (std::uint64_t n = 0; n < count; ++n) {
    SCOPED_TRACE(name(nth_key(n)));
    const LegalProgram p = draw_program(nth_key(n), &rejected);
    ASSERT_GT(p.expected.collectives, 0U);
    visit_parts(p.program, [&](const Stmt& s) { statements.insert(s.kind); });
    visit_parts(p.program, [&](const Expr& e) {
      exprs.insert(e.kind);
      operators.insert(e.op);
    });
    places |= places_of(p.program);
  }
  // The generator is legal by construction. A rejected draw shows a missing rule.
  EXPECT_LT(rejected, count / 50 + 1);
  EXPECT_EQ(statements.size(), static_cast<std::size_t>(StmtKind::Atomic) + 1);
  EXPECT_EQ(exprs.size(), static_cast<std::size_t>(ExprKind::Collective) + 1);
  EXPECT_EQ(operators.size(), static_cast<std::size_t>(Operator::LogicalOr) + 1);
  for (const CallPlace& place : wgcts::suites::places)
    for (std::size_t f = 0; f < family_count; ++f) {
      const auto family = static_cast<Family>(f);
      EXPECT_TRUE(places[bit_of(place, family)] || !can_stand(place, family)) << place.name << ", " << f;
    }
}

TEST(DrawProgram, TheSameKeyGivesTheSameProgram) {
  for (std::uint64_t n = 0; n < 200; ++n) {
    const LegalProgram a = draw_program(nth_key(n)), b = draw_program(nth_key(n));
    EXPECT_EQ(a.program, b.program);
    EXPECT_EQ(a.launch.inputs, b.launch.inputs);
    EXPECT_EQ(a.expected.outputs, b.expected.outputs);
  }
}

// The meaning of a program depends on the real size of each work-group, and on the offset.
TEST(DrawProgram, LaunchesMayHaveAnOffsetAndRemainders) {
  for (std::uint64_t n = 0; n < 60; ++n) {
    Case key = nth_key(n);
    key.variant = variant_named("offset.remainder");
    const LegalProgram p = draw_program(key);
    const NDRange& range = p.launch.range;
    constexpr Extents offset{37, 11, 5};
    for (unsigned d = 0; d < 3; ++d) EXPECT_EQ(range.offset[d], d < key.dim ? offset[d] : 0U);
    const WorkGroup last = work_group(range, volume(group_counts(range)) - 1);
    for (unsigned d = 0; d < key.dim; ++d)
      EXPECT_EQ(last.size[d], range.local[d] == 1 ? 1 : remainder_of(range.local[d], d)) << name(key);
    EXPECT_EQ(run(p.program, p.launch).outputs, p.expected.outputs);
  }
}

// cl_khr_work_group_uniform_arithmetic
TEST(DrawProgram, MayCallUniformArithmetic) {
  std::set<Op> operations;
  std::size_t rejected = 0;
  constexpr std::uint64_t count = 60;
  for (std::uint64_t n = 0; n < count; ++n) {
    Case key = nth_key(n);
    key.variant = variant("uniform");
    const LegalProgram p = draw_program(key, &rejected);
    EXPECT_TRUE(calls_uniform_arithmetic(p.program)) << name(key);
    EXPECT_EQ(given_case(p).variant, variant("uniform"));
    for (const Builtin* b : builtins_called(p.program)) operations.insert(b->collective.op);
    key.variant = plain_variant;
    EXPECT_FALSE(calls_uniform_arithmetic(draw_program(key).program)) << name(key);
  }
  EXPECT_TRUE(operations.contains(Op::Mul) && operations.contains(Op::LogicalXor));
  EXPECT_LT(rejected, count / 10) << "the author forgot a rule";
}

TEST(DrawProgram, AnotherSeedOrShapeGivesAnotherProgram) {
  std::set<std::string> texts;
  for (std::uint64_t n = 0; n < 200; ++n)
    texts.insert(source_text(draw_program(nth_key(n)).program, nth_key(n).dim));
  EXPECT_EQ(texts.size(), 200U);
}

// The result depends neither on the evaluation order of arguments nor on the C++ library.
TEST(DrawProgram, IsTheSameOnEveryMachine) {
  const Case key = program_case(GenType::Int, 1, {4, 1, 1}, 1);
  EXPECT_EQ(wgcts::suites::hash(source_text(draw_program(key).program, 1), 0), 294317363129695005U)
      << "if the change is intended, every seed gives another program: choose the fixed set again";
}

TEST(DrawProgram, LargeWorkGroups) {
  for (const auto& row : gentypes) {
    const LegalProgram p = draw_program(program_case(row.type, 2, {32, 32, 1}, 5));
    EXPECT_GT(p.expected.collectives, 0U);
  }
}

TEST(DrawProgram, WorkGroupsBehaveDifferently) {
  // Some programs have work-groups that return early and leave elements unwritten.
  std::size_t partial = 0;
  for (std::uint64_t n = 0; n < 500; ++n) {
    const LegalProgram p = draw_program(nth_key(n));
    bool written = false, unwritten = false;
    for (const OutputBuffer& o : p.expected.outputs)
      for (const auto w : o.written) (w ? written : unwritten) = true;
    partial += written && unwritten ? 1 : 0;
  }
  EXPECT_GT(partial, 10U);
}

TEST(KeyOfProgram, NamesSurviveARoundTrip) {
  const Case key = program_case(GenType::Float, 2, {4, 3, 1}, 17);
  EXPECT_EQ(name(key), "program.float.2d.4x3.17");
  EXPECT_EQ(key_of(parse_case(name(key)).value()), key);
  for (const char* bad :
       {"", "program", "program.float.2d.4x3", "program.float.2d.4x3.x", "program.short.2d.4x3.1",
        "program.float.4d.4x3.1", "program.float.2d.4.1", "program.float.2d.4x3.01",
        "program.float.2d.4x3.x1a2b3c4", "reduce_add.float.2d.4x3.1"})
    EXPECT_FALSE(parse_case(bad)) << bad;
}

// A case under a variant draws the program for the variant's launch.
TEST(KeyOfProgram, HasTheLaunchOfTheVariant) {
  const Case key = key_of(parse_case("program.int.2d.2x3.3.offset.remainder.noopt").value());
  EXPECT_EQ(key.variant, variant_named("offset.remainder"));
  EXPECT_EQ(draw_program(key).launch.range.offset, (Extents{37, 11, 0}));
  EXPECT_EQ(key_of(parse_case("program.int.1d.8.3.uniform").value()).variant, variant("uniform"));
}

// A reduction may remove the property of a variant row. The name then lacks the row.
TEST(GivenProgram, HasTheRowsOfItsOwnNdrange) {
  Case key = program_case(GenType::Int, 1, {4, 1, 1}, 17);
  const Variant* asked = variant_named("offset.remainder.reqd");
  EXPECT_TRUE(name(given_case(draw_program(key), asked)).ends_with(".reqd"));
  EXPECT_FALSE(name(given_case(draw_program(key), asked)).ends_with("remainder.reqd"));
  key.variant = variant("remainder");
  const Case short_group = given_case(draw_program(key));
  EXPECT_EQ(short_group.variant, variant("remainder"));
  key.variant = variant_named("offset.remainder");
  const Case both = given_case(draw_program(key), variant("noopt"));
  EXPECT_EQ(both.variant, variant_named("offset.remainder.noopt"));
  EXPECT_NE(both.given.hash, short_group.given.hash);
}

TEST(GivenProgram, IsNamedByItsContent) {
  const LegalProgram p = draw_program(program_case(GenType::Float, 2, {4, 3, 1}, 17));
  const Case c = given_case(p);
  EXPECT_TRUE(name(c).starts_with("program.float.2d.4x3.x")) << name(c);
  EXPECT_EQ(name(given_case(p)), name(c));
  EXPECT_EQ(draw_program(key_of(c)).program, p.program);
  const auto parsed = parse_case(name(c));
  ASSERT_TRUE(parsed);
  EXPECT_EQ(*parsed, c);
  // A name alone has no content.
  EXPECT_THROW(draw_program(key_of(*parsed)), std::invalid_argument);
  LegalProgram other = p;
  ASSERT_FALSE(other.launch.inputs.empty());
  other.launch.inputs[0][0] ^= 1;
  EXPECT_NE(name(given_case(other)), name(c));
}

TEST(FixedSet, CoversEveryPlaceAndFamilyTwice) {
  std::map<std::size_t, int> times;
  std::set<std::string_view> names;
  for (const std::string_view text : fixed_set()) {
    const auto c = parse_case(text);
    ASSERT_TRUE(c) << text;
    EXPECT_TRUE(names.insert(text).second) << text;
    const LegalProgram program = draw_program(key_of(*c));
    Places found = places_of(program.program);
    std::set<Family> shown;  // others do not count
    for (const Builtin* builtin : builtins_shown(program)) shown.insert(builtin->collective.family);
    for (const CallPlace& place : places)
      for (std::size_t f = 0; f < family_count; ++f)
        if (!shown.contains(static_cast<Family>(f))) found.reset(bit_of(place, static_cast<Family>(f)));
    const bool everywhere = c->type == GenType::Int || c->type == GenType::UInt || c->type == GenType::Float;
    for (std::size_t bit = 0; bit < found.size() && everywhere; ++bit) times[bit] += found[bit] ? 1 : 0;
  }
  for (const CallPlace& place : places)
    for (std::size_t f = 0; f < family_count; ++f) {
      const auto family = static_cast<Family>(f);
      if (!can_stand(place, family)) continue;
      EXPECT_GE(times[bit_of(place, family)], 2) << place.name << ", family " << f << ": see choose.cpp";
    }
}

}  // namespace
