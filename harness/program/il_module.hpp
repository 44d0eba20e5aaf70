// The kernels under test as SPIR-V, for drivers that are reached without their own OpenCL C compiler.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/program/kernel.hpp"

namespace wgcts::harness {

/// Where a module has the builtins from: the group instructions of the SPIR-V specification at Workgroup
/// scope, or functions of another module, by linked_name().
enum class IlBuiltins : std::uint8_t { Instructions, Imports };

/// A module that holds the kernels: each does what program_text() writes of it, under the same name and with
/// the same arguments. Only forms whose Form::straight is set can be written. `address_bits`: 32 or 64, the
/// device's CL_DEVICE_ADDRESS_BITS.
std::vector<std::uint32_t> il_module(const std::vector<Kernel>& kernels, unsigned address_bits,
                                     IlBuiltins origin = IlBuiltins::Instructions);

}  // namespace wgcts::harness
