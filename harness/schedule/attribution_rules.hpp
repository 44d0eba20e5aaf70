// The thresholds of fault attribution, in one table: what must have been seen of a pattern of cases before it
// is relied upon for others of the pattern.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/schedule/case_pattern.hpp"

namespace wgcts::harness {

/// How a worker was lost: the driver took it down or refused in a build or in a launch, or it fell silent.
enum class Loss : std::uint8_t { Build, Launch, Hang };

/// What counts: any loss in which a case of the pattern took part, or only one that a case had alone.
enum class Evidence : std::uint8_t { Any, Alone };

/// What follows for a case of the pattern.
enum class Consequence : std::uint8_t {
  Convict,   ///< it was lost in company, and is taken for a culprit without being tried alone
  Presume,   ///< it is taken for a culprit without being tried, where all that it is was: see presumed_by
  SetApart,  ///< shared kernels do without its builtin; it is tried alone, after everything else
  GiveUp     ///< it is not tried any more: not_run
};

struct AttributionRule {
  Consequence consequence;
  Aspect aspect;
  std::optional<Loss> loss;  ///< nothing for any
  Evidence evidence;
  std::size_t enough;                ///< times that it must have been seen
  bool whatever_passed;              ///< holds though cases of the pattern came through; else those refute it
  std::string_view reason;           ///< what is said of it
  std::optional<Aspect> and_once{};  ///< seen once at least of this narrower pattern, too
};

/// No rule speaks of a driver: each bounds what a whole class of faults may cost. Without them a device on
/// which nothing of one size works would cost a process for each of its cases.
inline constexpr std::array<AttributionRule, 28> attribution_rules{{
    // Three builtins of different families that are lost alone are no coincidence. Launches of several
    // dimensions may have been lost together: of the case's own dimension there must be one.
    {Consequence::Convict, Aspect::Size, Loss::Launch, Evidence::Alone, 3, false, "of this size",
     Aspect::SizeInDimension},
    // Twice as many: after three the size is convicted, so that six are of two sizes at least.
    {Consequence::Convict, Aspect::Dimension, Loss::Launch, Evidence::Alone, 6, false, "of this dimension"},
    {Consequence::Convict, Aspect::Variant, Loss::Launch, Evidence::Alone, 6, false, "of this variant"},
    {Consequence::Convict, Aspect::Form, Loss::Launch, Evidence::Alone, 6, false, "of this form"},
    {Consequence::Convict, Aspect::Type, Loss::Launch, Evidence::Alone, 6, false, "of this type"},
    // A compiler that dies of three kernels of a builtin and type, and takes none, dies of the builtin.
    {Consequence::Convict, Aspect::BuiltinOfType, Loss::Build, Evidence::Alone, 3, false,
     "of this builtin and type"},
    {Consequence::Convict, Aspect::Form, Loss::Build, Evidence::Alone, 6, false, "of this form"},
    {Consequence::Convict, Aspect::Type, Loss::Build, Evidence::Alone, 6, false, "of this type"},
    {Consequence::Convict, Aspect::Variant, Loss::Build, Evidence::Alone, 6, false, "of this variant"},

    // A builtin that dies of a type at every launch would cost a process for each.
    {Consequence::Presume, Aspect::BuiltinOfType, Loss::Launch, Evidence::Alone, 8, false,
     "of this builtin and type"},

    // To be set apart is no accusation, but a kernel without its neighbours tests less: twice is no accident.
    {Consequence::SetApart, Aspect::BuiltinOfType, Loss::Build, Evidence::Alone, 2, false, ""},
    {Consequence::SetApart, Aspect::BuiltinOfType, Loss::Launch, Evidence::Alone, 2, false, ""},
    {Consequence::SetApart, Aspect::Builtin, Loss::Launch, Evidence::Alone, 4, false, ""},
    // Each hang costs the time limit of all that shares the program.
    {Consequence::SetApart, Aspect::Builtin, Loss::Hang, Evidence::Alone, 1, true, ""},

    // Where so much is lost and nothing comes through there is nothing more to see. A launch costs a process,
    // a hang the time limit.
    {Consequence::GiveUp, Aspect::Everything, Loss::Hang, Evidence::Any, 6, false, "hung"},
    // Not even those that hung beside others are convicted: none of them has had the time limit to itself.
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
    // What hangs at times costs as much as what always does.
    {Consequence::GiveUp, Aspect::BuiltinOfType, Loss::Hang, Evidence::Alone, 2, true, "hung"},
    {Consequence::GiveUp, Aspect::Builtin, Loss::Hang, Evidence::Alone, 6, true, "hung"},
}};

/// Of each of these patterns that a case is of, one must have been lost alone before the case is presumed to
/// be: a size that does not crash is tried, and so is a form.
inline constexpr std::array presumed_by{Aspect::SizeOfIts, Aspect::DimensionOfIts, Aspect::FormOfIts,
                                        Aspect::VariantOfIts};

}  // namespace wgcts::harness
