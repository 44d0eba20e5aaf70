// Expressions as OpenCL C, with parentheses for readability.
#pragma once

#include <string>

#include "reference/program/tree.hpp"

namespace wgcts::suites {

using namespace reference;

std::string variable_name(const Function& function, std::uint32_t variable);
std::string function_name(const Program& program, std::uint32_t function);
std::string_view symbol(Operator op);
/// "work_group_reduce_add"
std::string collective_name(Collective c);

std::string expr_text(const Program& program, const Function& function, const Expr& expr);

}  // namespace wgcts::suites
