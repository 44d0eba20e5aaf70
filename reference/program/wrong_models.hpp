// The mutants that a judge must reject, as programs meet them.
#pragma once

#include <span>
#include <string_view>

#include "reference/program/run.hpp"

namespace wgcts::reference {

/// The names of the mutants that programs can meet: those of reference/mutants.hpp.
std::span<const std::string_view> mutant_names();

/// What the mutant answers where others meet a collective; nothing where it makes no sense.
std::optional<std::vector<Word>> answer_like(std::string_view mutant, const Meeting& meeting);

}  // namespace wgcts::reference
