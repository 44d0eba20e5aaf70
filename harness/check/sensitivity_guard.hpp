// The sensitivity guard: a check that could not fail stops the run.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "harness/check/suite_defect.hpp"
#include "reference/mutants.hpp"
#include "suites/case.hpp"

namespace wgcts::harness {

/// Holds the checks of one site of a launch against the mutants, which are wrong models of the builtin.
template <class T>
class SensitivityGuard {
 public:
  explicit SensitivityGuard(const Case& the_case) : case_(the_case) {}

  /// This check must reject every mutant whose answer is not the truth. Throws SuiteDefect.
  void require_rejects_mutants(std::string_view check, const ModelContext<T>& context,
                               const Expectation<T>& expected) {
    for (const Mutant<T>& mutant : mutants<T>()) {
      const auto answer = answer_of(mutant, context, expected);
      if (!answer || coincides<T>(expected.rule, context.truth, *answer)) continue;
      if (!all_legal<T>(expected, *answer)) {
        told_apart_.insert(mutant.name);
        continue;
      }
      // What an option relaxes hides a mutant here and there; that all checks together tell it is enough.
      if (expected.rule == Rule::Relaxed) continue;
      // Sums in another order than the model's differ from it and yet are legal: not a mutant.
      const bool bounded = expected.rule == Rule::Bounded;
      if (bounded && mutant.of_other_values) continue;
      throw SuiteDefect(fmt::format("{}: the {} '{}' accepts answers like {}", name(case_),
                                    bounded ? "bound of" : "check", check, mutant.name));
    }
  }

  /// Takes note of the mutants that the work-group tells apart, and asks nothing of it.
  void note(const ModelContext<T>& context, const Expectation<T>& expected) {
    for (const Mutant<T>& mutant : mutants<T>()) {
      const auto answer = answer_of(mutant, context, expected);
      if (answer && !all_legal<T>(expected, *answer)) told_apart_.insert(mutant.name);
    }
  }

  /// Whether a mutant that differs from a right implementation was never told apart.
  bool lacks_one() const { return !missing().empty(); }

  /// And all checks together must tell every mutant apart that differs from a right implementation. Throws
  /// SuiteDefect.
  void require_all_told_apart() const {
    if (lacks_one())
      throw SuiteDefect(
          fmt::format("{}: no check tells answers like {} from right ones", name(case_), missing()));
  }

 private:
  /// The first mutant that was never told apart; empty where all were.
  std::string_view missing() const {
    const std::vector<T> x(2, T{1});
    for (const Mutant<T>& mutant : mutants<T>()) {
      const bool applies = mutant.answer({case_.builtin->collective, x, 0, x, x}).has_value();
      if (applies && !told_apart_.contains(mutant.name)) return mutant.name;
    }
    return {};
  }

  /// What the mutant returns, if it makes sense here. Where nothing is said of a lane, nothing that it
  /// returns is a lie.
  static std::optional<std::vector<T>> answer_of(const Mutant<T>& mutant, const ModelContext<T>& context,
                                                 const Expectation<T>& expected) {
    auto answer = mutant.answer(context);
    for (std::size_t lane = 0; answer && lane < answer->size(); ++lane)
      if (is_unjudged(expected.low[lane], expected.high[lane])) (*answer)[lane] = context.truth[lane];
    return answer;
  }

  const Case& case_;
  std::set<std::string_view> told_apart_;
};

}  // namespace wgcts::harness
