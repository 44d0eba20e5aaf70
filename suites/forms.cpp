#include "suites/forms.hpp"

#include <algorithm>

#include "reference/lists.hpp"
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
  return name == program_form.name ? &program_form : find_row(all_forms(), name, &Form::name);
}

const Form* form_with(Surroundings around) {
  return around == Surroundings::Other ? nullptr : find_row(all_forms(), around, &Form::around);
}

}  // namespace wgcts::suites
