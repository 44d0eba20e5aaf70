#include "harness/diagnose/simplify.hpp"

#include <algorithm>
#include <set>

#include "harness/program/kernel.hpp"
#include "suites/parse.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

/// Work-items that a person can look through.
constexpr std::size_t few = 8;

class Simplifier {
 public:
  Simplifier(const Question& start, const Shows<Question>& shows, const TimeLeft& time_left)
      : best_(start), shows_(shows), time_left_(time_left) {
    asked_.insert(start);
  }

  Question run(const std::vector<std::size_t>& suspects) {
    constexpr int most_rounds = 3;  // what one step took away may let another go further
    for (int round = 0; round < most_rounds; ++round) {
      const Question before = best_;
      simplify_form();
      simplify_company();
      simplify_dimensions();
      simplify_size(suspects);
      simplify_variant();
      if (best_ == before) break;
    }
    return best_;
  }

 private:
  /// Whether the bug shows in it, which then is the best one.
  bool take(const Question& question) {
    if (!is_legal(question.the_case) || !asked_.insert(question).second || !time_left_()) return false;
    if (!shows_(question)) return false;
    best_ = question;
    return true;
  }

  bool take_size(const Extents& extents) {
    Question question = best_;
    question.the_case.local.extents = extents;
    return take(question);
  }
  const Extents& size() const { return best_.the_case.local.extents; }

  void simplify_form() {
    using enum Surroundings;
    for (const Surroundings simpler : {None, Loop}) {
      const Surroundings now = best_.the_case.form->around;
      if (simpler == now || (simpler == Loop && now != NestedLoop)) return;
      Question question = best_;
      question.the_case.form = form_with(simpler);
      question.alone = true;
      question.without.clear();
      if (question.the_case.form != nullptr && take(question)) return;
    }
  }

  /// The builtins that share the kernel.
  std::vector<const Builtin*> company() const {
    auto members = kernel_of(best_.the_case, best_.alone, best_.without).members;
    std::erase(members, best_.the_case.builtin);
    return members;
  }

  void simplify_company() {
    auto others = company();
    if (best_.alone || others.empty()) return;
    Question alone = best_;
    alone.alone = true;
    alone.without.clear();
    if (take(alone)) return;
    for (std::size_t piece = (others.size() + 1) / 2; piece > 0; piece = piece == 1 ? 0 : (piece + 1) / 2)
      for (std::size_t from = 0; from < others.size();) {
        Question question = best_;
        const auto first = others.begin() + static_cast<std::ptrdiff_t>(from);
        const auto last = others.begin() + static_cast<std::ptrdiff_t>(std::min(from + piece, others.size()));
        question.without.insert(question.without.end(), first, last);
        if (take(question))
          others.erase(first, last);
        else
          from += piece;
      }
  }

  void simplify_dimensions() {
    if (best_.the_case.local.is_max()) return;
    const Extents e = size();
    for (unsigned dim = 1; dim < best_.the_case.dim; ++dim) {
      Question question = best_;
      question.the_case.dim = dim;
      question.the_case.local.extents = dim == 1 ? Extents{volume(e), 1, 1} : Extents{e[0], e[1] * e[2], 1};
      if (take(question)) return;
    }
  }

  void simplify_size(const std::vector<std::size_t>& suspects) {
    if (best_.the_case.local.is_max()) return;
    const unsigned dim = best_.the_case.dim;
    const bool is_small = volume(size()) <= few / 2;
    // From afar straight to what is small, where a bug mostly shows; or to where it is said to begin.
    if (!is_small && !take_size(dim == 1 ? Extents{4, 1, 1} : Extents{2, 2, dim == 3 ? 2U : 1U}) &&
        dim == 1) {
      auto sizes = suspects;
      std::ranges::sort(sizes);
      for (const std::size_t n : sizes)
        if (n > 0 && n < size()[0] && take_size({n, 1, 1})) break;
    }
    for (unsigned d = 0; d < dim; ++d) simplify_extent(d);
  }

  /// The smallest value of the extent that shows it: the few smallest one by one, then by halves.
  void simplify_extent(unsigned d) {
    const auto with = [&](std::size_t n) {
      Extents e = size();
      e[d] = n;
      return e;
    };
    for (std::size_t n = 1; n <= few && n < size()[d]; ++n)
      if (take_size(with(n))) return;
    std::size_t fine = std::min<std::size_t>(few, size()[d]);
    while (size()[d] > fine + 1 && time_left_()) {
      const std::size_t middle = fine + (size()[d] - fine) / 2;
      if (!take_size(with(middle))) fine = middle;
    }
  }

  void simplify_variant() {
    Question question = best_;
    question.the_case.variant = plain_variant;
    take(question);
  }

  Question best_;
  const Shows<Question>& shows_;
  const TimeLeft& time_left_;
  std::set<Question> asked_;
};

}  // namespace

Question simplest(const Question& start, const std::vector<std::size_t>& suspects,
                  const Shows<Question>& shows, const TimeLeft& time_left) {
  return Simplifier(start, shows, time_left).run(suspects);
}

std::vector<std::size_t> suspect_sizes(const Where& where) {
  std::set<std::size_t> sizes;
  for (const Predicate& p : where)
    if (is_of_sizes(p.feature) && p.relation != Relation::MultipleOf && p.relation != Relation::NotMultipleOf)
      for (const std::size_t n : p.numbers)
        if (n > 0) sizes.merge(std::set<std::size_t>{n - 1, n, n + 1});
  return {sizes.begin(), sizes.end()};
}

}  // namespace wgcts::harness
