// Programs as readable OpenCL C.
#pragma once

#include <string>
#include <string_view>

#include "reference/program/tree.hpp"

namespace wgcts::suites {

using namespace reference;

/// The name of the launched kernel, before the program's suffix.
inline constexpr const char* program_kernel = "program";

/// The program's source for an NDRange of `dim` dimensions. The kernel's parameters are, in this order: the
/// arguments n0, n1, ..., `__global const` pointers in0, ... (a value for each work-item, by global linear id
/// less the offset) and group0, ... (a value for each work-group, by linear group id), and `__global`
/// pointers out0, ... `attributes` are those of the kernel, each with a trailing space.
std::string source_text(const Program& program, unsigned dim, std::string_view attributes = {});

/// The same without the pragmas for extensions, for a source of several programs.
std::string functions_text(const Program& program, unsigned dim, std::string_view attributes = {});

std::string text(const Program& program, const Function& function, const Stmt& statement);

/// The local memory that the collectives of a file share. OpenCL C declares it in kernels only.
std::string local_memory_text(std::size_t bytes);

std::string_view symbol(Operator op);
/// "work_group_reduce_add"
std::string collective_name(Collective c);

}  // namespace wgcts::suites
