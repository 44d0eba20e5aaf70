#include "harness/schedule/fault_attribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "harness/check/citations.hpp"
#include "reference/lists.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

std::vector<const Builtin*> builtins_of(const std::vector<Case>& cases) {
  std::vector<const Builtin*> all;
  for (const Case& c : cases) add_once(all, c.builtin);
  return all;
}

/// Splits the cases into at most four parts with about equally many of the things. Building a good part costs
/// less time than another crash.
template <class Thing, class Of>
std::vector<std::vector<Case>> parts_of(const std::vector<Case>& cases, const std::vector<Thing>& things,
                                        Of of) {
  constexpr std::size_t most = 4;
  const std::size_t count = std::min(things.size(), most);
  std::vector<std::vector<Case>> parts(count);
  for (const Case& c : cases) {
    const auto place = index_in(things, of(c));
    parts[place * count / things.size()].push_back(c);
  }
  return parts;
}

/// A job whose shared kernels call only the builtins of the cases.
Job with_own_builtins_only(std::vector<Case> cases) {
  Job job{.cases = std::move(cases)};
  const auto own = builtins_of(job.cases);
  job.alone = own.size() == 1;
  if (job.alone) return job;
  for (const Builtin& other : builtins)
    if (!is_in(&other, own)) job.without.push_back(&other);
  return job;
}

/// The suspected cases, and the others.
std::pair<std::vector<Case>, std::vector<Case>> parted(std::vector<Case> cases, const Suspected& suspected) {
  const auto others = std::ranges::stable_partition(cases, suspected);
  std::vector<Case> rest(others.begin(), others.end());
  cases.erase(others.begin(), others.end());
  return {std::move(cases), std::move(rest)};
}

std::vector<Job> divide_program(const Job& job, const Suspected& suspected) {
  const auto kernels = kernels_of(job);
  const bool single = std::ranges::all_of(kernels, [](const Kernel& k) { return k.members.size() == 1; });
  const auto job_of = [&](std::vector<Case> part) {
    return single ? Job{.cases = std::move(part), .alone = true} : with_own_builtins_only(std::move(part));
  };
  auto [suspects, rest] = parted(job.cases, suspected);
  if (!suspects.empty() && !rest.empty()) return {job_of(std::move(suspects)), job_of(std::move(rest))};
  const auto all = builtins_of(job.cases);
  if (!single && all.size() == 1) return {job_of(job.cases)};
  auto parts = single ? parts_of(job.cases, kernels, [](const Case& c) { return kernel_of(c, true); })
                      : parts_of(job.cases, all, [](const Case& c) { return c.builtin; });
  return mapped(parts, job_of);
}

/// Each of the first few cases gets a job. If these crash, the others need perhaps not be built.
std::vector<Job> one_by_one(const std::vector<Case>& cases) {
  constexpr std::size_t few = 6;
  std::vector<Job> jobs;
  for (const Case& c : cases)
    if (jobs.size() <= few)
      jobs.push_back({.cases = {c}, .alone = true});
    else
      jobs.back().cases.push_back(c);
  return jobs;
}

/// The cases of a failed launch. If some are suspected, the others share one launch again.
std::vector<Job> divide_launch(const Job& job, const Suspected& suspected) {
  auto [suspects, rest] = parted(job.cases, suspected);
  if (suspects.empty()) suspects.swap(rest);
  std::vector<Job> jobs = one_by_one(most_different_first(std::move(suspects)));
  if (!rest.empty()) jobs.push_back(with_own_builtins_only(std::move(rest)));
  return jobs;
}

/// Identifies a program before the device is known: by the variant rows that affect the build, or without
/// such rows by the type.
using Program = std::pair<std::uint64_t, std::optional<GenType>>;
Program program_of(GenType type, const Variant& variant) {
  constexpr std::uint64_t of_program = mask_of(Axis::Host) | mask_of(Axis::Language) | mask_of(Axis::Math) |
                                       mask_of(Axis::Option) | mask_of(Axis::Optimiser);
  const std::uint64_t rows = variant.compiled_key & of_program;
  return {rows, rows == 0 ? std::optional(type) : std::nullopt};
}

/// The programs of standard_launches(), in order of new pairs for their cost.
std::map<Program, std::size_t> programs_in_order() {
  std::map<Program, std::size_t> order;
  for (const std::string_view word : standard_launches()) {
    const Case c = parse_case(word).value();
    order.emplace(program_of(c.type, *c.variant), order.size());
  }
  return order;
}

std::unordered_set<std::string> names_of(Profile profile) {
  return mapped<std::unordered_set>(plan(profile), [](const Case& c) { return name(c); });
}

/// One job for each kernel of the cases, each builtin alone. A crash then forces no other kernel to be built
/// again.
std::vector<Job> one_job_a_kernel(const std::vector<Case>& cases) {
  const auto kernels = kernels_of({.cases = cases, .alone = true});
  std::vector<Job> jobs(kernels.size());
  for (const Case& c : cases) {
    Job& job = jobs[index_in(kernels, kernel_of(c, true))];
    job.alone = true;
    job.cases.push_back(c);
  }
  return jobs;
}

constexpr Aspect aspects[] = {Aspect::Everything, Aspect::Builtin, Aspect::BuiltinOfType,
                              Aspect::Type,       Aspect::Size,    Aspect::SizeInDimension,
                              Aspect::Dimension,  Aspect::Form,    Aspect::Variant};

/// The pattern that the case matches in an aspect other than Variant.
CasePattern pattern_of(Aspect aspect, const Case& c) {
  const auto fixes = [&](Aspect coordinate) {
    return (static_cast<unsigned>(aspect) & static_cast<unsigned>(coordinate)) != 0;
  };
  CasePattern pattern;
  if (fixes(Aspect::Builtin)) pattern.builtin = c.builtin;
  if (fixes(Aspect::Type)) pattern.type = c.type;
  if (fixes(Aspect::Number)) pattern.number = c.number;
  if (fixes(Aspect::Size)) pattern.size = c.local.is_max() ? 0 : volume(c.local.extents);
  if (fixes(Aspect::Dimension)) pattern.dim = c.dim;
  if (fixes(Aspect::Form)) pattern.form = c.form;
  return pattern;
}

/// The patterns that the case matches in any aspect: for Variant, one for each row of the variant.
std::vector<CasePattern> patterns_of(Aspect aspect, const Case& c) {
  if (aspect != Aspect::Variant) return {pattern_of(aspect, c)};
  std::vector<const Variant*> rows = rows_of(*c.variant);
  if (rows.empty()) rows = {plain_variant};
  return mapped(rows, [](const Variant* row) { return CasePattern{.variant = row}; });
}

/// "24 launches in 3d", "1 launch of reduce_add".
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

Loss loss_of(Verdict verdict, Phase phase) {
  if (verdict == Verdict::Timeout) return Loss::Hang;
  return phase == Phase::Launch ? Loss::Launch : Loss::Build;
}

}  // namespace

bool stands_alone(Phase phase, const Job& job) {
  // A launch involves only its own kernels, not the other kernels of the program.
  const auto kernels = kernels_of(
      {job.cases, job.alone, job.without, phase == Phase::Launch ? std::vector<Case>{} : job.built_with});
  return kernels.size() == 1 && kernels.front().members.size() == 1 &&
         (phase != Phase::Launch || job.cases.size() == 1);
}

std::vector<Job> divide(Phase phase, Job job, const Suspected& suspected) {
  // The parts are built without the other kernels of the program.
  job.built_with.clear();
  return phase == Phase::Launch ? divide_launch(job, suspected) : divide_program(job, suspected);
}

std::vector<Case> most_different_first(std::vector<Case> cases) {
  const auto likeness = [](const Case& a, const Case& b) {
    const auto size = [](const Case& c) { return c.local.is_max() ? 0 : volume(c.local.extents); };
    const bool same_size = size(a) == size(b), same_family = a.builtin->family == b.builtin->family;
    return std::array<std::size_t, 4>{same_size, same_size && a.dim == b.dim, same_size && same_family,
                                      same_family};
  };
  // Sums the likeness of each case to all chosen cases.
  auto rest = mapped(cases, [](const Case& c) { return std::pair(std::array<std::size_t, 4>{}, c); });
  std::vector<Case> chosen;
  while (!rest.empty()) {
    const auto next =
        std::ranges::min_element(rest, {}, [](const auto& candidate) { return candidate.first; });
    chosen.push_back(next->second);
    rest.erase(next);
    for (auto& [total, c] : rest) {
      const auto more = likeness(c, chosen.back());
      std::ranges::transform(total, more, total.begin(), std::plus{});
    }
  }
  return chosen;
}

std::vector<std::vector<Case>> waves_of(const std::vector<Case>& cases) {
  const auto smoke = names_of(Profile::Smoke), standard = names_of(Profile::Standard);
  enum class Level : std::uint8_t { Smoke, Standard, Full };
  const auto level_of = [&](const std::string& name) {
    return smoke.contains(name) ? Level::Smoke : standard.contains(name) ? Level::Standard : Level::Full;
  };
  // Cases with the same type, dimension, form, variant and size are one launch, although their builtins
  // differ. Each random program is a launch of its own.
  using Group = std::tuple<GenType, unsigned, const Form*, const Variant*>;
  const auto launch_of = [](const Case& c) {
    return std::pair(Group{c.type, c.dim, c.form, c.variant},
                     to_string(c.local, c.dim) + (is_program(c) ? "." + program_word(c) : ""));
  };
  using LaunchKey = std::invoke_result_t<decltype(launch_of), const Case&>;
  // A launch belongs to the earliest profile of its cases.
  std::map<LaunchKey, Level> levels;
  for (const Case& c : cases) {
    Level& level = levels.try_emplace(launch_of(c), Level::Full).first->second;
    level = std::min(level, level_of(name(c)));
  }
  // Each wave is compiled separately. So cases that share a program stay together, unless there are too many.
  const auto programs = programs_in_order();
  std::map<LaunchKey, std::pair<Level, std::size_t>> turns;
  std::map<Group, std::size_t> further;
  std::map<std::pair<Level, std::size_t>, std::vector<Case>> waves;
  for (const Case& c : cases) {
    const LaunchKey launch = launch_of(c);
    const auto [turn, is_new] = turns.try_emplace(launch);
    if (is_new) {
      // Random programs come last: they take long and test no single collective thoroughly.
      const auto known = is_program(c) ? programs.end() : programs.find(program_of(c.type, *c.variant));
      const std::size_t program = known == programs.end() ? programs.size() : known->second;
      const Level level = levels.at(launch);
      turn->second = {level, level == Level::Smoke      ? 0
                             : level == Level::Standard ? program
                                                        : further[launch.first]++};
    }
    waves[turn->second].push_back(c);
  }
  return mapped(waves, [](auto& wave) { return std::move(wave.second); });
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
    for (const Case& c : fault.cases) {
      CaseResult& result = ruling.verdicts.emplace_back(result_of(fault, c));
      if (fault.verdict == Verdict::Timeout && fault.phase == Phase::Launch)
        result.message += "; " + similar_durations(c);
      if (!alone) result.message += "; the device could not be set up";
    }
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
    sum += rule.counted == Counted::Any     ? losses.all
           : rule.counted == Counted::Alone ? losses.alone
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
