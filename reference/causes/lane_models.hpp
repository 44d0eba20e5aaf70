// Wrong models that lose, repeat, split or reorder lanes.
#pragma once

#include <numeric>
#include <ranges>
#include <set>

#include "reference/causes/models.hpp"

namespace wgcts::reference::causes {

/// Calls f for each lane set that depends on the work-group's size only.
inline void each_lane_set(const Extents& size, const auto& f) {
  using Kind = LaneSet::Kind;
  const std::size_t lanes = volume(size);
  // In a work-group of one, a bug in the lane before the last strikes the only lane.
  if (lanes < 2) return f(LaneSet{Kind::FromEndOrFirst, 2});
  for (const Kind kind : {Kind::First, Kind::Last, Kind::AllButFirst, Kind::Middle, Kind::Odd, Kind::Even})
    f(LaneSet{kind});
  if (!std::has_single_bit(lanes)) f(LaneSet{Kind::BeyondPowerOfTwo});
  if (size[1] > 1) f(LaneSet{Kind::Rows});
  if (size[1] > 1) f(LaneSet{Kind::RowEnds});
  if (size[2] > 1) f(LaneSet{Kind::Planes});
  if (size[1] > 1 && size[2] > 1) f(LaneSet{Kind::BehindFirstRow});
  each_width(lanes, [&](std::int64_t width) {
    f(LaneSet{Kind::From, width});
    f(LaneSet{Kind::Below, width});
    if (lanes % static_cast<std::size_t>(width) != 0) f(LaneSet{Kind::Tail, width});
    for (const Kind kind :
         {Kind::LastOfEach, Kind::LastOfEachAndEnd, Kind::FirstOfEach, Kind::FirstOfEachAndStart})
      f(LaneSet{kind, width});
    f(LaneSet{Kind::LastN, width});
  });
  f(LaneSet{Kind::FromEnd, 2});
  // Sets that contain every lane of the work-group.
  for (std::int64_t width = 2; width <= 1024; width *= 2) {
    if (lanes == static_cast<std::size_t>(width)) f(LaneSet{Kind::LastN, width});
    if (lanes < static_cast<std::size_t>(width)) f(LaneSet{Kind::Tail, width});
  }
}

/// Calls f for the sets of all lanes from `first` on whose number is not usual: the last lanes, or those
/// after the last multiple of a width. Of 69 new faults, 4 had no name with usual numbers only, and 0 with
/// these.
inline void each_unusual_end(std::size_t first, std::size_t lanes, const auto& f) {
  constexpr int enough = 3;
  const auto count = static_cast<std::int64_t>(lanes - first);
  if (count > 1 && !is_usual(count)) f(LaneSet{LaneSet::Kind::LastN, count});
  int found = 0;
  for (auto width = count + 1; width <= static_cast<std::int64_t>(first) && found < enough; ++width) {
    if (static_cast<std::int64_t>(first) % width != 0 || is_usual(width)) continue;
    f(LaneSet{LaneSet::Kind::Tail, width});
    ++found;
  }
}

/// Calls f for the sets of the last, or of the first, of each W lanes that contain all of `lanes`, if W is
/// not usual.
inline void each_unusual_period(std::span<const std::int64_t> lanes, const auto& f) {
  using Kind = LaneSet::Kind;
  std::int64_t of_last = 0, of_first = 0;  // all widths divide these
  for (const std::int64_t lane : lanes) {
    of_last = std::gcd(of_last, lane + 1);
    of_first = std::gcd(of_first, lane);
  }
  for (std::int64_t width = 3; width <= std::max(of_last, of_first); ++width) {
    if (is_usual(width)) continue;
    if (of_last % width == 0 && of_last > 0)
      for (const Kind kind : {Kind::LastOfEach, Kind::LastOfEachAndEnd}) f(LaneSet{kind, width});
    if (of_first % width == 0 && of_first > 0)
      for (const Kind kind : {Kind::FirstOfEach, Kind::FirstOfEachAndStart}) f(LaneSet{kind, width});
  }
}

/// Calls f for the sets of one lane: counted from the start, and from the end if that is nearer. In one
/// work-group, lane 0 of 60 is also lane 60 from the end.
inline void each_single_lane(std::int64_t lane, std::int64_t lanes, const auto& f) {
  f(LaneSet{LaneSet::Kind::Lane, lane});
  if (lane <= lanes / 2) return;
  for (const LaneSet::Kind kind : {LaneSet::Kind::FromEnd, LaneSet::Kind::FromEndOrFirst})
    f(LaneSet{kind, lanes - lane});
}

template <class T>
struct LaneModels {
  using Scene = reference::Scene<T>;
  using Results = reference::Results<T>;
  using Got = std::span<const T>;

  /// The lanes whose values the results may lack or contain twice, inferred from the wrong results.
  static std::vector<std::int64_t> suspects(const Scene& s, Got got) {
    std::vector<std::int64_t> lanes;
    const std::size_t wrong = s.first_wrong(got);
    const Collective c = s.collective;
    if (c.family == Family::ScanInclusive) return {static_cast<std::int64_t>(wrong)};
    if (c.family == Family::ScanExclusive)
      return wrong == 0 ? lanes : std::vector{static_cast<std::int64_t>(wrong) - 1};
    const auto each = [&](auto is) {
      for (std::size_t lane = 0; lane < s.lanes(); ++lane)
        if (is(s.x[lane])) lanes.push_back(static_cast<std::int64_t>(lane));
    };
    if (c.family == Family::All) each([](T v) { return v == T{0}; });
    if (c.family == Family::Any) each([](T v) { return v != T{0}; });
    if (c.op == Op::Min || c.op == Op::Max) each([&](T v) { return v == s.truth[wrong]; });
    if (c.op == Op::Add) {
      const T missing = difference(s.truth[wrong], got[wrong]);
      each([&](T v) { return v != T{0} && (v == missing || v == difference(T{0}, missing)); });
    }
    return lanes;
  }

  /// All n below the size for which the first n values alone give the result.
  static std::vector<std::int64_t> counts_that_make(Collective c, std::span<const T> x, T result) {
    const Op op = joining_op(c);
    const std::vector<T> sums = scan_inclusive<T>(op, x.first(x.size() - 1));
    std::vector<std::int64_t> counts;
    for (std::size_t lane = 0; lane < sums.size(); ++lane)
      if (sums[lane] == first_of(op, result)) counts.push_back(static_cast<std::int64_t>(lane) + 1);
    return counts;
  }

  /// All n above 0 for which the values of lane n and of all later lanes alone give the result.
  static std::vector<std::int64_t> starts_that_make(Collective c, std::span<const T> x, T result) {
    const std::vector<T> from_end(x.rbegin(), x.rend());
    auto starts = counts_that_make(c, from_end, result);
    for (std::int64_t& lane : starts) lane = static_cast<std::int64_t>(x.size()) - lane;
    std::ranges::reverse(starts);
    return starts;
  }

  /// Suggests the set of all lanes from some lane on, or of all before it. If several lanes fit, suggests the
  /// smallest set, and the lane with the most factors of two. The lanes from 0 on are all lanes.
  static void suggest_cuts(LaneSet::Kind kind, std::span<const std::int64_t> lanes, Causes& to) {
    const auto factors = [](std::int64_t lane) {
      return lane == 0 ? -1 : std::countr_zero(static_cast<std::uint64_t>(lane));
    };
    if (lanes.empty()) return;
    const std::int64_t smallest = kind == LaneSet::Kind::From ? lanes.back() : lanes.front();
    for (const std::int64_t lane : std::set{smallest, *std::ranges::max_element(lanes, {}, factors)})
      if (lane != 0) to.push_back({.lanes = {kind, lane}});
  }

  /// Suggests the ends of unusual widths that begin at the last of these lanes.
  static void suggest_ends(const std::vector<std::int64_t>& starts, std::size_t lanes, Causes& to) {
    constexpr std::ptrdiff_t enough = 3;
    for (const std::int64_t first : starts | std::views::reverse | std::views::take(enough))
      each_unusual_end(static_cast<std::size_t>(first), lanes,
                       [&](LaneSet set) { to.push_back({.lanes = set}); });
  }

  /// The values that the last result combines. An exclusive scan lacks the last one.
  static std::span<const T> combined(const Scene& s) {
    return std::span(s.x).first(s.lanes() - (s.collective.family == Family::ScanExclusive ? 1 : 0));
  }

  /// Suggests sets that end, or begin, with the work-group: from one of the lanes `from` on, and below one of
  /// the lanes `below`.
  static void suggest_parts(const Scene& s, const std::vector<std::int64_t>& from,
                            const std::vector<std::int64_t>& below, Causes& to) {
    suggest_ends(from, s.lanes(), to);
    suggest_cuts(LaneSet::Kind::From, from, to);
    suggest_cuts(LaneSet::Kind::Below, below, to);
  }

  static void suggest_lanes(const Scene& s, Got got, Causes& to) {
    each_lane_set(s.size, [&](LaneSet set) { to.push_back({.lanes = set}); });
    const auto lanes = static_cast<std::int64_t>(s.lanes());
    const std::vector<std::int64_t> suspected = suspects(s, got);
    each_unusual_period(suspected, [&](LaneSet set) { to.push_back({.lanes = set}); });
    constexpr std::size_t most = 3;  // of more, none is more likely than the others
    if (suspected.size() > most) return;
    for (const std::int64_t lane : suspected)
      each_single_lane(lane, lanes, [&](LaneSet set) { to.push_back({.lanes = set}); });
  }

  /// A lane whose value changes the result, or the number of lanes if there is none.
  static std::size_t decisive_lane(const Scene& s) {
    const auto is_true = [](T v) { return v != T{0}; };
    const T idle = s.neutral();
    const bool truth_counts = s.collective.op == Op::None || is_logical(s.collective.op);
    auto lane = s.x.begin();
    if (s.collective.op == Op::Add)
      lane += static_cast<std::ptrdiff_t>(std::min(s.lanes() / 2, s.lanes() - 2));
    else if (s.collective.op == Op::Min)
      lane = std::ranges::min_element(s.x);
    else if (s.collective.op == Op::Max)
      lane = std::ranges::max_element(s.x);
    else
      lane = std::ranges::find_if(
          s.x, [&](T v) { return truth_counts ? is_true(v) != is_true(idle) : v != idle; });
    return static_cast<std::size_t>(lane - s.x.begin());
  }

  static void suggest_ignored(const Scene& s, Got got, Causes& to) {
    suggest_lanes(s, got, to);
    const auto x = combined(s);
    if (x.empty()) return;
    const auto from =
        is_scan(s.collective) ? suspects(s, got) : counts_that_make(s.collective, x, got[s.first_wrong(got)]);
    suggest_parts(s, from, starts_that_make(s.collective, x, got.back()), to);
  }
  static Results lanes_ignored(const Scene& s, const Cause& c) {
    auto x = s.x;
    if (c.choice == 1) {
      // For the sensitivity guard, whose scenes have no size.
      if (s.lanes() < 2) return std::nullopt;
      if (const std::size_t lane = decisive_lane(s); lane < s.lanes()) x[lane] = s.neutral();
      return s.results_for(x);
    }
    const auto in = lanes_in(c.lanes, s.size);
    for (std::size_t lane = 0; lane < x.size(); ++lane)
      if (in[lane]) x[lane] = s.neutral();
    return s.results_for(x);
  }

  // Variants of lanes_doubled: 0 counts the set twice. 1 adds the total of the lanes below n once more to all
  // other lanes. 2: every work-item does the accumulation that a single one must do. 3: no work-item does it.
  // 4 and above count the set three times and more.
  static constexpr std::uint8_t doubled_variants = 10;

  /// The variant from 4 on that makes the last result wrong by `off`. Nothing if there is none.
  static std::optional<std::uint8_t> times_counted(const Scene& s, const LaneSet& set, T off) {
    const auto in = lanes_in(set, s.size);
    T once{0};
    for (std::size_t lane = 0; lane < combined(s).size(); ++lane)
      if (in[lane]) once = combine(Op::Add, once, s.x[lane]);
    T more = once;
    for (std::uint8_t variant = 4; variant < doubled_variants && once != T{0}; ++variant) {
      more = combine(Op::Add, more, once);
      if (more == off) return variant;
    }
    return std::nullopt;
  }

  static void suggest_doubled(const Scene& s, Got got, Causes& to) {
    const std::size_t before = to.size();
    suggest_lanes(s, got, to);
    const T off = difference(got.back(), s.truth.back());
    // The values that add up to the difference.
    if (const auto x = combined(s); !x.empty()) {
      const auto from = is_scan(s.collective) ? suspects(s, got) : starts_that_make(s.collective, x, off);
      suggest_parts(s, from, counts_that_make(s.collective, x, off), to);
    }
    for (std::size_t i = before, end = to.size(); i < end; ++i)
      if (const auto variant = times_counted(s, to[i].lanes, off))
        to.push_back({.variant = *variant, .lanes = to[i].lanes});
    each_width(s.lanes(), [&](std::int64_t width) {
      to.push_back({.variant = 1, .lanes = {LaneSet::Kind::Below, width}});
    });
    for (const std::uint8_t variant : {2, 3})
      to.push_back({.variant = variant, .lanes = {LaneSet::Kind::AllButFirst}});
  }
  /// The results if `work_items` of the work-items do the accumulation that a single one must do.
  static Results accumulated_by(const Scene& s, std::size_t work_items) {
    constexpr std::size_t most = 2048;  // takes up to lanes * lanes additions
    if (s.lanes() > most) return std::nullopt;
    auto x = s.x;
    if (s.collective.family == Family::Reduce) {
      T sum = x[0];
      for (std::size_t item = 0; item < work_items; ++item)
        for (std::size_t lane = 1; lane < x.size(); ++lane) sum = combine(Op::Add, sum, x[lane]);
      return s.everywhere(sum);
    }
    if (s.collective.family == Family::ScanExclusive) {
      x.insert(x.begin(), T{0});
      x.pop_back();
    }
    for (std::size_t item = 0; item < work_items; ++item) x = scan_inclusive<T>(Op::Add, x);
    return x;
  }
  static Results lanes_doubled(const Scene& s, const Cause& c) {
    if (c.variant == 2 || c.variant == 3) return accumulated_by(s, c.variant == 2 ? s.lanes() : 0);
    const auto in = lanes_in(c.lanes, s.size);
    auto x = s.x;
    if (c.variant == 1) {
      if (!is_scan(s.collective)) return std::nullopt;
      T total{0};
      for (std::size_t lane = 0; lane < x.size(); ++lane)
        if (in[lane]) total = combine(Op::Add, total, x[lane]);
      auto got = s.truth;
      for (std::size_t lane = 0; lane < x.size(); ++lane)
        if (!in[lane]) got[lane] = combine(Op::Add, got[lane], total);
      return got;
    }
    const int again = c.variant == 0 ? 1 : c.variant - 2;
    for (std::size_t lane = 0; lane < x.size(); ++lane)
      for (int time = 0; in[lane] && time < again; ++time) x[lane] = combine(Op::Add, x[lane], s.x[lane]);
    return s.results_for(x);
  }

  /// The results if each block of lanes is computed alone, with the `overlap` lanes before it.
  static std::vector<T> in_blocks(const Scene& s, const Cause& c, std::size_t overlap) {
    const std::size_t by_choice[] = {static_cast<std::size_t>(c.n), s.size[0], s.size[0] * s.size[1]};
    const std::size_t width = std::max<std::size_t>(1, by_choice[c.choice]);
    std::vector<T> got;
    for (std::size_t first = 0; first < s.lanes(); first += width) {
      const std::size_t before = std::min(first, overlap), count = std::min(width, s.lanes() - first);
      const auto part = answers<T>(s.collective, std::span(s.x).subspan(first - before, before + count), 0);
      got.insert(got.end(), part.begin() + static_cast<std::ptrdiff_t>(before), part.end());
    }
    return got;
  }

  static void suggest_restarts(const Scene& s, Got got, Causes& to) {
    each_width(s.lanes(), [&](std::int64_t width) { to.push_back({.n = width}); });
    // The first lane of the second part: of a scan, the first wrong one; else the first with another result.
    const auto other = std::ranges::find_if(got, [&](T result) { return !same_bits(result, got[0]); });
    const auto second = static_cast<std::int64_t>(
        is_scan(s.collective) ? s.first_wrong(got) : static_cast<std::size_t>(other - got.begin()));
    if (second > 1 && second < static_cast<std::int64_t>(s.lanes()) && !is_usual(second))
      to.push_back({.n = second});
    if (s.size[1] > 1) to.push_back({.choice = 1});
    if (s.size[2] > 1) to.push_back({.choice = 2});
  }
  static Results restarts(const Scene& s, const Cause& c) { return in_blocks(s, c, 0); }

  static void suggest_carry(const Scene& s, Got got, Causes& to) {
    each_width((s.lanes() + 1) / 2, [&](std::int64_t width) { to.push_back({.n = width}); });
    // The third block is the first that misses lanes.
    const auto wrong = static_cast<std::int64_t>(s.first_wrong(got));
    if (wrong % 2 == 0 && wrong > 2 && !is_usual(wrong / 2)) to.push_back({.n = wrong / 2});
  }
  static Results carry_partial(const Scene& s, const Cause& c) {
    return in_blocks(s, c, static_cast<std::size_t>(c.n));
  }

  /// The order in which the faulty device combines the lanes, by choice and variant of the row `order`.
  static std::vector<std::size_t> order_of(const Extents& size, const Cause& c) {
    const auto width = static_cast<std::size_t>(std::max<std::int64_t>(c.n, 1));
    const auto key = [&](std::size_t lane) -> Extents {
      const auto [x, y, z] = unlinear(lane, size);
      if (c.choice == 0) return {volume(size) - lane};
      if (c.choice == 1) return {x, z, y};
      if (c.choice == 2) return {z, x, y};
      if (c.choice == 3) return {y, z, x};
      if (c.choice == 4) return {z, y, y % 2 == 0 ? x : size[0] - 1 - x};
      if (c.choice == 5) return {lane % 2, lane / 2};
      // Variant 2: quads of two by two lanes, like pixels.
      if (c.choice == 6 && c.variant == 2) return {z, y / 2, x / 2 * 4 + y % 2 * 2 + x % 2};
      if (c.choice == 6) return {lane % 4, lane / 4};
      // The last choice, 7, has variants only.
      if (c.variant == 1) return {lane};
      if (c.variant == 2) return {z, size[1] - 1 - y, x};
      if (c.variant == 3) return {size[2] - 1 - z, y, x};
      if (c.variant == 4) return {(lane + volume(size) - 1) % volume(size)};  // starts at lane 1
      if (c.variant == 5) return {lane / width, width - 1 - lane % width};    // vectors from their other end
      return {z, y, size[0] - 1 - x};                                         // rows from right to left
    };
    std::vector<std::size_t> order(volume(size));
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, key);
    return order;
  }
  static Results other_order(const Scene& s, const Cause& c) {
    auto order = order_of(s.size, c);
    const bool swaps_two = c.choice == 7 && c.variant == 1;
    if (swaps_two) {
      const auto lane = static_cast<std::size_t>(c.n);
      if (lane + 1 >= order.size()) return std::nullopt;
      std::swap(order[lane], order[lane + 1]);
    }
    const auto in_order = s.results_for(mapped(order, [&](std::size_t lane) { return s.x[lane]; }));
    // Only the two inputs are swapped. The results stay in their lanes.
    if (swaps_two) return in_order;
    std::vector<T> got(s.lanes());
    for (std::size_t i = 0; i < order.size(); ++i) got[order[i]] = in_order[i];
    return got;
  }
  static void suggest_order(const Scene& s, Got got, Causes& to) {
    for (std::uint8_t choice = 0; choice < 8; ++choice)
      if (choice == 0 || choice >= 5 || s.size[1] * s.size[2] > 1) to.push_back({.choice = choice});
    if (s.size[1] > 1) to.insert(to.end(), {{.choice = 6, .variant = 2}, {.choice = 7, .variant = 2}});
    if (s.size[2] > 1) to.push_back({.choice = 7, .variant = 3});
    to.push_back({.choice = 7, .variant = 4});
    each_width(s.lanes(), [&](std::int64_t width) { to.push_back({.choice = 7, .variant = 5, .n = width}); });
    const auto wrong = static_cast<std::int64_t>(s.first_wrong(got));
    for (const std::int64_t lane : {wrong, wrong - 1})
      if (lane >= 0) to.push_back({.choice = 7, .variant = 1, .n = lane});
  }

  /// Values of Cause::choice of `coordinates`: the form with a number and the form with variants.
  static constexpr std::uint8_t coordinates_shifted = 7, coordinates_offset = 8, offset_variants = 4;

  /// Infers the shift from the value that was read.
  static void suggest_coordinates(const Scene& s, Got got, Causes& to) {
    for (std::uint8_t choice = 0; choice < coordinates_shifted; ++choice) to.push_back({.choice = choice});
    for (std::uint8_t variant = 0; variant < offset_variants; ++variant)
      to.push_back({.choice = coordinates_offset, .variant = variant});
    const auto lanes = static_cast<std::int64_t>(s.lanes());
    std::size_t found = 0;
    for (std::int64_t shift = 1; shift < lanes && found < 4; ++shift) {
      const std::size_t lane = (s.source + static_cast<std::size_t>(shift)) % s.lanes();
      if (!same_bits(s.x[lane], got[0])) continue;
      ++found;
      for (const std::int64_t n : {shift, shift - lanes})
        to.push_back({.choice = coordinates_shifted, .n = n});
    }
  }
  static Results other_coordinates(const Scene& s, const Cause& c) {
    const Extents id = unlinear(s.source, s.size), &size = s.size;
    const std::size_t n = s.lanes();
    // Each form needs its dimensions. In a 2D launch, yz_swapped would equal y_ignored.
    constexpr unsigned least_dim[] = {1, 2, 3, 2, 3, 3, 1, 1, 1};
    if (s.dim < least_dim[c.choice] || (c.variant != 0 && c.choice != coordinates_offset))
      return std::nullopt;
    const auto linear = [&](std::size_t a, std::size_t b, std::size_t d) {
      return linear_id({a % size[0], b % size[1], d % size[2]}, size);
    };
    const auto with_offset = [&] {
      const auto [x, y, z] = s.offset;
      // Variant 1 adds the offset in 32 bits. 2 adds it to each coordinate, and 3 adds it to y only.
      if (c.variant == 2) return linear(id[0] + x, id[1] + y, id[2] + z);
      if (c.variant == 3) return linear(id[0], id[1] + y, id[2]);
      const std::uint64_t sum = std::uint64_t{s.source} + x;  // also if this host has 32 bits
      return static_cast<std::size_t>((c.variant == 1 ? sum & 0xffffffffU : sum) % n);
    };
    const std::int64_t shift = c.n % static_cast<std::int64_t>(n);
    // By Cause::choice.
    const std::size_t from[] = {linear(0, id[1], id[2]),
                                linear(id[0], 0, id[2]),
                                linear(id[0], id[1], 0),
                                linear(id[1], id[0], id[2]),
                                linear(id[2], id[1], id[0]),
                                linear(id[0], id[2], id[1]),
                                (id[1] + size[1] * id[0]) % n,
                                (s.source + n + static_cast<std::size_t>(shift)) % n,
                                with_offset()};
    return s.everywhere(s.x[from[c.choice]]);
  }

  static void suggest_source_limited(const Scene& s, Got got, Causes& to) {
    const T result = got[s.first_wrong(got)];
    for (std::size_t limit = 2; limit <= s.source; ++limit)
      if (same_bits(s.x[s.source % limit], result)) to.push_back({.n = static_cast<std::int64_t>(limit)});
  }
  /// Variant 1: a work-item that cannot read the lane returns its own x. Only conditions show this n.
  static Results source_limited(const Scene& s, const Cause& c) {
    const auto n = static_cast<std::size_t>(c.n);
    if (c.variant == 1 && s.source >= n) return s.x;
    return s.everywhere(s.x[s.source % n]);
  }

  // Variant 1 of Missing::Identity is 0.
  static Missing missing_of(const Cause& c) { return static_cast<Missing>(c.choice); }
  static void suggest_missing(const Scene& s, Got got, Causes& to) {
    const auto put = [&](LaneSet set) {
      const auto in = lanes_in(set, s.size);
      // A set of all lanes explains any results. FromEndOrFirst has a single lane in larger work-groups.
      const bool is_all = !is_in(char{0}, in);
      if (is_all && set.kind != LaneSet::Kind::FromEndOrFirst) return;
      // The lanes outside the set must be right. This check rejects most sets early.
      for (std::size_t lane = 0; lane < in.size(); ++lane)
        if (!in[lane] && !s.is_right(lane, got[lane])) return;
      // If only lane 0 of a scan is right, the scan is wrong as a whole or shifted, and no result is missing.
      const bool is_shift = is_scan(s.collective) && !in[0] && std::ranges::count(in, char{0}) == 1 &&
                            (in.size() > 2 || set.kind == LaneSet::Kind::AllButFirst);
      for (const Missing m :
           {Missing::OwnValue, Missing::Unwritten, Missing::Anything, Missing::Identity, Missing::Previous}) {
        if (m == Missing::Anything && (is_all || is_shift)) continue;
        if (m == Missing::Previous && is_shift) continue;
        to.push_back({.choice = static_cast<std::uint8_t>(m), .lanes = set});
      }
      to.push_back({.choice = static_cast<std::uint8_t>(Missing::Identity), .variant = 1, .lanes = set});
    };
    each_lane_set(s.size, put);
    const auto wrong = static_cast<std::int64_t>(s.first_wrong(got));
    if (wrong > 1) put({LaneSet::Kind::From, wrong});  // those from 1 on are all but the first
    if (wrong == 0) {
      std::size_t end = s.lanes();
      while (end > 1 && s.is_right(end - 1, got[end - 1])) --end;
      if (end > 1 && end < s.lanes()) put({LaneSet::Kind::Below, static_cast<std::int64_t>(end)});
    }
    each_single_lane(wrong, static_cast<std::int64_t>(s.lanes()), put);
    each_unusual_end(s.first_wrong(got), s.lanes(), put);
    each_unusual_period(std::array{wrong}, put);
  }
  static Results result_missing(const Scene& s, const Cause& c) {
    const auto in = lanes_in(c.lanes, s.size);
    // If every lane has the result of the previous one, the scan is shifted, and no result is missing. But if
    // rows have one lane, RowEnds contains every lane.
    if (missing_of(c) == Missing::Previous && c.lanes.kind != LaneSet::Kind::RowEnds && s.lanes() > 1 &&
        !is_in(char{0}, in))
      return std::nullopt;
    auto got = s.truth;
    const auto instead = [&](std::size_t lane) {
      if (missing_of(c) == Missing::OwnValue) return s.x[lane];
      if (missing_of(c) == Missing::Identity)
        return c.variant == 0 && has_operation(s.collective) ? identity<T>(s.collective.op) : T{0};
      if (missing_of(c) == Missing::Previous) return s.truth[lane == 0 ? 0 : lane - 1];
      return s.unwritten;
    };
    for (std::size_t lane = 0; lane < got.size(); ++lane)
      if (in[lane]) got[lane] = instead(lane);
    return got;
  }
  static bool fits_missing(const Scene& s, const Cause& c, Got got) {
    const auto in = lanes_in(c.lanes, s.size);
    for (std::size_t lane = 0; lane < got.size(); ++lane)
      if (!s.is_open(lane) && bool(in[lane]) == s.is_right(lane, got[lane])) return false;
    return true;
  }
  static bool changes_missing(const Scene& s, const Cause& c) {
    // The fault cannot be seen in a lane in which any result is legal.
    const auto in = lanes_in(c.lanes, s.size);
    for (std::size_t lane = 0; lane < in.size(); ++lane)
      if (in[lane] && !s.is_right(lane, s.unwritten)) return true;
    return false;
  }
};

}  // namespace wgcts::reference::causes
