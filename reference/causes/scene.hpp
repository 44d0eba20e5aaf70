// The data that a fault may depend on: one call of a collective by one work-group, and its context.
#pragma once

#include <span>
#include <vector>

#include "reference/causes/cause.hpp"
#include "reference/judge.hpp"

namespace wgcts::reference {

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
};

template <class T>
bool same_bits(T a, T b) {
  return std::bit_cast<bits_of<T>>(a) == std::bit_cast<bits_of<T>>(b) || (is_nan(a) && is_nan(b));
}

/// Whether a device that follows the model could return `got`: exactly the model's value, or a value near it
/// if the rule allows rounding. If any result is legal in the lane, every value agrees, because a compiler
/// may change a wrong result there, too.
template <class T>
bool agrees(const Scene<T>& scene, std::size_t lane, T model, T got) {
  if (same_bits(model, got) || is_unjudged(scene.low[lane], scene.high[lane])) return true;
  if (leaves_room(scene.rule)) {
    const auto width = static_cast<double>(scene.high[lane]) - static_cast<double>(scene.low[lane]);
    const auto off = std::abs(static_cast<double>(model) - static_cast<double>(got));
    return off <= 2 * width;
  }
  // The poison is non-zero, but no result.
  if (scene.rule == Rule::Truth)
    return (model != T{0}) == (got != T{0}) && !same_bits(got, scene.unwritten) &&
           !same_bits(model, scene.unwritten);
  if (scene.rule == Rule::Bits) return false;
  return model == got;
}

template <class T>
bool agree(const Scene<T>& scene, std::span<const T> model, std::span<const T> got) {
  for (std::size_t lane = 0; lane < got.size(); ++lane)
    if (!agrees<T>(scene, lane, model[lane], got[lane])) return false;
  return true;
}

template <class T>
bool is_right(const Scene<T>& scene, std::size_t lane, T got) {
  if (scene.rule == Rule::Truth && same_bits(got, scene.unwritten)) return false;
  return accepts(scene.rule, scene.low[lane], scene.high[lane], got);
}

/// Whether a device that follows the model would return wrong results.
template <class T>
bool is_wrong(const Scene<T>& scene, std::span<const T> model) {
  for (std::size_t lane = 0; lane < model.size(); ++lane)
    if (!is_right<T>(scene, lane, model[lane]) && !agrees<T>(scene, lane, scene.truth[lane], model[lane]))
      return true;
  return false;
}

}  // namespace wgcts::reference
