// Writes what goes above a program: the repaired driver, the faulty builtins, and the macros that lead to
// them.
#pragma once

#include <string>
#include <vector>

#include "order.hpp"

namespace wgfault {

// How a program's own text must call a rewritten builtin: fault_call_NAME(SITE, HISTORY, ...).
std::vector<std::string> rewritten_builtins(const Order& order);

// Whether the order looks at a function's earlier calls, so that each function needs a history.
bool needs_history(const Order& order);

std::string prelude(const Order& order);
std::string prelude_without_collectives(const Order& order);  // of a program that calls none

}  // namespace wgfault
