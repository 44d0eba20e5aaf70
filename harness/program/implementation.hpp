// Builtins that come in a file, in place of the driver's: what --implementation names.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/program/tree.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// A file that defines builtins under test by their own names: OpenCL C that goes before every program, or a
/// SPIR-V module that is linked to the modules under test.
struct Implementation {
  std::string file;                     ///< as typed
  std::string sha256;                   ///< of the file
  std::string text;                     ///< of OpenCL C; empty for a module
  std::vector<std::uint32_t> module{};  ///< SPIR-V, in the byte order of this machine; empty for a text
  std::string options{};                ///< added to the build options of every program
  /// Bytes of local memory that its functions share in each work-group. Not 0: each function takes a pointer
  /// to them as its last parameter, since OpenCL C declares local memory in kernels only.
  std::size_t local_memory = 0;
  bool operator==(const Implementation&) const = default;
};

/// The bytes of local memory that an OpenCL C text asks for, by a comment that is a line of its own:
/// "// wgcts: local memory 4096". 0 without. Throws std::invalid_argument where the line has no such number.
std::size_t local_memory_asked(std::string_view text);

/// What every program begins with.
inline constexpr std::string_view extension_pragmas =
    "#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#endif\n"
    "#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif\n"
    "#ifdef cles_khr_int64\n#pragma OPENCL EXTENSION cles_khr_int64 : enable\n#endif\n";

/// What stands before the kernels that call it. The driver may have the same builtins: in the file and in the
/// kernels their names stand for others, so that no two definitions meet. A file that wants the driver's own
/// says #undef first. Kernels see the feature macro as 1.
std::string prelude(const Implementation& implementation);

/// A builtin as it is called for a type: "work_group_broadcast(int, size_t, size_t)".
struct Prototype {
  const Builtin* builtin = nullptr;
  GenType type{};
  unsigned dim = 1;  ///< coordinates of a broadcast; 1 for all others
  bool operator==(const Prototype&) const = default;
};
std::string text_of(const Prototype& prototype);

/// How the case calls its builtin.
Prototype prototype_of(const Case& c);

/// Those that a whole program calls, each once.
std::vector<Prototype> prototypes_called(const reference::Program& program);

/// Every prototype there is.
std::vector<Prototype> every_prototype();

/// Every prototype for the types that the device has.
std::vector<Prototype> prototypes(const DeviceFacts& facts);

/// The file and line that errors about the n-th prototype of a definition_probe name.
inline constexpr std::string_view probe_file = "wgcts_prototypes";

/// A program that compiles only if the file compiles, and defines each of the prototypes for exactly its
/// type: one that would be called after a conversion is not defined.
std::string definition_probe(const Implementation& implementation, std::span<const Prototype> prototypes);

/// The places of the prototypes, up to `count`, that a compiler's log has errors for. May be empty although
/// there are some: how a log is written is the compiler's own affair.
std::vector<std::size_t> undefined_in(std::string_view log, std::size_t count);

/// The device with the file's builtins in place of its own. What the file defines is left open.
DeviceFacts with_implementation(DeviceFacts facts, const Implementation& implementation);

/// Whether the case's builtin is judged: the driver's own always is, the file's where it is defined.
bool defines(const DeviceFacts& facts, const Prototype& prototype);

}  // namespace wgcts::harness
