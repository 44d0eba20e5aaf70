// From a name in the vocabulary back to the models that go by it.
#pragma once

#include <string_view>
#include <vector>

#include "reference/causes/cause.hpp"

namespace wgcts::reference {

/// All causes that are told by this code with these parameters: a name may stand for several models, which
/// differ in what a person need not know. None for a code without a model, "crash".
std::vector<Cause> causes_named(std::string_view code, const CauseParameters& parameters);

}  // namespace wgcts::reference
