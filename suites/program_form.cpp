// The form `program`: a whole kernel drawn from a number (suites/programs).
#include <algorithm>
#include <array>

#include "suites/case.hpp"
#include "suites/forms.hpp"

namespace wgcts::suites {
namespace {

bool is_whole_program(const Builtin& builtin) { return &builtin == &whole_program; }

/// Whether a program keeps its meaning under the variant, which the interpreter then proves for the NDRange
/// that the variant makes. A program is a text without parts that tells nothing, has no statements of others,
/// and computes exactly; what the driver chooses no interpreter knows.
bool keeps_meaning(const Variant& variant, GenType type) {
  using enum Situation;
  constexpr Situation not_its_own[] = {Linked, Library, Module, Unsized, Brimful};
  const LeftOpen& open = variant.open;
  const bool inexact = open.nonfinite || open.subnormals || open.zero_sign || open.rounding;
  const bool many_groups = variant.groups != 0 || variant.saturates;  // which takes the interpreter long
  return std::ranges::find(not_its_own, variant.situation) == std::end(not_its_own) &&
         !has_company(variant) && variant.tells.empty() && !variant.unversioned && !many_groups &&
         variant.address_bits == 32 && !(inexact && is_floating(type)) &&
         !(variant.single_constants && type == GenType::Double);
}

/// Larger work-groups than these take the interpreter long.
bool can_be_drawn(const Case& c) {
  constexpr std::size_t largest = 256;
  std::size_t lanes = 1;
  for (const std::size_t extent : c.local.extents) {
    if (extent == 0 || extent > largest / lanes) return false;
    lanes *= extent;
  }
  return keeps_meaning(*c.variant, c.type);
}

constexpr std::string_view cited[] = {cite("WGC.CF.2")};

}  // namespace

const Form program_form{.name = "program",
                        .plan = "a program drawn from its number, with collectives wherever they may stand",
                        .rank = 1000,
                        .sharing = KernelSharing::None,
                        .body = nullptr,
                        .has = is_whole_program,
                        .takes = can_be_drawn,
                        .largest_drawn = 64,
                        .clauses = cited};

}  // namespace wgcts::suites
