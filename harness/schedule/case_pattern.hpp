// Properties that cases share. They let the results of some cases predict those of others.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "suites/case.hpp"

namespace wgcts::harness {

/// The coordinates of a case that a pattern fixes.
enum class Aspect : std::uint8_t {
  Everything,
  Builtin,
  BuiltinOfType,
  Type,
  Size,
  SizeInDimension,
  Dimension,
  Form,
  Variant
};

/// All cases with these coordinates. A coordinate that is not set matches any. `size` counts work-items, 0
/// for "max".
struct CasePattern {
  const Builtin* builtin = nullptr;
  std::optional<GenType> type{};
  std::optional<std::size_t> size{};
  std::optional<unsigned> dim{};
  const Form* form = nullptr;
  const Variant* variant = nullptr;  ///< one row; a combined variant matches the pattern of each of its rows
  std::optional<std::uint64_t> number{};  ///< of a program; 0 for other cases
  auto operator<=>(const CasePattern&) const = default;
};

/// The patterns that the case matches in this aspect: one, or for Variant one for each row of the variant.
std::vector<CasePattern> patterns_of(Aspect aspect, const Case& c);

/// The same for aspects other than Variant.
CasePattern pattern_of(Aspect aspect, const Case& c);

/// "24 launches in 3d", "1 launch of reduce_add".
std::string describe_launches(std::size_t number, const CasePattern& pattern);

}  // namespace wgcts::harness
