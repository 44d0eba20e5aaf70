// Executable models of faults: the rows of the fault table.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/causes/scene.hpp"
#include "reference/program/run.hpp"

namespace wgcts::reference {

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
  What what;
  std::string_view code;
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
bool spoils(const Cause& cause, const Scene<T>& scene);

/// Whether the two faults give different results for this work-group.
template <class T>
bool part(const Cause& one, const Cause& other, const Scene<T>& scene);

/// The results of a collective call in a program on a device with the fault. Nothing if the fault does not
/// apply. A predicate gives 0 or 1: which non-zero value it gives is the device's choice (WGC.U.7).
std::optional<std::vector<Word>> answer_in_program(const Cause& cause, const CollectiveCall& collective_call,
                                                   const NDRange& range);

}  // namespace wgcts::reference
