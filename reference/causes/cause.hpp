// Names for what a wrong collective does: the rows of the vocabulary of causes, with their parameters as
// numbers.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "reference/causes/lane_set.hpp"
#include "reference/exact_number.hpp"
#include "reference/operation.hpp"

namespace wgcts::reference {

/// What the results look like, the simplest first: where two explain the same, the first names it.
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

/// A row with its parameters. What the numbers mean is the row's affair.
struct Cause {
  What what{};
  std::uint8_t choice = 0;   ///< of the row's kinds
  std::uint8_t variant = 0;  ///< of the model: not told, as it names the same bug
  LaneSet lanes{};
  std::int64_t n = 0;     ///< a width, a boundary, a lane
  ExactNumber value = 0;  ///< a value of the type
  bool operator==(const Cause&) const = default;
  bool operator<(const Cause& other) const {
    const auto key = [](const Cause& c) {
      return std::tuple(c.what, c.choice, c.variant, c.lanes, c.n, c.value);
    };
    return key(*this) < key(other);
  }
};

/// The row's code in the vocabulary: "restarts".
std::string_view code_of(What what);

/// Its parameters, named, in the order in which they are told: {{"every", "32"}}.
std::vector<std::pair<std::string, std::string>> parameters_of(const Cause& cause);

/// The values of a row's parameter, by Cause::choice.
inline constexpr std::array<std::string_view, 3> inverted_as{"", "any", "all"};
inline constexpr std::array<std::string_view, 3> fixed_lanes{"first", "last", "middle"};
inline constexpr std::array<std::string_view, 8> other_builtins{"reduce", "inclusive", "exclusive", "add",
                                                                "min",    "max",       "any",       "all"};
inline constexpr std::array<std::string_view, 4> aggregations{"and", "or", "xor", "sum"};
inline constexpr std::array<std::string_view, 9> coordinates{"xy_swapped", "xz_swapped", "yz_swapped",
                                                             "x_ignored",  "y_ignored",  "z_ignored",
                                                             "stride",     "shifted",    "offset"};
inline constexpr std::array<std::string_view, 8> orders{
    "reversed", "column_major", "planes_last", "yz_swapped", "rows_snake", "even_odd", "quads", "other"};
inline constexpr std::array<std::string_view, 8> lost_values{
    "nan", "inf", "negative_zero", "subnormal", "type_min", "type_max", "minus_one", "negative"};
enum class Lost : std::uint8_t { Nan, Inf, NegativeZero, Subnormal, TypeMin, TypeMax, MinusOne, Negative };
inline constexpr std::array<std::string_view, 8> comparisons{"signed",   "unsigned",  "bits",  "magnitude",
                                                             "low_word", "high_word", "float", "double"};
enum class Comparison : std::uint8_t { Signed, Unsigned, Bits, Magnitude, LowWord, HighWord, Float, Double };
inline constexpr std::array<std::string_view, 5> identity_values{"", "total", "type_max", "type_min",
                                                                 "smallest_normal"};
/// What a value or a sum passes through; Bits keeps Cause::n of them, Range those from Cause::n & 255 up to
/// Cause::n >> 8.
inline constexpr std::array<std::string_view, 11> narrowings{
    "bits", "range", "int", "uint", "short", "ushort", "half", "float", "double", "char", "uchar"};
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
  SignBit
};
inline constexpr std::uint8_t narrow_kinds = static_cast<std::uint8_t>(Narrow::SignBit) + 1;
inline constexpr std::array<std::string_view, 4> other_places{"next", "previous", "first", "last"};
inline constexpr std::array<std::string_view, 4> other_calls{"next", "previous", "first", "joined"};

}  // namespace wgcts::reference
