// Forms: how a kernel goes about calling a collective. Their kernel text is written in
// harness/program/kernel.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "layers.hpp"

namespace wgcts::suites {

enum class Form : std::uint8_t { Chain, Solo, Twice, Branch, Loop, Nested, Derived, Constant, Example };

/// Where the values come from.
enum class Input : std::uint8_t {
  Classes,   ///< the data classes, one a work-group, through a buffer
  Derived,   ///< computed in the kernel from the work-item's ids
  Constant,  ///< a literal
  Example    ///< the worked example of the specification
};

/// Which builtins of a type share a kernel of the form. What they share is what compiling a kernel costs.
enum class KernelSharing : std::uint8_t {
  None,    ///< each has its own
  Family,  ///< a family together; the two predicates together
  Values,  ///< all that give values together; the two predicates together
  Type     ///< all of them, because their interplay is what is tested
};

struct FormInfo {
  Form form;
  std::string_view name;
  std::string_view plan;
  unsigned sites;  ///< calls of each builtin, loop iterations counted one by one; each has its own input and
                   ///< output
  Input input;
  std::size_t walk;  ///< at most so many work-groups walk a value through the lanes
  KernelSharing company;
};

inline constexpr std::array<FormInfo, 9> forms{{
    {Form::Chain, "chain", "all collectives of a type back to back, results stored after the last", 1,
     Input::Classes, 256, KernelSharing::Type},
    {Form::Solo, "solo", "one call, as portable programs write it: under the feature macro", 1,
     Input::Classes, 256, KernelSharing::None},
    {Form::Twice, "twice",
     "one builtin at sites in a row, a call whose result is unused, a return never taken, beside the "
     "kernel's own local memory",
     2, Input::Classes, 8, KernelSharing::Family},
    {Form::Branch, "branch",
     "in a helper function called from two sites, one of them and a call of the kernel's own under a branch "
     "that work-groups take differently",
     2, Input::Classes, 8, KernelSharing::Family},
    {Form::Loop, "loop", "in a loop with a uniform trip count", 3, Input::Classes, 8, KernelSharing::Family},
    {Form::Nested, "nested", "in a loop that halves its counter, nested in another", 12, Input::Classes, 2,
     KernelSharing::Values},
    {Form::Derived, "derived",
     "of a value computed from the work-item's ids, in a kernel with reqd_work_group_size", 1, Input::Derived,
     8, KernelSharing::Values},
    {Form::Constant, "constant", "of a literal", 1, Input::Constant, 8, KernelSharing::Values},
    {Form::Example, "example", "the worked example of the specification", 1, Input::Example, 8,
     KernelSharing::Values},
}};

constexpr const FormInfo& info(Form form) { return forms[static_cast<std::size_t>(form)]; }

/// What else a launch varies: the NDRange, or how the program is built.
enum class Variant : std::uint8_t { Plain, Offset, Remainder, Crowd, NoOpt, CL20, CL31 };

struct VariantInfo {
  Variant variant;
  std::string_view name;  ///< empty for the plain launch
  std::string_view plan;
  std::string_view options;  ///< added to the build options
  unsigned cl_std;           ///< 20 and 31 ask for that -cl-std; 0 takes the device's usual one
};

inline constexpr std::array<VariantInfo, 7> variants{{
    {Variant::Plain, "", "several work-groups in each dimension", "", 0},
    {Variant::Offset, "offset", "a global offset in each dimension", "", 0},
    {Variant::Remainder, "remainder", "a remainder work-group in each dimension", "", 0},
    {Variant::Crowd, "crowd", "more than a thousand work-groups", "", 0},
    {Variant::NoOpt, "noopt", "built with -cl-opt-disable", "-cl-opt-disable", 0},
    {Variant::CL20, "cl20", "built with -cl-std=CL2.0", "", 20},
    {Variant::CL31, "cl31", "built with -cl-std=CL3.1", "", 31},
}};

constexpr const VariantInfo& info(Variant variant) { return variants[static_cast<std::size_t>(variant)]; }

}  // namespace wgcts::suites
