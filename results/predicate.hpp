// A condition of a bug: a feature of a work-group or of its launch, compared with values. The text is for
// reports and people; wgcts itself compares and evaluates predicates.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "layers.hpp"

namespace wgcts::results {

/// The features that a condition can compare. Some features share a code in reports, such as "call".
enum class Feature : std::uint8_t {
  Builtin,
  Culprit,  ///< a builtin that the kernel calls, even if another one is judged
  Type,
  Dimension,
  Form,
  Variant,
  Option,
  Size,
  ExtentX,
  ExtentY,
  ExtentZ,
  SubGroups,         ///< their number; this and the next three need a known layout
  SubGroupSize,      ///< work-items in the first sub-group
  UnequalSubGroups,  ///< one sub-group has fewer work-items than the others
  ManySubGroups,     ///< more sub-groups than work-items in the first one
  Call,
  CallSite,  ///< counted in the text of the function
  Helper,    ///< the call is in a function that the kernel calls
  Group,
  LastRow,  ///< of work-groups; in three dimensions the last plane
  GroupX,
  GroupY,
  GroupZ,
  Source,
  Remainder,
  RemainderX,
  RemainderY,
  RemainderZ,
  Offset,
  OffsetX,
  OffsetY,
  OffsetZ,
  Value,
  Company,
  Alone,
  Load
};

enum class Relation : std::uint8_t {
  Holds,  ///< for a feature that is present or absent
  Is,     ///< one of the names or numbers
  IsNot,  ///< none of the names or numbers
  Above,
  Below,
  AtLeast,
  MultipleOf,
  NotMultipleOf,
  PowerOfTwo,
  NotPowerOfTwo
};

struct Predicate {
  Feature feature{};
  Relation relation = Relation::Holds;
  std::vector<std::size_t> numbers{};  ///< exactly one for Above, Below, AtLeast and multiples
  std::vector<std::string> names{};    ///< for Is and IsNot, if the feature has names
  auto operator<=>(const Predicate&) const = default;
};

/// A conjunction; empty if the bug always shows.
using Where = std::vector<Predicate>;

/// The code in reports: "size", "extent.x".
std::string_view code_of(Feature feature);

/// Whether the feature is Size or an extent.
bool is_of_sizes(Feature feature);

/// Call or CallSite: two ways to count the calls of a kernel. Reports use the same code for both.
constexpr bool is_call_number(Feature feature) {
  return feature == Feature::Call || feature == Feature::CallSite;
}
std::size_t axis_of(Feature extent);
/// Whether the feature is Builtin, Culprit or Type. These name the faulty part, not conditions.
bool is_of_subject(Feature feature);

/// Whether the relation holds for a number; true for relations that compare names.
bool holds_for(const Predicate& predicate, std::size_t number);

/// "size>32", "size%8!=0", "type=uint|ulong", "group=last", "offset.y".
std::string to_string(const Predicate& predicate);
/// "size>32 and type=uint|ulong"; "always" for none.
std::string to_string(const Where& where);

/// The text after the code in two parts: {">", "32"}, {"%8", "!=0"}; both are empty for Holds.
struct PredicateText {
  std::string relation, value;
};
PredicateText text_of(const Predicate& predicate);
/// The inverse. Throws std::invalid_argument if it is not a condition.
Predicate predicate_from(std::string_view code, const PredicateText& text);

}  // namespace wgcts::results
