#include <algorithm>

#include "reference/lists.hpp"
#include "suites/case.hpp"
#include "suites/forms/call_writer.hpp"
#include "suites/forms/form.hpp"
#include "suites/parse.hpp"

namespace wgcts::suites {

std::span<const Form> all_forms() {
  static const std::vector<Form> forms = [] {
    std::vector<Form> all;
    for (const auto& list : {usual_forms(), busy_forms(), own_forms()})
      std::ranges::copy(list, std::back_inserter(all));
    for (unsigned rank = 0; Form & form : all) form.rank = rank++;
    return all;
  }();
  return forms;
}

std::vector<const Variant*> variants_of(const PlanRow& row) {
  return mapped(split(row.variants, ' '), variant_named);
}

const Form* form_named(std::string_view name) {
  return name == program_form.name ? &program_form : find_row(all_forms(), name, &Form::name);
}

const Form* form_with(Surroundings around) {
  return around == Surroundings::Other ? nullptr : find_row(all_forms(), around, &Form::around);
}

namespace {

/// Whether the interpreter can run a program of the type under the variant. A program is one source with ids
/// of 32 bits, without reports to the host or statements of the variant, and computes exactly. The
/// interpreter is too slow for many work-groups.
bool keeps_meaning(const Variant& v, GenType type) {
  using enum Situation;
  constexpr Situation not_taken[] = {Linked, Library, Module, Unsized, Brimful};
  const bool is_exact = v.open == LeftOpen{};
  const bool rounds_literals = type == GenType::Double && contains(v, *variant("singleconst"));
  return !is_in(v.situation, not_taken) && !has_company(v) && v.reported_query.empty() && !v.unversioned &&
         v.groups == 0 && !v.saturates && v.address_bits == 32 && (is_exact || !is_floating(type)) &&
         !rounds_literals;
}

/// The interpreter is too slow for larger work-groups.
bool can_be_drawn(const Case& c) {
  constexpr std::size_t largest = 256;
  return is_within(c.local.extents, largest) && keeps_meaning(*c.variant, c.type);
}

}  // namespace

const Form program_form{
    .name = "program",
    .plan = "a program drawn from its number, with collectives in all legal places",
    .rank = 1000,
    .sharing = KernelSharing::None,
    .body = nullptr,
    .has = [](const Builtin& builtin) { return &builtin == &whole_program; },
    .takes = can_be_drawn,
    .largest_drawn = 64,
    .clauses = control_flow,
    .left_out = "whole programs are chosen by the places of their calls (see the last table)"};

}  // namespace wgcts::suites
