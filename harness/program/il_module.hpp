// The kernels under test as SPIR-V, for drivers that are reached without their own OpenCL C compiler.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "harness/program/kernel.hpp"

namespace wgcts::harness {

/// Where a module has the builtins from: the group instructions of the SPIR-V specification at Workgroup
/// scope, or functions of another module, by linked_name().
enum class IlBuiltins : std::uint8_t { Instructions, Imports };

/// The lowest version of SPIR-V 1.x that CL_DEVICE_IL_VERSION lists, as a module's header has it: 0x00010200
/// for "SPIR-V_1.2 SPIR-V_1.3". Not every device that takes SPIR-V takes 1.0: OpenCL 3.0 does not ask for it.
/// Nothing where none is listed.
std::optional<std::uint32_t> lowest_spirv_version(std::string_view il_version);
inline constexpr std::uint32_t spirv_1_0 = 0x00010000;

/// A module that holds the kernels: each does what program_text() writes of it, under the same name and with
/// the same arguments. Only forms whose Form::straight is set can be written. `address_bits`: 32 or 64, the
/// device's CL_DEVICE_ADDRESS_BITS. `version`: the header's word. The module is valid by every version 1.x.
std::vector<std::uint32_t> il_module(const std::vector<Kernel>& kernels, unsigned address_bits,
                                     std::uint32_t version, IlBuiltins origin = IlBuiltins::Instructions);

}  // namespace wgcts::harness
