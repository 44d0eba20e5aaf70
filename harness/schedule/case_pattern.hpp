// What cases have in common, so that what befell some of them can speak of others.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "suites/case.hpp"

namespace wgcts::harness {

/// Which coordinates of a case a pattern fixes.
enum class Aspect : std::uint8_t {
  Everything,
  Builtin,
  BuiltinOfType,
  Type,
  Size,
  SizeInDimension,
  Dimension,
  Form,
  Variant,
  // Of a builtin and type.
  SizeOfIts,
  DimensionOfIts,
  FormOfIts,
  VariantOfIts
};

/// All cases with these coordinates; one that is not set may be any. `size` counts work-items, 0 for "max".
struct CasePattern {
  const Builtin* builtin = nullptr;
  std::optional<GenType> type{};
  std::optional<std::size_t> size{};
  std::optional<unsigned> dim{};
  const Form* form = nullptr;
  const Variant* variant = nullptr;       ///< a row; a combination is of the patterns of each of its rows
  std::optional<std::uint64_t> number{};  ///< of a whole program; 0 for others, which have none
  auto operator<=>(const CasePattern&) const = default;
};

/// The patterns that hold the case and all others that agree with it in this aspect: one, or one for each row
/// of its variant. The aspect is Variant or VariantOfIts for the latter alone.
std::vector<CasePattern> patterns_of(Aspect aspect, const Case& c);

/// The same, for an aspect that is not of the variant.
CasePattern pattern_of(Aspect aspect, const Case& c);

/// So many of the launches that a pattern holds: "24 launches in 3d", "1 launch of reduce_add".
std::string describe_launches(std::size_t number, const CasePattern& pattern);

}  // namespace wgcts::harness
