// A condition of a bug: a feature of a work-group or of its launch, compared with values. Its text is for reports and
// for people; the program compares and evaluates predicates.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "layers.hpp"

namespace wgcts::results {

/// What a condition can be about. Features that share a code in reports ("call") are told apart here.
enum class Feature : std::uint8_t {
  Builtin,
  Culprit,  ///< a builtin that the kernel calls, whichever one is judged
  Type,
  Dimension,
  Form,
  Variant,
  Option,
  Size,
  ExtentX,
  ExtentY,
  ExtentZ,
  Call,
  CallSite,  ///< counted in the text of the function
  Group,
  LastRow,  ///< of work-groups; of three dimensions the last plane
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
  Holds,  ///< of a feature that is there or not
  Is,     ///< one of the names or numbers
  IsNot,  ///< none of them
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
  std::vector<std::size_t> numbers{};  ///< of Above, Below, AtLeast and multiples: one
  std::vector<std::string> names{};    ///< of Is and IsNot, where the feature has names
  auto operator<=>(const Predicate&) const = default;
};

/// A conjunction; empty where the bug is always seen.
using Where = std::vector<Predicate>;

/// "size", "extent.x".
std::string_view code_of(Feature feature);

/// Size and the extents.
bool is_of_sizes(Feature feature);
/// The axis of an extent.
std::size_t axis_of(Feature extent);
/// Builtin, Culprit and Type: whose bug it is, and not when it shows.
bool is_of_subject(Feature feature);

/// Whether a number is as the relation says; true of relations that compare names.
bool holds_for(const Predicate& predicate, std::size_t number);

/// "size>32", "size%8!=0", "type=uint|ulong", "group=last", "offset.y".
std::string to_string(const Predicate& predicate);
/// "size>32 and type=uint|ulong"; "always" for none.
std::string to_string(const Where& where);

/// What stands behind the code in a report, in two parts: {">", "32"}, {"%8", "!=0"}; both empty for Holds.
struct PredicateText {
  std::string relation, value;
};
PredicateText text_of(const Predicate& predicate);
/// The inverse. Throws std::invalid_argument where it is no condition.
Predicate predicate_from(std::string_view code, const PredicateText& text);

}  // namespace wgcts::results
