// The forms that there are: one for each file of suites/forms.
#pragma once

#include <span>
#include <string_view>

#include "suites/forms/form.hpp"

namespace wgcts::suites {

/// Every form, by rank. They live as long as the program, and their addresses grow with their rank.
std::span<const Form> all_forms();

/// The form of whole programs, which is none of all_forms(): their text and sites are their own. It says
/// which sizes and variants they go with, and what they cite.
extern const Form program_form;

/// The form of that name, program_form among them, or nullptr.
const Form* form_named(std::string_view name);

/// The form with these surroundings. There is one of each; nullptr for Other.
const Form* form_with(Surroundings around);

}  // namespace wgcts::suites
