// The data that a fault may depend on: one call of a collective by one work-group, and its context.
#pragma once

#include <span>
#include <vector>

#include "reference/causes/cause.hpp"
#include "reference/judge.hpp"

namespace wgcts::reference {

template <class T>
bool same_bits(T a, T b) {
  return std::bit_cast<bits_of<T>>(a) == std::bit_cast<bits_of<T>>(b) || (is_nan(a) && is_nan(b));
}

template <class T>
struct Scene {
  Collective collective{};
  Rule rule = Rule::Exact;
  std::vector<T> x;          ///< by local linear id
  std::size_t source = 0;    ///< the lane that a broadcast names
  std::vector<T> truth;      ///< the correct results
  std::vector<T> low, high;  ///< the legal results, as in Expectation
  Extents size{1, 1, 1};     ///< the work-group's own
  Extents offset{};          ///< the launch's global offset
  unsigned dim = 1;
  T unwritten{};  ///< the poison in elements that were not written
  std::vector<std::vector<T>>
      groups{};  ///< correct results of the next, previous, first and last work-group; may be empty
  /// The same for the kernel's next, previous and first call, and for all previous calls joined.
  std::vector<std::vector<T>> calls{};
  bool own_calls = false;  ///< `calls` are of the same builtin and by the same function

  std::size_t lanes() const { return x.size(); }
  /// The number of values in the lane's result of a reduce or scan.
  std::size_t terms(std::size_t lane) const { return terms_of(collective.family, lane, lanes()); }
  std::vector<T> everywhere(T result) const { return std::vector<T>(lanes(), result); }
  /// The correct results for other values.
  std::vector<T> results_for(std::span<const T> values) const {
    return answers<T>(collective, values, source);
  }

  /// The value that does not change the result of a collective that joins values.
  T neutral() const {
    if (is_predicate(collective.family)) return T(collective.family == Family::All);
    return identity<T>(collective.op);
  }

  /// Whether any result is legal in the lane.
  bool is_open(std::size_t lane) const { return is_unjudged(low[lane], high[lane]); }

  /// Whether a device that follows the model could return `got`: exactly the model's value, or a value near
  /// it if the rule allows rounding. In a lane in which any result is legal, every value agrees, because a
  /// compiler may change a wrong result there, too.
  bool agrees(std::size_t lane, T model, T got) const {
    if (same_bits(model, got) || is_open(lane)) return true;
    if (leaves_room(rule)) {
      const auto width = static_cast<double>(high[lane]) - static_cast<double>(low[lane]);
      const auto off = std::abs(static_cast<double>(model) - static_cast<double>(got));
      return off <= 2 * width;
    }
    // The poison is non-zero, but no result.
    if (rule == Rule::Truth)
      return (model != T{0}) == (got != T{0}) && !same_bits(got, unwritten) && !same_bits(model, unwritten);
    if (rule == Rule::Bits) return false;
    return model == got;
  }
  bool agree(std::span<const T> model, std::span<const T> got) const {
    for (std::size_t lane = 0; lane < got.size(); ++lane)
      if (!agrees(lane, model[lane], got[lane])) return false;
    return true;
  }

  bool is_right(std::size_t lane, T got) const {
    if (rule == Rule::Truth && same_bits(got, unwritten)) return false;
    return accepts(rule, low[lane], high[lane], got);
  }
  /// The first lane with a wrong result. The last lane if no other one is wrong.
  std::size_t first_wrong(std::span<const T> got) const {
    std::size_t lane = 0;
    while (lane + 1 < lanes() && is_right(lane, got[lane])) ++lane;
    return lane;
  }
  /// Whether a device that follows the model would return wrong results.
  bool is_wrong(std::span<const T> model) const {
    for (std::size_t lane = 0; lane < model.size(); ++lane)
      if (!is_right(lane, model[lane]) && !agrees(lane, truth[lane], model[lane])) return true;
    return false;
  }
};

}  // namespace wgcts::reference
