#include "suites/forms.hpp"

#include <algorithm>

#include "suites/parse.hpp"

namespace wgcts::suites {

std::span<const Form> all_forms() {
  static const std::vector<Form> forms = [] {
    auto made = forms_of_files();
    std::ranges::stable_sort(made, {}, &Form::rank);
    return made;
  }();
  return forms;
}

std::vector<const Variant*> variants_of(const PlanRow& row) {
  std::vector<const Variant*> found;
  for (const auto name : split(row.variants, ' ')) found.push_back(variant_named(name));
  return found;
}

const Form* form_named(std::string_view name) {
  if (name == program_form.name) return &program_form;
  const auto forms = all_forms();
  const auto found = std::ranges::find(forms, name, &Form::name);
  return found == forms.end() ? nullptr : &*found;
}

const Form* form_with(Surroundings around) {
  const auto forms = all_forms();
  const auto found = std::ranges::find(forms, around, &Form::around);
  return around == Surroundings::Other || found == forms.end() ? nullptr : &*found;
}

}  // namespace wgcts::suites
