#include "harness/diagnose/sharpen.hpp"

#include <map>
#include <optional>

#include "suites/parse.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

class Sharpener {
 public:
  Sharpener(const Question& showing, const Shows<Question>& shows, const TimeLeft& time_left)
      : showing_(showing), shows_(shows), time_left_(time_left) {}

  /// The number N of "size>N" (`above`) or "size<N".
  std::size_t boundary(std::size_t told, bool above) {
    const std::size_t inside = volume(showing_.the_case.local.extents);
    // Of the sizes on both sides of the guess one shows the bug and one does not, or the guess is off.
    std::size_t wrong = above ? told + 1 : told - 1, right = told;
    if (right == 0 || wrong == 0 || is_wrong(inside) != std::optional(true)) return told;
    const auto at_wrong = is_wrong(wrong), at_right = is_wrong(right);
    if (!at_wrong || !at_right) return told;
    if (*at_right && !*at_wrong) return told;  // the size alone does not decide
    if (!*at_wrong) {
      right = wrong, wrong = inside;
    } else if (*at_right) {
      wrong = right;
      const auto beyond = nearest_right(wrong, above);
      if (!beyond) return told;
      right = *beyond;
    }
    while (distance(wrong, right) > 1) {
      const std::size_t middle = (wrong + right) / 2;
      const auto at_middle = is_wrong(middle);
      if (!at_middle) return told;
      (*at_middle ? wrong : right) = middle;
    }
    return right;
  }

 private:
  static std::size_t distance(std::size_t a, std::size_t b) { return a > b ? a - b : b - a; }

  /// Ever further away from a wrong size.
  std::optional<std::size_t> nearest_right(std::size_t wrong, bool above) {
    constexpr std::size_t most = 4096;
    for (std::size_t n = above ? wrong / 2 : 2 * wrong; n > 0 && n <= most; n = above ? n / 2 : 2 * n) {
      const auto at = is_wrong(n);
      if (!at || !*at) return at ? std::optional(n) : std::nullopt;
    }
    return std::nullopt;
  }

  /// Nothing where no such case is legal, or no time is left.
  std::optional<bool> is_wrong(std::size_t size) {
    if (const auto known = known_.find(size); known != known_.end()) return known->second;
    Question question = showing_;
    question.the_case.local.extents = {size, 1, 1};
    if (!is_legal(question.the_case) || !time_left_()) return std::nullopt;
    return known_[size] = shows_(question);
  }

  Question showing_;
  const Shows<Question>& shows_;
  const TimeLeft& time_left_;
  std::map<std::size_t, bool> known_;
};

}  // namespace

Where sharpened(Where where, const Question& showing, const Shows<Question>& shows,
                const TimeLeft& time_left) {
  for (CauseWord& word : where) {
    if (word.code != "size" || word.parameters.size() != 1 || showing.the_case.local.is_max()) continue;
    auto& [relation, value] = word.parameters.front();
    const auto told = whole_number(value);
    if (!told || (relation != ">" && relation != "<")) continue;
    value = std::to_string(Sharpener(showing, shows, time_left).boundary(*told, relation == ">"));
  }
  return where;
}

}  // namespace wgcts::harness
