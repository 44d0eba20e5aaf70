// Assigns each failing program to the bug of single collectives that explains it, if there is one.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "harness/diagnose/cluster.hpp"
#include "harness/diagnose/terminations.hpp"

namespace wgcts::harness {
namespace {

struct FailedProgram {
  std::size_t result;  ///< its index in the results
  CauseWord what;      ///< "unknown", "unwritten", or the termination without the driver message
  std::unique_ptr<ProgramReplay> replay;
};

bool wrote_nothing(const Evidence& evidence) {
  return !evidence.outputs.empty() && std::ranges::all_of(evidence.outputs, [](const BufferEvidence& buffer) {
    for (std::size_t i = 0; i < buffer.bytes.size(); ++i)
      if (buffer.bytes[i] != buffer.poison[i % buffer.poison.size()]) return false;
    return !buffer.bytes.empty();
  });
}

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
    std::vector<FailedProgram> unexplained;
    for (std::size_t i = 0; i < inquiry_.results.size(); ++i) {
      const CaseResult& r = inquiry_.results[i];
      if (!is_program(r.the_case) || !is_bad(r) || is_explained_already(r)) continue;
      FailedProgram program{i, kind_of(r),
                            std::make_unique<ProgramReplay>(r.the_case, r.evidence.get(), inquiry_.device)};
      if (const auto bug = is_termination(r.verdict) ? bug_that_ends(program) : bug_that_changes(program))
        findings_[*bug].cases.push_back(i);
      else
        unexplained.push_back(std::move(program));
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
      const Account account = program.replay->account(known_[b]);
      if (account == Account::Exact) return b;
      if (account == Account::Possible && !possible) possible = b;
    }
    if (possible) return possible;
    // The cases that ran may show the boundary only in part.
    const auto anywhere = first_of(
        false, [&](std::size_t b) { return program.replay->account(known_[b], true) == Account::Exact; });
    if (anywhere) return anywhere;
    // An unknown fault may have any effect, with other types too. A kernel that never runs writes nothing.
    return first_of(false, [&](std::size_t b) {
      const bool may = findings_[b].models.empty() || findings_[b].what == program.what;
      return may && std::ranges::any_of(known_[b].subjects,
                                        [&](const Subject& s) { return program.replay->calls(s.first); });
    });
  }

  /// A termination with the same stage, signal and error, else one of the same kind, else a bug that makes
  /// the program's behaviour undefined.
  std::optional<std::size_t> bug_that_ends(const FailedProgram& program) const {
    const auto in_the_same_way = [&](std::size_t b) {
      return without_words(findings_[b].what) == program.what;
    };
    const auto of_the_same_kind = [&](std::size_t b) { return findings_[b].what.code == program.what.code; };
    const auto may_end = [&](std::size_t b) { return program.replay->may_be_ended_by(known_[b]); };
    auto found = first_of(true, [&](std::size_t b) { return in_the_same_way(b) && may_end(b); });
    if (!found) found = first_of(true, [&](std::size_t b) { return of_the_same_kind(b) && may_end(b); });
    if (!found)
      found = first_of(false, [&](std::size_t b) { return program.replay->loses_meaning(known_[b]); });
    // Unrelated crashes share the same few signals, so the program must contain the bug's builtin and type.
    if (!found)
      found = first_of(true, [&](std::size_t b) { return in_the_same_way(b) && shares_subject(program, b); });
    // An unknown fault may cause divergence or endless loops. Neither affects the compiler.
    const std::pair<std::string, std::string> while_it_runs{"stage", info(Stage::Launch).name};
    const auto& parameters = program.what.parameters;
    if (!found && is_in(while_it_runs, parameters))
      found = first_of(false, [&](std::size_t b) {
        return findings_[b].models.empty() && shares_subject(program, b) &&
               may_act(findings_[b].boundary, inquiry_.results[program.result].the_case);
      });
    return found;
  }

  bool shares_subject(const FailedProgram& program, std::size_t b) const {
    return std::ranges::any_of(known_[b].subjects,
                               [&](const Subject& s) { return program.replay->subjects().contains(s); });
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
  void add(const std::vector<FailedProgram>& programs) {
    std::map<CauseWord, std::vector<const FailedProgram*>> by_words;
    std::vector<std::vector<const FailedProgram*>> groups;
    for (const FailedProgram& program : programs) {
      const CaseResult& r = inquiry_.results[program.result];
      if (is_termination(r.verdict))
        by_words[termination_word(r)].push_back(&program);
      else
        groups.push_back({&program});
    }
    for (auto& [word, group] : by_words) groups.push_back(std::move(group));
    for (const auto& group : groups) {
      const std::string words = failure_text(inquiry_.results[group.front()->result]);
      Finding finding{group.front()->what, boundary_of(group), {}, 0, words};
      for (const FailedProgram* program : group) finding.cases.push_back(program->result);
      findings_.push_back(std::move(finding));
    }
  }

  /// Keeps only the condition that they are programs, because programs differ in too many ways.
  Boundary boundary_of(const std::vector<const FailedProgram*>& programs) const {
    std::vector<Place> wrong, right;
    for (const FailedProgram* program : programs)
      wrong.push_back(place_of(inquiry_.results[program->result].the_case, inquiry_.device));
    for (const CaseResult& r : inquiry_.results)
      if (has_results(r.verdict)) right.push_back(place_of(r.the_case, inquiry_.device));
    Where conditions = conditions_for(places_in(wrong), places_in(right));
    std::erase_if(conditions, [](const Predicate& c) { return c.feature != Feature::Form; });
    return {std::move(conditions)};
  }

  const Inquiry& inquiry_;
  std::vector<Finding>& findings_;
  std::vector<KnownBug> known_;
};

}  // namespace

void join_programs(const Inquiry& inquiry, std::vector<Finding>& findings) {
  ProgramJoiner(inquiry, findings).run();
}

}  // namespace wgcts::harness
