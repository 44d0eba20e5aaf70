// A fault of a collective: a row of the table of faults with its parameters as numbers, and as text.
#pragma once

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

/// The rows of the table, the simplest first: where two explain the same results, the first names the fault.
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
  std::uint8_t choice = 0;   ///< the row's forms, by number
  std::uint8_t variant = 0;  ///< of the model: not reported, as it names the same bug
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

/// The parameters of a cause, named, in the order in which they are reported: {{"every", "32"}}.
using CauseParameters = std::vector<std::pair<std::string, std::string>>;
CauseParameters parameters_of(const Cause& cause);

/// What a builtin with that fault does, to follow its name: "begins anew every 32 lanes".
std::string phrase_of(const Cause& cause);

/// All causes that reports name by this code with these parameters. Models that differ only in details have
/// one name. None for a code without a model, such as "crash".
std::vector<Cause> causes_named(std::string_view code, const CauseParameters& parameters);

// What Cause::choice stands for, of the rows whose models depend on it in more than one place. The order is
// that of the row's forms.
/// What stands in place of a missing result: the lane's own x, the poison, anything but the result, the
/// identity (of predicates false, of a broadcast 0) or 0, or the result of the lane before.
enum class Missing : std::uint8_t { OwnValue, Unwritten, Anything, Identity, Previous };
enum class Lost : std::uint8_t { Nan, Inf, NegativeZero, Subnormal, TypeMin, TypeMax, MinusOne, Negative };
enum class Comparison : std::uint8_t { Signed, Unsigned, Bits, Magnitude, LowWord, HighWord, Float, Double };
/// What a value or a sum passes through; Bits keeps Cause::n of them, Range those from Cause::n & 255 up to
/// Cause::n >> 8. The last two are of the number of true values.
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

/// Whether the model says which lanes are wrong, and not what they return. It fits wherever a model fits that
/// says both.
inline bool leaves_results_open(const Cause& c) {
  return c.what == What::ResultMissingOn && static_cast<Missing>(c.choice) == Missing::Anything;
}

}  // namespace wgcts::reference
