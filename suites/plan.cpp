#include "suites/plan.hpp"

#include <algorithm>

#include "suites/text.hpp"

namespace wgcts {
namespace {

// The sizes: 1 and 2, which drivers treat apart; around 8, 16, 32, 64, 128 and 256, where sub-groups and scratch
// memory end; primes and other non-powers of two, for tails; the largest there is. In two and three dimensions
// extents differ, so that x, y and z cannot be swapped unseen, and some are 1. Each form stands once in each
// dimension at a size that is no multiple of a sub-group and has several of them.
constexpr PlanRow rows[] = {
    {Form::Chain, Variant::Plain,
     {"3 7 33 48 64 65 96 127 128 256 257 1024 max 2 1",
      "5x3 7x1 1x13 33x2 8x8 1x64 13x7 6x37 32x8 31x33 max 2x1 1x1",
      "3x5x7 4x3x5 1x3x1 1x1x65 8x4x2 31x1x1 5x9x6 16x2x32 max 1x2x1 1x1x1"}},
    {Form::Chain, Variant::Offset, {"48 129", "6x5 3x43", "5x2x3 4x3x11"}},
    {Form::Chain, Variant::Remainder, {"64 100", "8x8 7x20", "4x4x4 3x5x9"}},
    {Form::Chain, Variant::Crowd, {"16", "6x3", "2x3x4"}},
    {Form::Chain, Variant::NoOpt, {"33 257", "7x11", "4x3x5"}},
    {Form::Chain, Variant::CL20, {"40 300", "10x7 3x100", "5x3x4 5x8x7"}},
    {Form::Chain, Variant::CL31, {"40 300", "10x7 3x100", "5x3x4 5x8x7"}},
    {Form::Solo, Variant::Plain, {"100", "10x7", "4x3x5"}},
    {Form::Twice, Variant::Plain, {"99", "9x11", "3x7x5"}},
    {Form::Branch, Variant::Plain, {"100", "10x7", "4x3x7"}},
    {Form::Loop, Variant::Plain, {"100", "10x7", "4x3x7"}},
    {Form::Nested, Variant::Plain, {"70", "10x7", "4x3x7"}},
    {Form::Helper, Variant::Plain, {"100", "10x7", "4x3x7"}},
    {Form::Derived, Variant::Plain, {"100", "10x7", "4x3x7"}},
    {Form::Constant, Variant::Plain, {"100", "10x7", "4x3x7"}},
    {Form::Reqd, Variant::Plain, {"72", "12x6", "3x4x6"}},
    {Form::Scratch, Variant::Plain, {"100", "10x7", "4x3x7"}},
    {Form::Example, Variant::Plain, {"8", "4x2", "2x2x2"}},
};

bool has_form(const Builtin& builtin, Form form) {
  // The specification's example is one of add scans; its values serve reduce too.
  return form != Form::Example || builtin.collective.op == Op::Add;
}

}  // namespace

std::span<const PlanRow> plan_rows() { return rows; }

std::vector<Case> plan() {
  std::vector<Case> cases;
  for (const Builtin& builtin : builtins)
    for (const auto& type : gentypes) {
      if (!takes(builtin, type.type)) continue;
      for (unsigned dim = 1; dim <= 3; ++dim)
        for (const PlanRow& row : rows) {
          if (!has_form(builtin, row.form)) continue;
          for (const auto size : split(row.sizes[dim - 1], ' '))
            cases.push_back({&builtin, type.type, dim, parse_local_size(size, dim).value(), row.form, row.variant});
        }
    }
  return cases;
}

}  // namespace wgcts
