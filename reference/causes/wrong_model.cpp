#include "reference/causes/wrong_model.hpp"

#include <algorithm>

#include "reference/causes/fault_table.hpp"

namespace wgcts::reference {
namespace {

template <class T>
const FaultModel<T>& row_of(What what) {
  return wrong_models<T>()[static_cast<std::size_t>(what)];
}

}  // namespace

std::vector<std::pair<std::string_view, std::string_view>> pairs_in(std::string_view parameters) {
  std::vector<std::pair<std::string_view, std::string_view>> pairs;
  while (!parameters.empty()) {
    const std::string_view pair = parameters.substr(0, parameters.find(' '));
    pairs.emplace_back(pair.substr(0, pair.find('=')), pair.substr(pair.find('=') + 1));
    parameters.remove_prefix(std::min(pair.size() + 1, parameters.size()));
  }
  return pairs;
}

template <class T>
std::span<const FaultModel<T>> wrong_models() {
  static const std::vector<FaultModel<T>> rows = fault_table<T>();
  return rows;
}

std::span<const Cause> guarding_causes() {
  static const std::vector<Cause> all = [] {
    std::vector<Cause> causes;
    for (const auto& row : wrong_models<std::int32_t>())
      for (Cause cause : row.guards) {
        cause.what = row.what;
        causes.push_back(cause);
      }
    return causes;
  }();
  return all;
}

template <class T>
Results<T> guarding_answer(const Cause& guard, const Scene<T>& scene) {
  const FaultModel<T>& row = row_of<T>(guard.what);
  if (row.guards_only && scene.collective.family != *row.guards_only) return std::nullopt;
  return row.answer(scene, guard);
}

template <class T>
bool explains(const Cause& cause, const Scene<T>& scene, std::span<const T> got) {
  const FaultModel<T>& row = row_of<T>(cause.what);
  if (row.fits != nullptr) return row.fits(scene, cause, got);
  const auto model = row.answer(scene, cause);
  return model && agree<T>(scene, *model, got);
}

template <class T>
bool spoils(const Cause& cause, const Scene<T>& scene) {
  const FaultModel<T>& row = row_of<T>(cause.what);
  if (row.changes != nullptr) return row.changes(scene, cause);
  const auto model = row.answer(scene, cause);
  if (!model) return false;
  for (std::size_t lane = 0; lane < scene.lanes(); ++lane)
    if (!is_right<T>(scene, lane, (*model)[lane]) &&
        !agrees<T>(scene, lane, scene.truth[lane], (*model)[lane]))
      return true;
  return false;
}

template <class T>
bool part(const Cause& one, const Cause& other, const Scene<T>& scene) {
  const bool spoiled = spoils<T>(other, scene);
  if (spoils<T>(one, scene) != spoiled) return true;
  const auto answer = row_of<T>(other.what).answer(scene, other);
  return spoiled && answer && !explains<T>(one, scene, *answer);
}

template <class T>
std::vector<Cause> causes_of(const Scene<T>& scene, std::span<const T> got) {
  std::vector<Cause> suggested;
  for (const FaultModel<T>& row : wrong_models<T>())
    if (row.suggest != nullptr)
      row.suggest(scene, got, suggested);
    else
      for (std::size_t form = 0; form < row.forms.size(); ++form)
        if (row.forms[form].reported)
          suggested.push_back({.what = row.what, .choice = static_cast<std::uint8_t>(form)});
  std::erase_if(suggested, [&](const Cause& cause) { return !explains<T>(cause, scene, got); });
  return suggested;
}

#define WGCTS_INSTANTIATE(T)                                                 \
  template std::span<const FaultModel<T>> wrong_models();                    \
  template Results<T> guarding_answer(const Cause&, const Scene<T>&);        \
  template bool explains(const Cause&, const Scene<T>&, std::span<const T>); \
  template bool spoils(const Cause&, const Scene<T>&);                       \
  template bool part(const Cause&, const Cause&, const Scene<T>&);           \
  template std::vector<Cause> causes_of(const Scene<T>&, std::span<const T>);
WGCTS_INSTANTIATE(half)
WGCTS_INSTANTIATE(std::int32_t)
WGCTS_INSTANTIATE(std::uint32_t)
WGCTS_INSTANTIATE(std::int64_t)
WGCTS_INSTANTIATE(std::uint64_t)
WGCTS_INSTANTIATE(float)
WGCTS_INSTANTIATE(double)
#undef WGCTS_INSTANTIATE

}  // namespace wgcts::reference
