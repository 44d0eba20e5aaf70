#include "harness/diagnose/diagnose.hpp"

#include <fmt/format.h>

#include <iterator>

#include "harness/check/citations.hpp"
#include "reference/causes/cause.hpp"
#include "suites/builtin.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

/// Adds each remaining case with wrong work-groups to the finding that fits best by builtin, type and
/// conditions. If an earlier segment of the run did not keep the results, all three must fit.
void add_other_cases(const Inquiry& inquiry, std::vector<Finding>& findings) {
  std::set<std::size_t> done;
  std::vector<std::set<Subject>> subjects(findings.size());
  for (std::size_t b = 0; b < findings.size(); ++b)
    for (const std::size_t i : findings[b].cases) {
      done.insert(i);
      subjects[b].insert(subject_of(inquiry.results[i].the_case));
    }
  for (std::size_t i = 0; i < inquiry.results.size(); ++i) {
    const CaseResult& r = inquiry.results[i];
    const bool has_wrong_groups =
        is_fail_or_flake(r.verdict) && r.failure && r.failure->wrong != 0 && !is_program(r.the_case);
    if (!has_wrong_groups || done.contains(i)) continue;
    const Place place = place_of(r.the_case, inquiry.device);
    Finding* best = nullptr;
    int most = r.evidence ? 0 : 2;
    for (std::size_t b = 0; b < findings.size(); ++b) {
      const bool holds = findings[b].boundary.holds(place);
      const bool is_subject = subjects[b].contains(subject_of(r.the_case));
      const bool has_builtin =
          std::ranges::any_of(subjects[b], [&](const Subject& s) { return s.first == r.the_case.builtin; });
      const int fit = has_builtin ? 1 + is_subject + holds : 0;
      if (fit > most) best = &findings[b], most = fit;
    }
    if (best != nullptr) best->cases.push_back(i);
  }
  for (Finding& f : findings) std::ranges::sort(f.cases);
}

/// Whether the first attempts alone show that the fault is deterministic: many fail exactly as the model
/// predicts, and none contradicts it. Retries build the failing cases alone. They may pass because the
/// program is shorter, if the fault depends on the source before the call.
bool is_deterministic(const Finding& f, std::ptrdiff_t flaky) {
  constexpr std::ptrdiff_t many = 5;
  return !f.models.empty() && f.fit == 1 && f.boundary.violated == 0 && f.contradicted == 0 && flaky >= many;
}

/// Whether at least half of the cases that ran again had other wrong work-groups then.
bool varies(const Finding& f, std::span<const CaseResult> results) {
  const auto repeated = std::ranges::count_if(
      f.cases, [&](std::size_t i) { return results[i].failure && results[i].attempts.size() > 1; });
  const auto varying = std::ranges::count_if(f.cases, [&](std::size_t i) { return results[i].varies; });
  return varying > 0 && 2 * varying >= repeated;
}

/// Marks a finding as nondeterministic if its cases pass when run again, or if its fault is unknown and they
/// vary. If no case gave wrong results, the set of failing cases is random, so the finding has no conditions.
void mark_flakes(std::vector<Finding>& findings, std::span<const CaseResult> results) {
  for (Finding& f : findings) {
    const auto flaky =
        std::ranges::count_if(f.cases, [&](std::size_t i) { return results[i].verdict == Verdict::Flake; });
    const auto share = static_cast<double>(flaky) / static_cast<double>(f.cases.size());
    // A named fault keeps its name unless half of its cases pass when run again. For an unknown fault of
    // single collectives, one case in ten is enough: the builtin probably reads uninitialized memory.
    constexpr double most = 0.5, some = 0.1;
    const bool has_collectives =
        std::ranges::any_of(f.cases, [&](std::size_t i) { return !is_program(results[i].the_case); });
    const bool is_unknown_collective = f.what.code == "unknown" && has_collectives;
    const bool passes_again = share >= (is_unknown_collective ? some : most) && !is_deterministic(f, flaky);
    if (!passes_again && !(is_unknown_collective && varies(f, results))) continue;
    f.what = {"nondeterministic"};
    f.fit = 0;
    f.models.clear();
    if (std::ranges::none_of(f.cases, [&](std::size_t i) { return results[i].failure.has_value(); }))
      f.boundary = {};
  }
}

/// Renames "each work-item gets its own x", under the condition that the source is lane N or later: this
/// fault has a name of its own.
void name_source_limits(std::vector<Finding>& findings) {
  for (Finding& f : findings) {
    const auto limit = std::ranges::find(f.boundary.where, Feature::Source, &Predicate::feature);
    if (f.what.code != "input" || limit == f.boundary.where.end() || limit->relation != Relation::AtLeast)
      continue;
    const Cause cause{
        .what = What::SourceLimited, .variant = 1, .n = static_cast<std::int64_t>(limit->numbers.front())};
    f.what = word_of(cause);
    for (auto& [type, models] : f.models) models = {cause};
    f.boundary.where.erase(limit);
  }
}

void set_signatures(const std::vector<Bug>& bugs, std::vector<CaseResult>& results) {
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!is_explained_already(results[i])) results[i].bugs.clear();
    index.emplace(name(results[i].the_case), i);
  }
  for (const Bug& bug : bugs)
    for (const std::string& id : bug.cases) results[index.at(id)].bugs.clear();
  for (const Bug& bug : bugs)
    for (const std::string& id : bug.cases) results[index.at(id)].bugs.push_back(bug.signature);
}

/// The subject of a bug's sentence: "work_group_all" for the builtin `all`, and "a whole program" for the
/// name of whole programs.
std::string subject_name(std::string_view builtin) {
  return builtin == whole_program.name ? "a whole program" : fmt::format("work_group_{}", builtin);
}

std::string parameter(const CauseWord& word, std::string_view name) {
  const auto found = std::ranges::find(word.parameters, name, [](const auto& p) { return p.first; });
  return found == word.parameters.end() ? std::string() : found->second;
}

/// "a", "a and b", "a, b and c". For alternatives, `last` is " or ".
std::string listed(const std::vector<std::string>& items, std::string_view last = " and ") {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i)
    text.append(i == 0 ? "" : i + 1 == items.size() ? last : ", ").append(items[i]);
  return text;
}

/// The subject: "work_group_all", "work_group_broadcast of half", "every builtin", "a whole program".
std::string subject(const Bug& bug) {
  std::string text;
  if (bug.builtins.size() == builtins.size()) {
    text = "every builtin";
  } else if (bug.builtins.size() > 4) {
    text = fmt::format("{} builtins", bug.builtins.size());
  } else {
    std::vector<std::string> names;
    for (const std::string& b : bug.builtins) names.push_back(subject_name(b));
    text = listed(names);
  }
  const auto typed = std::ranges::find(bug.where, Feature::Type, &Predicate::feature);
  if (typed != bug.where.end() && typed->relation == Relation::Is) text += " of " + listed(typed->names);
  return text;
}

std::string verb_phrase(const CauseWord& what, const std::string& words) {
  if (const auto causes = causes_named(what.code, what.parameters); !causes.empty())
    return phrase_of(causes.front());
  const std::string& code = what.code;
  const auto p = [&](std::string_view name) { return parameter(what, name); };
  if (code == "nondeterministic") return "behaves differently in different runs, on the same input";
  const std::string signal = p("signal").empty() ? "" : " with " + p("signal");
  std::vector<std::string> details;
  if (!p("error").empty()) details.push_back(p("error"));
  // "does not build" and "cannot be launched" already name their usual stage.
  if (!p("stage").empty() && p("stage") != code) details.push_back("stage: " + p("stage"));
  const std::string at = details.empty() ? "" : fmt::format(" ({})", fmt::join(details, ", "));
  const std::string message = p("words").empty() ? "" : fmt::format(": \"{}\"", p("words"));
  if (code == "crash") return fmt::format("crashes{}{}{}", signal, at, message);
  // States the time limit, because a hang cannot be distinguished from slow execution.
  if (code == "hang")
    return fmt::format("gives {}{}", words.empty() ? "no answer within the time limit" : words, at);
  if (code == "build") return fmt::format("does not build{}{}", at, message);
  if (code == "launch") return fmt::format("cannot be launched{}{}", at, message);
  return words.empty() ? "returns wrong results that no known fault explains" : "fails a check: " + words;
}

/// Changes the verb to the plural: "returns" to "return".
std::string of_several(const std::string& verb_phrase) {
  const auto end = std::min(verb_phrase.find(' '), verb_phrase.size());
  std::string verb = verb_phrase.substr(0, end);
  if (verb.ends_with("oes") || verb.ends_with("sses") || verb.ends_with("shes"))
    verb.resize(verb.size() - 2);
  else if (verb.ends_with("s"))
    verb.pop_back();
  return verb + verb_phrase.substr(end);
}

/// The phrase of a relation on sizes. {} is replaced by the numbers.
struct SizePhrase {
  Relation relation;
  std::string_view is;
};
constexpr SizePhrase size_phrases[] = {
    {Relation::Is, "{}"},
    {Relation::Above, "more than {}"},
    {Relation::Below, "fewer than {}"},
    {Relation::MultipleOf, "a multiple of {}"},
    {Relation::NotMultipleOf, "not a multiple of {}"},
    {Relation::PowerOfTwo, "a power of two"},
    {Relation::NotPowerOfTwo, "not a power of two"},
};

/// The phrase of a condition on the number of work-items, or on one extent.
std::string size_phrase(const Predicate& p, const std::string& numbers) {
  const bool is_size = p.feature == Feature::Size;
  if (is_size && p.relation == Relation::Below && p.numbers.front() <= 3)
    return fmt::format("in work-groups of {}",
                       p.numbers.front() == 3 ? "one or two work-items" : "one work-item");
  const SizePhrase* row = find_row(size_phrases, p.relation, &SizePhrase::relation);
  const std::string size = row == nullptr ? numbers : fmt::format(fmt::runtime(row->is), numbers);
  const bool is_one = p.numbers == std::vector<std::size_t>{1};
  if (is_size) return fmt::format("in work-groups of {} work-item{}", size, is_one ? "" : "s");
  return fmt::format("in work-groups whose extent in {} is {}", code_of(p.feature).substr(7), size);
}

/// The phrases of a condition. {} is replaced by its names or numbers.
struct ConditionPhrase {
  Feature first, last;  ///< range of features with these phrases
  std::string_view is, is_not = {};
};
constexpr ConditionPhrase condition_phrases[] = {
    {Feature::Dimension, Feature::Dimension, "in {} dimensions", "except in {} dimensions"},
    {Feature::Form, Feature::Form, "in the form {}", "except in the form {}"},
    {Feature::Variant, Feature::Variant, "with the variant {}", "except with the variant {}"},
    {Feature::Option, Feature::Option, "built with {}", "unless built with {}"},
    {Feature::SubGroups, Feature::SubGroups, "in work-groups of at least {} sub-groups"},
    {Feature::SubGroupSize, Feature::SubGroupSize,
     "in work-groups with at least {} work-items in the first sub-group"},
    {Feature::UnequalSubGroups, Feature::UnequalSubGroups,
     "in work-groups whose sub-groups have different sizes"},
    {Feature::ManySubGroups, Feature::ManySubGroups,
     "in work-groups with more sub-groups than the first sub-group has work-items"},
    {Feature::Call, Feature::CallSite, "from call {} of the kernel on"},
    {Feature::Helper, Feature::Helper, "in a function that the kernel calls"},
    {Feature::Group, Feature::LastRow, "in the {} work-group", "in every work-group except the {}"},
    {Feature::GroupX, Feature::GroupX, "", "in work-groups after the first in x"},
    {Feature::GroupY, Feature::GroupY, "", "in work-groups after the first in y"},
    {Feature::GroupZ, Feature::GroupZ, "", "in work-groups after the first in z"},
    {Feature::Source, Feature::Source, "from the {} lane"},
    {Feature::Remainder, Feature::RemainderZ, "in the smaller work-groups at the end of an NDRange"},
    {Feature::Offset, Feature::OffsetZ, "with a global offset"},
    {Feature::Value, Feature::Value, "for inputs of this kind: {}"},
    {Feature::Company, Feature::Company, "only with other collectives in the kernel"},
    {Feature::Alone, Feature::Alone, "only without other collectives in the kernel"},
};

std::string phrase_of(const Predicate& p) {
  std::vector<std::string> values = p.names;
  for (const std::size_t n : p.numbers) values.push_back(std::to_string(n));
  if (is_of_sizes(p.feature)) return size_phrase(p, listed(values, " or "));
  const bool is_number = p.relation == Relation::AtLeast;
  if (p.feature == Feature::Group && is_number)
    return fmt::format("from work-group {} on", p.numbers.front());
  if (p.feature == Feature::Source && is_number)
    return fmt::format("from lane {} or a later lane", p.numbers.front());
  if (p.feature == Feature::Group && p.names == std::vector<std::string>{"odd"})
    return "in work-groups with odd numbers";
  if (p.feature == Feature::Option) std::ranges::replace(values, "default", "the usual options");
  const auto row = std::ranges::find_if(condition_phrases, [&](const ConditionPhrase& phrase) {
    return phrase.first <= p.feature && p.feature <= phrase.last;
  });
  if (row == std::end(condition_phrases)) return {};
  return fmt::format(fmt::runtime(p.relation == Relation::IsNot ? row->is_not : row->is),
                     listed(values, " or "));
}

/// "a whole program writes wrong results if it has a do-while loop whose condition is work_group_all and a
/// break"
std::string sentence_of_program(const Bug& bug, const std::string& words) {
  std::vector<std::string> phrases;
  for (const Ingredient& i : bug.ingredients) phrases.push_back(i.phrase);
  const std::string verb = bug.what.code == "unknown" ? "writes wrong results" : verb_phrase(bug.what, words);
  return fmt::format("{} {}{}{}", subject(bug), verb, phrases.empty() ? "" : " if it has ", listed(phrases));
}

/// Whether cases of variants pass in OpenCL C. If none does, the condition "plain" only repeats that modules
/// pass.
bool others_pass(const std::vector<std::size_t>& failing, std::span<const CaseResult> results) {
  std::set<const Builtin*> builtins;
  for (const std::size_t i : failing) builtins.insert(results[i].the_case.builtin);
  return std::ranges::any_of(results, [&](const CaseResult& r) {
    const Case& c = r.the_case;
    return r.verdict == Verdict::Pass && builtins.contains(c.builtin) && !is_module(c) &&
           c.variant != plain_variant;
  });
}

/// The clauses that a case violates; for a flake, those of its failing attempt.
std::set<std::string> broken_by(const CaseResult& r) {
  if (r.failure) return broken_clauses(*r.failure);
  const bool is_flake = r.verdict == Verdict::Flake;
  const auto bad = std::ranges::find_if(r.attempts, [](Verdict v) { return v != Verdict::Pass; });
  if (is_flake ? bad == r.attempts.end() : !r.clauses.empty()) return {r.clauses.begin(), r.clauses.end()};
  const auto clauses = clauses_behind(is_flake ? *bad : r.verdict,
                                      r.stage == Stage::Build ? Phase::Build : Phase::Launch, r.the_case);
  return {clauses.begin(), clauses.end()};
}

void add_case(Bug& bug, const Case& c) {
  bug.dimensions.insert(std::to_string(c.dim) + "d");
  bug.forms.emplace(c.form->name);
  bug.cases.push_back(name(c));
  if (c.given.program) bug.programs.push_back(c.given);
}

void add_subject(Bug& bug, const CaseResult& r) {
  if (bug.example.empty()) bug.example = bug.cases.back();
  bug.builtins.emplace(r.the_case.builtin->name);
  bug.types.emplace(info(r.the_case.type).name);
  bug.clauses.merge(broken_by(r));
}

}  // namespace

bool is_explained_already(const CaseResult& r) {
  return !r.evidence && !r.bugs.empty() && is_fail_or_flake(r.verdict);
}

bool is_bad(const CaseResult& result) {
  return is_termination(result.verdict) || is_fail_or_flake(result.verdict);
}

Diagnosis findings_in(std::span<const CaseResult> all, const DeviceFacts& device, std::uint64_t seed,
                      std::size_t planned) {
  if (std::ranges::none_of(all, is_bad)) return {};
  const auto most_cases_first = [](const Finding& a, const Finding& b) {
    return a.cases.size() > b.cases.size();
  };
  const Inquiry inquiry{all, device, seed, planned};
  auto findings = cluster_wrong_results(inquiry);
  add_other_cases(inquiry, findings);
  std::ranges::move(cluster_terminations(inquiry), std::back_inserter(findings));
  std::ranges::move(cluster_the_rest(inquiry, findings), std::back_inserter(findings));
  std::ranges::stable_sort(findings, most_cases_first);
  join_programs(inquiry, findings);
  for (Finding& f : findings) std::erase_if(f.cases, [&](std::size_t i) { return i >= planned; });
  std::erase_if(findings, [](const Finding& f) { return f.cases.empty(); });
  mark_flakes(findings, all);
  name_source_limits(findings);
  std::ranges::stable_sort(findings, most_cases_first);
  return {std::move(findings), most_work - inquiry.work_left};
}

std::vector<Bug> bugs_of(const std::vector<Finding>& findings, std::vector<CaseResult>& results) {
  std::vector<Bug> bugs;
  std::map<std::string, std::string> words;  // of the largest finding of each bug
  for (const Finding& f : findings) {
    bugs.push_back(bug_of(f, results));
    words.emplace(bugs.back().signature, f.words);
  }
  unite_by_signature(bugs);
  for (Bug& bug : bugs) bug.sentence = sentence_of(bug, words.at(bug.signature));
  if (!bugs.empty()) set_signatures(bugs, results);
  return bugs;
}

std::vector<Bug> diagnose(std::vector<CaseResult>& results, const DeviceFacts& device, std::uint64_t seed) {
  return bugs_of(findings_in(results, device, seed, results.size()).findings, results);
}

Bug bug_of(const Finding& f, std::span<const CaseResult> results) {
  Bug bug{.what = f.what, .where = f.boundary.where, .fit = f.fit};
  bug.compiler = compiler_side(f.cases, results);
  bug.where = without_side(bug.compiler, std::move(bug.where), f.cases, results);
  const bool only_programs =
      std::ranges::all_of(f.cases, [&](std::size_t i) { return is_program(results[i].the_case); });
  for (const std::size_t i : f.cases) {
    add_case(bug, results[i].the_case);
    if (only_programs || !is_program(results[i].the_case)) add_subject(bug, results[i]);
  }
  bug.signature = signature_for(bug);
  return bug;
}

std::string signature_for(const Bug& bug) {
  const bool by_program = is_of_programs(bug) && !is_termination_code(bug.what.code);
  // Before its program is reduced, the signature of a bug of programs contains its first case.
  return by_program ? signature_of_program(bug.what, bug.form.empty() ? bug.example : bug.form)
                    : signature_of(bug.what, bug.builtins);
}

Bug undiagnosed_bug(const std::vector<const CaseResult*>& alike) {
  const CaseResult& result = *alike.front();
  Bug bug;
  bug.what.code = "unknown";
  if (is_termination(result.verdict))
    bug.what = {std::string(termination_code(result.verdict)),
                {{"stage", result.stage ? std::string(info(*result.stage).name) : "unknown"}}};
  for (const CaseResult* one : alike) {
    add_case(bug, one->the_case);
    add_subject(bug, *one);
  }
  // A crash or a refused call may be one for many builtins and types. The extent lists them.
  const bool is_of_one = bug.builtins.size() == 1 && bug.types.size() == 1;
  if (is_of_one)
    bug.sentence = fmt::format("{} of {}: ", subject_name(result.the_case.builtin->name),
                               info(result.the_case.type).name);
  bug.sentence += result.failure ? result.failure->message : result.message;
  return bug;
}

std::string_view compiler_side(const std::vector<std::size_t>& failing, std::span<const CaseResult> results) {
  std::set<Case> wrong;
  for (const std::size_t i : failing) wrong.insert(results[i].the_case);
  std::set<std::string_view> sides;
  for (const CaseResult& twin : results) {
    const Case& c = twin.the_case;
    if (twin.verdict != Verdict::Pass && !is_bad(twin)) continue;
    const auto other = il_twin(c);
    if (!other || !wrong.contains(*other)) continue;
    if (wrong.contains(c))
      sides.insert("both");
    else if (is_bad(twin))
      sides.insert("");  // another bug may hide this one
    else
      sides.insert(is_module(c) ? "opencl_c" : "spirv");
  }
  return sides.size() == 1 ? *sides.begin() : "";
}

Where without_side(std::string_view side, Where where, const std::vector<std::size_t>& failing,
                   std::span<const CaseResult> results) {
  if (side == "opencl_c") {
    std::erase(where, Predicate{Feature::Variant, Relation::IsNot, {}, {"il"}});
    if (!others_pass(failing, results))
      std::erase(where,
                 Predicate{Feature::Variant, Relation::Is, {}, {std::string(name_of(*plain_variant))}});
  }
  if (side == "spirv") std::erase(where, Predicate{Feature::Variant, Relation::Is, {}, {"il"}});
  return where;
}

std::string sentence_of(const Bug& bug, const std::string& words) {
  const bool wordless = bug.what.code == "unknown" && words.empty(), of_programs = is_of_programs(bug);
  if (!bug.ingredients.empty() || (of_programs && wordless)) return sentence_of_program(bug, words);
  // Exceptions come last. Between the other conditions, the reader could not see what they are exceptions of.
  Where conditions = bug.where;
  std::ranges::stable_partition(conditions, [](const Predicate& p) { return p.relation != Relation::IsNot; });
  std::string where;
  for (const Predicate& p : conditions) {
    const std::string phrase = phrase_of(p);
    if (!phrase.empty() && !(of_programs && p.feature == Feature::Form)) where += ", " + phrase;
  }
  if (bug.where.empty() && bug.what.code != "nondeterministic") where = ", always";
  const std::string verb = verb_phrase(bug.what, words);
  const bool several = bug.builtins.size() > 1 && bug.builtins.size() != builtins.size();
  return fmt::format("{} {}{}", subject(bug), several ? of_several(verb) : verb, where);
}

}  // namespace wgcts::harness
