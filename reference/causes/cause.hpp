// A fault of a collective: a row of the fault table and its parameters, as numbers and as text.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/collective.hpp"
#include "reference/exact_number.hpp"
#include "reference/geometry.hpp"

namespace wgcts::reference {

/// A set of lanes with wrong values or results, such as the tail after a multiple of a width.
struct LaneSet {
  enum class Kind : std::uint8_t {
    None,
    First,
    Last,
    AllButFirst,
    Lane,                 ///< lane n
    Middle,               ///< the lane at half the size
    From,                 ///< lane n and beyond
    Below,                ///< lanes before n
    LastN,                ///< the last n
    FromEnd,              ///< the lane n before the end: 1 is the last
    FromEndOrFirst,       ///< the same, or lane 0 if there are fewer lanes
    Tail,                 ///< from the last multiple of n on; all lanes if fewer than n
    BeyondPowerOfTwo,     ///< from the largest power of two on
    LastOfEach,           ///< the last of each n lanes, except the work-group's last
    LastOfEachAndEnd,     ///< the same with the work-group's last, if it is the last of n
    FirstOfEach,          ///< the first of each n lanes, except lane 0
    FirstOfEachAndStart,  ///< the same with lane 0
    Rows,                 ///< y other than 0
    BehindFirstRow,       ///< y or z other than 0
    Planes,               ///< z other than 0
    Odd,
    Even,
    RowEnds  ///< the last of each row
  };
  Kind kind = Kind::None;
  std::int64_t n = 0;
  auto operator<=>(const LaneSet&) const = default;
};

/// 1 for each lane of a work-group of that size that is in the set, else 0, by local linear id.
std::vector<char> lanes_in(const LaneSet& set, const Extents& size);

/// The complexity of a set: 0 for an end of the work-group, or all but the first; 1 for a shape; 2 with a
/// number.
int complexity(const LaneSet& set);

/// Whether the set ends with the work-group or repeats, and has an unusual number, which only wrong results
/// suggest.
bool has_inferred_width(const LaneSet& set);

/// The rows of the table, simplest first. If two explain the same results, the first one names the fault.
enum class What : std::uint8_t {
  Unwritten,
  Constant,
  Inverted,
  Identity,
  Input,
  OwnValueFirst,
  OtherBuiltin,
  LaneValue,
  NarrowedPredicate,
  AggregatedAs,
  WrongIdentity,
  Coordinates,
  SourceLimited,
  Restarts,
  CarryPartial,
  Order,
  LanesIgnored,
  LanesDoubled,
  ValueLost,
  Narrowed,
  ComparedAs,
  OtherCall,
  OtherGroup,
  ResultMissingOn,
  Inexact
};

/// A row with its parameters. The row defines what the numbers mean.
struct Cause {
  What what{};
  std::uint8_t choice = 0;   ///< index of the row's form
  std::uint8_t variant = 0;  ///< of the model; not reported, because it is the same bug
  LaneSet lanes{};
  std::int64_t n = 0;     ///< a width, a boundary or a lane
  ExactNumber value = 0;  ///< a value of the type
  auto operator<=>(const Cause&) const = default;
};

/// The row's code in the vocabulary: "restarts".
std::string_view code_of(What what);

/// The names and values of a cause's parameters, in the order of reports: {{"every", "32"}}.
using CauseParameters = std::vector<std::pair<std::string, std::string>>;
CauseParameters parameters_of(const Cause& cause);

/// The fault as a predicate for the builtin's name: "restarts every 32 lanes".
std::string phrase_of(const Cause& cause);

/// All causes with this code and these parameters in reports. Variants of a model share them. Empty for a
/// code without a model, such as "crash".
std::vector<Cause> causes_named(std::string_view code, const CauseParameters& parameters);

// The meaning of Cause::choice, in the order of the row's forms, if the model uses it in several places.
/// The value in place of a missing result: the lane's own x, the poison, any wrong value, the identity or 0
/// (0 for predicates and broadcasts), or the previous lane's result.
enum class Missing : std::uint8_t { OwnValue, Unwritten, Anything, Identity, Previous };
enum class Lost : std::uint8_t { Nan, Inf, NegativeZero, Subnormal, TypeMin, TypeMax, MinusOne, Negative };
enum class Comparison : std::uint8_t { Signed, Unsigned, Bits, Magnitude, LowWord, HighWord, Float, Double };
/// The conversion of a value or a sum. Bits keeps Cause::n bits: the lower ones, or of a
/// floating-point value the upper ones of its significand, if it has as many. Range keeps those from Cause::n
/// & 255 up to Cause::n >> 8, exclusive. Saturates uses the limits of a type with Cause::n bits; 0: of the
/// value's own type. The last two apply to the number of true values.
enum class Narrow : std::uint8_t {
  Bits,
  Range,
  Int,
  UInt,
  Short,
  UShort,
  Half,
  Float,
  Double,
  Char,
  UChar,
  Saturates,
  LowBit,
  SignBit,
  CountBits,
  CountLowBit
};

/// Whether the model predicts only which lanes are wrong. It fits wherever a model fits that also predicts
/// their results.
inline bool leaves_results_open(const Cause& c) {
  return c.what == What::ResultMissingOn && static_cast<Missing>(c.choice) == Missing::Anything;
}

/// Whether the model gives one value for many inputs, so that it may fit most results of another fault.
constexpr bool gives_one_value(What what) {
  return what == What::Constant || what == What::Identity || what == What::WrongIdentity;
}

}  // namespace wgcts::reference
