// The thresholds of fault attribution. If enough cases of a pattern fail, its other cases are set apart or
// given up.
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

/// Which failures count: all that involve a case of the pattern, only those of a case that ran alone, or only
/// those of several cases together.
enum class Evidence : std::uint8_t { Any, Alone, Together };

/// What happens to the other cases of the pattern. They get no verdict from it, because they did not run.
enum class Consequence : std::uint8_t {
  SetApart,  ///< it runs alone, after everything else; shared kernels leave out a builtin that is set apart
  GiveUp     ///< it is not run again: not_run
};

struct AttributionRule {
  Consequence consequence;
  Aspect aspect;
  std::optional<Loss> loss;  ///< empty: any
  Evidence evidence;
  std::size_t enough;                   ///< number of failures that the consequence needs
  bool despite_passes;                  ///< true: holds although cases of the pattern completed
  std::string_view reason{};            ///< for the message
  std::optional<Aspect> and_once = {};  ///< this narrower pattern needs at least one failure as well
  std::size_t sizes = 1;     ///< minimum number of different sizes of work-groups among the failures
  std::size_t subjects = 1;  ///< the same of pairs of builtin and type; a builtin with one type needs one
};

/// After this many failures without a success, more runs are useless, and each costs a process. Only broad
/// patterns are given up. One builtin and type have few cases. One size has up to 1098 cases in standard, but
/// it is not given up either: PoCL 6.0 crashes at most launches of one work-item. If only 24 of them ran, the
/// order of the run would decide which builtins the bug has. Baselines find a bug by its builtins.
inline constexpr std::size_t enough_failures = 24;
/// Drivers have special code for work-groups of one and of two work-items, so their failures do not predict
/// those of other sizes.
inline constexpr std::size_t enough_sizes = 3;
/// Failures of one builtin and type do not predict those of others. If only broadcast of half crashes, it may
/// crash in 24 launches before another builtin of half runs.
inline constexpr std::size_t enough_subjects = 3;

constexpr AttributionRule gives_up(Aspect aspect, Evidence evidence, std::size_t sizes) {
  return {.consequence = Consequence::GiveUp,
          .aspect = aspect,
          .loss = std::nullopt,
          .evidence = evidence,
          .enough = enough_failures,
          .despite_passes = false,
          .reason = "failed",
          .sizes = sizes,
          .subjects = enough_subjects};
}

/// The rules are the same for every driver. Each limits the cost of one class of faults.
inline constexpr std::array<AttributionRule, 20> attribution_rules{{
    // Leaving out a builtin gives no verdict, but the kernel then tests less. So one crash is not enough.
    {Consequence::SetApart, Aspect::BuiltinOfType, Loss::Build, Evidence::Alone, 2, false},
    {Consequence::SetApart, Aspect::BuiltinOfType, Loss::Launch, Evidence::Alone, 2, false},
    {Consequence::SetApart, Aspect::Builtin, Loss::Launch, Evidence::Alone, 4, false},
    // A hang costs the time limit for everything that shares the program.
    {Consequence::SetApart, Aspect::Builtin, Loss::Hang, Evidence::Alone, 1, true},
    // Collectives may block each other only in a shared kernel. If all shared kernels of int and uint hang, a
    // run costs 19 time limits by these rules, and 350 without them.
    {Consequence::SetApart, Aspect::Form, Loss::Hang, Evidence::Together, 3, true},
    {Consequence::SetApart, Aspect::Everything, Loss::Hang, Evidence::Together, 6, true},

    gives_up(Aspect::Everything, Evidence::Any, 1),
    gives_up(Aspect::Dimension, Evidence::Alone, enough_sizes),
    gives_up(Aspect::Variant, Evidence::Alone, enough_sizes),
    gives_up(Aspect::Form, Evidence::Alone, enough_sizes),
    gives_up(Aspect::Type, Evidence::Alone, enough_sizes),
    gives_up(Aspect::Builtin, Evidence::Alone, enough_sizes),

    // Fewer hangs are enough, because each costs the time limit. Three hangs of one size come from three
    // builtins of different families, so they are no coincidence. At least one must have the dimension of the
    // case. Six hangs of any size have at least two sizes.
    {Consequence::GiveUp, Aspect::Everything, Loss::Hang, Evidence::Any, 6, false, "hung"},
    {Consequence::GiveUp, Aspect::Size, Loss::Hang, Evidence::Alone, 3, false, "hung",
     Aspect::SizeInDimension},
    {Consequence::GiveUp, Aspect::Dimension, Loss::Hang, Evidence::Alone, 6, false, "hung"},
    {Consequence::GiveUp, Aspect::Variant, Loss::Hang, Evidence::Alone, 6, false, "hung"},
    {Consequence::GiveUp, Aspect::Form, Loss::Hang, Evidence::Alone, 6, false, "hung"},
    {Consequence::GiveUp, Aspect::Type, Loss::Hang, Evidence::Alone, 6, false, "hung"},
    // A builtin that hangs only sometimes costs as much as one that always hangs.
    {Consequence::GiveUp, Aspect::BuiltinOfType, Loss::Hang, Evidence::Alone, 2, true, "hung"},
    {Consequence::GiveUp, Aspect::Builtin, Loss::Hang, Evidence::Alone, 6, true, "hung"},
}};

}  // namespace wgcts::harness
