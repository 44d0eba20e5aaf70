#include "reference/causes/wrong_model.hpp"

#include <algorithm>

#include "reference/causes/fault_table.hpp"

namespace wgcts::reference {
namespace {

/// The row, if it applies to the scene's collective.
template <class T>
const FaultModel<T>* row_for(What what, const Scene<T>& scene) {
  const FaultModel<T>& row = row_of<T>(what);
  return row.applies == nullptr || row.applies(scene.collective) ? &row : nullptr;
}

/// Whether the row's own functions decide which results the cause gives.
template <class T>
bool decides(const FaultModel<T>* row, const Cause& cause) {
  return row != nullptr && (row->open == nullptr || row->open(cause));
}

std::vector<FaultForm> one_by_one(const std::vector<FaultForm>& joined) {
  std::vector<FaultForm> forms;
  for (FaultForm form : joined) {
    std::string_view rest = form.value;
    do {
      form.value = rest.substr(0, rest.find('|'));
      rest.remove_prefix(std::min(form.value.size() + 1, rest.size()));
      forms.push_back(form);
    } while (!rest.empty());
  }
  return forms;
}

}  // namespace

template <class T>
std::span<const FaultModel<T>> wrong_models() {
  static const std::vector<FaultModel<T>> rows = [] {
    auto table = fault_table<T>();
    for (std::size_t i = 0; i < table.size(); ++i) {
      table[i].what = static_cast<What>(i);
      table[i].forms = one_by_one(table[i].forms);
    }
    return table;
  }();
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
Results<T> answer_of(const Cause& cause, const Scene<T>& scene) {
  const FaultModel<T>* const row = row_for(cause.what, scene);
  return row == nullptr || row->answer == nullptr ? std::nullopt : row->answer(scene, cause);
}

template <class T>
bool explains(const Cause& cause, const Scene<T>& scene, std::span<const T> got) {
  const FaultModel<T>* const row = row_for(cause.what, scene);
  if (decides(row, cause) && row->fits != nullptr) return row->fits(scene, cause, got);
  const auto model = answer_of(cause, scene);
  return model && scene.agree(*model, got);
}

template <class T>
bool changes(const Cause& cause, const Scene<T>& scene) {
  const FaultModel<T>* const row = row_for(cause.what, scene);
  if (decides(row, cause) && row->changes != nullptr) return row->changes(scene, cause);
  const auto model = answer_of(cause, scene);
  return model && scene.is_wrong(*model);
}

template <class T>
bool differ(const Cause& one, const Cause& other, const Scene<T>& scene) {
  const bool changed = changes<T>(other, scene);
  if (changes<T>(one, scene) != changed) return true;
  const auto answer = answer_of<T>(other, scene);
  return changed && answer && !explains<T>(one, scene, *answer);
}

template <class T>
std::vector<Cause> causes_of(const Scene<T>& scene, std::span<const T> got) {
  std::vector<Cause> suggested;
  for (const FaultModel<T>& row : wrong_models<T>()) {
    if (row_for(row.what, scene) == nullptr) continue;
    const std::size_t before = suggested.size();
    if (row.suggest != nullptr)
      row.suggest(scene, got, suggested);
    else
      for (std::uint8_t form = 0; form < row.forms.size() && row.forms[form].reported; ++form)
        for (std::uint8_t variant = 0; variant < row.variants; ++variant)
          suggested.push_back({.choice = form, .variant = variant});
    for (Cause& cause : std::span(suggested).subspan(before)) cause.what = row.what;
  }
  std::erase_if(suggested, [&](const Cause& cause) { return !explains<T>(cause, scene, got); });
  return suggested;
}

std::optional<std::vector<Word>> answer_in_program(const Cause& cause, const CollectiveCall& collective_call,
                                                   const NDRange& range) {
  const Collective collective = collective_call.site->collective;
  const bool truth = is_predicate(collective.family);
  return with_gentype(collective_call.site->type, [&]<class T>() -> std::optional<std::vector<Word>> {
    const Scene<T> scene{.collective = collective,
                         .x = values_of_words<T>(collective_call.passed),
                         .source = collective_call.source,
                         .truth = values_of_words<T>(collective_call.returned),
                         .size = work_group(range, collective_call.group).size,
                         .offset = range.offset,
                         .dim = range.dim};
    const Results<T> results = answer_of<T>(cause, scene);
    if (!results) return std::nullopt;
    return mapped(*results, [&](T value) { return truth ? Word{value != T{0}} : word_of_value(value); });
  });
}

#define WGCTS_INSTANTIATE(T)                                                 \
  template std::span<const FaultModel<T>> wrong_models();                    \
  template Results<T> answer_of(const Cause&, const Scene<T>&);              \
  template bool explains(const Cause&, const Scene<T>&, std::span<const T>); \
  template bool changes(const Cause&, const Scene<T>&);                      \
  template bool differ(const Cause&, const Cause&, const Scene<T>&);         \
  template std::vector<Cause> causes_of(const Scene<T>&, std::span<const T>);
WGCTS_FOR_EACH_GENTYPE(WGCTS_INSTANTIATE)
#undef WGCTS_INSTANTIATE

}  // namespace wgcts::reference
