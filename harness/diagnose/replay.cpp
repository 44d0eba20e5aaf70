#include "harness/diagnose/replay.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>

#include "harness/check/site_checker.hpp"
#include "harness/program/job.hpp"
#include "harness/program/layout.hpp"
#include "reference/causes/wrong_model.hpp"
#include "suites/random.hpp"

namespace wgcts::harness {
namespace {

/// The launch as it was, or as it would be.
struct Shape {
  Extents local{};
  std::size_t groups = 0, walk = 0;
  std::vector<const Builtin*> members;
};

Shape shape_of(const Case& c, const Evidence* evidence, const DeviceFacts& facts) {
  const Launch launch = launches_of({.cases = {c}}).front();
  const Extents local =
      evidence != nullptr ? evidence->local : local_size_of(launch, facts, facts.max_work_group_size);
  const Layout layout = layout_of(launch, local, facts);
  Shape shape{local, layout.groups, layout.walk, launch.kernel.members};
  if (evidence == nullptr) return shape;
  shape.groups = evidence->groups;
  shape.members.clear();
  for (const std::string& member : evidence->members)
    if (const Builtin* b = builtin_named(member)) shape.members.push_back(b);
  return shape;
}

/// Where the driver chose the local size, the NDRange is as large as with the case's own.
NDRange range_of(const Case& c, const Shape& shape, const DeviceFacts& facts) {
  if (c.variant->situation != Situation::Unsized)
    return ndrange(c.dim, shape.local, *c.variant, shape.groups);
  const Launch launch = launches_of({.cases = {c}}).front();
  NDRange range =
      ndrange(c.dim, local_size_of(launch, facts, facts.max_work_group_size), *c.variant, shape.groups);
  range.local = shape.local;
  return range;
}

template <class T>
std::vector<T> values_in(const std::vector<std::byte>& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

template <class T>
class TypedReplay final : public Replay {
 public:
  TypedReplay(const Case& c, const Evidence* evidence, const DeviceFacts& facts, std::uint64_t seed)
      : case_(c),
        facts_(facts),
        seed_(seed),
        shape_(shape_of(c, evidence, facts)),
        grid_(range_of(c, shape_, facts)) {
    if (evidence != nullptr && evidence->poison.size() == sizeof(T))
      std::memcpy(&unwritten_, evidence->poison.data(), sizeof(T));
    for (unsigned site = 0; site < c.form->sites; ++site) checkers_.push_back(checker_of(c, site));
  }

  std::size_t sites() const override { return checkers_.size(); }
  std::size_t groups() const override { return grid_.groups.size(); }
  bool is_smaller(std::size_t g) const override { return grid_.groups[g].size != shape_.local; }
  bool judged(std::size_t site, std::size_t g) const override {
    return scene(site, g).rule != Rule::Observed;
  }
  bool is_exact(std::size_t site, std::size_t g) const override { return !leaves_room(scene(site, g).rule); }
  Place place(std::size_t site, std::size_t g) const override {
    const Scene<T>& s = scene(site, g);
    return {.the_case = case_,
            .call = case_.form->call_number(static_cast<unsigned>(site)),
            .call_site = case_.form->call_site_number(static_cast<unsigned>(site), own_member()),
            .members = shape_.members,
            .size = s.size,
            .enqueued = shape_.local,
            .group = grid_.groups[g].id,
            .last = grid_.groups.back().id,
            .index = g,
            .groups = grid_.groups.size(),
            .source = s.source,
            .values = kinds_of<T>(s.x)};
  }

  std::vector<Cause> causes(std::size_t site, std::size_t g, std::span<const std::byte> got) const override {
    const std::vector<T> values = typed(got);
    auto found = causes_of<T>(scene(site, g), values);
    // Models of other calls and groups are slow, so they are tried only if no strong model fits. Models with
    // a free value fit by chance.
    const auto is_strong = [](const Cause& c) {
      return c.what < What::OtherCall && c.what != What::Constant && c.what != What::WrongIdentity;
    };
    const bool several_calls = case_.form->sites > 1;
    if (several_calls || std::ranges::none_of(found, is_strong))
      found = causes_of<T>(with_neighbours(site, g), values);
    return found;
  }
  bool explains(const Cause& cause, std::size_t site, std::size_t g,
                std::span<const std::byte> got) const override {
    return wgcts::reference::explains<T>(cause, scene_for(cause, site, g), typed(got));
  }
  bool spoils(const Cause& cause, std::size_t site, std::size_t g) const override {
    return wgcts::reference::spoils<T>(cause, scene_for(cause, site, g));
  }
  bool part(const Cause& one, const Cause& other, std::size_t site, std::size_t g) const override {
    return wgcts::reference::part<T>(one, other,
                                     looks_around(one) ? scene_for(one, site, g) : scene_for(other, site, g));
  }

 private:
  static std::vector<T> typed(std::span<const std::byte> bytes) {
    return values_in<T>({bytes.begin(), bytes.end()});
  }

  std::unique_ptr<SiteChecker> checker_of(const Case& c, unsigned site) const {
    return make_site_checker(c, site, grid_, rules_of(facts_, c.type), shape_.walk, seed_);
  }

  std::vector<T> truth_of(const SiteChecker& checker, std::size_t g) const {
    return values_in<T>(checker.data(g).truth);
  }

  const Scene<T>& scene(std::size_t site, std::size_t g) const {
    const auto [found, made] = scenes_.try_emplace({site, g});
    if (!made) return found->second;
    Scene<T>& s = found->second;
    const GroupData data = checkers_[site]->data(g);
    s = {.collective = case_.builtin->collective,
         .rule = data.rule,
         .x = values_in<T>(data.x),
         .source = data.source,
         .truth = values_in<T>(data.truth),
         .low = values_in<T>(data.low),
         .high = values_in<T>(data.high),
         .size = grid_.groups[g].size,
         .offset = grid_.range.offset,
         .dim = case_.dim,
         .unwritten = unwritten_};
    return s;
  }

  static bool looks_around(const Cause& cause) {
    return cause.what == What::OtherCall || cause.what == What::OtherGroup;
  }
  const Scene<T>& scene_for(const Cause& cause, std::size_t site, std::size_t g) const {
    return looks_around(cause) ? with_neighbours(site, g) : scene(site, g);
  }

  /// The builtin's place among those of the kernel.
  unsigned own_member() const {
    return static_cast<unsigned>(std::ranges::find(shape_.members, case_.builtin) - shape_.members.begin());
  }

  /// With the results of other work-groups and calls.
  const Scene<T>& with_neighbours(std::size_t site, std::size_t g) const {
    const auto [found, is_new] = with_neighbours_.try_emplace({site, g});
    if (!is_new) return found->second;
    Scene<T>& s = found->second = scene(site, g);
    const std::size_t groups = grid_.groups.size();
    const auto of_group = [&](std::size_t other) {
      return other == g ? std::vector<T>{} : truth_of(*checkers_[site], other);
    };
    if (groups > 1)
      s.groups = {of_group((g + 1) % groups), of_group((g + groups - 1) % groups), of_group(0),
                  of_group(groups - 1)};
    s.calls = calls_around(site, g);
    s.own_calls = case_.form->sites > 1 && case_.form->one_function;
    return s;
  }

  /// The right answers of the calls behind, before and first, and those of all before joined into one: of the
  /// builtin's own calls in that function, where it has several, else of the kernel's other builtins.
  std::vector<std::vector<T>> calls_around(std::size_t site, std::size_t g) const {
    std::vector<std::vector<T>> calls(4);
    const std::size_t own = own_member();
    const unsigned number = case_.form->call_number(static_cast<unsigned>(site));
    if (case_.form->sites > 1) {
      calls[0] = of_call(number + 1, g);
      calls[1] = of_call(number - 1, g);
      if (number > 1) calls[2] = of_call(1, g);
      if (number > 1 && case_.builtin->collective.op != Op::None) {
        calls[3] = of_call(1, g);
        for (unsigned before = 2; before < number; ++before) {
          const auto more = of_call(before, g);
          for (std::size_t lane = 0; lane < std::min(more.size(), calls[3].size()); ++lane)
            calls[3][lane] = combine(case_.builtin->collective.op, calls[3][lane], more[lane]);
        }
      }
      return calls;
    }
    if (own >= shape_.members.size()) return calls;
    const auto of_member = [&](std::size_t member) { return truth_of(*neighbour(member), g); };
    if (own + 1 < shape_.members.size()) calls[0] = of_member(own + 1);
    if (own > 0) calls[1] = of_member(own - 1);
    if (own > 1) calls[2] = of_member(0);
    return calls;
  }

  /// The right answer of the builtin's call of that number; nothing where there is none.
  std::vector<T> of_call(unsigned wanted, std::size_t g) const {
    // The first call, whose result nobody uses, is of what each work-item itself loads for that site.
    if (const auto unused = case_.form->unused_call; unused && wanted == 1) {
      const Scene<T>& like = scene(*unused, g);
      std::vector<T> loaded(like.x.size());
      for (std::size_t lane = 0; lane < loaded.size(); ++lane)
        loaded[case_.form->reads(*unused, lane, loaded.size())] = like.x[lane];
      return answers<T>(case_.builtin->collective, loaded, like.source);
    }
    for (std::size_t site = 0; site < checkers_.size(); ++site)
      if (case_.form->call_number(static_cast<unsigned>(site)) == wanted)
        return truth_of(*checkers_[site], g);
    return {};
  }

  const SiteChecker* neighbour(std::size_t member) const {
    auto& checker = neighbours_[member];
    if (!checker) {
      Case other = case_;
      other.builtin = shape_.members[member];
      checker = checker_of(other, 0);
    }
    return checker.get();
  }

  Case case_;
  const DeviceFacts& facts_;
  std::uint64_t seed_;
  Shape shape_;
  Grid grid_;
  /// Unknown for a case that passed: some value that no data class has.
  T unwritten_ = std::bit_cast<T>(static_cast<bits_of<T>>(0xa5c3a5c3a5c3a5c3ULL));
  std::vector<std::unique_ptr<SiteChecker>> checkers_;
  mutable std::map<std::size_t, std::unique_ptr<SiteChecker>> neighbours_;
  mutable std::map<std::pair<std::size_t, std::size_t>, Scene<T>> scenes_, with_neighbours_;
};

}  // namespace

Place place_of(const Case& c, const DeviceFacts& facts) {
  const Launch launch = launches_of({.cases = {c}}).front();
  const Extents local = local_size_of(launch, facts, facts.max_work_group_size);
  const auto& members = launch.kernel.members;
  const auto member = static_cast<unsigned>(std::ranges::find(members, c.builtin) - members.begin());
  // Of several calls the last.
  unsigned call_site = 1;
  for (unsigned site = 0; site < c.form->sites; ++site)
    call_site = std::max(call_site, c.form->call_site_number(site, member));
  return {.the_case = c,
          .whole_case = true,
          .call_site = call_site,
          .members = members,
          .size = local,
          .enqueued = local};
}

std::vector<std::size_t> some_groups(const Replay& replay, std::size_t most) {
  std::vector<std::size_t> all(replay.groups());
  std::iota(all.begin(), all.end(), std::size_t{0});
  auto some = stratified_sample(std::move(all), most, [&](std::size_t g) { return replay.is_smaller(g); });
  std::ranges::rotate(some, some.end() - 1);
  return some;
}

std::unique_ptr<Replay> make_replay(const Case& c, const Evidence* evidence, const DeviceFacts& facts,
                                    std::uint64_t seed) {
  return with_gentype(c.type, [&]<class T>() -> std::unique_ptr<Replay> {
    return std::make_unique<TypedReplay<T>>(c, evidence, facts, seed);
  });
}

}  // namespace wgcts::harness
