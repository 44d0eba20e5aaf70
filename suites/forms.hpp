// The list of forms: one for each file of suites/forms.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "suites/forms/form.hpp"

namespace wgcts::suites {

/// The forms that the files of suites/forms define, with their names. cmake/forms.cmake generates it.
std::vector<Form> forms_of_files();

/// Every form, by rank. They live as long as the program, and their addresses increase with rank.
std::span<const Form> all_forms();

/// The form of programs, which is not in all_forms(). It defines their sizes, variants and clauses.
extern const Form program_form;

/// The form of that name, program_form among them, or nullptr.
const Form* form_named(std::string_view name);

/// The form with these surroundings. There is one of each; nullptr for Other.
const Form* form_with(Surroundings around);

}  // namespace wgcts::suites
