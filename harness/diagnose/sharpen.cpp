#include "harness/diagnose/sharpen.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>

#include "harness/diagnose/roundest.hpp"
#include "harness/planning/requirements.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

/// A number of a case that a condition may speak of: its size, or an extent.
struct Dial {
  Feature feature;
  std::size_t (*value)(const Extents&);
  /// The local size with that number; nothing where there is none of the shape.
  std::optional<Extents> (*set)(const Extents& shape, std::size_t n);
};

template <int axis>
constexpr Dial extent_dial(Feature feature) {
  return {feature, [](const Extents& e) { return e[axis]; },
          [](const Extents& shape, std::size_t n) {
            Extents e = shape;
            e[axis] = n;
            return std::optional(e);
          }};
}

const Dial dials[] = {{Feature::Size, volume, of_size},
                      extent_dial<0>(Feature::ExtentX),
                      extent_dial<1>(Feature::ExtentY),
                      extent_dial<2>(Feature::ExtentZ)};

class Sharpener {
 public:
  Sharpener(const Dial& dial, const Question& showing, const Shows<Question>& shows,
            const Shows<Question>& may_show, const TimeLeft& time_left, const DeviceFacts& device)
      : dial_(dial),
        showing_(showing),
        shape_(showing.the_case.local.extents),
        shows_(shows),
        may_show_(may_show),
        time_left_(time_left),
        device_(device) {
    known_[dial.value(shape_)] = true;
  }

  /// The number N of "size>N" (`above`) or "size<N".
  std::size_t boundary(std::size_t told, bool above) {
    const std::size_t inside = dial_.value(shape_);
    if (above ? inside <= told : inside >= told) return told;
    // Of the sizes on both sides of the guess one shows the bug and one does not, or the guess is off.
    const auto first_wrong = nearest(above ? told + 1 : told - 1, inside);
    const auto first_right = nearest(told, above ? 1 : std::max<std::size_t>(2 * told, told + 8));
    if (!first_wrong || !first_right) return told;
    const auto at_wrong = is_wrong(*first_wrong), at_right = is_wrong(*first_right);
    if (!at_wrong || !at_right) return told;
    if (*at_wrong && !*at_right) return told;
    if (!*at_wrong) return *at_right ? told : between(inside, *first_wrong, told);
    const auto beyond = nearest_right(*first_right, above);
    return beyond ? between(beyond->first, beyond->second, told) : told;
  }

  /// Whether launches like it come in that number, and a device with the bug may get them wrong.
  bool can_be_asked(std::size_t n) {
    const auto [found, made] = askable_.try_emplace(n, false);
    if (made)
      if (const auto question = question_of(n)) found->second = may_show_(*question);
    return found->second;
  }

 private:
  using Number = std::optional<std::size_t>;

  std::optional<Question> question_of(std::size_t n) const {
    const auto extents = n == 0 ? std::nullopt : dial_.set(shape_, n);
    if (!extents) return std::nullopt;
    Question question = showing_;
    question.the_case.local.extents = *extents;
    const bool runs = is_legal(question.the_case) && !missing(question.the_case, device_) &&
                      volume(*extents) <= device_.max_work_group_size;
    return runs ? std::optional(question) : std::nullopt;
  }

  /// Nothing where no such case is legal, or no launch is left.
  std::optional<bool> is_wrong(std::size_t n) {
    if (const auto known = known_.find(n); known != known_.end()) return known->second;
    // Away from a wrong number by doubling, and halving back: 4096 sizes take 2 * 12.
    constexpr std::size_t most_answers = 24;
    if (known_.size() > most_answers || !can_be_asked(n) || !time_left_()) return std::nullopt;
    return known_[n] = shows_(*question_of(n));
  }

  /// The first number from `n` to `end` that can be asked for.
  Number nearest(std::size_t n, std::size_t end) {
    for (; n != end; n < end ? ++n : --n)
      if (can_be_asked(n)) return n;
    return can_be_asked(end) ? Number(end) : std::nullopt;
  }

  /// Ever further away from a wrong number: the last wrong one, and a right one.
  std::optional<std::pair<std::size_t, std::size_t>> nearest_right(std::size_t wrong, bool above) {
    constexpr std::size_t most = 4096;
    while (true) {
      const Number n = above ? nearest(wrong / 2, 1) : nearest(2 * wrong, std::max(most, 2 * wrong));
      if (!n || (above ? *n >= wrong : *n <= wrong)) return std::nullopt;
      const auto at = is_wrong(*n);
      if (!at) return std::nullopt;
      if (!*at) return std::pair(wrong, *n);
      wrong = *n;
    }
  }

  /// The first right number behind the last wrong one; `told` where some number in between is not answered.
  /// Numbers that cannot be asked for may lie between the two: then `told`, or the roundest that will do.
  std::size_t between(std::size_t wrong, std::size_t right, std::size_t told) {
    while (const Number middle = middle_of(wrong, right)) {
      const auto at = is_wrong(*middle);
      if (!at) return told;
      (*at ? wrong : right) = *middle;
    }
    const auto [least, most] = wrong > right ? std::pair(right, wrong - 1) : std::pair(wrong + 1, right);
    return least <= told && told <= most ? told : roundest(least, most);
  }

  /// The number closest to the middle that can be asked for.
  Number middle_of(std::size_t a, std::size_t b) {
    const auto [low, high] = std::minmax(a, b);
    const std::size_t middle = std::midpoint(low, high);
    for (std::size_t off = 0; off <= high - low; ++off) {
      if (middle + off < high && middle + off > low && can_be_asked(middle + off)) return middle + off;
      if (middle > low + off && middle - off < high && can_be_asked(middle - off)) return middle - off;
    }
    return std::nullopt;
  }

  const Dial& dial_;
  const Question& showing_;
  Extents shape_;
  const Shows<Question>& shows_;
  const Shows<Question>& may_show_;
  const TimeLeft& time_left_;
  const DeviceFacts& device_;
  std::map<std::size_t, bool> known_, askable_;
};

/// The same number of work-items in one row.
std::optional<Question> in_one_row(Question question, const DeviceFacts& device) {
  Case& c = question.the_case;
  if (c.dim == 1) return std::nullopt;
  c.local.extents = {volume(c.local.extents), 1, 1};
  c.dim = 1;
  return is_legal(c) && !missing(c, device) ? std::optional(question) : std::nullopt;
}

}  // namespace

// What is wrong with rows does not show in one of them.
std::optional<Extents> of_size(const Extents& shape, std::size_t n) {
  if (const std::size_t beside = shape[1] * shape[2]; n % beside == 0 && n / beside > 1)
    return Extents{n / beside, shape[1], shape[2]};
  Extents e{n, 1, 1};
  for (std::size_t axis : {1, 2}) {
    if (shape[axis] == 1) continue;
    std::size_t divisor = 2;
    while (divisor * divisor <= e[0] && e[0] % divisor != 0) ++divisor;
    if (divisor * divisor > e[0]) return std::nullopt;
    e[axis] = divisor;
    e[0] /= divisor;
  }
  return e;
}

Where sharpened(Where where, const Question& showing, const Shows<Question>& shows,
                const Shows<Question>& may_show, const TimeLeft& time_left, const DeviceFacts& device) {
  if (showing.the_case.local.is_max()) return where;
  for (Predicate& p : where) {
    const auto dial = std::ranges::find(dials, p.feature, &Dial::feature);
    if (dial == std::end(dials) || (p.relation != Relation::Above && p.relation != Relation::Below)) continue;
    std::size_t& bound = p.numbers.front();
    if (bound == 0) continue;
    // Of rows and planes many a size cannot be made.
    const bool of_sizes = dial == std::begin(dials);
    const auto row = of_sizes ? in_one_row(showing, device) : std::nullopt;
    const Question& from = row && time_left() && shows(*row) ? *row : showing;
    bound = Sharpener(*dial, from, shows, may_show, time_left, device)
                .boundary(bound, p.relation == Relation::Above);
  }
  return where;
}

}  // namespace wgcts::harness
