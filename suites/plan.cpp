#include "suites/plan.hpp"

#include <algorithm>

#include "suites/parse.hpp"

namespace wgcts::suites {
namespace {

using enum Profile;

// The sizes: 1 and 2, which drivers treat apart; around 8, 16, 32, 64, 128 and 256, where sub-groups and
// scratch memory end; primes and other non-powers of two, for tails; the largest there is. In two and three
// dimensions extents differ, so that x, y and z cannot be swapped unseen, and some are 1. The forms stand at
// sizes that are no multiples of a sub-group and have several of them.
//
// The derived form sums lane numbers, of which half holds the sum of no more than 60.
//
// What a row costs is a compilation for each size on drivers that specialise kernels (PoCL), for each form on
// others. So the standard profile has a few sizes that part the classes of bugs for everyone, and spreads the
// rest: what a size or a form breaks, it breaks for more than one type.
constexpr PlanRow rows[] = {
    {Smoke, Form::Chain, Variant::Plain, Spread::All, {"33", "7x5", "3x5x7"}},
    {Standard,
     Form::Chain,
     Variant::Plain,
     Spread::All,
     {"7 64 257 max 2 1", "8x8 6x37 max 1x1", "4x3x5 16x2x32 max 1x1x1"}},
    {Standard,
     Form::Chain,
     Variant::Plain,
     Spread::Third,
     {"3 48 65 96 127 128 256 1024", "5x3 1x13 33x2 1x64 13x7 32x8 31x33 2x1",
      "1x3x1 1x1x65 8x4x2 31x1x1 5x9x6 1x2x1"}},
    {Full,
     Form::Chain,
     Variant::Plain,
     Spread::All,
     {"6 15 17 31 63 100 250 255 511 512 1000", "7x1 3x3 16x2 2x16 10x10 3x85 128x2 16x64",
      "2x2x2 2x3x4 1x9x1 7x7x7 2x2x63 4x8x8 8x8x16"}},
    {Standard, Form::Chain, Variant::Offset, Spread::All, {"129", "6x5", "4x3x5"}},
    {Full, Form::Chain, Variant::Offset, Spread::All, {"48", "3x43", "4x3x11"}},
    {Standard, Form::Chain, Variant::Remainder, Spread::All, {"64 100", "8x8 7x20", "4x4x4 3x5x9"}},
    {Standard, Form::Chain, Variant::Crowd, Spread::Third, {"16", "6x3", "2x3x4"}},
    {Standard, Form::Chain, Variant::NoOpt, Spread::Third, {"33", "7x11", "4x3x5"}},
    {Full, Form::Chain, Variant::NoOpt, Spread::All, {"257", "32x3", "5x3x16"}},
    {Standard, Form::Chain, Variant::CL20, Spread::Third, {"100", "10x7", "5x3x4"}},
    {Full, Form::Chain, Variant::CL20, Spread::All, {"300", "3x100", "5x8x7"}},
    {Standard, Form::Chain, Variant::CL31, Spread::Third, {"100", "10x7", "5x3x4"}},
    {Full, Form::Chain, Variant::CL31, Spread::All, {"300", "3x100", "5x8x7"}},
    {Standard, Form::Solo, Variant::Plain, Spread::Third, {"100", "10x7", "4x3x5"}},
    {Standard, Form::Twice, Variant::Plain, Spread::Third, {"99", "9x11", "3x7x5"}},
    {Standard, Form::Branch, Variant::Plain, Spread::Third, {"100", "10x7", "4x3x7"}},
    {Full, Form::Loop, Variant::Plain, Spread::Third, {"100", "10x7", "4x3x7"}},
    {Standard, Form::Nested, Variant::Plain, Spread::Third, {"70", "10x7", "4x3x7"}},
    {Standard, Form::Derived, Variant::Plain, Spread::Third, {"60", "10x6", "5x3x4"}},
    {Standard, Form::Constant, Variant::Plain, Spread::Third, {"100", "10x7", "4x3x7"}},
    {Standard, Form::Example, Variant::Plain, Spread::Third, {"8", "4x2", "2x2x2"}},
};

bool has_form(const Builtin& builtin, Form form) {
  // The specification's example is one of add scans; its values serve reduce too.
  return form != Form::Example || builtin.collective.op == Op::Add;
}

/// Which third of a row's sizes a builtin and type get. Builtins that share a kernel get the same, and
/// predicates, which have but one type, get everything.
bool in_third(const PlanRow& row, const Builtin& builtin, GenType type, std::size_t place) {
  const KernelSharing company = info(row.form).company;
  if (is_predicate(builtin.collective.family)) return true;
  const bool own_kernel = company == KernelSharing::None || company == KernelSharing::Family;
  const std::size_t family = own_kernel ? static_cast<std::size_t>(builtin.collective.family) : 0;
  return (place + static_cast<std::size_t>(type) + static_cast<std::size_t>(row.form) + family) % 3 == 0;
}

}  // namespace

std::span<const PlanRow> plan_rows() { return rows; }

std::vector<Case> plan(Profile profile) {
  std::vector<Case> cases;
  if (profile == Profile::Soak) return cases;
  for (const Builtin& builtin : builtins)
    for (const auto& type : gentypes) {
      if (!takes(builtin, type.type)) continue;
      for (unsigned dim = 1; dim <= 3; ++dim)
        for (const PlanRow& row : rows) {
          if (row.least > profile || !has_form(builtin, row.form)) continue;
          std::size_t place = dim;
          for (const auto size : split(row.sizes[dim - 1], ' ')) {
            const bool taken =
                row.spread == Spread::All || profile == Full || in_third(row, builtin, type.type, place++);
            if (taken)
              cases.push_back(
                  {&builtin, type.type, dim, parse_local_size(size, dim).value(), row.form, row.variant});
          }
        }
    }
  return cases;
}

bool is_legal(const Case& c) {
  constexpr std::size_t most_exact = 60;   // lanes of the derived form, whose sum half holds
  constexpr std::size_t most_ones = 2048;  // that half can sum
  const Extents& local = c.local.extents;
  if (!has_form(*c.builtin, c.form)) return false;
  switch (c.form) {
    case Form::Example:  // eight values for eight lanes
      return volume(local) == 8 && c.variant != Variant::Remainder;
    case Form::Derived:  // it names its size, and a work-item, in its text
      return local[0] > 2 && (c.dim < 2 || local[1] > 1) && (c.dim < 3 || local[2] > 1) &&
             volume(local) <= most_exact && c.variant != Variant::Remainder;
    case Form::Constant:  // the sum of a one for each lane
      return !c.local.is_max() && volume(local) <= most_ones;
    default:
      return true;
  }
}

std::vector<Case> with_named(std::vector<Case> cases, const std::vector<std::string>& filters) {
  for (const std::string& list : filters)
    for (const auto word : split(list, ',')) {
      const auto named = parse_case(word);
      if (!named || std::ranges::find(cases, *named) != cases.end()) continue;
      if (is_legal(*named)) cases.push_back(*named);
    }
  return cases;
}

}  // namespace wgcts::suites
