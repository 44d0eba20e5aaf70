#include "suites/plan.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>

#include "suites/parse.hpp"
#include "suites/programs/draw_program.hpp"
#include "suites/programs/wrong_run.hpp"
#include "suites/values.hpp"

namespace wgcts::suites {
namespace {

using Pair = std::pair<std::string_view, GenType>;  // builtin and type

std::map<Pair, std::array<std::vector<Case>, 3>> by_pair(Profile profile = Profile::Standard) {
  std::map<Pair, std::array<std::vector<Case>, 3>> cases;
  for (const Case& c : plan(profile))
    if (is_core(*c.builtin) && !is_program(c)) cases[{c.builtin->name, c.type}].at(c.dim - 1).push_back(c);
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

/// Soak has no plan.
constexpr auto planned = std::span(profiles).first<3>();

TEST(Plan, EveryProfileContainsThe216Combinations) {
  for (const auto& profile : planned) {
    const auto cases = by_pair(profile.profile);
    std::size_t count = 0;
    for (const auto& builtin : builtins)
      for (const auto& type : gentypes) {
        if (!is_core(builtin)) continue;
        const bool legal = takes(builtin, type.type);
        EXPECT_EQ(cases.contains({builtin.name, type.type}), legal) << builtin.name << type.name;
        if (!legal) continue;
        for (const auto& dim : cases.at({builtin.name, type.type})) count += dim.empty() ? 0 : 1;
      }
    EXPECT_EQ(count, 216U) << profile.name;
  }
}

TEST(Plan, EachProfileContainsTheSmallerOnes) {
  for (std::size_t i = 0; i + 1 < planned.size(); ++i) {
    std::set<std::string> larger;
    for (const Case& c : plan(profiles[i + 1].profile)) larger.insert(name(c));
    const auto smaller = plan(profiles[i].profile);
    EXPECT_LT(smaller.size(), larger.size());
    for (const Case& c : smaller) EXPECT_TRUE(larger.contains(name(c))) << name(c);
  }
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

// "At least four local sizes that differ in every extent": no two of the four sizes share x, y or z.
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

std::set<Extents> sizes_of(std::string_view builtin, unsigned dim, Profile profile) {
  std::set<Extents> sizes;
  for (const auto& [pair, dims] : by_pair(profile))
    if (pair.first == builtin) sizes.merge(fixed_sizes(dims.at(dim - 1)));
  return sizes;
}

// Unequal extents detect swapped x, y and z, and a flat work-group treated as a line.
TEST(Plan, ExtentsAreUnequalForEachAndOneForSomeType) {
  each_combination([](const std::vector<Case>& cases, unsigned dim) {
    if (dim == 1) return;
    bool unequal = false;
    for (const Extents& e : fixed_sizes(cases)) {
      const std::set<std::size_t> extents(e.begin(), e.begin() + dim);
      unequal |= extents.size() == dim && !extents.contains(1);
    }
    EXPECT_TRUE(unequal);
  });
  for (const Builtin& builtin : builtins)
    for (const unsigned dim : {2U, 3U}) {
      if (!is_core(builtin)) continue;
      std::array<bool, 3> is_one{}, is_more{};
      for (const Extents& e : sizes_of(builtin.name, dim, Profile::Standard))
        for (unsigned d = 0; d < dim; ++d)
          is_one.at(d) |= e[d] == 1 && volume(e) > 1, is_more.at(d) |= e[d] > 1;
      for (unsigned d = 0; d < dim; ++d) EXPECT_TRUE(is_one.at(d) && is_more.at(d)) << builtin.name << d;
    }
}

// Drivers have other code for the work-groups at an NDRange's end. A bug may need several work-items there.
TEST(Plan, EachCombinationHasRemaindersOfOneAndOfSeveralWorkItems) {
  each_combination([](const std::vector<Case>& cases, unsigned dim) {
    for (unsigned d = 0; d < dim; ++d) {
      std::set<bool> are_one;
      for (const Case& c : cases)
        if (c.variant->remainder && !c.local.is_max() && c.local.extents[d] > 1)
          are_one.insert(remainder_of(c.local.extents[d], d) == 1);
      EXPECT_EQ(are_one.size(), 2U) << "in dimension " << d;
    }
  });
}

// Each builtin has many sizes with some type, and the sizes that most drivers distinguish with every type.
TEST(Plan, SizesBesideTheEdgesOfSubGroupsInOneDimension) {
  for (const Builtin& builtin : builtins) {
    if (!is_core(builtin)) continue;
    const auto sizes = sizes_of(builtin.name, 1, Profile::Standard);
    EXPECT_GE(sizes.size(), 15U) << builtin.name;
  }
  each_combination([&](const std::vector<Case>& cases, unsigned dim) {
    if (dim != 1) return;
    const auto sizes = fixed_sizes(cases);
    for (const std::size_t size : {1, 2, 7, 33, 64, 257}) EXPECT_TRUE(sizes.contains({size, 1, 1})) << size;
  });
}

using Launch = std::pair<const Form*, const Variant*>;

std::set<Launch> rows_from(Profile profile) {
  std::set<Launch> rows;
  for (const Form& form : all_forms())
    for (const PlanRow& row : form.rows)
      if (row.least <= profile && row.types.empty())
        for (const Variant* v : variants_of(row)) rows.insert({&form, v});
  return rows;
}

TEST(Plan, StandardHasEveryFormWithEachBuiltinAndType) {
  for (const auto& [pair, dims] : by_pair()) {
    std::set<const Form*> seen;
    for (const auto& cases : dims)
      for (const Case& c : cases) seen.insert(c.form);
    for (const auto& [form, variant] : rows_from(Profile::Standard)) {
      if (form->sharing == KernelSharing::None || form->sharing == KernelSharing::Family) continue;
      EXPECT_EQ(seen.contains(form), form->has(*builtin_named(pair.first))) << label(pair, 0) << form->name;
    }
  }
}

TEST(Plan, StandardHasEveryFormAndVariantWithEachBuiltinAndDimension) {
  std::set<std::tuple<std::string_view, unsigned, const Form*, const Variant*>> seen;
  for (const Case& c : plan(Profile::Full)) seen.insert({c.builtin->name, c.dim, c.form, c.variant});
  for (const Builtin& builtin : builtins)
    for (unsigned dim = 1; is_core(builtin) && dim <= 3; ++dim)
      for (const auto& [form, variant] : rows_from(Profile::Standard))
        EXPECT_EQ(seen.contains({builtin.name, dim, form, variant}), form->has(builtin))
            << builtin.name << dim << form->name << variant->name;
}

TEST(Plan, FullHasEveryFormAndVariantInEveryDimension) {
  for (const auto& [pair, dims] : by_pair(Profile::Full))
    for (unsigned dim = 1; dim <= 3; ++dim) {
      std::set<const Form*> seen_forms;
      std::set<const Variant*> seen_rows;
      for (const Case& c : dims.at(dim - 1)) {
        seen_forms.insert(c.form);
        for (const Variant* row : rows_of(*c.variant)) seen_rows.insert(row);
      }
      for (const Form& form : all_forms())
        EXPECT_EQ(seen_forms.contains(&form), form.has(*builtin_named(pair.first)))
            << label(pair, dim) << " " << form.name;
      for (const Variant& row : variants)
        EXPECT_TRUE(seen_rows.contains(&row) || &row == plain_variant || row.uniform_arithmetic)
            << label(pair, dim) << " " << row.name;
    }
}

// An extension's builtins get a third of the sizes, and each has every type.
TEST(Plan, ExtensionsHaveEachTypeAndDimension) {
  std::set<std::tuple<std::string_view, GenType, unsigned>> seen;
  std::size_t core = 0, others = 0;
  for (const Case& c : plan(Profile::Standard)) {
    (is_core(*c.builtin) ? core : others) += 1;
    if (!is_core(*c.builtin)) seen.insert({c.builtin->name, c.type, c.dim});
  }
  for (const Builtin& builtin : builtins)
    for (const auto& type : gentypes)
      for (unsigned dim = 1; !is_core(builtin) && dim <= 3; ++dim)
        EXPECT_EQ(seen.contains({builtin.name, type.type, dim}), takes(builtin, type.type)) << builtin.name;
  EXPECT_LT(others, core);
}

// Rows that need a separate program have few types, but a launch of every builtin.
TEST(Plan, StandardHasEachRowWithEachCoreBuiltin) {
  std::set<std::pair<std::string_view, const Variant*>> seen;
  std::set<const Variant*> planned_rows;
  for (const Case& c : plan(Profile::Standard))
    for (const Variant* row : rows_of(*c.variant)) {
      seen.insert({c.builtin->name, row});
      planned_rows.insert(row);
    }
  for (const Variant* row : planned_rows)
    for (const Builtin& builtin : builtins)
      // get_global_offset does not depend on the builtin, a flood takes long, and only programs choose their
      // collectives.
      if (is_core(builtin) && row != variant("toldoffset") && row != variant("toldoffset33") &&
          row != variant("flood") && !row->uniform_arithmetic)
        EXPECT_TRUE(seen.contains({builtin.name, row})) << builtin.name << " " << row->name;
}

// Without -cl-std there are no builtins to call, and a kernel that fills local memory cannot use it
// otherwise. The functions of the form 'own' use INF.
TEST(Plan, FormsExcludeVariants) {
  constexpr struct {
    const char* id;
    bool legal;
  } rows[] = {{"reduce_add.int.1d.33.own.nostd", true},
              {"reduce_add.int.1d.33.own", false},
              {"reduce_add.int.1d.33.chain.nostd", false},
              {"reduce_add.int.1d.33.own.noopt", false},
              {"reduce_mul.int.1d.33.own.nostd", false},
              {"reduce_add.int.1d.33.chain.brimful", true},
              {"reduce_add.int.1d.99.twice.brimful", false},
              {"reduce_add.int.1d.99.twice.printing", true},
              {"reduce_min.float.1d.33.own.nostd.finitemath", false},
              {"reduce_min.float.1d.33.own.nostd.flushed", true}};
  for (const auto& row : rows) EXPECT_EQ(is_legal(parse_case(row.id).value()), row.legal) << row.id;
}

// A report's case can be replayed with any profile, but illegal cases cannot: the form derived, for example,
// uses lanes that small work-groups lack.
TEST(Plan, ContainsCasesThatAreNamedInFull) {
  const auto smoke = plan(Profile::Smoke);
  const auto more = with_named(smoke, {"reduce_add.int.1d.511.chain,reduce_*", "reduce_add.int.1d.33.chain",
                                       "reduce_add.int.1d.777.twice.crowd"});
  ASSERT_EQ(more.size(), smoke.size() + 2);
  EXPECT_EQ(name(more[smoke.size()]), "reduce_add.int.1d.511.chain");
  EXPECT_EQ(name(more.back()), "reduce_add.int.1d.777.twice.crowd");
}

TEST(Plan, ContainsNoIllegalNamedCase) {
  for (const char* id :
       {"reduce_add.int.1d.1.derived", "reduce_add.int.1d.65.derived", "reduce_add.int.2d.60x1.derived",
        "reduce_add.int.1d.60.derived.remainder", "reduce_add.int.1d.max.derived",
        "reduce_add.half.1d.max.constant", "reduce_add.half.2d.2049x1.constant",
        "reduce_add.half.1d.158.constant.unsized", "reduce_add.int.1d.9.example",
        "reduce_max.int.1d.8.example", "reduce_add.int.1d.8.example.remainder"}) {
    ASSERT_TRUE(parse_case(id)) << id;
    EXPECT_TRUE(with_named({}, {id}).empty()) << id;
  }
  for (const Case& c : plan(Profile::Full)) EXPECT_TRUE(is_legal(c)) << name(c);
  EXPECT_TRUE(plan(Profile::Soak).empty());
}

// The specification's example has eight values.
TEST(Plan, ExampleHasEightLanes) {
  for (const Case& c : plan(Profile::Full))
    if (c.form->name == "example") {
      EXPECT_EQ(volume(c.local.extents), 8U) << name(c);
    }
}

// A remainder, an offset or many work-groups need a size that is known before the launch and fits most
// devices.
TEST(Plan, SizesFitTheirDimension) {
  for (const Case& c : plan(Profile::Full)) {
    if (c.local.is_max()) continue;
    for (unsigned d = c.dim; d < 3; ++d) EXPECT_EQ(c.local.extents[d], 1U) << name(c);
    if (c.variant != plain_variant) EXPECT_LE(volume(c.local.extents), 1024U) << name(c);
  }
}

std::vector<Case> programs_of(Profile profile) {
  auto cases = plan(profile);
  std::erase_if(cases, [](const Case& c) { return !is_program(c); });
  return cases;
}

TEST(Plan, HasPrograms) {
  const auto smoke = programs_of(Profile::Smoke), standard = programs_of(Profile::Standard),
             full = programs_of(Profile::Full);
  ASSERT_EQ(smoke.size(), 1U);
  EXPECT_EQ(smoke[0].type, GenType::Int);
  ASSERT_EQ(standard.size(), fixed_set().size() + fixed_set_under_variants().size());
  for (std::size_t i = 0; i < fixed_set().size(); ++i) EXPECT_EQ(name(standard[i]), fixed_set()[i]);
  for (std::size_t i = 0; i < fixed_set_under_variants().size(); ++i)
    EXPECT_EQ(name(standard[fixed_set().size() + i]), fixed_set_under_variants()[i]);
  EXPECT_GE(full.size(), 10 * fixed_set().size());
  for (const Case& c : smoke) EXPECT_TRUE(std::ranges::find(standard, c) != standard.end()) << name(c);
  for (const Case& c : standard) EXPECT_TRUE(std::ranges::find(full, c) != full.end()) << name(c);
}

// Smoke has each type once with each property that drivers distinguish, in any dimension.
TEST(Plan, SmokeHasEachTypeWithWhatDriversDistinguish) {
  const std::pair<std::string_view, std::function<bool(const Case&)>> seen[] = {
      {"many work-items", [](const Case& c) { return c.local.is_max() || volume(c.local.extents) > 256; }},
      {"one or two", [](const Case& c) { return !c.local.is_max() && volume(c.local.extents) <= 2; }},
      {"several sub-groups and a rest",
       [](const Case& c) {
         return !c.local.is_max() && volume(c.local.extents) % 8 != 0 && volume(c.local.extents) > 32;
       }},
      {"an offset", [](const Case& c) { return c.variant->offset != Extents{}; }},
      {"a remainder", [](const Case& c) { return c.variant->remainder; }},
      {"calls again", [](const Case& c) { return c.form->sites > 1; }}};
  const auto smoke = plan(Profile::Smoke);
  for (const auto& type : gentypes)
    for (const auto& [what, is_seen] : seen)
      EXPECT_TRUE(
          std::ranges::any_of(smoke, [&](const Case& c) { return c.type == type.type && is_seen(c); }))
          << type.name << " without " << what;
  for (const char* name :
       {"noopt",      "cl20",        "crowd",    "offset33", "relaunched", "cloned",   "unordered", "threads",
        "svm",        "library",     "unsized",  "printing", "copying",    "reqd",     "fastmath",  "flushed",
        "finitemath", "uniformsize", "sizehint", "typehint", "brimful",    "subgroups"})
    EXPECT_TRUE(std::ranges::any_of(smoke, [&](const Case& c) { return c.variant->name == name; })) << name;
}

TEST(Plan, ContainsNamedProgramsIfTheyCanBeDrawn) {
  for (const char* id :
       {"program.long.2d.5x9.123456789.noopt", "program.int.1d.8.3.offset", "program.float.1d.8.3.remainder",
        "program.half.3d.2x3x2.3.reqd", "program.int.1d.8.3.subgroup16", "program.int.1d.8.3.typehint",
        "program.int.1d.8.3.relaunched", "program.uint.1d.8.3.svm", "program.int.1d.8.3.reloaded",
        "program.long.1d.8.3.offset.remainder.threads.fastmath", "program.int.1d.8.3.uniform"})
    EXPECT_EQ(with_named({}, {id}).size(), 1U) << id;
  for (const char* id : {"program.int.1d.max.3", "program.int.1d.257.3", "program.int.1d.8.3.crowd",
                         "program.int.1d.8.3.offset31", "program.int.1d.8.3.il", "program.int.1d.8.3.linked",
                         "program.int.1d.8.3.unsized", "program.int.1d.8.3.printing",
                         "program.float.1d.8.3.fastmath", "program.double.1d.8.3.singleconst"}) {
    ASSERT_TRUE(parse_case(id)) << id;
    EXPECT_TRUE(with_named({}, {id}).empty()) << id;
  }
}

// The programs show wrong results of each operation of the extension.
TEST(Plan, ProgramsCallUniformArithmetic) {
  std::set<Op> called;
  for (const std::string_view word : fixed_set_under_variants()) {
    const Case c = parse_case(word).value();
    if (!c.variant->uniform_arithmetic) continue;
    ASSERT_TRUE(is_legal(c)) << word;
    for (const Builtin* b : builtins_shown(draw_program(key_of(c))))
      if (!is_core(*b)) called.insert(b->collective.op);
  }
  EXPECT_EQ(called,
            (std::set<Op>{Op::Mul, Op::And, Op::Or, Op::Xor, Op::LogicalAnd, Op::LogicalOr, Op::LogicalXor}));
  EXPECT_FALSE(is_legal(parse_case("reduce_and.int.1d.4.chain.uniform").value()));
}

// Programs fail if a launch or an attribute combines with the code around their calls.
TEST(Plan, ProgramsMeetEachRowThatTheyCanHave) {
  const auto is_rare = [](const ParameterValue& v) { return v.rare || v.row->takes_remainders; };
  std::map<const Variant*, std::size_t> met;
  std::size_t varied = 0;
  for (const Case& c : plan(Profile::Standard)) {
    if (!is_program(c) || c.variant == plain_variant || c.variant->uniform_arithmetic) continue;
    ++varied;
    std::size_t rare = 0;
    for (const Variant* row : rows_of(*c.variant)) {
      ++met[row];
      const auto value = std::ranges::find_if(
          all_values(), [&](const ParameterValue& v) { return v.row != nullptr && v.row->key == row->key; });
      ASSERT_NE(value, all_values().end()) << name(c);
      rare += is_rare(*value) ? 1 : 0;
    }
    EXPECT_TRUE(rare == 0 || rows_of(*c.variant).size() == 1) << name(c) << ": many devices skip it";
  }
  std::size_t rows = 0;
  for (const ParameterValue& value : all_values()) {
    if (value.row == nullptr || value.row == plain_variant) continue;
    Case c = parse_case("program.int.1d.4.3540").value();
    c.variant = value.row;
    if (!is_legal(c)) continue;
    ++rows;
    EXPECT_GE(met[value.row], is_rare(value) ? 2U : 3U)
        << value.name << ": run tests/suites/programs/vary.cpp";
  }
  EXPECT_GE(rows, 26U);
  EXPECT_LE(varied, 36U) << "each costs a compiler a kernel";
}

TEST(Plan, HasNoDuplicates) {
  for (const auto& profile : planned) {
    std::set<std::string> names;
    for (const Case& c : plan(profile.profile)) EXPECT_TRUE(names.insert(name(c)).second) << name(c);
  }
}

TEST(Plan, SpirvVersionsBelongToPlainKernels) {
  const auto planned = plan(Profile::Standard);
  const auto with_twins = with_il_twins(planned);
  ASSERT_GT(with_twins.size(), planned.size());
  EXPECT_TRUE(std::equal(planned.begin(), planned.end(), with_twins.begin()));
  const std::set<Case> known(planned.begin(), planned.end());
  std::set<std::string_view> ranges;
  for (std::size_t i = planned.size(); i < with_twins.size(); ++i) {
    const Case& c = with_twins[i];
    EXPECT_TRUE(is_module(c) && c.form->straight) << name(c);
    const auto twin = il_twin(c);
    EXPECT_TRUE(twin && !is_module(*twin) && known.contains(*twin)) << name(c);
    ranges.insert(without(*c.variant, Axis::Host)->name);
  }
  for (const char* range : {"", "offset", "offset33", "remainder", "crowd"})
    EXPECT_TRUE(ranges.contains(range)) << range;
  EXPECT_FALSE(is_legal(parse_case("reduce_add.int.1d.8.loop.il").value()));
  // The kernel differs.
  for (const char* kernel : {"reqd.il", "unsized.il", "toldoffset.il", "printing.il"})
    if (const auto c = parse_case(fmt::format("reduce_add.int.1d.8.solo.{}", kernel)))
      EXPECT_FALSE(is_legal(*c)) << kernel;
}

}  // namespace
}  // namespace wgcts::suites
