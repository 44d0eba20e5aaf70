// Inputs for broadcast: different values in all lanes, and every lane as the source in turn. Drivers have
// swapped x and y, ignored z, and always sent the first lane's value.
#pragma once

#include "reference/clauses.hpp"
#include "suites/data/data.hpp"

namespace wgcts::suites {

template <class T>
struct BroadcastData {
  using F = Filling<T>;

  static std::vector<T> special_values() {
    if constexpr (is_float_v<T>)
      return {static_cast<T>(-T{0}),   T{0}, Limits<T>::max(), Limits<T>::lowest(),
              Limits<T>::min_normal(), T{1}};
    else
      return {T{0},
              Limits<T>::max(),
              Limits<T>::lowest(),
              static_cast<T>(-1),
              static_cast<T>(bits_of<T>{1} << 31),
              static_cast<T>(bits_of<T>{1} << (sizeof(T) * 8 - 1))};
  }

  /// Only the source has the value.
  static void name_value(F& f, T value) {
    f.source = f.random.below(f.lanes());
    f.x[f.source] = value;
  }

  /// Values one bit apart, from 1 or 100 on. In a large work-group, halves come to an end: the least normal
  /// number follows the largest finite one, because a device may lack INF, NaN and subnormals (WGC.FP.4,
  /// WGC.FP.5).
  static void adjacent_values(F& f) {
    const std::uint64_t first = rank_of(static_cast<T>(is_float_v<T> ? 1 : 100));
    const std::uint64_t least = is_float_v<T> ? rank_of(Limits<T>::min_normal()) : first;
    const std::uint64_t count = rank_of(Limits<T>::max()) - least + 1;
    for (std::size_t i = 0; i < f.lanes(); ++i) f.x[i] = of_rank<T>(least + (first - least + i) % count);
  }

  static std::vector<DataClass<T>> classes() {
    std::vector<DataClass<T>> rows{
        {"distinct", "different values, with each lane as the source in turn",
         [](std::size_t lanes, std::size_t walk) { return std::max<std::size_t>(each_lane(lanes, walk), 4); },
         [](F& f) {
           random_values(f);
           f.source = walk_lane(f);
         }},
        {"special", "the ends of the type, and zeros of both signs", always<6>,
         [](F& f) {
           static const auto values = special_values();
           random_values(f);
           name_value(f, values[f.index % values.size()]);
         }},
        // A result one bit off is another lane's value. The first work-group has the last lane as the source,
        // so that even the smallest work-group distinguishes the source from the first lane.
        {"adjacent", "values one bit apart", always<4>,
         [](F& f) {
           adjacent_values(f);
           f.source = f.index == 0 ? f.lanes() - 1 : f.random.below(f.lanes());
         }},
    };
    if constexpr (is_float_v<T>) {
      static constexpr T inf = Limits<T>::infinity(), nan = Limits<T>::nan();
      const DataClass<T> floating[] = {
          {"infinity", "INF and NaN", always<3>,
           [](F& f) {
             random_values(f);
             name_value(f, f.index == 0 ? inf : f.index == 1 ? static_cast<T>(-inf) : nan);
           },
           cite("WGC.FP.5"), has_infinities},
          // A broadcast by sums or products computes INF x 0.
          {"finite", "a finite value among INF or NaN", always<2>,
           [](F& f) {
             f.set_all(f.index == 0 ? inf : nan);
             name_value(f, T{2});
           },
           "", has_infinities},
          {"subnormal", "subnormals", always<2>,
           [](F& f) {
             for (T& x : f.x) x = of_rank<T>(subnormal_rank<T>(f.random));
             f.source = f.random.below(f.lanes());
           },
           cite("WGC.FP.4"), has_denormals},
      };
      rows.insert(rows.end(), std::begin(floating), std::end(floating));
    }
    for (DataClass<T>& row : rows) row.rule = Rule::Bits;
    return rows;
  }
};

}  // namespace wgcts::suites
