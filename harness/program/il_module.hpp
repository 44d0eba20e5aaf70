// The kernels under test as SPIR-V, for drivers without an OpenCL C compiler.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "harness/program/kernel.hpp"

namespace wgcts::harness {

/// The origin of a module's builtins: the group instructions of SPIR-V at Workgroup scope, or functions of
/// another module, by linked_name().
enum class IlBuiltins : std::uint8_t { Instructions, Imports };

/// The lowest version of SPIR-V 1.x in CL_DEVICE_IL_VERSION, as in a module's header: 0x00010200 for
/// "SPIR-V_1.2 SPIR-V_1.3". OpenCL 3.0 does not require 1.0. Nothing if none is listed.
std::optional<std::uint32_t> lowest_spirv_version(std::string_view il_version);
inline constexpr std::uint32_t spirv_1_0 = 0x00010000;

/// A module with the kernels, equivalent to program_text(), with the same names and arguments. Only forms
/// with Form::straight are possible. `address_bits`: 32 or 64, the device's CL_DEVICE_ADDRESS_BITS.
/// `version`: the header's word. The module is valid in every version 1.x.
std::vector<std::uint32_t> il_module(const std::vector<Kernel>& kernels, unsigned address_bits,
                                     std::uint32_t version, IlBuiltins origin = IlBuiltins::Instructions);

}  // namespace wgcts::harness
