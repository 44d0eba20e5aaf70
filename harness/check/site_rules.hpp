// The clause that a wrong lane violates, and the rule that judges a data class under an option.
#pragma once

#include <string_view>

#include "reference/clauses.hpp"
#include "reference/judge.hpp"
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

}  // namespace wgcts::harness
