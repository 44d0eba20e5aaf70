// Which cases there are.
#pragma once

#include <string>
#include <vector>

#include "suites/case.hpp"
#include "suites/legal.hpp"
#include "suites/profile.hpp"

namespace wgcts::suites {

/// Every case of the profile, none for soak, in the order of builtins, types, dimensions and forms: those of
/// the forms' plan rows and of the launches that let values meet (suites/launches.hpp); behind them whole
/// programs.
std::vector<Case> plan(Profile profile);

/// The cases of the forms' plan rows alone.
std::vector<Case> cases_of_rows(Profile profile);

/// The cases of the launches, each of which is named by one of them: those of all core builtins that share the
/// launch's kernel.
std::vector<Case> cases_of_launches(const std::vector<Case>& launches);

/// Whether the case is judged as a SPIR-V module.
bool is_module(const Case& c);

/// The same call in the other language: a plain case as a SPIR-V module, and that one as a plain case.
Case il_twin(Case c);

/// `cases`, and behind them the plain ones again as SPIR-V, where their form can be written so.
std::vector<Case> with_il_twins(std::vector<Case> cases);

/// `cases`, and behind them the legal ones that a filter names in full though the profile does not hold them,
/// so that a case from any report can be replayed.
std::vector<Case> with_named(std::vector<Case> cases, const std::vector<std::string>& filters);

}  // namespace wgcts::suites
