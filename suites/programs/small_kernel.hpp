// Small kernels: the shortest programs that call collectives as the suite's forms do. One of them shows most
// bugs that a form finds.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "suites/forms/form.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::suites {

struct Calls {
  std::vector<const Builtin*> members;  ///< most kernels call only the first
  GenType type{};
  std::vector<std::size_t> source{0};  ///< the local id of a broadcast's source, for each dimension
};

struct SmallKernel {
  std::string_view name;
  std::size_t groups;  ///< minimum number of work-groups
  /// The argument with the number of a loop's iterations. 0: no argument.
  std::uint32_t rounds;
  /// Input i belongs to member i if the numbers are equal. Otherwise all inputs belong to the first member.
  Program (*program)(const Calls&);
};

/// All small kernels, the shortest first.
std::span<const SmallKernel> small_kernels();

/// The small kernels to try if the form fails, the shortest first.
std::vector<const SmallKernel*> small_kernels_for(const Form& form);

/// The program on those inputs, with its expected outputs. Nothing if it is not legal.
std::optional<LegalProgram> launched(const SmallKernel& kernel, const Calls& calls, ProgramLaunch launch);

}  // namespace wgcts::suites
