#include "reference/causes/wrong_model.hpp"

#include <algorithm>

#include "reference/causes/company_models.hpp"
#include "reference/causes/comparing_models.hpp"
#include "reference/causes/lane_models.hpp"
#include "reference/causes/narrowing_models.hpp"
#include "reference/causes/predicate_models.hpp"
#include "reference/causes/value_models.hpp"

namespace wgcts::reference {
namespace {

template <class T>
const CauseModel<T>& row_of(What what) {
  return wrong_models<T>()[static_cast<std::size_t>(what)];
}

}  // namespace

template <class T>
std::span<const CauseModel<T>> wrong_models() {
  static const auto rows = [] {
    auto all = causes::plain_models<T>();
    for (auto more :
         {causes::predicate_models<T>(), causes::lane_models<T>(), causes::value_models<T>(),
          causes::narrowing_models<T>(), causes::comparing_models<T>(), causes::company_models<T>()})
      all.insert(all.end(), more.begin(), more.end());
    std::ranges::sort(all, {}, &CauseModel<T>::what);
    return all;
  }();
  return rows;
}

template <class T>
bool explains(const Cause& cause, const Scene<T>& scene, std::span<const T> got) {
  const CauseModel<T>& row = row_of<T>(cause.what);
  if (row.fits != nullptr) return row.fits(scene, cause, got);
  const auto model = row.answer(scene, cause);
  return model && agree<T>(scene, *model, got);
}

template <class T>
bool spoils(const Cause& cause, const Scene<T>& scene) {
  const CauseModel<T>& row = row_of<T>(cause.what);
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
  for (const CauseModel<T>& row : wrong_models<T>()) row.suggest(scene, got, suggested);
  std::erase_if(suggested, [&](const Cause& cause) { return !explains<T>(cause, scene, got); });
  return suggested;
}

#define WGCTS_INSTANTIATE(T)                                                 \
  template std::span<const CauseModel<T>> wrong_models();                    \
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
