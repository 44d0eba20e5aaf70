// The sensitivity guard: a check that cannot fail stops the run.
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

/// Tests the checks of one site of a launch with wrong models of the builtin.
template <class T>
class SensitivityGuard {
 public:
  explicit SensitivityGuard(const Case& the_case) : case_(the_case) {}

  /// The check must reject every wrong model whose results differ from the right ones. Throws SuiteDefect.
  void require_rejects_mutants(std::string_view check, const ModelContext<T>& context,
                               const Expectation<T>& expected) {
    for (const Mutant<T>& mutant : mutants<T>()) {
      const auto answer = answer_of(mutant, context, expected);
      if (!answer || coincides<T>(expected.rule, context.truth, *answer)) continue;
      if (!all_legal<T>(expected, *answer)) {
        rejected_.insert(mutant.name);
        continue;
      }
      // Under a relaxing option some checks miss a wrong model. It is enough if another check rejects it.
      if (expected.rule == Rule::Relaxed) continue;
      // Sums in another order may legally differ from those of the model.
      const bool bounded = expected.rule == Rule::Bounded;
      if (bounded && mutant.of_other_values) continue;
      throw SuiteDefect(fmt::format("{}: the {} '{}' accepts the wrong model '{}'", name(case_),
                                    bounded ? "bound of" : "check", check, mutant.name));
    }
  }

  /// Records the wrong models that the work-group rejects, without a requirement.
  void note(const ModelContext<T>& context, const Expectation<T>& expected) {
    for (const Mutant<T>& mutant : mutants<T>()) {
      const auto answer = answer_of(mutant, context, expected);
      if (answer && !all_legal<T>(expected, *answer)) rejected_.insert(mutant.name);
    }
  }

  /// Whether no check has rejected some wrong model yet.
  bool misses_one() const { return !missing().empty(); }

  /// The checks together must reject every wrong model that differs from a right implementation. Throws
  /// SuiteDefect.
  void require_all_rejected() const {
    if (misses_one())
      throw SuiteDefect(fmt::format("{}: no check rejects the wrong model '{}'", name(case_), missing()));
  }

 private:
  /// The first wrong model that no check has rejected. Empty if there is none.
  std::string_view missing() const {
    const std::vector<T> x(2, T{1});
    for (const Mutant<T>& mutant : mutants<T>()) {
      const bool applies = mutant.answer({case_.builtin->collective, x, 0, x, x}).has_value();
      if (applies && !rejected_.contains(mutant.name)) return mutant.name;
    }
    return {};
  }

  /// The model's results, if it applies here. Unjudged lanes get the right result, because any result is
  /// legal there.
  static std::optional<std::vector<T>> answer_of(const Mutant<T>& mutant, const ModelContext<T>& context,
                                                 const Expectation<T>& expected) {
    auto answer = mutant.answer(context);
    for (std::size_t lane = 0; answer && lane < answer->size(); ++lane)
      if (is_unjudged(expected.low[lane], expected.high[lane])) (*answer)[lane] = context.truth[lane];
    return answer;
  }

  const Case& case_;
  std::set<std::string_view> rejected_;
};

}  // namespace wgcts::harness
