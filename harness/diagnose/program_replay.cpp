#include "harness/diagnose/program_replay.hpp"

#include <algorithm>

#include "harness/diagnose/value_kinds.hpp"
#include "harness/program/named_program.hpp"
#include "reference/causes/wrong_model.hpp"
#include "suites/programs/program_text.hpp"
#include "suites/programs/visit.hpp"
#include "suites/programs/wrong_run.hpp"

namespace wgcts::harness {
namespace {

template <class T>
std::vector<T> typed(std::span<const Word> words) {
  std::vector<T> values;
  for (const Word w : words) {
    if constexpr (is_float_v<T>)
      values.push_back(static_cast<T>(real(w)));
    else
      values.push_back(static_cast<T>(w));
  }
  return values;
}

template <class T>
Word word_from_value(T value) {
  if constexpr (is_float_v<T>)
    return word_of(static_cast<double>(value));
  else
    return static_cast<Word>(value);  // integers are extended by their sign
}

/// Whether what such a device returns follows from the call alone.
template <class T>
bool is_settled(const Cause& cause) {
  constexpr What open[] = {What::Unwritten, What::OtherCall, What::OtherGroup, What::ResultMissingOn,
                           What::Inexact};
  return std::ranges::find(open, cause.what) == std::end(open) &&
         wrong_models<T>()[static_cast<std::size_t>(cause.what)].fits == nullptr;
}

/// What a device with that fault returns where others meet the collective.
template <class T>
std::optional<std::vector<Word>> answer_of_model(const Cause& cause, const Meeting& meeting,
                                                 const NDRange& range) {
  if (!is_settled<T>(cause)) return std::nullopt;
  const Collective collective = meeting.site->collective;
  Scene<T> scene{.collective = collective,
                 .rule = is_truth(collective) ? Rule::Truth : Rule::Exact,
                 .x = typed<T>(meeting.passed),
                 .source = meeting.source,
                 .truth = typed<T>(meeting.returned),
                 .size = work_group(range, meeting.group).size,
                 .offset = range.offset,
                 .dim = range.dim};
  scene.low = scene.high = scene.truth;
  const auto model = wrong_models<T>()[static_cast<std::size_t>(cause.what)].answer(scene, cause);
  if (!model || model->size() != meeting.returned.size()) return std::nullopt;
  std::vector<Word> words;
  for (const T value : *model)
    // Which non-zero value a predicate gives is the device's choice (WGC.U.7).
    words.push_back(is_predicate(collective.family) ? Word{value != T{0}} : word_from_value(value));
  return words;
}

Subject subject_of(const Expr& collective) {
  return {&*std::ranges::find(builtins, collective.collective, &Builtin::collective),
          static_cast<GenType>(collective.type)};
}

/// The k-th of its models for the type; those of other types where none was seen with it.
const Cause* model_for(const ModelsByType& models, GenType type, std::size_t k) {
  const auto own = models.find(type);
  const auto& list = own != models.end() ? own->second : models.begin()->second;
  return &list[std::min(k, list.size() - 1)];
}

std::size_t most_models(std::span<const ToldBug> bugs) {
  std::size_t most = 1;
  for (const ToldBug& bug : bugs)
    for (const auto& [type, list] : *bug.models) most = std::max(most, list.size());
  constexpr std::size_t worth_a_try = 4;
  return std::min(most, worth_a_try);
}

}  // namespace

ProgramReplay::ProgramReplay(const Case& c, const Evidence* evidence)
    : case_(c), evidence_(evidence), program_(named_program(c)) {
  std::vector<Meeting> meetings;
  RunOptions options;
  options.meetings = &meetings;
  run(program_.program, program_.launch, options);
  for (const Meeting& meeting : meetings) met_.emplace_back(subject_of(*meeting.site), place_of(meeting));
  visit_program(
      program_.program, [](const Stmt&) {},
      [&](const Expr& e) {
        if (e.kind == ExprKind::Collective) subjects_.insert(subject_of(e));
      });
}

Place ProgramReplay::place_of(const Meeting& meeting) const {
  const NDRange& range = program_.launch.range;
  const WorkGroup group = work_group(range, meeting.group);
  const Subject subject = subject_of(*meeting.site);
  Place place{.the_case = case_,
              .members = {subject.first},
              .size = group.size,
              .enqueued = range.local,
              .group = group.id,
              .index = meeting.group,
              .groups = volume(group_counts(range)),
              .source = meeting.source};
  place.the_case.builtin = subject.first;
  place.the_case.type = subject.second;
  place.values = with_gentype(
      subject.second, [&]<class T>() { return kinds_of<T>(std::span<const T>(typed<T>(meeting.passed))); });
  return place;
}

std::optional<std::vector<Word>> ProgramReplay::answer(const ToldBug& bug, const Meeting& meeting,
                                                       std::size_t turn, bool anywhere) const {
  if (bug.models->empty()) return std::nullopt;
  const Subject subject = subject_of(*meeting.site);
  if (!anywhere && (!bug.subjects.contains(subject) || !bug.boundary->may_hold_in_program(place_of(meeting))))
    return std::nullopt;
  const Cause& cause = *model_for(*bug.models, subject.second, turn);
  return with_gentype(subject.second,
                      [&]<class T>() { return answer_of_model<T>(cause, meeting, program_.launch.range); });
}

ProgramReplay::WrongRun ProgramReplay::run_under(std::span<const ToldBug> bugs, std::size_t turn,
                                                 bool anywhere) const {
  WrongRun result;
  RunOptions options;
  // What takes so many times as long goes round for ever, as far as anybody waits.
  options.step_limit = 4 * program_.expected.steps;
  options.wrong = [&](const Meeting& meeting) -> std::optional<std::vector<Word>> {
    for (const ToldBug& bug : bugs)
      if (auto instead = answer(bug, meeting, turn, anywhere); instead && *instead != meeting.returned) {
        result.struck = true;
        return instead;
      }
    return std::nullopt;
  };
  try {
    result.outputs = run(program_.program, program_.launch, options).outputs;
  } catch (const IllegalProgram&) {
    // It has no meaning any more: what a device would write is anybody's guess.
  }
  return result;
}

bool ProgramReplay::is_what_came(const std::vector<OutputBuffer>& outputs) const {
  if (evidence_ == nullptr || evidence_->outputs.size() != outputs.size()) return false;
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    const Type type = program_.program.outputs[o];
    const std::size_t bytes = info(type).bytes;
    const BufferEvidence& came = evidence_->outputs[o];
    if (came.bytes.size() != bytes * outputs[o].values.size()) return false;
    for (std::size_t item = 0; item < outputs[o].values.size(); ++item) {
      const auto got = std::span(came.bytes).subspan(item * bytes, bytes);
      const bool untouched = std::ranges::equal(got, came.poison);
      if (untouched != (outputs[o].written[item] == 0)) return false;
      if (!untouched && word_from(type, got) != word_from(type, bytes_of(type, outputs[o].values[item])))
        return false;
    }
  }
  return true;
}

Account ProgramReplay::account(const ToldBug& bug, bool anywhere) const {
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
  const std::span alone(&bug, 1);
  for (std::size_t turn = 0; turn < most_models(alone); ++turn) {
    const WrongRun wrong = run_under(alone, turn, anywhere);
    if (!wrong.struck) continue;
    if (wrong.outputs && is_what_came(*wrong.outputs)) return Account::Exact;
    if (!wrong.outputs || *wrong.outputs != program_.expected.outputs) best = Account::Possible;
  }
  return best;
}

bool ProgramReplay::explained_by_all(std::span<const ToldBug> bugs) const {
  for (std::size_t turn = 0; turn < most_models(bugs); ++turn) {
    const WrongRun wrong = run_under(bugs, turn, false);
    if (wrong.struck && wrong.outputs && is_what_came(*wrong.outputs)) return true;
  }
  return false;
}

bool ProgramReplay::may_be_lost_by(const ToldBug& bug) const {
  return std::ranges::any_of(subjects_, [&](const Subject& subject) {
    if (!bug.subjects.contains(subject)) return false;
    const Extents& local = program_.launch.range.local;
    Place place{.the_case = case_, .whole_case = true, .size = local, .enqueued = local};
    for (const Subject& other : subjects_) place.members.push_back(other.first);
    place.the_case.builtin = subject.first;
    place.the_case.type = subject.second;
    return bug.boundary->may_hold_in_program(place);
  });
}

bool ProgramReplay::loses_meaning(const ToldBug& bug) const {
  if (bug.models->empty()) return false;
  const WrongRun wrong = run_under(std::span(&bug, 1), 0, false);
  return wrong.struck && !wrong.outputs;
}

}  // namespace wgcts::harness
