#include "harness/diagnose/simple_values.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "harness/diagnose/settled_values.hpp"
#include "harness/program/ndrange.hpp"

namespace wgcts::harness {
namespace {

class ValueSearch {
 public:
  ValueSearch(const LiteralCase& start, const Shows<LiteralCase>& shows, const TimeLeft& time_left)
      : best_(start), shows_(shows), time_left_(time_left) {}

  LiteralCase run() {
    if (try_patterns()) return best_;
    for (const std::int64_t rest : {0, 1})
      if (clear_lanes(rest)) break;
    shrink_values();
    return best_;
  }

 private:
  GenType type() const { return best_.the_case.type; }
  const Builtin& builtin_of(const LiteralCase& literal, std::size_t call) const {
    return *literal.members[call * literal.members.size() / literal.data.size()];
  }

  bool take(LiteralCase literal) {
    if (literal.data == best_.data || !time_left_()) return false;
    for (std::size_t call = 0; call < literal.data.size(); ++call)
      for (std::size_t g = 0; g < literal.data[call].size(); ++g) {
        LiteralGroup& data = literal.data[call][g];
        if (data.x == best_.data[call][g].x) continue;
        if (!are_settled(builtin_of(literal, call), type(), data.x)) return false;
        if (data.rule != Rule::Observed) data.rule = rule_for(builtin_of(literal, call), type());
      }
    if (!shows_(literal)) return false;
    best_ = std::move(literal);
    return true;
  }

  /// With value(call, group, lane) everywhere.
  template <class F>
  bool take_everywhere(F value) {
    LiteralCase literal = best_;
    std::size_t behind = 0;
    for (std::size_t call = 0; call < literal.data.size(); ++call, behind = 0)
      for (LiteralGroup& data : literal.data[call])
        for (std::size_t lane = 0; lane < data.x.size(); ++lane) data.x[lane] = value(call, behind++, lane);
    return take(std::move(literal));
  }

  /// One number everywhere: small ones first, then those that stood there. Then 1, 2, 3 and so on.
  bool try_patterns() {
    const auto number = [&](std::int64_t n) { return bits_of_number(type(), n); };
    std::vector<std::uint64_t> constants{number(0), number(1), number(2)};
    if (type() != GenType::UInt && type() != GenType::ULong) constants.push_back(number(-1));
    std::set<std::uint64_t> distinct(constants.begin(), constants.end());
    constexpr std::size_t most_of_its_own = 4;
    std::size_t own = 0;
    for (const auto& groups : best_.data)
      for (const LiteralGroup& data : groups)
        for (const std::uint64_t bits : data.x)
          if (own < most_of_its_own && distinct.insert(bits).second && ++own > 0) constants.push_back(bits);
    // What differs from lane to lane says more of a wrong result than what does not, but for predicates.
    const auto count_up = [&] {
      return take_everywhere([&](std::size_t, std::size_t, std::size_t lane) {
               return number(std::int64_t(lane) + 1);
             }) ||
             take_everywhere([&](std::size_t call, std::size_t i, std::size_t) {
               return number(std::int64_t(i + call) + 1);
             });
    };
    // The running sums of 1, 2, 3 are no row of numbers that a short program can hold, nor are 1, 2, 3 as
    // bits of a half; 1, 1, 1 is.
    constexpr std::size_t many = 32;
    const Collective c = best_.the_case.builtin->collective;
    const bool scans = c.family == Family::ScanInclusive || c.family == Family::ScanExclusive;
    const std::size_t lanes = best_.data.front().front().x.size();
    const bool long_text = lanes > many && ((scans && c.op == Op::Add) || type() == GenType::Half);
    const bool alike_first = is_predicate(c.family) || long_text;
    if (!alike_first && count_up()) return true;
    for (const std::uint64_t bits : constants)
      if (take_everywhere([&](std::size_t, std::size_t, std::size_t) { return bits; })) return true;
    // A sum of many halves is bounded so loosely that one lane shows only beside zeros.
    for (const std::size_t at : {lanes - 1, std::size_t{0}, lanes / 2})
      if (long_text && take_everywhere([&](std::size_t, std::size_t, std::size_t lane) {
            return number(lane == at ? 1 : 0);
          }))
        return true;
    return alike_first && count_up();
  }

  /// Lanes by halves, then ever fewer of them, get the number `rest`. Whether some did.
  bool clear_lanes(std::int64_t rest) {
    const std::uint64_t bits = bits_of_number(type(), rest);
    bool cleared = false;
    std::size_t lanes = 0;
    for (const auto& groups : best_.data)
      for (const LiteralGroup& data : groups) lanes += data.x.size();
    for (std::size_t piece = (lanes + 1) / 2; piece > 0; piece = piece == 1 ? 0 : (piece + 1) / 2)
      for (std::size_t from = 0; from < lanes && time_left_(); from += piece) {
        LiteralCase literal = best_;
        std::size_t i = 0;
        for (auto& groups : literal.data)
          for (LiteralGroup& data : groups)
            for (std::uint64_t& x : data.x)
              if (const std::size_t at = i++; at >= from && at < from + piece) x = bits;
        cleared |= take(std::move(literal));
      }
    return cleared;
  }

  /// The numbers that are left, one after the other, made small or round wherever they stand.
  void shrink_values() {
    std::set<std::uint64_t> distinct;
    for (const auto& groups : best_.data)
      for (const LiteralGroup& data : groups) distinct.insert(data.x.begin(), data.x.end());
    constexpr std::size_t most = 16;
    if (distinct.size() > most) return;
    for (const std::uint64_t old : distinct)
      for (const std::int64_t n : {0, 1, 2, -1, 3, -2, 256, 65536}) {
        const std::uint64_t bits = bits_of_number(type(), n);
        if (bits == old) break;
        if (n < 0 && (type() == GenType::UInt || type() == GenType::ULong)) continue;
        LiteralCase literal = best_;
        for (auto& groups : literal.data)
          for (LiteralGroup& data : groups) std::ranges::replace(data.x, old, bits);
        if (take(std::move(literal))) break;
      }
  }

  LiteralCase best_;
  const Shows<LiteralCase>& shows_;
  const TimeLeft& time_left_;
};

/// Its first work-groups alone; nothing where they are of other sizes there.
std::optional<LiteralCase> with_groups(const LiteralCase& literal, std::size_t groups) {
  LiteralCase fewer = literal;
  const Variant& variant = *literal.the_case.variant;
  fewer.range = ndrange(literal.range.dim, literal.range.local, variant, groups);
  const Grid grid(fewer.range);
  if (grid.groups.size() >= literal.data.front().size()) return std::nullopt;
  for (auto& data : fewer.data) {
    data.resize(grid.groups.size());
    for (std::size_t g = 0; g < data.size(); ++g)
      if (data[g].x.size() != volume(grid.groups[g].size)) return std::nullopt;
  }
  return fewer;
}

}  // namespace

LiteralCase with_simple_values(const LiteralCase& start, const Shows<LiteralCase>& shows,
                               const TimeLeft& time_left) {
  if (keeps_values(start)) return start;
  return ValueSearch(start, shows, time_left).run();
}

LiteralCase counted(const LiteralCase& literal) {
  LiteralCase simple = literal;
  const std::size_t calls = literal.data.size() / literal.members.size();
  for (std::size_t call = 0; call < literal.data.size(); ++call)
    for (LiteralGroup& data : simple.data[call]) {
      for (std::size_t lane = 0; lane < data.x.size(); ++lane)
        data.x[lane] = bits_of_number(literal.the_case.type, static_cast<std::int64_t>(lane) + 1);
      if (data.rule != Rule::Observed)
        data.rule = rule_for(*literal.members[call / calls], literal.the_case.type);
    }
  return simple;
}

LiteralCase with_few_groups(const LiteralCase& start, const Shows<LiteralCase>& shows,
                            const TimeLeft& time_left) {
  LiteralCase best = start;
  // So few do not show it, or make no sense.
  std::size_t fine = start.sketch != nullptr ? start.sketch->groups - 1 : 0;
  while (time_left()) {
    const std::size_t now = best.data.front().size(), middle = fine + (now - fine) / 2;
    if (middle <= fine) break;
    const auto fewer = with_groups(best, middle);
    if (fewer && shows(*fewer))
      best = *fewer;
    else
      fine = middle;
  }
  return best;
}

}  // namespace wgcts::harness
