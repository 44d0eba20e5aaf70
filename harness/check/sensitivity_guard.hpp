// The vacuity guard: a check that could not fail stops the run.
#pragma once

#include <fmt/format.h>

#include <set>
#include <string_view>

#include "harness/check/suite_defect.hpp"
#include "reference/mutants.hpp"
#include "suites/case.hpp"

namespace wgcts::harness {

/// Watches over the checks of one site of a launch.
template <class T>
class SensitivityGuard {
 public:
  explicit SensitivityGuard(const Case& the_case) : case_(the_case) {}

  /// This check must reject every liar whose answer is not the truth. Throws SuiteDefect.
  void watch(std::string_view check, const ModelContext<T>& scene, const Expectation<T>& expected) {
    for (const Mutant<T>& liar : mutants<T>()) {
      auto answer = liar.answer(scene);
      if (answer) spare_unjudged_lanes(scene.truth, expected, *answer);
      if (!answer || coincides<T>(expected.rule, scene.truth, *answer)) continue;
      if (!all_legal<T>(expected, *answer)) {
        told_apart_.insert(liar.name);
        continue;
      }
      // Sums in another order than the model's differ from it and yet are legal: not a lie.
      const bool bounded = expected.rule == Rule::Bounded;
      if (bounded && liar.name == "another work-group's") continue;
      throw SuiteDefect(fmt::format("{}: the {} '{}' accepts answers like {}", name(case_),
                                    bounded ? "bound of" : "check", check, liar.name));
    }
  }

  /// And all checks together must tell every liar apart that differs from a right implementation. Throws
  /// SuiteDefect.
  void require_all_told_apart() const {
    for (const Mutant<T>& liar : mutants<T>()) {
      const std::vector<T> x(2, T{1});
      const bool applies = liar.answer({case_.builtin->collective, x, 0, x, x}).has_value();
      if (applies && !told_apart_.contains(liar.name))
        throw SuiteDefect(
            fmt::format("{}: no check tells answers like {} from right ones", name(case_), liar.name));
    }
  }

 private:
  /// Where nothing is said of a lane, nothing that it returns is a lie.
  static void spare_unjudged_lanes(std::span<const T> truth, const Expectation<T>& expected,
                                   std::vector<T>& answer) {
    for (std::size_t lane = 0; lane < answer.size(); ++lane)
      if (is_unjudged(expected.low[lane], expected.high[lane])) answer[lane] = truth[lane];
  }

  const Case& case_;
  std::set<std::string_view> told_apart_;
};

}  // namespace wgcts::harness
