// Makes kernel runs from a case that shows a bug.
#include <algorithm>
#include <bit>

#include "harness/check/site_rules.hpp"
#include "harness/experiments/failing_run.hpp"
#include "harness/process/protocol.hpp"
#include "harness/program/kernel.hpp"
#include "harness/program/layout.hpp"
#include "suites/programs/small_kernel.hpp"

namespace wgcts::harness {
namespace {

Word word_in(GenType type, std::uint64_t bits) {
  return with_gentype(type, [&]<class T>() { return word_of_value(value_from<T>(bits)); });
}

/// A value, bit for bit, that gives the same result for any number of lanes that pass it.
std::uint64_t lasting_value(const Collective& c, GenType type) {
  const bool any_will_do =
      c.op == Op::None || ((c.op == Op::Min || c.op == Op::Max) && c.family != Family::ScanExclusive);
  return with_gentype(type, [&]<class T>() -> std::uint64_t {
    return std::bit_cast<bits_of<T>>(any_will_do ? T{1} : identity<T>(c.op));
  });
}

/// The work-groups of the case whose data a launch uses.
enum class Choice : std::uint8_t { Copies, Neighbours, All };

class Starts {
 public:
  Starts(const Experiment& experiment, const Replay& replay, GroupAt wrong, const DeviceFacts& facts,
         const std::function<bool(FailingRun)>& take)
      : case_(experiment.the_case), replay_(replay), wrong_(wrong), facts_(facts), take_(take) {
    case_.local.extents = replay.grid().range.local;
    members_ = kernel_of(case_, experiment.alone, experiment.without).members;
    const Variant& variant = *case_.variant;
    // Small kernels cannot have a variant's additional statements. Without -cl-std the builtins are not
    // declared.
    if (suites::has_company(variant) || variant.unversioned) return;
    small_ = small_kernels_for(*case_.form);
    if (has_parts(variant)) small_ = {&*std::ranges::find(small_kernels(), "helper", &SmallKernel::name)};
  }

  void run() {
    if (members_.size() > 1) {
      // Tries the shortest kernels without the co-resident calls first.
      const auto together = std::exchange(members_, {case_.builtin});
      if (any_small(&Starts::add_few)) return;
      members_ = together;
      // Only the shortest small kernel calls all members.
      std::erase_if(small_, [](const SmallKernel* kernel) { return kernel != &small_kernels().front(); });
      (void)(any_kernel(&Starts::add_few) || any_kernel(&Starts::add_many));
      return;
    }
    if (any_kernel(&Starts::add_few) || any_kernel(&Starts::add_many)) return;
    // Cases whose launch is cheap are launched several times, so the fault may need a second launch.
    if (case_.variant != plain_variant) return;
    case_.variant = variant("relaunched");
    any_small(&Starts::add_few);
  }

 private:
  using AddAs = bool (Starts::*)(const SmallKernel*);
  bool any_small(AddAs way) {
    return std::ranges::any_of(small_, [&](const SmallKernel* kernel) { return (this->*way)(kernel); });
  }
  /// Tries the small kernels, then the case's own kernel (nullptr).
  bool any_kernel(AddAs way) { return any_small(way) || (this->*way)(nullptr); }

  Situation situation() const { return case_.variant->situation; }
  bool is_unsized() const { return situation() == Situation::Unsized; }

  bool add_few(const SmallKernel* kernel) {
    // Two work-groups, or two in each dimension if the NDRange has a remainder.
    const std::size_t some = case_.variant->remainder ? std::size_t{1} << case_.dim : 2;
    const bool one_is_enough = (kernel == nullptr || kernel->groups == 1) && !case_.variant->remainder;
    return (one_is_enough && add(kernel, 1, Choice::Copies)) || add(kernel, some, Choice::Copies) ||
           add(kernel, some, Choice::Neighbours);
  }

  /// Only the case's own kernel tries intermediate counts, because it is not reduced later.
  bool add_many(const SmallKernel* kernel) {
    constexpr std::size_t times = 4;
    if (kernel == nullptr)
      for (std::size_t groups = times; groups < replay_.groups(); groups *= times)
        if (add(kernel, groups, Choice::All)) return true;
    return add(kernel, replay_.groups(), Choice::All);
  }

  NDRange range_of(std::size_t groups) const {
    if (groups == replay_.groups()) return replay_.grid().range;
    if (groups > 2) return ndrange(case_.dim, case_.local.extents, *case_.variant, groups);
    NDRange range{case_.dim, case_.local.extents, case_.local.extents, {}};
    range.global[0] *= groups;
    if (case_.variant->remainder && range.local[0] > 1)
      range.global[0] -= range.local[0] - (range.local[0] / 2 + 1);
    for (unsigned d = 0; d < case_.dim; ++d) range.offset[d] = case_.variant->offset[d];
    return range;
  }

  /// The work-group of the case whose data work-group `group` of the launch uses: the wrong one, one after
  /// it, or that with the same id. Takes the next one of the given size; none if there is none.
  std::optional<std::size_t> source_of(std::size_t group, const Extents& size, Choice choice) const {
    const Grid& grid = replay_.grid();
    const std::size_t first =
        choice == Choice::All ? group : wrong_.group + (choice == Choice::Neighbours ? group : 0);
    for (std::size_t i = 0; i < grid.groups; ++i)
      if (const std::size_t g = (first + i) % grid.groups; grid.group(g).size == size) return g;
    return std::nullopt;
  }

  /// The argument of each work-item, bit for bit.
  std::vector<std::uint64_t> values_of(const Builtin& builtin, const GroupData& data) const {
    std::vector<std::uint64_t> bits(data.x.size() / info(case_.type).bytes);
    for (std::size_t lane = 0; lane < bits.size(); ++lane)
      bits[lane] =
          is_unsized() ? lasting_value(builtin.collective, case_.type) : element_of(data.x, case_.type, lane);
    return bits;
  }

  /// Returns whether the run is taken.
  bool add(const SmallKernel* kernel, std::size_t groups, Choice choice) {
    if (kernel != nullptr && groups < kernel->groups) return false;
    const Grid grid(range_of(groups));
    const std::size_t calls = kernel != nullptr ? 1 : members_.size() * case_.form->sites;
    if (grid.items() * calls * info(case_.type).bytes > most_run_bytes) return false;
    return kernel != nullptr ? add_small(*kernel, grid, choice) : add_own(grid, calls, choice);
  }

  bool add_small(const SmallKernel& kernel, const Grid& grid, Choice choice) {
    Calls calls{members_, case_.type, {}};
    const Extents id = source_for_all(grid, choice);
    calls.source.assign(id.begin(), id.begin() + case_.dim);
    ProgramLaunch launch{grid.range, {}, {}, {}, judging_of(case_, facts_)};
    const std::size_t inputs = kernel.program(calls).inputs.size();
    for (std::size_t i = 0; i < inputs; ++i) {
      auto& values = launch.inputs.emplace_back(grid.items());
      // A single call uses the data of the wrong call.
      const std::size_t site = inputs == 1 ? wrong_.site : i % replay_.sites();
      for (std::size_t g = 0; g < grid.groups; ++g) {
        const auto source = source_of(g, grid.group(g).size, choice);
        if (!source) return false;
        const auto bits = values_of(*case_.builtin, replay_.data({site, *source}));
        const auto items = grid.lanes(g);
        for (std::size_t lane = 0; lane < bits.size(); ++lane)
          values[items[lane]] = word_in(case_.type, bits[lane]);
      }
    }
    auto program = launched(kernel, calls, launch);
    if (!program && inputs != 0) program = launched_on_numbers(kernel, calls, std::move(launch));
    if (!program || (is_unsized() && !fits_all_sizes(*program))) return false;
    return take_(failing_run_of(case_, std::move(*program), facts_));
  }

  /// Uses small numbers as inputs, because the case's data may be illegal for the other builtins.
  static std::optional<LegalProgram> launched_on_numbers(const SmallKernel& kernel, const Calls& calls,
                                                         ProgramLaunch launch) {
    for (auto& values : launch.inputs) std::ranges::fill(values, 0);
    const auto zeros = launched(kernel, calls, std::move(launch));
    if (!zeros) return std::nullopt;
    return with_values(*zeros, [](std::size_t lane, std::size_t) { return std::int64_t(lane) + 1; });
  }

  bool add_own(const Grid& grid, std::size_t count, Choice choice) {
    if (is_unsized() && case_.form->value != nullptr) return false;
    std::vector<StoredCall> calls;
    for (std::size_t c = 0; c < count; ++c)
      for (std::size_t g = 0; g < grid.groups; ++g) {
        const auto source = source_of(g, grid.group(g).size, choice);
        if (!source) return false;
        const GroupData data = replay_.data({c % replay_.sites(), *source});
        const Builtin& builtin = *members_[c / case_.form->sites];
        StoredCall call{builtin.collective, data.rule, g, values_of(builtin, data),
                        takes_first_lane() ? 0 : data.source};
        if (is_unsized() && call.rule != Rule::Observed) call.rule = usual_rule(builtin.collective);
        // The results of the kernel's other builtins are not judged.
        if (&builtin != case_.builtin) call.rule = Rule::Observed;
        for (const std::size_t item : grid.lanes(g)) call.elements.push_back(c * grid.items() + item);
        calls.push_back(std::move(call));
      }
    KernelRun run = run_of_case(case_, members_, grid.range, calls, facts_);
    std::erase_if(calls, [&](const StoredCall& c) { return c.collective != case_.builtin->collective; });
    return take_({case_, std::move(run), {}, std::move(calls)});
  }

  /// Whether broadcasts read lane 0, because work-groups of other sizes run the kernel too.
  bool takes_first_lane() const { return situation() == Situation::Relaunched || is_unsized(); }

  /// A small kernel has one source for all broadcasts: that of the wrong work-group if all work-groups have
  /// such a work-item, else lane 0.
  Extents source_for_all(const Grid& grid, Choice choice) const {
    const Extents size = grid.group(0).size;
    const auto source = source_of(0, size, choice);
    if (takes_first_lane() || !source) return {};
    const Extents id = unlinear(replay_.data({wrong_.site, *source}).source, size);
    for (std::size_t g = 0; g < grid.groups; ++g) {
      const Extents in = grid.group(g).size;
      if (id[0] >= in[0] || id[1] >= in[1] || id[2] >= in[2]) return {};
    }
    return id;
  }

  Case case_;
  const Replay& replay_;
  GroupAt wrong_;
  const DeviceFacts& facts_;
  const std::function<bool(FailingRun)>& take_;
  std::vector<const Builtin*> members_;
  std::vector<const SmallKernel*> small_;
};

}  // namespace

void visit_starts(const Experiment& experiment, const Replay& replay, GroupAt wrong, const DeviceFacts& facts,
                  const std::function<bool(FailingRun)>& take) {
  Starts(experiment, replay, wrong, facts, take).run();
}

}  // namespace wgcts::harness
