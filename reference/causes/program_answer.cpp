#include "reference/causes/program_answer.hpp"

#include <algorithm>

#include "reference/causes/wrong_model.hpp"

namespace wgcts::reference {
namespace {

template <class T>
std::vector<T> typed(const std::vector<Word>& words) {
  std::vector<T> values(words.size());
  std::ranges::transform(words, values.begin(), [](Word word) {
    if constexpr (is_float_v<T>)
      return static_cast<T>(real(word));
    else
      return static_cast<T>(word);
  });
  return values;
}

template <class T>
Word word_from(T value) {
  if constexpr (is_float_v<T>)
    return word_of(static_cast<double>(value));
  else
    return static_cast<Word>(value);  // integers are extended by their sign
}

/// Collectives are of gentypes alone, which are the first of the types.
template <class Answer>
std::optional<std::vector<Word>> words_of(const Meeting& meeting, const NDRange& range, Answer answer) {
  return with_gentype(
      static_cast<GenType>(meeting.site->type), [&]<class T>() -> std::optional<std::vector<Word>> {
        const Collective collective = meeting.site->collective;
        const bool truth = is_predicate(collective.family);
        const Scene<T> scene{.collective = collective,
                             .x = typed<T>(meeting.passed),
                             .source = meeting.source,
                             .truth = typed<T>(meeting.returned),
                             .size = work_group(range, meeting.group).size,
                             .offset = range.offset,
                             .dim = range.dim};
        const Results<T> results = answer(scene);
        if (!results) return std::nullopt;
        std::vector<Word> words(results->size());
        std::ranges::transform(*results, words.begin(),
                               [&](T value) { return truth ? Word{value != T{0}} : word_from(value); });
        return words;
      });
}

}  // namespace

std::optional<std::vector<Word>> answer_in_program(const Cause& cause, const Meeting& meeting,
                                                   const NDRange& range) {
  return words_of(meeting, range, [&]<class T>(const Scene<T>& scene) {
    return wrong_models<T>()[static_cast<std::size_t>(cause.what)].answer(scene, cause);
  });
}

std::optional<std::vector<Word>> guarding_answer_in_program(const Cause& guard, const Meeting& meeting,
                                                            const NDRange& range) {
  return words_of(meeting, range,
                  [&]<class T>(const Scene<T>& scene) { return guarding_answer<T>(guard, scene); });
}

}  // namespace wgcts::reference
