// Inputs for broadcast: different values in all lanes, and every lane as the source in turn. Drivers have
// swapped x and y, ignored z, and always sent the first lane's value.
#include "suites/data/broadcast_data.hpp"

#include "reference/clauses.hpp"

namespace wgcts::suites {
namespace {

template <class T>
void distinct(Filling<T>& f) {
  for (T& x : f.x) x = any_value<T>(f.random);
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
  for (T& x : f.x) x = any_value<T>(f.random);
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

bool has_infinities(const FloatRules& rules) { return rules.infinities; }
bool has_denormals(const FloatRules& rules) { return rules.denormals; }

template <class T>
std::vector<DataClass<T>> make_classes() {
  std::vector<DataClass<T>> rows{
      {"distinct", "different values, with each lane as the source in turn", "", Rule::Bits, nullptr,
       [](std::size_t lanes, std::size_t walk) { return std::max<std::size_t>(each_lane(lanes, walk), 4); },
       distinct<T>},
      {"special", "the ends of the type, and zeros of both signs", "", Rule::Bits, nullptr, always<6>,
       special<T>},
      {"adjacent", "values one bit apart", "", Rule::Bits, nullptr, always<4>, adjacent<T>},
  };
  if constexpr (is_float_v<T>) {
    const DataClass<T> floating[] = {
        {"infinity", "INF and NaN", cite("WGC.FP.5"), Rule::Bits, has_infinities, always<3>, infinity<T>},
        {"finite", "a finite value among INF or NaN", "", Rule::Bits, has_infinities, always<2>,
         finite_among_infinities<T>},
        {"subnormal", "subnormals", cite("WGC.FP.4"), Rule::Bits, has_denormals, always<2>, subnormals<T>},
    };
    rows.insert(rows.end(), std::begin(floating), std::end(floating));
  }
  return rows;
}

}  // namespace

template <class T>
std::span<const DataClass<T>> broadcast_data() {
  static const auto rows = make_classes<T>();
  return rows;
}

template std::span<const DataClass<half>> broadcast_data();
template std::span<const DataClass<std::int32_t>> broadcast_data();
template std::span<const DataClass<std::uint32_t>> broadcast_data();
template std::span<const DataClass<std::int64_t>> broadcast_data();
template std::span<const DataClass<std::uint64_t>> broadcast_data();
template std::span<const DataClass<float>> broadcast_data();
template std::span<const DataClass<double>> broadcast_data();

}  // namespace wgcts::suites
