// Whole programs that fail: each goes to the bug of a single collective that gives its results, if one does.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "harness/diagnose/finding.hpp"
#include "harness/diagnose/terminations.hpp"
#include "harness/diagnose/program_replay.hpp"

namespace wgcts::harness {
namespace {

/// A program that failed, and what it shows.
struct FailedProgram {
  std::size_t result;  ///< its place in the results
  CauseWord what;      ///< "unknown", or the loss without the driver's words
  std::unique_ptr<ProgramReplay> replay;
};

class ProgramJoiner {
 public:
  ProgramJoiner(const Inquiry& inquiry, std::vector<Finding>& findings)
      : inquiry_(inquiry), findings_(findings) {
    for (const Finding& f : findings) told_.push_back(told(f));
  }

  void run() {
    for (std::size_t i = 0; i < inquiry_.results.size() && inquiry_.may_go_on(); ++i) {
      const CaseResult& r = inquiry_.results[i];
      if (!is_program(r.the_case) || !is_bad(r)) continue;
      FailedProgram program{i, kind_of(r), std::make_unique<ProgramReplay>(r.the_case, r.evidence.get())};
      const auto bugs = is_termination(r.verdict) ? bugs_that_lose(program) : bugs_that_spoil(program);
      for (const std::size_t b : bugs) findings_[b].cases.push_back(i);
      if (bugs.empty()) left_.push_back(std::move(program));
    }
    group_the_rest();
    for (Finding& f : findings_) std::ranges::sort(f.cases);
  }

 private:
  ToldBug told(const Finding& f) const {
    ToldBug bug{&f.boundary, &f.models, {}};
    for (const std::size_t i : f.cases) {
      const Case& c = inquiry_.results[i].the_case;
      bug.subjects.emplace(c.builtin, c.type);
    }
    return bug;
  }

  static CauseWord kind_of(const CaseResult& r) {
    if (is_termination(r.verdict)) return without_words(termination_word(r));
    return {r.evidence && wrote_nothing(*r.evidence) ? "unwritten" : "unknown"};
  }

  static bool wrote_nothing(const Evidence& evidence) {
    return !evidence.outputs.empty() &&
           std::ranges::all_of(evidence.outputs, [](const BufferEvidence& buffer) {
             for (std::size_t i = 0; i < buffer.bytes.size(); ++i)
               if (buffer.bytes[i] != buffer.poison[i % buffer.poison.size()]) return false;
             return !buffer.bytes.empty();
           });
  }

  bool is_lost(std::size_t b) const { return is_termination_code(findings_[b].what.code); }

  /// One bug that gives just these results, else several that do together, else the first that strikes
  /// there: whether something else stands behind it is not to be seen until that one is mended.
  std::vector<std::size_t> bugs_that_spoil(const FailedProgram& program) const {
    std::vector<std::size_t> possible;
    for (std::size_t b = 0; b < told_.size(); ++b) {
      if (is_lost(b)) continue;
      const Account account = program.replay->account(told_[b]);
      if (account == Account::Exact) return {b};
      if (account == Account::Possible) possible.push_back(b);
    }
    if (possible.size() > 1) {
      std::vector<ToldBug> together;
      for (const std::size_t b : possible) together.push_back(told_[b]);
      if (program.replay->explained_by_all(together)) return possible;
    }
    if (!possible.empty()) return {possible.front()};
    // A boundary is known as well as the cases that ran tell of it.
    for (std::size_t b = 0; b < told_.size(); ++b)
      if (!is_lost(b) && program.replay->account(told_[b], true) == Account::Exact) return {b};
    // What nobody can name may do anything, also with another type; and a kernel that never runs writes
    // nothing, whatever its program would have made of that.
    for (std::size_t b = 0; b < told_.size(); ++b) {
      const bool may = findings_[b].models.empty() || findings_[b].what == program.what;
      if (!is_lost(b) && may && shares_a_builtin(program, b)) return {b};
    }
    return {};
  }

  bool shares_a_builtin(const FailedProgram& program, std::size_t b) const {
    return std::ranges::any_of(told_[b].subjects,
                               [&](const Subject& subject) { return calls(program, subject.first); });
  }

  /// A bug that loses cases in the same way, then one of the same kind, then one that takes the program its
  /// meaning.
  std::vector<std::size_t> bugs_that_lose(const FailedProgram& program) const {
    for (const bool just_so : {true, false})
      for (std::size_t b = 0; b < told_.size(); ++b) {
        const CauseWord& what = findings_[b].what;
        const bool alike = just_so ? without_words(what) == program.what : what.code == program.what.code;
        if (is_lost(b) && alike && program.replay->may_be_lost_by(told_[b])) return {b};
      }
    for (std::size_t b = 0; b < told_.size(); ++b)
      if (!is_lost(b) && program.replay->loses_meaning(told_[b])) return {b};
    // Drivers die by the same few signals: without a builtin of a type that the bug was seen with, another
    // one did it.
    for (std::size_t b = 0; b < told_.size(); ++b)
      if (is_lost(b) && without_words(findings_[b].what) == program.what && shares_a_subject(program, b))
        return {b};
    // Of results that nobody can name a program may make anything: its work-items part ways, or go round for
    // ever. No compiler dies of them.
    const std::pair<std::string, std::string> while_it_runs{"stage", info(Stage::Launch).name};
    if (std::ranges::find(program.what.parameters, while_it_runs) == program.what.parameters.end()) return {};
    for (std::size_t b = 0; b < told_.size(); ++b)
      if (!is_lost(b) && findings_[b].models.empty() && shares_a_subject(program, b) &&
          may_strike(findings_[b].boundary, inquiry_.results[program.result].the_case))
        return {b};
    return {};
  }

  /// Whether nothing that is known of the program speaks against it: of its values and work-groups nothing
  /// is.
  bool may_strike(Boundary boundary, const Case& program) const {
    std::erase_if(boundary.conditions, [](const Condition& c) {
      const Feature f = c.predicate.feature;
      return is_of_subject(f) || f == Feature::Value || f == Feature::Source ||
             (f >= Feature::Group && f <= Feature::GroupZ);
    });
    return boundary.may_hold_in_program(place_of(program, inquiry_.device));
  }

  bool shares_a_subject(const FailedProgram& program, std::size_t b) const {
    return std::ranges::any_of(told_[b].subjects, [&](const Subject& subject) {
      return program.replay->subjects().contains(subject);
    });
  }

  /// Of those that no told bug explains, what takes the driver down with the same words is one bug. Wrong
  /// results say too little: each program is a bug of its own, until its reduced form is another's, too.
  void group_the_rest() {
    std::map<CauseWord, std::vector<const FailedProgram*>> lost;
    std::vector<std::vector<const FailedProgram*>> groups;
    for (const FailedProgram& program : left_) {
      const CaseResult& r = inquiry_.results[program.result];
      if (is_termination(r.verdict))
        lost[termination_word(r)].push_back(&program);
      else
        groups.push_back({&program});
    }
    for (auto& [word, programs] : lost) groups.push_back(std::move(programs));
    for (const auto& programs : groups) {
      Finding finding{programs.front()->what, boundary_in_programs(programs), {}, 0, {}};
      const CaseResult& first = inquiry_.results[programs.front()->result];
      finding.words = first.failure ? first.failure->message : first.message;
      for (const FailedProgram* program : programs) finding.cases.push_back(program->result);
      findings_.push_back(std::move(finding));
    }
  }

  static bool calls(const FailedProgram& program, const Builtin* builtin) {
    return std::ranges::any_of(program.replay->subjects(),
                               [&](const Subject& subject) { return subject.first == builtin; });
  }

  /// Programs, and those of few types where others ran and passed.
  Boundary boundary_in_programs(const std::vector<const FailedProgram*>& programs) const {
    std::vector<Place> wrong, right;
    for (const FailedProgram* program : programs)
      wrong.push_back(place_of(inquiry_.results[program->result].the_case, inquiry_.device));
    for (const CaseResult& r : inquiry_.results)
      if (has_results(r.verdict)) right.push_back(place_of(r.the_case, inquiry_.device));
    // Few programs differ in many ways: only the plainest conditions are told.
    auto conditions = conditions_for(wrong, right);
    std::erase_if(conditions, [](const Condition& c) { return c.predicate.feature != Feature::Form; });
    return {std::move(conditions), 1, 0};
  }

  const Inquiry& inquiry_;
  std::vector<Finding>& findings_;
  std::vector<ToldBug> told_;
  std::vector<FailedProgram> left_;
};

}  // namespace

void join_programs(const Inquiry& inquiry, std::vector<Finding>& findings) {
  ProgramJoiner(inquiry, findings).run();
}

}  // namespace wgcts::harness
