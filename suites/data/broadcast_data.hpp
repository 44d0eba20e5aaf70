// Inputs for broadcast: different values in all lanes, and every lane as the source in turn. Drivers have
// swapped x and y, ignored z, and always sent the first lane's value.
#pragma once

#include "reference/clauses.hpp"
#include "suites/data/data.hpp"

namespace wgcts::suites::broadcast_data {

template <class T>
void distinct(Filling<T>& f) {
  random_values(f);
  f.source = walk_lane(f);
}

/// Neighbouring values, so that a result one bit off is another lane's value. The first work-group of the
/// class has the last lane as the source, so that even the smallest work-group distinguishes the source from
/// the first lane.
template <class T>
void adjacent(Filling<T>& f) {
  const std::int64_t first = rank_of(static_cast<T>(is_float_v<T> ? 1 : 100));
  for (std::size_t lane = 0; lane < f.lanes(); ++lane)
    f.x[lane] = of_rank<T>(first + static_cast<std::int64_t>(lane));
  f.source = f.index == 0 ? f.lanes() - 1 : f.random.below(f.lanes());
}

template <class T>
std::vector<T> special_values() {
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

template <class T>
void name_value(Filling<T>& f, T value) {
  random_values(f);
  f.source = f.random.below(f.lanes());
  f.x[f.source] = value;
}

template <class T>
void special(Filling<T>& f) {
  static const auto values = special_values<T>();
  name_value(f, values[f.index % values.size()]);
}

template <class T>
void infinity(Filling<T>& f) {
  const T inf = Limits<T>::infinity();
  name_value(f, f.index == 0 ? inf : f.index == 1 ? static_cast<T>(-inf) : Limits<T>::nan());
}

/// Only the source is finite: a broadcast by sums or products computes INF x 0.
template <class T>
void finite_among_infinities(Filling<T>& f) {
  std::fill(f.x.begin(), f.x.end(), f.index == 0 ? Limits<T>::infinity() : Limits<T>::nan());
  f.source = f.random.below(f.lanes());
  f.x[f.source] = T{2};
}

template <class T>
void subnormals(Filling<T>& f) {
  for (T& x : f.x)
    x = of_rank<T>(1 + static_cast<std::int64_t>(
                           f.random.below(static_cast<std::uint64_t>(rank_of(Limits<T>::min_normal()) - 1))));
  f.source = f.random.below(f.lanes());
}

template <class T>
std::vector<DataClass<T>> classes() {
  std::vector<DataClass<T>> rows{
      {"distinct", "different values, with each lane as the source in turn",
       [](std::size_t lanes, std::size_t walk) { return std::max<std::size_t>(each_lane(lanes, walk), 4); },
       distinct<T>, Rule::Bits},
      {"special", "the ends of the type, and zeros of both signs", always<6>, special<T>, Rule::Bits},
      {"adjacent", "values one bit apart", always<4>, adjacent<T>, Rule::Bits},
  };
  if constexpr (is_float_v<T>) {
    const DataClass<T> floating[] = {
        {"infinity", "INF and NaN", always<3>, infinity<T>, Rule::Bits, cite("WGC.FP.5"), has_infinities},
        {"finite", "a finite value among INF or NaN", always<2>, finite_among_infinities<T>, Rule::Bits, "",
         has_infinities},
        {"subnormal", "subnormals", always<2>, subnormals<T>, Rule::Bits, cite("WGC.FP.4"), has_denormals},
    };
    rows.insert(rows.end(), std::begin(floating), std::end(floating));
  }
  return rows;
}

}  // namespace wgcts::suites::broadcast_data
