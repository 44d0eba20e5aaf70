// Wrong models: executable rows of the vocabulary of causes.
#pragma once

#include "reference/causes/scene.hpp"

namespace wgcts::reference {

template <class T>
using Results = std::optional<std::vector<T>>;

template <class T>
struct CauseModel {
  What what;
  /// Appends the parameters that might explain `got`, found from the data where they can be.
  void (*suggest)(const Scene<T>&, std::span<const T> got, std::vector<Cause>& to);
  /// What such a device returns; nothing where the row makes no sense, or changes nothing by its nature.
  Results<T> (*answer)(const Scene<T>&, const Cause&);
  /// Where one input has many such answers: whether `got` is one.
  bool (*fits)(const Scene<T>&, const Cause&, std::span<const T> got) = nullptr;
  /// Where it takes more than another answer to be sure that right results speak against the row.
  bool (*changes)(const Scene<T>&, const Cause&) = nullptr;
  std::uint8_t choices = 1;   ///< Cause::choice takes the numbers below
  std::uint8_t variants = 1;  ///< and Cause::variant these
};

template <class T>
std::span<const CauseModel<T>> wrong_models();

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

}  // namespace wgcts::reference
