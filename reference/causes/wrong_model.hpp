// Executable models of faults: the rows of the fault table.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/causes/cause.hpp"
#include "reference/judge.hpp"
#include "reference/program/run.hpp"

namespace wgcts::reference {

template <class T>
bool same_bits(T a, T b) {
  return std::bit_cast<bits_of<T>>(a) == std::bit_cast<bits_of<T>>(b) || (is_nan(a) && is_nan(b));
}

/// The data that a fault may depend on: one call of a collective by one work-group, and its context.
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
  /// The first lane with a wrong result. If no lane before the last is wrong, the last one without a check.
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

template <class T>
using Results = std::optional<std::vector<T>>;

/// A form of a fault in reports. Cause::choice is its index. The first parameter's value may be a
/// placeholder: N for Cause::n, K-N for the two numbers in it, V for Cause::value, or SET for Cause::lanes.
struct FaultForm {
  std::string_view name{}, value{};  ///< of the first parameter; empty if there is none
  std::string_view phrase{};         ///< if it differs from the row's
  bool reported = true;              ///< false: for the sensitivity guard only
  std::pair<std::string_view, std::string_view> further{};  ///< a second parameter: name and value, or N
  std::span<const std::int64_t> unnamed{};  ///< values of Cause::n besides 0 that reports do not state
};

/// A row of the table: everything about a fault.
template <class T>
struct FaultModel {
  std::string_view code;
  What what{};  ///< by its position in the table
  std::vector<FaultForm> forms{FaultForm{}};
  /// The fault as a predicate for the builtin's name. {} stands for the first parameter's value.
  std::string_view phrase;
  /// A description of the results for docs/causes.md. Empty if an earlier row has the same code.
  std::string_view results;
  /// The collectives that can have the fault; nullptr: all. The functions below are called for these only.
  bool (*applies)(Collective) = nullptr;
  /// Appends causes that may explain `got`, without Cause::what. Their parameters come from the data if
  /// possible. If null, every variant of every form is tried.
  void (*suggest)(const Scene<T>&, std::span<const T> got, std::vector<Cause>& to) = nullptr;
  /// The results of a device with the fault. Nothing if the fault cannot occur or cannot change anything.
  /// If null, the row predicts no results.
  Results<T> (*answer)(const Scene<T>&, const Cause&) = nullptr;
  /// Whether the cause has many possible results, so that `fits` and `changes` decide; nullptr: if the row
  /// has them.
  bool (*open)(const Cause&) = nullptr;
  /// Whether `got` is a result of the fault.
  bool (*fits)(const Scene<T>&, const Cause&, std::span<const T> got) = nullptr;
  /// Whether the fault must cause a wrong result.
  bool (*changes)(const Scene<T>&, const Cause&) = nullptr;
  std::uint8_t variants = 1;  ///< Cause::variant is less
  /// The causes that the sensitivity guard uses, without Cause::what. May be empty.
  std::vector<Cause> guards{};
};

template <class T>
std::span<const FaultModel<T>> wrong_models();

template <class T>
const FaultModel<T>& row_of(What what) {
  return wrong_models<T>()[static_cast<std::size_t>(what)];
}

/// The faults that every check must detect.
std::span<const Cause> guarding_causes();

/// The results of a device with the fault. Nothing if the fault does not apply to the call.
template <class T>
Results<T> answer_of(const Cause& cause, const Scene<T>& scene);

/// All causes that explain every lane of `got`. At least one lane must be wrong.
template <class T>
std::vector<Cause> causes_of(const Scene<T>& scene, std::span<const T> got);

/// Whether a device with that fault returns `got`.
template <class T>
bool explains(const Cause& cause, const Scene<T>& scene, std::span<const T> got);

/// Whether the fault makes a result of this work-group wrong.
template <class T>
bool changes(const Cause& cause, const Scene<T>& scene);

/// Whether the two faults give different results for this work-group.
template <class T>
bool differ(const Cause& one, const Cause& other, const Scene<T>& scene);

/// The results of a collective call in a program on a device with the fault. Nothing if the fault does not
/// apply. A predicate gives 0 or 1: which non-zero value it gives is the device's choice (WGC.U.7).
std::optional<std::vector<Word>> answer_in_program(const Cause& cause, const CollectiveCall& collective_call,
                                                   const NDRange& range);

}  // namespace wgcts::reference
