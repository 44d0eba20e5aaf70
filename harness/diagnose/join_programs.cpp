// Assigns each failing program to the bug of single collectives that explains it.
#include <ranges>

#include "harness/diagnose/diagnose.hpp"
#include "harness/program/kernel_run.hpp"

namespace wgcts::harness {
namespace {

struct FailedProgram {
  const Case& the_case;
  CauseWord what;  ///< see failure_word()
  const ProgramReplay& replay;
};

bool wrote_nothing(const Evidence& evidence) {
  return !evidence.outputs.empty() && std::ranges::all_of(evidence.outputs, [](const BufferEvidence& buffer) {
    return !buffer.bytes.empty() && is_filled_with(buffer.bytes, buffer.poison);
  });
}

/// "unknown", "unwritten", or the termination without the driver message.
CauseWord failure_word(const CaseResult& r) {
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
      const FailedProgram program{r.the_case, failure_word(r), replay};
      if (const auto bug =
              is_termination(r.verdict) ? bug_that_terminates(program) : bug_with_wrong_results(program))
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
  std::optional<std::size_t> bug_with_wrong_results(const FailedProgram& program) const {
    std::optional<std::size_t> possible;
    for (std::size_t b = 0; b < known_.size(); ++b) {
      if (is_termination_code(findings_[b].what.code)) continue;
      const Match match = program.replay.match(known_[b]);
      if (match == Match::Exact) return b;
      if (match == Match::Possible && !possible) possible = b;
    }
    if (possible) return possible;
    // The cases that ran may show the boundary only in part.
    const auto anywhere =
        first_of(false, [&](std::size_t b) { return program.replay.match(known_[b], true) == Match::Exact; });
    if (anywhere) return anywhere;
    // An unknown fault may have any effect, with other types too. A kernel that never runs writes nothing.
    return first_of(false, [&](std::size_t b) {
      const bool may = findings_[b].models.empty() || findings_[b].what == program.what;
      return may && shares_builtin(program, b) && may_act(findings_[b].boundary, program.the_case);
    });
  }

  /// A termination with the same stage, signal and error, else one of the same kind, else a bug that makes
  /// the program's behaviour undefined.
  std::optional<std::size_t> bug_that_terminates(const FailedProgram& program) const {
    const auto is_the_same_termination = [&](std::size_t b) {
      return without_words(findings_[b].what) == program.what;
    };
    const auto has_the_same_code = [&](std::size_t b) { return findings_[b].what.code == program.what.code; };
    const auto may_terminate = [&](std::size_t b) { return program.replay.may_be_terminated_by(known_[b]); };
    auto found =
        first_of(true, [&](std::size_t b) { return is_the_same_termination(b) && may_terminate(b); });
    if (!found)
      found = first_of(true, [&](std::size_t b) { return has_the_same_code(b) && may_terminate(b); });
    if (!found)
      found = first_of(false, [&](std::size_t b) { return program.replay.is_undefined_with(known_[b]); });
    // Unrelated crashes share the same few signals, so the program must contain the bug's builtin and type.
    if (!found)
      found = first_of(
          true, [&](std::size_t b) { return is_the_same_termination(b) && shares_subject(program, b); });
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

  /// The same with any type.
  bool shares_builtin(const FailedProgram& program, std::size_t b) const {
    auto called = program.replay.subjects() | std::views::keys | std::views::keys;
    return std::ranges::any_of(known_[b].subjects | std::views::keys, [&](const Builtin* builtin) {
      return std::ranges::find(called, builtin) != called.end();
    });
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
      const bool is_terminated = is_termination(r.verdict);
      groups[{is_terminated ? termination_word(r) : CauseWord{}, is_terminated ? 0 : i}].push_back(i);
    }
    for (const auto& [key, cases] : groups) {
      const CaseResult& first = inquiry_.results[cases.front()];
      findings_.push_back({failure_word(first), boundary_of(cases), cases, 0, failure_text(first)});
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

void join_programs(const Inquiry& inquiry, std::vector<Finding>& findings) {
  ProgramJoiner(inquiry, findings).run();
}

}  // namespace wgcts::harness
