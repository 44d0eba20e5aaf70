#include "harness/replay/program_replay.hpp"

#include <algorithm>

#include "harness/program/kernel.hpp"
#include "harness/program/kernel_run.hpp"
#include "reference/causes/wrong_model.hpp"
#include "suites/programs/visit.hpp"

namespace wgcts::harness {
namespace {

/// Whether the model computes all results from the call alone.
template <class T>
bool is_settled(const Cause& cause) {
  constexpr What open[] = {What::Unwritten, What::OtherCall, What::OtherGroup, What::ResultMissingOn,
                           What::Inexact};
  return !is_in(cause.what, open) && row_of<T>(cause.what).fits == nullptr;
}

Subject subject_of(const Expr& collective) {
  return {&*std::ranges::find(builtins, collective.collective, &Builtin::collective),
          collective.type};
}

/// The k-th model for the type; for the first type if the fault has no model for this one.
const Cause* model_for(const ModelsByType& models, GenType type, std::size_t k) {
  const auto own = models.find(type);
  const auto& list = own != models.end() ? own->second : models.begin()->second;
  return &list[std::min(k, list.size() - 1)];
}

std::size_t most_models(const KnownBug& bug) {
  std::size_t most = 1;
  for (const auto& [type, list] : *bug.models) most = std::max(most, list.size());
  constexpr std::size_t worth_a_try = 4;
  return std::min(most, worth_a_try);
}

}  // namespace

ProgramReplay::ProgramReplay(const Case& c, const Evidence* evidence, const DeviceFacts& facts)
    : case_(c), facts_(facts), evidence_(evidence), program_(named_program(c)) {
  std::vector<CollectiveCall> collective_calls;
  RunOptions options;
  options.collective_calls = &collective_calls;
  run(program_.program, program_.launch, options);
  visit_parts(program_.program, [&](const Expr& e) {
    if (e.kind != ExprKind::Collective) return;
    const auto [subject, is_new] = subjects_.emplace(subject_of(e), case_);
    std::tie(subject->second.builtin, subject->second.type) = subject->first;
  });
  for (const CollectiveCall& collective_call : collective_calls)
    met_.emplace_back(subject_of(*collective_call.site), place_of(collective_call));
}

bool ProgramReplay::calls(const Builtin* builtin) const {
  return std::ranges::any_of(subjects_, [&](const auto& s) { return s.first.first == builtin; });
}

Place ProgramReplay::place_of(const CollectiveCall& collective_call) const {
  const NDRange& range = program_.launch.range;
  const WorkGroup group = work_group(range, collective_call.group);
  const Subject subject = subject_of(*collective_call.site);
  Extents last = group_counts(range);
  for (std::size_t& id : last) --id;
  Place place{.the_case = subjects_.at(subject),
              .members = members_in({&subject.first, 1}),
              .size = group.size,
              .enqueued = range.local,
              .group = group.id,
              .last = last,
              .index = collective_call.group,
              .groups = volume(group_counts(range)),
              .source = collective_call.source,
              .sub_groups = sub_groups_of(case_, facts_, group.size)};
  place.values = with_gentype(
      subject.second, [&]<class T>() { return kinds_of<T>(values_of_words<T>(collective_call.passed)); });
  return place;
}

std::optional<std::vector<Word>> ProgramReplay::answer(const KnownBug& bug,
                                                       const CollectiveCall& collective_call,
                                                       std::size_t turn, bool anywhere) const {
  if (bug.models->empty()) return std::nullopt;
  const Subject subject = subject_of(*collective_call.site);
  if (!anywhere &&
      (!bug.subjects.contains(subject) || !bug.boundary->may_hold_in_program(place_of(collective_call))))
    return std::nullopt;
  const Cause& cause = *model_for(*bug.models, subject.second, turn);
  const bool settled = with_gentype(subject.second, [&]<class T>() { return is_settled<T>(cause); });
  return settled ? answer_in_program(cause, collective_call, program_.launch.range) : std::nullopt;
}

ProgramReplay::WrongRun ProgramReplay::run_with(const KnownBug& bug, std::size_t turn, bool anywhere) const {
  WrongRun result;
  RunOptions options;
  // A program that takes four times as many steps counts as endless.
  options.step_limit = 4 * program_.expected.steps;
  options.wrong = [&](const CollectiveCall& collective_call) -> std::optional<std::vector<Word>> {
    auto instead = answer(bug, collective_call, turn, anywhere);
    if (!instead || *instead == collective_call.returned) return std::nullopt;
    result.changed = true;
    return instead;
  };
  try {
    result.outputs = run(program_.program, program_.launch, options).outputs;
  } catch (const IllegalProgram&) {
    // The behaviour is undefined with the fault, so a device may write anything.
  }
  return result;
}

bool ProgramReplay::is_what_device_wrote(const std::vector<OutputBuffer>& outputs) const {
  if (evidence_ == nullptr || evidence_->outputs.size() != outputs.size()) return false;
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    const Type type = program_.program.outputs[o];
    const BufferEvidence& came = evidence_->outputs[o];
    if (came.bytes.size() != info(type).bytes * outputs[o].values.size() ||
        !wrote(outputs[o], type, came.bytes, came.poison))
      return false;
  }
  return true;
}

Account ProgramReplay::account(const KnownBug& bug, bool anywhere) const {
  const bool met = std::ranges::any_of(met_, [&](const auto& m) {
    return anywhere || (bug.subjects.contains(m.first) && bug.boundary->may_hold_in_program(m.second));
  });
  if (!met) return Account::None;
  const auto settled = [](const auto& of_type) {
    return with_gentype(of_type.first,
                        [&]<class T>() { return std::ranges::any_of(of_type.second, is_settled<T>); });
  };
  if (std::ranges::none_of(*bug.models, settled)) return Account::Possible;
  Account best = Account::None;
  for (std::size_t turn = 0; turn < most_models(bug); ++turn) {
    const WrongRun wrong = run_with(bug, turn, anywhere);
    if (!wrong.changed) continue;
    if (wrong.outputs && is_what_device_wrote(*wrong.outputs)) return Account::Exact;
    if (!wrong.outputs || *wrong.outputs != program_.expected.outputs) best = Account::Possible;
  }
  return best;
}

bool ProgramReplay::may_be_ended_by(const KnownBug& bug) const {
  std::vector<const Builtin*> members;
  for (const auto& [subject, of_subject] : subjects_) members.push_back(subject.first);
  return std::ranges::any_of(subjects_, [&](const auto& s) {
    const auto& [subject, of_subject] = s;
    if (!bug.subjects.contains(subject)) return false;
    const Extents& local = program_.launch.range.local;
    return bug.boundary->may_hold_in_program({.the_case = of_subject,
                                              .whole_case = true,
                                              .members = members_in(members),
                                              .size = local,
                                              .enqueued = local,
                                              .sub_groups = sub_groups_of(case_, facts_, local)});
  });
}

bool ProgramReplay::loses_meaning(const KnownBug& bug) const {
  if (bug.models->empty()) return false;
  const WrongRun wrong = run_with(bug, 0, false);
  return wrong.changed && !wrong.outputs;
}

}  // namespace wgcts::harness
