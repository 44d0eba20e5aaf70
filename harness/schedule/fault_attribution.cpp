#include "harness/schedule/fault_attribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <stdexcept>
#include <utility>

#include "harness/check/citations.hpp"
#include "harness/schedule/division.hpp"
#include "reference/lists.hpp"

namespace wgcts::harness {
namespace {

constexpr Aspect aspects[] = {Aspect::Everything, Aspect::Builtin, Aspect::BuiltinOfType,
                              Aspect::Type,       Aspect::Size,    Aspect::SizeInDimension,
                              Aspect::Dimension,  Aspect::Form,    Aspect::Variant};

Loss loss_of(Verdict verdict, Phase phase) {
  if (verdict == Verdict::Timeout) return Loss::Hang;
  return phase == Phase::Launch ? Loss::Launch : Loss::Build;
}

}  // namespace

CasePattern pattern_of(Aspect aspect, const Case& c) {
  const auto fixes = [&](Aspect coordinate) {
    return (static_cast<unsigned>(aspect) & static_cast<unsigned>(coordinate)) != 0;
  };
  if (fixes(Aspect::Variant)) throw std::logic_error("pattern_of() has no single pattern for a variant");
  CasePattern pattern;
  if (fixes(Aspect::Builtin)) pattern.builtin = c.builtin;
  if (fixes(Aspect::Type)) pattern.type = c.type;
  if (fixes(Aspect::Number)) pattern.number = c.number;
  if (fixes(Aspect::Size)) pattern.size = c.local.is_max() ? 0 : volume(c.local.extents);
  if (fixes(Aspect::Dimension)) pattern.dim = c.dim;
  if (fixes(Aspect::Form)) pattern.form = c.form;
  return pattern;
}

std::vector<CasePattern> patterns_of(Aspect aspect, const Case& c) {
  if (aspect != Aspect::Variant) return {pattern_of(aspect, c)};
  std::vector<const Variant*> rows = rows_of(*c.variant);
  if (rows.empty()) rows = {plain_variant};
  std::vector<CasePattern> patterns;
  for (const Variant* row : rows) patterns.push_back({.variant = row});
  return patterns;
}

std::string describe_launches(std::size_t number, const CasePattern& pattern) {
  std::string text = fmt::format("{} {}", number, number == 1 ? "launch" : "launches");
  if (pattern.builtin != nullptr) text += fmt::format(" of {}", pattern.builtin->name);
  if (pattern.type) text += fmt::format(" for {}", info(*pattern.type).name);
  if (pattern.size)
    text += *pattern.size == 0
                ? " of the largest size"
                : fmt::format(" of {} {}", *pattern.size, *pattern.size == 1 ? "work-item" : "work-items");
  if (pattern.dim) text += fmt::format(" in {}d", *pattern.dim);
  if (pattern.form != nullptr) text += fmt::format(" of form {}", pattern.form->name);
  if (pattern.variant != nullptr)
    text += pattern.variant == plain_variant ? " without variation"
                                             : fmt::format(" like {}", pattern.variant->name);
  return text;
}

bool was_alone(const Fault& fault, const Job& job) {
  return fault.phase != Phase::Start && stands_alone(fault.phase, part_of(job, fault.cases));
}

CaseResult result_of(const Fault& fault, const Case& c) {
  CaseResult result{c, fault};
  result.clauses = clauses_behind(fault.verdict, fault.phase, c);
  return result;
}

Ruling FaultAttribution::attribute(const Fault& fault, const Job& job) {
  Ruling ruling;
  if (fault.cases.empty()) return ruling;
  note_loss(fault, job);
  const bool alone = was_alone(fault, job);
  if (alone || fault.phase == Phase::Start) {
    for (const Case& c : fault.cases)
      ruling.verdicts.push_back(verdict_on(c, fault, alone ? "" : "the device could not be set up"));
    return ruling;
  }
  // Separates cases of builtins that have failed alone before from the others. A builtin that has also
  // completed may fail in some launches only, for example with an offset. That says little about its builds.
  const Loss loss = loss_of(fault.verdict, fault.phase);
  ruling.next = divide(fault.phase, part_of(job, fault.cases), [&](const Case& c) {
    Record& record = records_.at(pattern_of(Aspect::BuiltinOfType, c));
    return record.lost[loss].alone != 0 && (fault.phase == Phase::Launch || record.completed == 0);
  });
  return ruling;
}

Ruling FaultAttribution::review(Job& job) {
  Ruling ruling;
  std::vector<Case> kept, apart;
  const auto rule_to_set_apart = [&](const Case& c) {
    return job.alone ? nullptr : rule_for(Consequence::SetApart, c);
  };
  std::erase_if(job.built_with,
                [&](const Case& c) { return !given_up(c).empty() || rule_to_set_apart(c) != nullptr; });
  for (const Case& c : job.cases) {
    if (std::string why = given_up(c); !why.empty()) {
      ruling.verdicts.emplace_back(c, Conclusion{Verdict::NotRun, std::move(why)});
    } else if (const auto* rule = rule_to_set_apart(c); rule != nullptr) {
      apart.push_back(c);
      // Kernels of forms do not call programs.
      const bool is_builtins = rule->aspect == Aspect::Builtin || rule->aspect == Aspect::BuiltinOfType;
      if (is_builtins && !is_program(c)) add_once(job.without, c.builtin);
    } else {
      kept.push_back(c);
    }
  }
  job.cases = std::move(kept);
  ruling.last = one_job_a_kernel(apart);
  return ruling;
}

void FaultAttribution::note_success(const Case& c, double seconds) {
  for (const Aspect aspect : aspects)
    for (const CasePattern& pattern : patterns_of(aspect, c)) {
      Record& record = records_[pattern];
      ++record.completed;
      record.longest = std::max(record.longest, seconds);
    }
}

CaseResult FaultAttribution::verdict_on(const Case& c, const Fault& fault, std::string_view remark) const {
  CaseResult result = result_of(fault, c);
  if (fault.verdict == Verdict::Timeout && fault.phase == Phase::Launch)
    result.message += "; " + similar_durations(c);
  if (!remark.empty()) result.message += fmt::format("; {}", remark);
  return result;
}

/// The duration of the most similar launches that completed. Slowness is not a failure (U.9). The reader can
/// judge by the message whether more time would have been enough.
std::string FaultAttribution::similar_durations(const Case& c) const {
  for (const Aspect aspect : {Aspect::SizeInDimension, Aspect::Size, Aspect::Form, Aspect::Everything}) {
    const CasePattern pattern = pattern_of(aspect, c);
    const auto found = records_.find(pattern);
    if (found == records_.end() || found->second.completed == 0) continue;
    const std::size_t number = found->second.completed;
    return fmt::format("{} completed, {}in {:.2g} s", describe_launches(number, pattern),
                       number == 1 ? "" : "the slowest ", found->second.longest);
  }
  return "no launch has completed yet";
}

/// Counts a failure once for each pattern, even if it involves several cases of the pattern.
void FaultAttribution::note_loss(const Fault& fault, const Job& job) {
  if (fault.cases.empty()) return;
  const bool alone = was_alone(fault, job);
  std::set<CasePattern> patterns;
  for (const Case& c : fault.cases)
    for (const Aspect aspect : aspects)
      for (const CasePattern& pattern : patterns_of(aspect, c)) {
        patterns.insert(pattern);
        Record& record = records_[pattern];
        if (record.sizes.size() < enough_sizes) record.sizes.insert(pattern_of(Aspect::Size, c));
        if (record.subjects.size() < enough_subjects)
          record.subjects.insert(pattern_of(Aspect::BuiltinOfType, c));
      }
  const Loss loss = loss_of(fault.verdict, fault.phase);
  for (const CasePattern& pattern : patterns) {
    Losses& losses = records_[pattern].lost[loss];
    ++losses.all;
    losses.alone += alone ? 1 : 0;
  }
}

std::size_t FaultAttribution::times(const AttributionRule& rule, const CasePattern& pattern) const {
  const auto found = records_.find(pattern);
  if (found == records_.end()) return 0;
  const Record& record = found->second;
  const bool has_one_subject = pattern.builtin != nullptr && pattern.builtin->types == Takes::Int;
  if ((record.completed != 0 && !rule.despite_passes) || record.sizes.size() < rule.sizes ||
      (record.subjects.size() < rule.subjects && !has_one_subject))
    return 0;
  std::size_t sum = 0;
  for (const auto& [loss, losses] : record.lost) {
    if (rule.loss && loss != *rule.loss) continue;
    sum += rule.evidence == Evidence::Any     ? losses.all
           : rule.evidence == Evidence::Alone ? losses.alone
                                              : losses.all - losses.alone;
  }
  return sum;
}

bool FaultAttribution::holds(const AttributionRule& rule, const Case& c) const {
  return times(rule, pattern_behind(rule, c)) >= rule.enough &&
         (!rule.and_once || times(rule, pattern_of(*rule.and_once, c)) != 0);
}

/// The pattern of the case, in the rule's aspect, that has the most failures.
CasePattern FaultAttribution::pattern_behind(const AttributionRule& rule, const Case& c) const {
  const auto patterns = patterns_of(rule.aspect, c);
  return *std::ranges::max_element(patterns, {}, [&](const CasePattern& p) { return times(rule, p); });
}

const AttributionRule* FaultAttribution::rule_for(Consequence consequence, const Case& c) const {
  const auto found = std::ranges::find_if(attribution_rules, [&](const AttributionRule& rule) {
    return rule.consequence == consequence && holds(rule, c);
  });
  return found == attribution_rules.end() ? nullptr : &*found;
}

std::string FaultAttribution::given_up(const Case& c) const {
  const AttributionRule* rule = rule_for(Consequence::GiveUp, c);
  if (rule == nullptr) return {};
  const CasePattern pattern = pattern_behind(*rule, c);
  return fmt::format("not run: {} {}{}", describe_launches(times(*rule, pattern), pattern), rule->reason,
                     rule->despite_passes ? "" : " and none completed");
}

}  // namespace wgcts::harness
