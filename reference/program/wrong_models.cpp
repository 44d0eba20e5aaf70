#include "reference/program/wrong_models.hpp"

#include <algorithm>

#include "reference/mutants.hpp"

namespace wgcts::reference {
namespace {

template <class T>
std::optional<std::vector<Word>> answer_of(std::string_view mutant, const Meeting& meeting) {
  const auto rows = mutants<T>();
  const auto row = std::ranges::find(rows, mutant, &Mutant<T>::name);
  if (row == rows.end()) return std::nullopt;
  std::vector<T> x(meeting.passed.size()), truth(x.size());
  std::ranges::transform(meeting.passed, x.begin(), value_of_word<T>);
  std::ranges::transform(meeting.returned, truth.begin(), value_of_word<T>);
  const auto answer = row->answer({meeting.site->collective, x, meeting.source, truth, {}});
  if (!answer) return std::nullopt;
  std::vector<Word> words(answer->size());
  std::ranges::transform(*answer, words.begin(), word_of_value<T>);
  return words;
}

}  // namespace

std::span<const std::string_view> mutant_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> list;
    for (const auto& row : mutants<double>()) list.push_back(row.name);
    return list;
  }();
  return names;
}

std::optional<std::vector<Word>> answer_like(std::string_view mutant, const Meeting& meeting) {
  switch (meeting.site->type) {
    case Type::Int:
      return answer_of<std::int32_t>(mutant, meeting);
    case Type::UInt:
      return answer_of<std::uint32_t>(mutant, meeting);
    case Type::Long:
      return answer_of<std::int64_t>(mutant, meeting);
    case Type::ULong:
      return answer_of<std::uint64_t>(mutant, meeting);
    default:
      return answer_of<double>(mutant, meeting);  // what is exact in half and float is in double too
  }
}

}  // namespace wgcts::reference
