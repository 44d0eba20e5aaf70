// Small kernels: the shortest programs that call collectives as the suite's forms do. A bug that a form has
// found mostly shows in one of them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "suites/forms/form.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::suites {

struct Calls {
  std::vector<const Builtin*> members;  ///< most kernels call the first alone
  GenType type{};
  std::vector<std::size_t> source{
      0};  ///< the local id that broadcasts name, with a number for each dimension
};

struct SmallKernel {
  std::string_view name;
  std::size_t groups;  ///< the fewest work-groups that make sense
  /// Passes for the argument of a loop's rounds; 0: it takes none.
  std::uint32_t rounds;
  /// Input i belongs to member i, where there are as many; else all belong to the first.
  Program (*program)(const Calls&);
};

/// Every one, the shortest first.
std::span<const SmallKernel> small_kernels();

/// Those that are worth a try where the form fails, the shortest first.
std::vector<const SmallKernel*> small_kernels_for(const Form& form);

/// The program on those inputs, with what it must write; nothing where the specification does not say that.
std::optional<LegalProgram> launched(const SmallKernel& kernel, const Calls& calls, ProgramLaunch launch);

}  // namespace wgcts::suites
