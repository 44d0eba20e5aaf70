// The plan: the cases of each profile.
#pragma once

#include <string>
#include <vector>

#include "suites/case.hpp"
#include "suites/profile.hpp"

namespace wgcts::suites {

/// Every case of the profile, none for soak, in the order of builtins, types, dimensions and forms: those of
/// the forms' plan rows and of the covering launches (suites/launches.hpp), followed by programs.
std::vector<Case> plan(Profile profile);

/// Only the cases of the forms' plan rows.
std::vector<Case> cases_of_rows(Profile profile);

/// The legal cases of a launch, which one of them represents: all builtins that share its kernel.
std::vector<Case> cases_of_launch(const Case& launch);
std::vector<Case> cases_of_launches(std::span<const Case> launches);

/// Whether the case is a SPIR-V module.
bool is_module(const Case& c);

/// The same call in the other language: a plain case as a SPIR-V module, or the reverse.
Case il_twin(Case c);

/// `cases`, followed by the SPIR-V versions of the plain ones, if their form can be written as SPIR-V.
std::vector<Case> with_il_twins(std::vector<Case> cases);

/// `cases`, followed by the legal cases that a filter names in full, so that a case from any report can be
/// replayed.
std::vector<Case> with_named(std::vector<Case> cases, const std::vector<std::string>& filters);

}  // namespace wgcts::suites
