// Inputs for min and max: reduce and scans. The comments describe max. For min the order is reversed.
#pragma once

#include <algorithm>

#include "reference/clauses.hpp"
#include "suites/data/data.hpp"

namespace wgcts::suites {

template <class T>
struct OrderData {
  using F = Filling<T>;

  static constexpr std::uint64_t top_rank = rank_of(Limits<T>::max());
  static constexpr std::uint64_t bottom_rank = rank_of(Limits<T>::lowest());

  /// The value of `rank` in an order in which more is better. Reversed for min.
  static T better_by(Op op, std::uint64_t rank) {
    const bool turned = op == Op::Min;
    if constexpr (is_float_v<T>) return without_subnormal(of_rank<T>(turned ? 0 - rank : rank));
    return of_rank<T>(turned ? ~rank : rank);
  }

  /// A rank moved up, limited to the best finite value.
  static std::uint64_t up(std::uint64_t rank, std::uint64_t steps) {
    return rank + std::min(steps, top_rank - rank);
  }

  static void shuffle(F& f) {
    for (std::size_t i = f.lanes() - 1; i > 0; --i) std::swap(f.x[i], f.x[f.random.below(i + 1)]);
  }

  /// Values evenly distributed over the type, so that the sign, the upper and the lower word all matter:
  /// rising, falling, falling, rising, then shuffled. The best value is in the first and in the last lane of
  /// two work-groups each, because two work-groups may take different arms of a branch. All values differ, so
  /// a wrong result shows its lane.
  static void spread(F& f) {
    const std::uint64_t step = (top_rank - bottom_rank) / f.lanes();
    for (std::size_t i = 0; i < f.lanes(); ++i) {
      const std::size_t lane = f.index == 1 || f.index == 2 ? f.lanes() - 1 - i : i;
      f.x[lane] = better_by(f.collective.op, up(bottom_rank, step * i + step / 2));
    }
    if (f.index >= 4) shuffle(f);
  }

  /// Values at which a narrower type, the other signedness, or a comparison of half of the word goes wrong.
  static std::vector<T> landmarks() {
    if constexpr (is_float_v<T>) {
      std::vector<T> points{T{1}, T{-1}, T{2048}, T{-2048}, Limits<T>::min_normal()};
      if constexpr (sizeof(T) >= 4)
        for (const double p : {65504.0, -65504.0, 0x1p24, -0x1p24, 0x1p31, 0x1p-30})
          points.push_back(static_cast<T>(p));
      if constexpr (sizeof(T) == 8)
        for (const double p :
             {3.4028234663852886e38, -3.4028234663852886e38, 0x1p53, 0x1p63, 0x1p-140, 0x1.00000001p40})
          points.push_back(p);
      return points;
    } else {
      using U = std::make_unsigned_t<T>;
      std::vector<T> points;
      for (const U p :
           {U{0}, U{1}, U{1} << 31, (U{1} << 31) - 1, U{1} << 24, U{1} << 15, ~U{0},
            static_cast<U>(Limits<T>::max()), static_cast<U>(Limits<T>::lowest()), U{0} - (U{1} << 24)})
        points.push_back(static_cast<T>(p));
      if constexpr (sizeof(T) == 8)
        for (const U p : {U{1} << 32, (U{1} << 33) + (U{1} << 31), U{1} << 53, U{1} << 62, U{1} << 63,
                          U{0} - (U{1} << 31), U{0} - (U{1} << 32), U{0} - (U{1} << 53)})
          points.push_back(static_cast<T>(p));
      return points;
    }
  }

  /// Neighbouring values around a landmark, shuffled. They differ by one, or by one unit in the last place.
  static void adjacent(F& f) {
    static const auto points = landmarks();
    const std::uint64_t centre = rank_of(points[f.index % points.size()]);
    const std::uint64_t first = centre - std::min<std::uint64_t>(centre - bottom_rank, f.lanes() / 2);
    for (std::size_t i = 0; i < f.lanes(); ++i) f.x[i] = without_subnormal(of_rank<T>(up(first, i)));
    shuffle(f);
  }

  /// Ranks worse than plausible wrong identities: 0, FLT_MIN, -FLT_MAX, INT_MIN for long, -65504 ... `index`
  /// selects one of them.
  static std::vector<std::uint64_t> worse_than_identities(Op op) {
    if constexpr (is_float_v<T>) {
      std::vector<std::uint64_t> ranks{rank_of(static_cast<T>(-Limits<T>::min_normal())), rank_of(T{-1})};
      if constexpr (sizeof(T) >= 4) ranks.push_back(rank_of(static_cast<T>(-65536.0)));
      if constexpr (sizeof(T) == 8) ranks.push_back(rank_of(static_cast<T>(-1e39)));
      ranks.push_back(bottom_rank + 40);
      return ranks;
    } else {
      // For min, the ranks are those of the reversed order of better_by().
      std::vector<std::uint64_t> ranks{bottom_rank + 40};
      const auto add = [&](T value) { ranks.push_back(op == Op::Min ? ~rank_of(value) : rank_of(value)); };
      if (std::is_signed_v<T>) add(op == Op::Min ? T{1} : static_cast<T>(-1));
      if (std::is_unsigned_v<T> && op == Op::Min) add(static_cast<T>((T{1} << 31) + 20000));
      if constexpr (sizeof(T) == 8) {
        constexpr std::int64_t beyond_int = std::int64_t{1} << 40;
        if (op == Op::Min) add(static_cast<T>(beyond_int));
        if (op == Op::Max && std::is_signed_v<T>) add(static_cast<T>(-beyond_int));
        if (op == Op::Min && std::is_unsigned_v<T>) add((T{1} << 63) + 20000);
      }
      return ranks;
    }
  }

  static void beyond(F& f) {
    const auto limits = worse_than_identities(f.collective.op);
    const std::uint64_t best = limits[f.index % limits.size()];
    const std::uint64_t most = std::min<std::uint64_t>(best - bottom_rank, 4 * f.lanes());
    for (T& x : f.x) x = better_by(f.collective.op, best - f.random.below(most + 1));
  }

  /// One best value, in each lane in turn, and worse values in all others. Detects any missing lane.
  static void walk(F& f) {
    const std::size_t best = walk_lane(f);
    const std::uint64_t eighth = (top_rank - bottom_rank) / 8;
    std::uint64_t limit = up(bottom_rank, eighth + f.random.below(eighth * 6));
    if constexpr (is_float_v<T>) {
      // A best value just above a subnormal limit would be flushed to the value of the others.
      const std::uint64_t normal = rank_of(Limits<T>::min_normal()) + 4;
      if (0 - normal <= limit && limit <= normal) limit = normal;
    }
    for (T& x : f.x) x = better_by(f.collective.op, limit - f.random.below(limit - bottom_rank));
    f.x[best] = better_by(f.collective.op, f.index % 2 == 0 ? top_rank : up(limit, 1 + f.random.below(3)));
  }

  /// Words whose halves have different orders: the upper rising and the lower falling, the reverse, and equal
  /// upper halves.
  static void halves(F& f) {
    using Bits = bits_of<T>;
    constexpr int half_width = sizeof(T) * 4;
    constexpr Bits low_mask = (Bits{1} << half_width) - 1;
    for (std::size_t lane = 0; lane < f.lanes(); ++lane) {
      Bits high = static_cast<Bits>(f.index == 1 ? f.lanes() - lane : lane);
      if constexpr (is_float_v<T>) high += static_cast<Bits>(0x3f000000) >> (sizeof(T) == 8 ? 4 : 16);
      Bits low = static_cast<Bits>((f.index == 1 ? lane : f.lanes() - lane) * 0x9e3779b9U);
      if (f.index == 2) high = static_cast<Bits>(0x40100000), low = static_cast<Bits>(f.random.bits());
      f.x[lane] = std::bit_cast<T>(static_cast<Bits>(high << half_width | (low & low_mask)));
    }
    if (f.index == 2) return;
    shuffle(f);
  }

  /// INF among finite values, and only INF: detects an identity of FLT_MAX.
  static void infinity(F& f) {
    random_values(f);
    const T best =
        f.collective.op == Op::Min ? static_cast<T>(-Limits<T>::infinity()) : Limits<T>::infinity();
    const T worst = static_cast<T>(-best);
    if (f.index == 0) f.set_all(worst);
    if (f.index == 1) f.any_lane() = best;
    if (f.index == 2)
      for (T& x : f.x)
        if (f.random.coin()) x = worst;
  }

  static std::vector<DataClass<T>> classes() {
    static const auto points = landmarks();
    std::vector<DataClass<T>> rows{
        {"spread", "distinct values over the whole type: rising, falling, shuffled", always<6>, spread},
        {"beyond", "values worse than every plausible wrong identity", always<5>, beyond},
        {"walk", "one best value, walked through the lanes", each_lane, walk},
        {"adjacent", "neighbouring values where narrower types and the other signedness go wrong",
         [](std::size_t, std::size_t) { return points.size(); }, adjacent},
        {"random", "values of every magnitude", always<2>, random_values<T>},
        {"sentinels", "the ends of this and of narrower types, mixed", always<2>,
         [](F& f) {
           for (T& x : f.x) x = points[f.random.below(points.size())];
         }},
        {"halves", "words whose halves have different orders", always < sizeof(T) == 8 ? 3 : 0 >, halves},
        // The first work-group has the worst finite value in all lanes. For integers, this is the identity.
        // It detects lanes that are padded with a better value.
        {"equal", "one value in all lanes", always<2>,
         [](F& f) {
           const T worst = better_by(f.collective.op, bottom_rank);
           f.set_all(f.index == 0 ? worst : points[f.random.below(points.size())]);
         }},
    };
    if constexpr (is_float_v<T>) {
      const DataClass<T> floating[] = {
          {"infinity", "INF among the values, and only INF", always<3>, infinity, cite("WGC.RD.2"),
           has_infinities},
          {"zeros", "zeros of both signs, which are equal", always<1>,
           [](F& f) {
             for (T& x : f.x) x = static_cast<T>(f.random.coin() ? T{0} : -T{0});
           },
           "", nullptr, Rule::Exact, zero_sign_seen<T>},
          {"subnormal", "the order of subnormals", always<2>,
           [](F& f) {
             for (T& x : f.x) {
               const std::uint64_t rank = subnormal_rank<T>(f.random);
               x = of_rank<T>(f.index == 0 ? rank : 0 - rank);
             }
           },
           cite("WGC.FP.4"), has_denormals},
          // The result for NaN is left open (WGC.U.2) and observed.
          {"nan", "NaN among the values", always<1>,
           [](F& f) {
             random_values(f);
             f.any_lane() = Limits<T>::nan();
           },
           "", has_infinities, Rule::Observed, nan_seen<T>},
      };
      rows.insert(rows.end(), std::begin(floating), std::end(floating));
    }
    return rows;
  }
};

}  // namespace wgcts::suites
