// Faults that can be run: the rows of the table of faults.
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

/// A form of a fault, as it is reported: Cause::choice is its number. The first parameter's value may be N,
/// which stands for Cause::n, K-N for two numbers in it, V for Cause::value, or SET for Cause::lanes.
struct FaultForm {
  std::string_view name{}, value{};  ///< of the first parameter; empty where there is none
  std::string_view phrase{};         ///< where it differs from the row's
  bool reported = true;              ///< or it is the sensitivity guard's alone
  std::pair<std::string_view, std::string_view> further{};  ///< a second parameter: name and value, or N
};

/// A row of the table: all that the program knows about a fault.
template <class T>
struct FaultModel {
  What what;
  std::string_view code;
  std::vector<FaultForm> forms{FaultForm{}};
  /// What a builtin with that fault does, to follow its name; {} stands for the first parameter's value.
  std::string_view phrase;
  /// What the results look like: a line of docs/causes.md. Empty for a second row of the code before.
  std::string_view results;
  /// The collectives that can have the fault; nullptr: all. The functions below are called for these only.
  bool (*applies)(Collective) = nullptr;
  /// Appends the parameters that might explain `got`, found from the data where they can be; Cause::what is
  /// left out. Without it every variant of every form is tried.
  void (*suggest)(const Scene<T>&, std::span<const T> got, std::vector<Cause>& to) = nullptr;
  /// What such a device returns; nothing where the row makes no sense, or changes nothing by its nature.
  /// Without it, the row does not say.
  Results<T> (*answer)(const Scene<T>&, const Cause&) = nullptr;
  /// Where one input has many such answers: whether `got` is one.
  bool (*fits)(const Scene<T>&, const Cause&, std::span<const T> got) = nullptr;
  /// Where it takes more than another answer to be sure that right results speak against the row.
  bool (*changes)(const Scene<T>&, const Cause&) = nullptr;
  std::uint8_t variants = 1;  ///< Cause::variant takes the numbers below
  /// The parameters with which the sensitivity guard uses the row, Cause::what left out; empty where it does
  /// not.
  std::vector<Cause> guards{};
};

template <class T>
std::span<const FaultModel<T>> wrong_models();

template <class T>
const FaultModel<T>& row_of(What what) {
  return wrong_models<T>()[static_cast<std::size_t>(what)];
}

/// The faults that every check must tell from a right implementation.
std::span<const Cause> guarding_causes();

/// What a device with that fault returns; nothing where the fault does not apply to the call.
template <class T>
Results<T> answer_of(const Cause& cause, const Scene<T>& scene);

/// All causes that explain every lane of `got`, the results of a work-group of which some lane is wrong.
template <class T>
std::vector<Cause> causes_of(const Scene<T>& scene, std::span<const T> got);

/// Whether a device with that fault returns `got`.
template <class T>
bool explains(const Cause& cause, const Scene<T>& scene, std::span<const T> got);

/// Whether such a device would get this work-group wrong.
template <class T>
bool spoils(const Cause& cause, const Scene<T>& scene);

/// Whether devices with the one fault and with the other would return different results for it.
template <class T>
bool part(const Cause& one, const Cause& other, const Scene<T>& scene);

/// What a device with that fault returns at a collective of a program; nothing where the fault does not apply
/// to it. A predicate gives 0 or 1: which non-zero value it gives is the device's choice (WGC.U.7).
std::optional<std::vector<Word>> answer_in_program(const Cause& cause, const CollectiveCall& collective_call,
                                                   const NDRange& range);

}  // namespace wgcts::reference
