// Faults as programs show them.
#pragma once

#include <optional>
#include <vector>

#include "reference/causes/cause.hpp"
#include "reference/program/run.hpp"

namespace wgcts::reference {

/// What a device with that fault returns at a collective of a program; nothing where the fault does not apply
/// to it. A predicate gives 0 or 1: which non-zero value it gives is the device's choice (WGC.U.7).
std::optional<std::vector<Word>> answer_in_program(const Cause& cause, const CollectiveCall& collective_call,
                                                   const NDRange& range);

}  // namespace wgcts::reference
