// The clause that a wrong lane violates, the rule that judges a data class under an option, and the guard
// that stops the run if a check cannot fail.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "harness/check/site_checker.hpp"
#include "reference/causes/wrong_model.hpp"
#include "reference/clauses.hpp"
#include "reference/judge.hpp"
#include "suites/case.hpp"
#include "suites/data/data.hpp"
#include "suites/variant.hpp"

namespace wgcts::harness {

/// The builtin's own clause that a wrong lane violates.
template <class T>
std::string_view own_clause(Collective c, std::size_t lane, T truth) {
  if (is_uniform_arithmetic(c.op)) {
    if (c.family == Family::Reduce) return cite("WGC.UA.1");
    if (c.family == Family::ScanInclusive) return cite("WGC.UA.2");
    return lane == 0 ? cite("WGC.UA.4") : cite("WGC.UA.3");
  }
  switch (c.family) {
    case Family::All:
      return truth != T{0} ? cite("WGC.PR.1") : cite("WGC.PR.3");
    case Family::Any:
      return truth != T{0} ? cite("WGC.PR.2") : cite("WGC.PR.3");
    case Family::Broadcast:
      return cite("WGC.BC.1");
    case Family::Reduce:
      return cite("WGC.RD.1");
    case Family::ScanInclusive:
      return cite("WGC.SC.2");
    case Family::ScanExclusive:
      return lane == 0 ? cite("WGC.SC.4") : cite("WGC.SC.3");
  }
  __builtin_unreachable();
}

/// The default rule for exact values.
inline Rule usual_rule(Collective c) {
  if (is_truth(c)) return Rule::Truth;
  return c.family == Family::Broadcast ? Rule::Bits : Rule::Exact;
}

/// The rules that remain if the variant's options leave values open.
inline FloatRules rules_under(const LeftOpen& open, FloatRules rules) {
  if (open.nonfinite) rules.infinities = false;
  if (open.subnormals) rules.denormals = false;
  return rules;
}

/// The rule under those options. Values that they leave open are only observed. They do not limit the error
/// of a sum (WGC.U.11).
template <class T>
Rule rule_under(const LeftOpen& open, Collective c, Rule default_rule) {
  if (!is_float_v<T>) return default_rule;
  if (default_rule == Rule::Bits && open.zero_sign) return Rule::Exact;
  if (!open.rounding) return default_rule;
  if (default_rule == Rule::Bounded) return Rule::Observed;
  const bool computed = c.op == Op::Add || c.op == Op::Mul;
  return default_rule == Rule::Exact && computed ? Rule::Relaxed : default_rule;
}

/// The same for a data class.
template <class T>
Rule rule_under(const LeftOpen& open, Collective c, const DataClass<T>& data, const FloatRules& left) {
  if (data.applies != nullptr && !data.applies(left)) return Rule::Observed;
  return rule_under<T>(open, c, data.rule);
}

/// Whether `answer` equals the truth, so that no check should reject it.
template <class T>
bool coincides(Rule rule, std::span<const T> truth, std::span<const T> answer) {
  const Rule exactly = leaves_room(rule) ? Rule::Exact : rule;
  return std::ranges::equal(truth, answer,
                            [&](T right, T got) { return accepts(exactly, right, right, got); });
}

/// Tests the checks of one site of a launch with the guarding faults.
template <class T>
class SensitivityGuard {
 public:
  explicit SensitivityGuard(const Case& the_case) : case_(the_case) {}

  /// Throws SuiteDefect unless this check rejects every fault whose answer differs from the truth.
  void require_rejects_faults(std::string_view check, const Scene<T>& scene, const Expectation<T>& expected) {
    if (const Cause* fault = note(scene, expected))
      throw SuiteDefect(fmt::format("{}: the {} '{}' accepts a device that {}", name(case_),
                                    expected.rule == Rule::Bounded ? "bound of" : "check", check,
                                    phrase_of(*fault)));
  }

  /// Records the faults that the work-group's check rejects. Returns the first that it accepts but has to
  /// reject; nullptr if there is none.
  const Cause* note(const Scene<T>& scene, const Expectation<T>& expected) {
    const Cause* accepted = nullptr;
    for (std::size_t i = 0; i < faults_.size(); ++i) {
      const auto answer = judged_answer_of(faults_[i], scene, expected);
      if (!answer || coincides<T>(expected.rule, scene.truth, *answer)) continue;
      if (!all_legal<T>(expected, *answer)) {
        rejected_[i] = char{true};
        continue;
      }
      // Under a relaxing option, some checks accept a wrong model. Another check must then reject it. Sums in
      // another order may legally differ from those of the model.
      const bool may_accept = expected.rule == Rule::Relaxed ||
                              (expected.rule == Rule::Bounded && faults_[i].what == What::OtherGroup);
      if (accepted == nullptr && !may_accept) accepted = &faults_[i];
    }
    return accepted;
  }

  /// The first fault that differs from a correct implementation and that no check has rejected; nullptr if
  /// there is none.
  const Cause* missing() const {
    const std::vector<T> x(2, T{1});
    const Scene<T> scene{.collective = case_.builtin->collective, .x = x, .truth = x, .groups = {x}};
    for (std::size_t i = 0; i < faults_.size(); ++i)
      if (!rejected_[i] && reference::answer_of<T>(faults_[i], scene)) return &faults_[i];
    return nullptr;
  }

  /// Throws SuiteDefect unless the checks together reject every wrong model that differs from a correct
  /// implementation.
  void require_all_rejected() const {
    if (const Cause* fault = missing())
      throw SuiteDefect(fmt::format("{}: no check rejects a device that {}", name(case_), phrase_of(*fault)));
  }

 private:
  /// The fault's results, if it applies. Lanes that are not judged get the correct result.
  static Results<T> judged_answer_of(const Cause& fault, const Scene<T>& scene,
                                     const Expectation<T>& expected) {
    auto answer = answer_of<T>(fault, scene);
    for (std::size_t lane = 0; answer && lane < answer->size(); ++lane)
      if (is_unjudged(expected.low[lane], expected.high[lane])) (*answer)[lane] = scene.truth[lane];
    return answer;
  }

  const Case& case_;
  std::span<const Cause> faults_ = guarding_causes();
  std::vector<char> rejected_ = std::vector<char>(faults_.size());  ///< by faults_
};

}  // namespace wgcts::harness
