// Wrong models that convert values or sums to fewer bits or to another type. They are compiled apart from the
// other models, because these already take long.
#pragma once

#include "reference/causes/models.hpp"

namespace wgcts::reference::causes {

/// The data that is converted: Cause::variant of `narrowed`.
enum class Converted : std::uint8_t {
  Values,             ///< of each work-item
  Results,            ///< the correct results
  Steps,              ///< values and every partial sum, in any order
  ValuesIndefinite,   ///< as Values, but an overflow gives the one indefinite value of x86
  ResultsIndefinite,  ///< as Results, with the same overflow
  Everything,         ///< the collective is computed in that type, exactly
  EverythingIndefinite
};
inline constexpr std::uint8_t converted_variants =
    static_cast<std::uint8_t>(Converted::EverythingIndefinite) + 1;
inline Converted converted_of(const Cause& c) { return static_cast<Converted>(c.variant); }

/// The forms of both rows of `narrowed`, by Narrow.
std::vector<FaultForm> narrowings();

template <class T>
struct NarrowingModels {
  static void suggest_narrowed(const Scene<T>& s, std::span<const T> got, Causes& to);
  static Results<T> narrowed(const Scene<T>& s, const Cause& c);
  static bool fits_narrowed(const Scene<T>& s, const Cause& c, std::span<const T> got);
  static bool changes_narrowed(const Scene<T>& s, const Cause& c);
};

}  // namespace wgcts::reference::causes
