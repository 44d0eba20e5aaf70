// Groups the failing cases other than single collectives with wrong results: abnormal terminations, failed
// checks of queries, and programs. Assigns each program to the bug of single collectives that explains it.

#include "harness/diagnose/diagnose.hpp"
#include "harness/program/kernel_run.hpp"

namespace wgcts::harness {
namespace {

/// Removes the driver message, and the error codes that only differ in how the program was built: in one
/// step, or compiled and linked.
CauseWord kind_of_termination(CauseWord word) {
  word = without_words(std::move(word));
  constexpr std::string_view refusals[] = {"CL_BUILD_PROGRAM_FAILURE", "CL_COMPILE_PROGRAM_FAILURE",
                                           "CL_LINK_PROGRAM_FAILURE"};
  std::erase_if(word.parameters,
                [&](const auto& p) { return p.first == "error" && is_in(p.second, refusals); });
  return word;
}

std::vector<Place> places_of(const std::vector<std::size_t>& cases, const Inquiry& inquiry) {
  std::vector<Place> places;
  for (const std::size_t i : cases) places.push_back(place_of(inquiry.results[i].the_case, inquiry.device));
  return places;
}

/// The places of the results that satisfy the condition.
std::vector<Place> places_where(const Inquiry& inquiry, auto condition) {
  std::vector<Place> places;
  for (const CaseResult& r : inquiry.results)
    if (condition(r)) places.push_back(place_of(r.the_case, inquiry.device));
  return places;
}

/// The boundary between these cases and those of `passing` that can contradict it. Compares whole cases.
Boundary boundary_of_cases(const std::vector<std::size_t>& cases, Places passing, const Inquiry& inquiry) {
  const std::vector<Place> failing = places_of(cases, inquiry);
  const Places wrong = places_in(failing);
  std::erase_if(passing, [&](const Place* p) { return !speaks_against(p->the_case, wrong); });
  return boundary_between(wrong, passing);
}

/// The same for cases with the same termination. A variant may launch other sizes or build other text than
/// its case states. So the conditions of the cases without a variant are reported if that takes fewer bits.
Boundary boundary_of_terminations(const std::vector<std::size_t>& cases, Places passing,
                                  const Inquiry& inquiry) {
  Boundary boundary = boundary_of_cases(cases, passing, inquiry);
  std::vector<std::size_t> plain = cases;
  std::erase_if(plain, [&](std::size_t i) { return inquiry.results[i].the_case.variant != plain_variant; });
  if (plain.empty()) return boundary;
  std::erase_if(passing, [](const Place* p) { return p->the_case.variant != plain_variant; });
  Boundary of_plain = boundary_of_cases(plain, std::move(passing), inquiry);
  const auto outside = static_cast<std::size_t>(
      std::ranges::count_if(places_of(cases, inquiry), [&](const Place& p) { return !of_plain.holds(p); }));
  of_plain.exceptions += bits_of_exceptions(outside, cases.size());
  return of_plain.description_length() < boundary.description_length() ? of_plain : boundary;
}

struct FailedProgram {
  const Case& the_case;
  CauseWord what;  ///< see kind_of()
  const ProgramReplay& replay;
};

bool wrote_nothing(const Evidence& evidence) {
  return !evidence.outputs.empty() && std::ranges::all_of(evidence.outputs, [](const BufferEvidence& buffer) {
    return !buffer.bytes.empty() && is_filled_with(buffer.bytes, buffer.poison);
  });
}

/// "unknown", "unwritten", or the termination without the driver message.
CauseWord kind_of(const CaseResult& r) {
  if (is_termination(r.verdict)) return without_words(termination_word(r));
  return {r.evidence && wrote_nothing(*r.evidence) ? "unwritten" : "unknown"};
}

class ProgramJoiner {
 public:
  ProgramJoiner(const Inquiry& inquiry, std::vector<Finding>& findings)
      : inquiry_(inquiry), findings_(findings) {
    std::set<Subject> judged;
    for (const CaseResult& r : inquiry.results)
      if (has_results(r.verdict) || is_bad(r)) judged.insert(subject_of(r.the_case));
    for (const Finding& f : findings) {
      std::set<Subject> subjects;
      for (const std::size_t i : f.cases) {
        const Case& c = inquiry_.results[i].the_case;
        subjects.insert(subject_of(c));
        // If no case of the builtin has the type, the builtin may be wrong with this type too.
        for (const TypeInfo& row : gentypes)
          if (!judged.contains({c.builtin, row.type})) subjects.emplace(c.builtin, row.type);
      }
      known_.push_back({&f.boundary, &f.models, std::move(subjects)});
    }
  }

  void run() {
    std::vector<std::size_t> unexplained;
    for (std::size_t i = 0; i < inquiry_.results.size(); ++i) {
      const CaseResult& r = inquiry_.results[i];
      if (!is_program(r.the_case) || !is_bad(r) || is_explained_already(r)) continue;
      const ProgramReplay replay(r.the_case, r.evidence.get(), inquiry_.device);
      const FailedProgram program{r.the_case, kind_of(r), replay};
      if (const auto bug = is_termination(r.verdict) ? bug_that_ends(program) : bug_that_changes(program))
        findings_[*bug].cases.push_back(i);
      else
        unexplained.push_back(i);
    }
    add(unexplained);
    for (Finding& f : findings_) std::ranges::sort(f.cases);
  }

 private:
  /// The first bug for which `condition` holds: of the terminations, or of the other bugs.
  std::optional<std::size_t> first_of(bool terminations, auto condition) const {
    for (std::size_t b = 0; b < known_.size(); ++b)
      if (is_termination_code(findings_[b].what.code) == terminations && condition(b)) return b;
    return std::nullopt;
  }

  /// A bug that gives exactly these results, else the first that affects the program, since it may hide other
  /// bugs.
  std::optional<std::size_t> bug_that_changes(const FailedProgram& program) const {
    std::optional<std::size_t> possible;
    for (std::size_t b = 0; b < known_.size(); ++b) {
      if (is_termination_code(findings_[b].what.code)) continue;
      const Account account = program.replay.account(known_[b]);
      if (account == Account::Exact) return b;
      if (account == Account::Possible && !possible) possible = b;
    }
    if (possible) return possible;
    // The cases that ran may show the boundary only in part.
    const auto anywhere = first_of(
        false, [&](std::size_t b) { return program.replay.account(known_[b], true) == Account::Exact; });
    if (anywhere) return anywhere;
    // An unknown fault may have any effect, with other types too. A kernel that never runs writes nothing.
    return first_of(false, [&](std::size_t b) {
      const bool may = findings_[b].models.empty() || findings_[b].what == program.what;
      return may && std::ranges::any_of(known_[b].subjects,
                                        [&](const Subject& s) { return program.replay.calls(s.first); });
    });
  }

  /// A termination with the same stage, signal and error, else one of the same kind, else a bug that makes
  /// the program's behaviour undefined.
  std::optional<std::size_t> bug_that_ends(const FailedProgram& program) const {
    const auto in_the_same_way = [&](std::size_t b) {
      return without_words(findings_[b].what) == program.what;
    };
    const auto of_the_same_kind = [&](std::size_t b) { return findings_[b].what.code == program.what.code; };
    const auto may_end = [&](std::size_t b) { return program.replay.may_be_ended_by(known_[b]); };
    auto found = first_of(true, [&](std::size_t b) { return in_the_same_way(b) && may_end(b); });
    if (!found) found = first_of(true, [&](std::size_t b) { return of_the_same_kind(b) && may_end(b); });
    if (!found)
      found = first_of(false, [&](std::size_t b) { return program.replay.loses_meaning(known_[b]); });
    // Unrelated crashes share the same few signals, so the program must contain the bug's builtin and type.
    if (!found)
      found = first_of(true, [&](std::size_t b) { return in_the_same_way(b) && shares_subject(program, b); });
    // An unknown fault may cause divergence or endless loops. Neither affects the compiler.
    const std::pair<std::string, std::string> while_it_runs{"stage", info(Stage::Launch).name};
    const auto& parameters = program.what.parameters;
    if (!found && is_in(while_it_runs, parameters))
      found = first_of(false, [&](std::size_t b) {
        return findings_[b].models.empty() && shares_subject(program, b) &&
               may_act(findings_[b].boundary, program.the_case);
      });
    return found;
  }

  bool shares_subject(const FailedProgram& program, std::size_t b) const {
    return std::ranges::any_of(known_[b].subjects,
                               [&](const Subject& s) { return program.replay.subjects().contains(s); });
  }

  /// Whether no condition excludes the program. Its values and work-groups are unknown.
  bool may_act(Boundary boundary, const Case& program) const {
    std::erase_if(boundary.where, [](const Predicate& c) {
      const Feature f = c.feature;
      return is_of_subject(f) || f == Feature::Value || f == Feature::Source ||
             (f >= Feature::Group && f <= Feature::GroupZ);
    });
    return boundary.may_hold_in_program(place_of(program, inquiry_.device));
  }

  /// Terminations with the same message are one finding. Programs with wrong results are separate findings
  /// until the reduction shows that two have the same form.
  void add(const std::vector<std::size_t>& programs) {
    std::map<std::pair<CauseWord, std::size_t>, std::vector<std::size_t>> groups;
    for (const std::size_t i : programs) {
      const CaseResult& r = inquiry_.results[i];
      const bool is_ended = is_termination(r.verdict);
      groups[{is_ended ? termination_word(r) : CauseWord{}, is_ended ? 0 : i}].push_back(i);
    }
    for (const auto& [key, cases] : groups) {
      const CaseResult& first = inquiry_.results[cases.front()];
      findings_.push_back({kind_of(first), boundary_of(cases), cases, 0, failure_text(first)});
    }
  }

  /// Keeps only the condition that they are programs, because programs differ in too many ways.
  Boundary boundary_of(const std::vector<std::size_t>& programs) const {
    const auto wrong = places_of(programs, inquiry_);
    const auto right = places_where(inquiry_, [](const CaseResult& r) { return has_results(r.verdict); });
    Where conditions = conditions_for(places_in(wrong), places_in(right));
    std::erase_if(conditions, [](const Predicate& c) { return c.feature != Feature::Form; });
    return {std::move(conditions)};
  }

  const Inquiry& inquiry_;
  std::vector<Finding>& findings_;
  std::vector<KnownBug> known_;
};

}  // namespace

std::vector<Finding> cluster_terminations(const Inquiry& inquiry) {
  std::map<std::size_t, CauseWord> words;
  std::map<CauseWord, std::vector<std::size_t>> by_kind, by_word;
  for (std::size_t i = 0; i < inquiry.results.size(); ++i) {
    const CaseResult& r = inquiry.results[i];
    if (is_program(r.the_case) || !is_termination(r.verdict)) continue;
    const CauseWord& word = words[i] = termination_word(r);
    by_word[word].push_back(i);
    by_kind[kind_of_termination(word)].push_back(i);
  }
  if (words.empty()) return {};
  const auto right = places_where(
      inquiry, [](const CaseResult& r) { return has_results(r.verdict) && !is_program(r.the_case); });
  const auto usual_word = [&](const std::vector<std::size_t>& cases) {
    return words.at(
        *std::ranges::max_element(cases, {}, [&](std::size_t i) { return by_word.at(words.at(i)).size(); }));
  };
  // Driver messages for one bug may differ between cases. Messages for two bugs may be equal.
  const KeyOf keys[] = {
      [&](std::size_t i) { return by_word.at(words.at(i)).front(); },
      [&](std::size_t i) { return index_in(subjects, inquiry.results[i].the_case.builtin); }};
  const BoundaryOf boundary_of = [&](const std::vector<std::size_t>& some) {
    return boundary_of_terminations(some, places_in(right), inquiry);
  };
  std::vector<Finding> findings;
  for (const auto& [kind, cases] : by_kind)
    for (auto& [part, boundary] : shortest_division(cases, keys, boundary_of)) {
      const std::string limit = time_limit_in(inquiry.results[part.front()].message);
      findings.push_back({usual_word(part), std::move(boundary), part, 1, limit});
    }
  return findings;
}

std::vector<Finding> cluster_the_rest(const Inquiry& inquiry, const std::vector<Finding>& explained) {
  std::set<std::size_t> done;
  for (const Finding& f : explained) done.insert(f.cases.begin(), f.cases.end());
  std::map<std::string, std::vector<std::size_t>> by_check;
  const auto passing = places_where(
      inquiry, [](const CaseResult& r) { return r.verdict == Verdict::Pass && !is_program(r.the_case); });
  for (std::size_t i = 0; i < inquiry.results.size(); ++i) {
    const CaseResult& r = inquiry.results[i];
    if (is_bad(r) && !is_program(r.the_case) && !done.contains(i) && !is_explained_already(r))
      by_check[r.failure ? r.failure->check : std::string()].push_back(i);
  }
  std::vector<Finding> findings;
  for (const auto& [check, cases] : by_check)
    findings.push_back({{"unknown"},
                        boundary_of_cases(cases, places_in(passing), inquiry),
                        cases,
                        0,
                        failure_text(inquiry.results[cases.front()])});
  return findings;
}

void join_programs(const Inquiry& inquiry, std::vector<Finding>& findings) {
  ProgramJoiner(inquiry, findings).run();
}

}  // namespace wgcts::harness
