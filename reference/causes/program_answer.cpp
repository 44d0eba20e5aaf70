#include "reference/causes/program_answer.hpp"

#include <algorithm>

#include "reference/causes/wrong_model.hpp"

namespace wgcts::reference {
namespace {

template <class T>
std::vector<T> typed(const std::vector<Word>& words) {
  std::vector<T> values(words.size());
  std::ranges::transform(words, values.begin(), value_of_word<T>);
  return values;
}

}  // namespace

std::optional<std::vector<Word>> answer_in_program(const Cause& cause, const CollectiveCall& collective_call,
                                                   const NDRange& range) {
  const Collective collective = collective_call.site->collective;
  const bool truth = is_predicate(collective.family);
  // Collectives are of gentypes alone, which are the first of the types.
  const auto type = static_cast<GenType>(collective_call.site->type);
  return with_gentype(type, [&]<class T>() -> std::optional<std::vector<Word>> {
    const Scene<T> scene{.collective = collective,
                         .x = typed<T>(collective_call.passed),
                         .source = collective_call.source,
                         .truth = typed<T>(collective_call.returned),
                         .size = work_group(range, collective_call.group).size,
                         .offset = range.offset,
                         .dim = range.dim};
    const Results<T> results = answer_of<T>(cause, scene);
    if (!results) return std::nullopt;
    std::vector<Word> words(results->size());
    std::ranges::transform(*results, words.begin(),
                           [&](T value) { return truth ? Word{value != T{0}} : word_of_value(value); });
    return words;
  });
}

}  // namespace wgcts::reference
