// The thresholds of fault attribution: how many failures of a pattern of cases are enough to draw a
// conclusion about the other cases of the pattern.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/schedule/case_pattern.hpp"

namespace wgcts::harness {

/// How a worker failed: the driver crashed or refused in a build or in a launch, or the worker hung.
enum class Loss : std::uint8_t { Build, Launch, Hang };

/// Which failures count: all that involve a case of the pattern, or only those of a case that ran alone.
enum class Evidence : std::uint8_t { Any, Alone };

/// The conclusion about a case of the pattern.
enum class Consequence : std::uint8_t {
  Infer,     ///< it failed together with others, and gets the verdict without a run of its own
  Presume,   ///< it gets the verdict without any run if presumed_if_seen holds
  SetApart,  ///< shared kernels leave its builtin out; it runs alone, after everything else
  GiveUp     ///< it gets no further run: not_run
};

struct AttributionRule {
  Consequence consequence;
  Aspect aspect;
  std::optional<Loss> loss;  ///< empty: any
  Evidence evidence;
  std::size_t enough;                ///< number of failures that the conclusion needs
  bool despite_passes;               ///< true: holds although cases of the pattern completed
  std::string_view reason;           ///< for the message
  std::optional<Aspect> and_once{};  ///< this narrower pattern needs at least one failure as well
};

/// The rules are the same for every driver. Each limits the cost of one class of faults: without them, a
/// device on which no case of one size works would cost one process for each of those cases.
inline constexpr std::array<AttributionRule, 28> attribution_rules{{
    // Failures of three builtins of different families are no coincidence. Launches of several dimensions may
    // have failed together, so one failure must have the dimension of the case.
    {Consequence::Infer, Aspect::Size, Loss::Launch, Evidence::Alone, 3, false, "of this size",
     Aspect::SizeInDimension},
    // Twice the number: three failures already settle one size, so six have at least two sizes.
    {Consequence::Infer, Aspect::Dimension, Loss::Launch, Evidence::Alone, 6, false, "of this dimension"},
    {Consequence::Infer, Aspect::Variant, Loss::Launch, Evidence::Alone, 6, false, "of this variant"},
    {Consequence::Infer, Aspect::Form, Loss::Launch, Evidence::Alone, 6, false, "of this form"},
    {Consequence::Infer, Aspect::Type, Loss::Launch, Evidence::Alone, 6, false, "of this type"},
    // A compiler that crashes on three kernels of a builtin and type, and accepts none, crashes on the
    // builtin.
    {Consequence::Infer, Aspect::BuiltinOfType, Loss::Build, Evidence::Alone, 3, false,
     "of this builtin and type"},
    {Consequence::Infer, Aspect::Form, Loss::Build, Evidence::Alone, 6, false, "of this form"},
    {Consequence::Infer, Aspect::Type, Loss::Build, Evidence::Alone, 6, false, "of this type"},
    {Consequence::Infer, Aspect::Variant, Loss::Build, Evidence::Alone, 6, false, "of this variant"},

    // A builtin that crashes with one type at every launch would cost one process for each launch.
    {Consequence::Presume, Aspect::BuiltinOfType, Loss::Launch, Evidence::Alone, 8, false,
     "of this builtin and type"},

    // Leaving a builtin out is no verdict, but the kernel then tests less. So one crash is not enough.
    {Consequence::SetApart, Aspect::BuiltinOfType, Loss::Build, Evidence::Alone, 2, false, ""},
    {Consequence::SetApart, Aspect::BuiltinOfType, Loss::Launch, Evidence::Alone, 2, false, ""},
    {Consequence::SetApart, Aspect::Builtin, Loss::Launch, Evidence::Alone, 4, false, ""},
    // A hang costs the time limit for everything that shares the program.
    {Consequence::SetApart, Aspect::Builtin, Loss::Hang, Evidence::Alone, 1, true, ""},

    // After this many failures without a success, more runs give no new information. A launch costs one
    // process, a hang costs the time limit.
    {Consequence::GiveUp, Aspect::Everything, Loss::Hang, Evidence::Any, 6, false, "hung"},
    // Cases that hung together with others get no inferred verdict: none of them had the whole time limit.
    {Consequence::GiveUp, Aspect::Size, Loss::Hang, Evidence::Alone, 3, false, "hung",
     Aspect::SizeInDimension},
    {Consequence::GiveUp, Aspect::Dimension, Loss::Hang, Evidence::Alone, 6, false, "hung"},
    {Consequence::GiveUp, Aspect::Variant, Loss::Hang, Evidence::Alone, 6, false, "hung"},
    {Consequence::GiveUp, Aspect::Form, Loss::Hang, Evidence::Alone, 6, false, "hung"},
    {Consequence::GiveUp, Aspect::Type, Loss::Hang, Evidence::Alone, 6, false, "hung"},
    {Consequence::GiveUp, Aspect::Everything, std::nullopt, Evidence::Any, 24, false, "failed"},
    {Consequence::GiveUp, Aspect::Dimension, Loss::Launch, Evidence::Any, 24, false, "failed"},
    {Consequence::GiveUp, Aspect::Variant, Loss::Launch, Evidence::Any, 24, false, "failed"},
    {Consequence::GiveUp, Aspect::Form, Loss::Launch, Evidence::Any, 24, false, "failed"},
    {Consequence::GiveUp, Aspect::Type, Loss::Launch, Evidence::Any, 24, false, "failed"},
    {Consequence::GiveUp, Aspect::Builtin, Loss::Launch, Evidence::Alone, 24, false, "failed"},
    // A builtin that hangs only sometimes costs as much as one that always hangs.
    {Consequence::GiveUp, Aspect::BuiltinOfType, Loss::Hang, Evidence::Alone, 2, true, "hung"},
    {Consequence::GiveUp, Aspect::Builtin, Loss::Hang, Evidence::Alone, 6, true, "hung"},
}};

/// A case is presumed to fail only if one case of each of these patterns failed alone. So a size that does
/// not crash is still tried, and so is a form.
inline constexpr std::array presumed_if_seen{Aspect::SizeOfIts, Aspect::DimensionOfIts, Aspect::FormOfIts,
                                             Aspect::VariantOfIts};

}  // namespace wgcts::harness
