#include "harness/replay/replay.hpp"

#include <cstring>

#include "harness/program/job.hpp"
#include "harness/program/kernel.hpp"
#include "harness/program/kernel_run.hpp"
#include "reference/causes/wrong_model.hpp"
#include "suites/programs/visit.hpp"

namespace wgcts::harness {
namespace {

Launch launch_of(const Case& c) { return launches_of({.cases = {c}}).front(); }

/// The builtins in the kernel of the run, or of the launch if there is no evidence.
std::vector<const Builtin*> members_of(const Launch& launch, const Evidence* evidence) {
  if (evidence == nullptr) return launch.kernel.members;
  std::vector<const Builtin*> members;
  for (const std::string& member : evidence->members)
    if (const Builtin* b = builtin_named(member)) members.push_back(b);
  return members;
}

/// If the driver chose the local size, the NDRange is still that of the case's own size.
NDRange range_of(const Case& c, const Launch& launch, const Layout& layout, const Evidence* evidence,
                 const DeviceFacts& facts) {
  const Extents size = c.variant->situation == Situation::Unsized
                           ? local_size_of(launch.local, launch.dim, facts)
                           : layout.local;
  NDRange range = ndrange(c.dim, size, *c.variant, evidence != nullptr ? evidence->groups : layout.groups);
  range.local = layout.local;
  return range;
}

/// Whether these work-groups make the site's call in a function that the kernel calls.
bool is_in_helper(const Case& c, unsigned site, std::size_t group) {
  return has_parts(*c.variant) || c.form->in_helper(site, group);
}

/// The number of the site's call among those of its builtin in one run of its function, from 1. If several
/// functions of the form have calls, each has one.
unsigned call_in_function_of(const Case& c, unsigned site, std::size_t group) {
  return is_in_helper(c, site, group) || !c.form->one_function ? 1 : c.form->call_number(site);
}

/// The number of the site's call in the text of its function, from 1. A helper function has no other call.
unsigned call_site_of(const Case& c, const std::vector<const Builtin*>& members, unsigned site,
                      std::size_t group) {
  const auto member = static_cast<unsigned>(index_in(members, c.builtin));
  return is_in_helper(c, site, group) ? 1 : c.form->call_site_number(site, member);
}

template <class T>
std::vector<T> values_in(std::span<const std::byte> bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

/// The kinds of a work-group's values `x`, by local linear id.
template <class T>
std::uint32_t kinds_of(std::span<const T> x) {
  std::uint32_t kinds = 0;
  const auto mark = [&](std::uint32_t bit, bool is) { kinds |= is ? bit : 0; };
  constexpr double large = 0x1p24;
  // With one lane, the values are always uniform. A single 0 does not count as ids.
  bool uniform = true, ids = x.size() > 1;
  for (std::size_t lane = 0; lane < x.size(); ++lane) {
    const T v = x[lane];
    const ExactNumber wide = v;
    mark(bit_of_kind("negative"), v < T{0});
    mark(bit_of_kind("large"), abs(wide) >= large && !wide.is_infinite());
    mark(bit_of_kind("nan"), is_nan(v));
    mark(bit_of_kind("inf"), wide.is_infinite());
    mark(bit_of_kind("zero"), v == T{0});
    if constexpr (is_float_v<T>)
      mark(bit_of_kind("subnormal"), v != T{0} && abs(wide) < Limits<T>::min_normal());
    uniform &= same_bits(v, x[0]);
    ids &= wide == std::uint64_t{lane};
  }
  mark(bit_of_kind("uniform"), uniform);
  mark(bit_of_kind("ids"), ids);
  return kinds;
}

template <class T>
class TypedReplay final : public Replay {
 public:
  TypedReplay(const Case& c, const Launch& launch, const Layout& layout, const Evidence* evidence,
              const DeviceFacts& facts, std::uint64_t seed)
      : Replay(c, launch, layout, evidence, facts, seed) {
    if (evidence != nullptr && evidence->poison.size() == sizeof(T))
      std::memcpy(&unwritten_, evidence->poison.data(), sizeof(T));
  }

  Place made_place(CallAt at) const override {
    const Scene<T>& s = scene(at);
    const auto site = static_cast<unsigned>(at.site);
    return {.the_case = case_,
            .call = case_.form->call_number(site),
            .call_in_function = call_in_function_of(case_, site, at.group),
            .call_site = call_site_of(case_, members_, site, at.group),
            .in_helper = is_in_helper(case_, site, at.group),
            .members = members_in(members_),
            .size = s.size,
            .enqueued = grid().range.local,
            .group = grid().group(at.group).id,
            .last = grid().group(groups() - 1).id,
            .index = at.group,
            .groups = groups(),
            .source = s.source,
            .values = kinds_of<T>(s.x),
            .sub_groups = sub_groups_of(case_, facts_, s.size)};
  }

  std::vector<Cause> causes(CallAt at, std::span<const std::byte> got) const override {
    const std::vector<T> values = values_in<T>(got);
    auto found = causes_of<T>(scene(at), values);
    // Models of other calls and groups are slow, so they are tried only for forms with several calls, or if
    // no strong model fits. Models with a free value may fit by chance.
    const auto is_strong = [](const Cause& c) {
      return c.what < What::OtherCall && c.what != What::Constant && c.what != What::WrongIdentity;
    };
    const bool several_calls = case_.form->sites > 1;
    if (several_calls || std::ranges::none_of(found, is_strong))
      found = causes_of<T>(with_neighbours(at), values);
    return found;
  }
  bool explains(const Cause& cause, CallAt at, std::span<const std::byte> got) const override {
    return wgcts::reference::explains<T>(cause, scene_for(cause, at), values_in<T>(got));
  }
  bool changes(const Cause& cause, CallAt at) const override {
    return wgcts::reference::changes<T>(cause, scene_for(cause, at));
  }
  bool differ(const Cause& one, const Cause& other, CallAt at) const override {
    return wgcts::reference::differ<T>(one, other, scene_for(looks_around(one) ? one : other, at));
  }

 private:
  const Scene<T>& scene(CallAt at) const {
    if (scene_at_ == at) return scene_;
    const GroupData data = this->data(at);
    scene_at_ = at;
    scene_ = {.collective = case_.builtin->collective,
              .rule = data.rule,
              .x = values_in<T>(data.x),
              .source = data.source,
              .truth = values_in<T>(data.truth),
              .low = values_in<T>(data.low),
              .high = values_in<T>(data.high),
              .size = grid().group(at.group).size,
              .offset = grid().range.offset,
              .dim = case_.dim,
              .unwritten = unwritten_};
    return scene_;
  }

  static bool looks_around(const Cause& cause) {
    return cause.what == What::OtherCall || cause.what == What::OtherGroup;
  }
  const Scene<T>& scene_for(const Cause& cause, CallAt at) const {
    return looks_around(cause) ? with_neighbours(at) : scene(at);
  }

  /// The scene with the results of other work-groups and calls.
  const Scene<T>& with_neighbours(CallAt at) const {
    if (neighbours_at_ == at) return with_neighbours_;
    Scene<T>& s = with_neighbours_ = scene(at);
    neighbours_at_ = at;
    const std::size_t g = at.group, all = groups();
    const auto of_group = [&](std::size_t other) {
      return other == g ? std::vector<T>{} : values_in<T>(data({at.site, other}).truth);
    };
    if (all > 1)
      s.groups = {of_group((g + 1) % all), of_group((g + all - 1) % all), of_group(0), of_group(all - 1)};
    s.calls = calls_around(at);
    s.own_calls = case_.form->sites > 1 && case_.form->one_function;
    return s;
  }

  /// The correct results of the next, the previous and the first call, and those of all previous calls
  /// combined. If the form has several sites, these are calls of the same builtin; else of the kernel's other
  /// builtins.
  std::vector<std::vector<T>> calls_around(CallAt at) const {
    std::vector<std::vector<T>> calls(4);
    const std::size_t own = index_in(members_, case_.builtin);
    const std::size_t g = at.group;
    const unsigned number = case_.form->call_number(static_cast<unsigned>(at.site));
    if (case_.form->sites > 1) {
      calls[0] = of_call(number + 1, g);
      calls[1] = of_call(number - 1, g);
      if (number > 1) calls[2] = of_call(1, g);
      if (const Op op = joining_op(case_.builtin->collective); number > 1 && op != Op::None) {
        calls[3] = of_call(1, g);
        for (unsigned before = 2; before < number; ++before) {
          const auto more = of_call(before, g);
          for (std::size_t lane = 0; lane < std::min(more.size(), calls[3].size()); ++lane)
            calls[3][lane] = combine(op, calls[3][lane], more[lane]);
        }
      }
      return calls;
    }
    if (own >= members_.size()) return calls;
    const auto of_member = [&](std::size_t member) {
      auto& checker = neighbours_[member];
      if (!checker) checker = checker_of(members_[member], 0);
      return values_in<T>(checker->data(g).truth);
    };
    if (own + 1 < members_.size()) calls[0] = of_member(own + 1);
    if (own > 0) calls[1] = of_member(own - 1);
    if (own > 1) calls[2] = of_member(0);
    return calls;
  }

  /// The correct results of the builtin's call of that number; empty if there is none.
  std::vector<T> of_call(unsigned wanted, std::size_t g) const {
    // The result of the first call is unused. Its input is the value that each work-item loads for that site.
    if (const auto unused = case_.form->unused_call; unused && wanted == 1) {
      const Scene<T>& like = scene({*unused, g});
      std::vector<T> loaded(like.x.size());
      for (std::size_t lane = 0; lane < loaded.size(); ++lane)
        loaded[case_.form->reads(*unused, lane, loaded.size())] = like.x[lane];
      return answers<T>(case_.builtin->collective, loaded, like.source);
    }
    for (std::size_t site = 0; site < sites(); ++site)
      if (case_.form->call_number(static_cast<unsigned>(site)) == wanted)
        return values_in<T>(data({site, g}).truth);
    return {};
  }

  /// Unknown for a passing case: a value that no data class has.
  T unwritten_ = value_from<T>(0xa5c3a5c3a5c3a5c3ULL);
  mutable std::map<std::size_t, std::unique_ptr<SiteChecker>> neighbours_;
  mutable std::optional<CallAt> scene_at_, neighbours_at_;
  mutable Scene<T> scene_, with_neighbours_;
};

/// Whether the model computes all results from the call alone.
template <class T>
bool is_computable(const Cause& cause) {
  constexpr What open[] = {What::Unwritten, What::OtherCall, What::OtherGroup, What::ResultMissingOn,
                           What::Inexact};
  return !is_in(cause.what, open) && row_of<T>(cause.what).fits == nullptr;
}

Subject subject_of(const Expr& collective) {
  return {&*std::ranges::find(builtins, collective.collective, &Builtin::collective), collective.type};
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
  constexpr std::size_t most_tried = 4;
  return std::min(most, most_tried);
}

}  // namespace

Replay::Replay(const Case& c, const Launch& launch, const Layout& layout, const Evidence* evidence,
               const DeviceFacts& facts, std::uint64_t seed)
    : case_(c),
      facts_(facts),
      members_(members_of(launch, evidence)),
      evidence_(evidence),
      seed_(seed),
      walk_(layout.walk),
      grid_(range_of(c, launch, layout, evidence, facts)) {
  for (unsigned site = 0; site < c.form->sites; ++site) checkers_.push_back(checker_of(c.builtin, site));
}

const Place& Replay::place(CallAt at) const {
  const auto known = places_.find(at);
  return known != places_.end() ? known->second : places_.emplace(at, made_place(at)).first->second;
}

std::vector<WrongOutput> Replay::wrong_outputs() const {
  std::vector<WrongOutput> outputs;
  if (evidence_ == nullptr) return outputs;
  const std::size_t count = std::min(sites(), evidence_->sites.size());
  bool any = true;
  for (std::size_t turn = 0; any; ++turn) {
    any = false;
    for (std::size_t site = 0; site < count; ++site) {
      const auto& of_site = evidence_->sites[site].outputs;
      if (turn >= of_site.size()) continue;
      any = true;
      const auto& [group, bytes] = of_site[turn];
      if (group < groups() && bytes.size() == volume(grid_.group(group).size) * info(case_.type).bytes)
        outputs.push_back({{site, group}, bytes});
    }
  }
  return outputs;
}

bool Replay::may_show(std::span<const Cause> causes) const {
  constexpr std::size_t some = 8;
  return std::ranges::any_of(some_judged(*this, some), [&](CallAt at) {
    return std::ranges::any_of(causes, [&](const Cause& cause) { return changes(cause, at); });
  });
}

std::unique_ptr<SiteChecker> Replay::checker_of(const Builtin* builtin, unsigned site) const {
  Case c = case_;
  c.builtin = builtin;
  return make_site_checker(c, site, grid_, rules_of(facts_, c.type), walk_, seed_);
}

std::optional<SubGroups> sub_groups_of(const Case& c, const DeviceFacts& facts, const Extents& size) {
  if (!facts.implementation || !facts.implementation->sub_groups) return std::nullopt;
  SubGroupLayout layout = *facts.implementation->sub_groups;
  if (c.variant->sub_group != 0) layout.width = c.variant->sub_group;
  return results::sub_groups_of(layout, size);
}

Place place_of(const Case& c, const DeviceFacts& facts) {
  const Launch launch = launch_of(c);
  const Extents local = local_size_of(launch.local, launch.dim, facts);
  // The results do not show which call failed, so this uses the last one.
  unsigned call_site = 1;
  bool in_helper = false;
  for (unsigned site = 0; site < c.form->sites; ++site) {
    call_site = std::max(call_site, call_site_of(c, launch.kernel.members, site, 0));
    in_helper = in_helper || is_in_helper(c, site, 0);
  }
  return {.the_case = c,
          .whole_case = true,
          .call_site = call_site,
          .in_helper = in_helper,
          .members = members_in(launch.kernel.members),
          .size = local,
          .enqueued = local,
          .sub_groups = sub_groups_of(c, facts, local)};
}

std::vector<std::size_t> some_groups(const Replay& replay, std::size_t most) {
  auto some = stratified_sample(std::views::iota(std::size_t{0}, replay.groups()), most,
                                [&](std::size_t g) { return replay.is_smaller(g); });
  std::ranges::rotate(some, some.end() - 1);
  return some;
}

std::vector<CallAt> some_judged(const Replay& replay, std::size_t most) {
  std::vector<CallAt> all;
  for (const std::size_t group : some_groups(replay, most))
    for (std::size_t site = 0; site < replay.sites(); ++site)
      if (replay.judged({site, group})) all.push_back({site, group});
  return all;
}

std::unique_ptr<Replay> make_replay(const Case& c, const Evidence* evidence, const DeviceFacts& facts,
                                    std::uint64_t seed) {
  const Launch launch = launch_of(c);
  const Layout layout = layout_of(
      launch, evidence != nullptr ? evidence->local : local_size_of(launch.local, launch.dim, facts), facts);
  return with_gentype(c.type, [&]<class T>() -> std::unique_ptr<Replay> {
    return std::make_unique<TypedReplay<T>>(c, launch, layout, evidence, facts, seed);
  });
}

ProgramReplay::ProgramReplay(const Case& c, const Evidence* evidence, const DeviceFacts& facts)
    : case_(c), facts_(facts), evidence_(evidence), program_(named_program(c)) {
  visit_parts(program_.program, [&](const Expr& e) {
    if (e.kind != ExprKind::Collective) return;
    const auto [subject, is_new] = subjects_.emplace(subject_of(e), case_);
    std::tie(subject->second.builtin, subject->second.type) = subject->first;
  });
  for (const CollectiveCall& collective_call : runs_.collective_calls())
    executed_.emplace_back(subject_of(*collective_call.site), place_of(collective_call));
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

WrongRun ProgramReplay::run_with(const KnownBug& bug, std::size_t model, bool anywhere) const {
  return runs_.run_with([&](const CollectiveCall& collective_call) -> std::optional<std::vector<Word>> {
    const Subject subject = subject_of(*collective_call.site);
    if (!anywhere &&
        (!bug.subjects.contains(subject) || !bug.boundary->may_hold_in_program(place_of(collective_call))))
      return std::nullopt;
    const Cause& cause = *model_for(*bug.models, subject.second, model);
    if (!with_gentype(subject.second, [&]<class T>() { return is_computable<T>(cause); }))
      return std::nullopt;
    return answer_in_program(cause, collective_call, program_.launch.range);
  });
}

bool ProgramReplay::is_what_device_wrote(const std::vector<OutputBuffer>& outputs) const {
  if (evidence_ == nullptr || evidence_->outputs.size() != outputs.size()) return false;
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    const Type type = program_.program.outputs[o];
    const BufferEvidence& written = evidence_->outputs[o];
    if (written.bytes.size() != info(type).bytes * outputs[o].values.size() ||
        !wrote(outputs[o], type, written.bytes, written.poison))
      return false;
  }
  return true;
}

Match ProgramReplay::match(const KnownBug& bug, bool anywhere) const {
  const bool executes_the_bug = std::ranges::any_of(executed_, [&](const auto& m) {
    return anywhere || (bug.subjects.contains(m.first) && bug.boundary->may_hold_in_program(m.second));
  });
  if (!executes_the_bug) return Match::None;
  const auto computable = [](const auto& of_type) {
    return with_gentype(of_type.first,
                        [&]<class T>() { return std::ranges::any_of(of_type.second, is_computable<T>); });
  };
  if (std::ranges::none_of(*bug.models, computable)) return Match::Possible;
  Match best = Match::None;
  for (std::size_t model = 0; model < most_models(bug); ++model) {
    const WrongRun wrong = run_with(bug, model, anywhere);
    if (!wrong.changed) continue;
    // If the program is no longer legal, a device may write anything.
    if (wrong.outputs && is_what_device_wrote(*wrong.outputs)) return Match::Exact;
    if (!wrong.outputs || *wrong.outputs != program_.expected.outputs) best = Match::Possible;
  }
  return best;
}

bool ProgramReplay::may_be_terminated_by(const KnownBug& bug) const {
  const auto members = mapped(subjects_, [](const auto& s) { return s.first.first; });
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

bool ProgramReplay::is_undefined_with(const KnownBug& bug) const {
  if (bug.models->empty()) return false;
  const WrongRun wrong = run_with(bug, 0, false);
  return wrong.changed && !wrong.outputs;
}

}  // namespace wgcts::harness
