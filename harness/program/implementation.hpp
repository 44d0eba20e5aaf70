// Builtins from a file instead of the driver's: the option --implementation.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/program/tree.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// A file that defines builtins under their own names: OpenCL C that precedes every program, or a SPIR-V
/// module that is linked to the modules under test.
struct Implementation {
  std::string file;                     ///< as typed
  std::string sha256;                   ///< of the file
  std::string text;                     ///< OpenCL C; empty for a module
  std::vector<std::uint32_t> module{};  ///< SPIR-V in this machine's byte order; empty for a text
  std::string options{};                ///< added to the build options of every program
  /// Bytes of local memory that its functions share in each work-group. If not 0, each function takes a
  /// pointer to it as its last parameter, because OpenCL C declares local memory in kernels only.
  std::size_t local_memory = 0;
  /// The bytes are for each work-item of the device's largest work-group. for_device() multiplies them.
  bool local_memory_per_item = false;
  bool operator==(const Implementation&) const = default;
};

/// Sets the local memory that the OpenCL C text requests in a comment line: "// wgcts: local memory 4096" or
/// "// wgcts: local memory 8 per work-item". Throws std::invalid_argument if the line has no such number.
void read_local_memory_request(Implementation& implementation);

Implementation for_device(Implementation implementation, const DeviceFacts& facts);

/// A macro that the file can use: the bytes of its local memory.
inline constexpr std::string_view local_memory_macro = "WGCTS_LOCAL_MEMORY";

/// The first lines of every program.
inline constexpr std::string_view extension_pragmas =
    "#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#endif\n"
    "#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif\n"
    "#ifdef cles_khr_int64\n#pragma OPENCL EXTENSION cles_khr_int64 : enable\n#endif\n";

/// Defines the feature macro as 1, because kernels that use an implementation need it on every device.
inline constexpr std::string_view feature_macro_of_implementation =
    "#undef __opencl_c_work_group_collective_functions\n"
    "#define __opencl_c_work_group_collective_functions 1\n";

/// The text before kernels that call the file's builtins, with the feature macro. The driver may have the
/// same builtins, so macros rename them in the file and in the kernels to avoid two definitions. A file that
/// needs the driver's own builtin uses #undef.
std::string prelude(const Implementation& implementation);

/// A builtin with its types: "work_group_broadcast(int, size_t, size_t)".
struct Prototype {
  const Builtin* builtin = nullptr;
  GenType type{};
  std::size_t coordinates = 0;  ///< of a broadcast
  bool operator==(const Prototype&) const = default;
};
std::string text_of(const Prototype& prototype);

Prototype prototype_of(const Case& c);

/// The optional feature that the type needs; nullptr if it needs none.
const Answer* feature_for(GenType type, const DeviceFacts& facts);

/// The prototypes that a program calls, each once.
std::vector<Prototype> prototypes_called(const reference::Program& program);

std::vector<Prototype> every_prototype();

/// Every prototype for the device's types.
std::vector<Prototype> prototypes(const DeviceFacts& facts);

/// The file name in errors about definition_probe. The line number is that of the prototype.
inline constexpr std::string_view probe_file = "wgcts_prototypes";

/// A program that compiles only if the file compiles and defines each prototype for exactly its type, without
/// conversions.
std::string definition_probe(const Implementation& implementation, std::span<const Prototype> prototypes);

/// The indices, below `count`, of the prototypes with errors in a compiler's log. May be empty although there
/// are errors, because the format of a log depends on the compiler.
std::vector<std::size_t> undefined_in(std::string_view log, std::size_t count);

/// The device with the file's builtins instead of its own. The list of defined functions is filled in later.
DeviceFacts with_implementation(DeviceFacts facts, const Implementation& implementation);

/// Whether the builtin is judged: always for the driver's own, otherwise if the file defines it.
bool defines(const DeviceFacts& facts, const Prototype& prototype);

}  // namespace wgcts::harness
