// Wrong models of all and any.
#pragma once

#include "reference/causes/plain_models.hpp"

namespace wgcts::reference::causes {

template <class T>
Results<T> inverted(const Scene<T>& s, const Cause& c) {
  if (!is_predicate(s.collective.family)) return std::nullopt;
  const auto all = answers<T>({Family::All}, s.x, 0)[0], any = answers<T>({Family::Any}, s.x, 0)[0];
  const T of = c.choice == 1 ? any : c.choice == 2 ? all : s.truth[0];
  // "of any" of any itself is "of itself".
  if (c.choice == 1 && s.collective.family == Family::Any) return std::nullopt;
  if (c.choice == 2 && s.collective.family == Family::All) return std::nullopt;
  return std::vector<T>(s.lanes(), T(of == T{0}));
}

// narrowed, of predicates: each value's bits, or the count of true ones (variant 1)
template <class T>
void suggest_narrowed_predicate(const Scene<T>& s, std::span<const T>, To<T> to) {
  if (!is_predicate(s.collective.family)) return;
  const auto put = [&](Narrow choice, std::uint8_t variant, std::int64_t n) {
    to.push_back({.what = What::NarrowedPredicate,
                  .choice = static_cast<std::uint8_t>(choice),
                  .variant = variant,
                  .n = n});
  };
  put(Narrow::LowBit, 0, 0);
  put(Narrow::SignBit, 0, 0);
  for (const std::int64_t bits : {8, 16, 31}) put(Narrow::Bits, 0, bits);
  for (const std::int64_t from : {1, 8, 16}) put(Narrow::Range, 0, from | 32 << 8);
  // The widest first: a count that a wide counter loses every narrower one loses, too.
  for (const std::int64_t bits : {16, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2}) put(Narrow::Bits, 1, bits);
  put(Narrow::LowBit, 1, 0);
}
template <class T>
Results<T> narrowed_predicate(const Scene<T>& s, const Cause& c) {
  if (!is_predicate(s.collective.family)) return std::nullopt;
  const auto kept = [&](std::uint32_t v) {
    const auto n = static_cast<unsigned>(c.n);
    switch (static_cast<Narrow>(c.choice)) {
      case Narrow::LowBit:
        return v & 1;
      case Narrow::SignBit:
        return v >> 31;
      case Narrow::Range:
        return v >> (n & 255);
      default:
        return v & ((1U << n) - 1);
    }
  };
  if (c.variant == 1) {
    std::uint32_t trues = 0;
    for (const T v : s.x) trues += v != T{0} ? 1U : 0U;
    const bool of_all = s.collective.family == Family::All;
    // To be as many as a type cannot hold is to be never so many.
    const auto n = static_cast<std::uint32_t>(s.lanes());
    const bool is_true = of_all ? n == kept(n) && kept(trues) == n : kept(trues) != 0;
    return std::vector<T>(s.lanes(), T(is_true));
  }
  auto x = s.x;
  if constexpr (std::is_same_v<T, std::int32_t>)
    for (T& v : x) v = T(kept(static_cast<std::uint32_t>(v)) != 0);
  return answers<T>(s.collective, x, 0);
}

// aggregated_as: variant 1 of a sum, that is to be the size
template <class T>
void suggest_aggregated(const Scene<T>& s, std::span<const T>, To<T> to) {
  if (!is_predicate(s.collective.family)) return;
  for (std::uint8_t choice = 0; choice < aggregations.size(); ++choice)
    to.push_back({.what = What::AggregatedAs, .choice = choice});
  to.push_back({.what = What::AggregatedAs, .choice = 3, .variant = 1});
}
template <class T>
Results<T> aggregated_as(const Scene<T>& s, const Cause& c) {
  if (!is_predicate(s.collective.family)) return std::nullopt;
  std::uint32_t all = ~0U, any = 0, odd = 0, sum = 0;
  for (const T v : s.x) {
    const auto bits = static_cast<std::uint32_t>(static_cast<std::int64_t>(v));
    all &= bits, any |= bits, odd ^= bits, sum += bits;
  }
  if (c.variant == 1) return std::vector<T>(s.lanes(), T(sum == s.lanes()));
  const std::uint32_t values[] = {all, any, odd, sum};
  return std::vector<T>(s.lanes(), T(values[c.choice] != 0));
}

template <class T>
std::vector<CauseModel<T>> predicate_models() {
  return {
      {.what = What::Inverted,
       .suggest = suggest_choices<T, What::Inverted, inverted_as.size()>,
       .answer = inverted<T>,
       .choices = inverted_as.size()},
      {.what = What::NarrowedPredicate,
       .suggest = suggest_narrowed_predicate<T>,
       .answer = narrowed_predicate<T>,
       .choices = narrow_kinds,
       .variants = 2},
      {.what = What::AggregatedAs,
       .suggest = suggest_aggregated<T>,
       .answer = aggregated_as<T>,
       .choices = aggregations.size(),
       .variants = 2},
  };
}

}  // namespace wgcts::reference::causes
