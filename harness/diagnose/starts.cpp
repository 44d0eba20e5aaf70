#include "harness/diagnose/starts.hpp"

#include <algorithm>
#include <bit>
#include <charconv>

#include "harness/check/site_rules.hpp"
#include "harness/process/protocol.hpp"
#include "harness/program/kernel.hpp"
#include "harness/program/ndrange.hpp"
#include "reference/program/arithmetic.hpp"
#include "suites/programs/small_kernel.hpp"

namespace wgcts::harness {
namespace {

std::uint64_t bits_in(const Value& value) {
  std::uint64_t bits = 0;
  const char* const first = value.bits.data() + 2;  // behind 0x
  std::from_chars(first, value.bits.data() + value.bits.size(), bits, 16);
  return bits;
}

Word word_in(GenType type, std::uint64_t bits) {
  return with_gentype(
      type, [&]<class T>() { return word_of_value(std::bit_cast<T>(static_cast<bits_of<T>>(bits))); });
}

/// A value of which a collective makes the same, however many lanes have it; bit for bit.
std::uint64_t lasting_value(const Collective& c, GenType type) {
  const bool any_will_do =
      c.op == Op::None || ((c.op == Op::Min || c.op == Op::Max) && c.family != Family::ScanExclusive);
  return with_gentype(type, [&]<class T>() -> std::uint64_t {
    return std::bit_cast<bits_of<T>>(any_will_do ? T{1} : identity<T>(c.op));
  });
}

/// Which work-group of the case gives its data to a work-group of a launch.
enum class Choice : std::uint8_t { Copies, Neighbours, All };

class Starts {
 public:
  Starts(const Experiment& experiment, const Explanation& e, WrongPlace place, const DeviceFacts& facts,
         const std::function<bool(FailingRun)>& take)
      : case_(experiment.the_case), e_(e), place_(place), facts_(facts), take_(take) {
    case_.local.extents = e.range.local;
    members_ = kernel_of(case_, experiment.alone, experiment.without).members;
    const Variant& variant = *case_.variant;
    // Small kernels have no statements of a variant's, and without -cl-std there is nothing that they could
    // call.
    if (suites::has_company(variant) || variant.unversioned) return;
    kernels_ = small_kernels_for(*case_.form);
    if (has_parts(case_)) kernels_ = {&*std::ranges::find(small_kernels(), "helper", &SmallKernel::name)};
  }

  void run() {
    if (members_.size() > 1 ? run_in_company() : run_alone()) return;
    // A case is launched several times over where that costs little, and may be wrong from the second on.
    if (members_.size() > 1 || case_.variant != plain_variant) return;
    case_.variant = variant("relaunched");
    for (const SmallKernel* kernel : kernels_)
      if (add_few(kernel)) return;
  }

 private:
  Situation situation() const { return case_.variant->situation; }
  bool is_unsized() const { return situation() == Situation::Unsized; }

  bool run_alone() {
    const auto any = [&](auto add) { return std::ranges::any_of(kernels_, add) || add(nullptr); };
    return any([&](const SmallKernel* kernel) { return add_few(kernel); }) ||
           any([&](const SmallKernel* kernel) { return add_many(kernel); });
  }

  /// A call that goes wrong beside others: the shortest kernel all the same, then those that make several
  /// calls, for they are short.
  bool run_in_company() {
    const auto together = std::exchange(members_, {case_.builtin});
    const auto add = [&](const SmallKernel* kernel) { return add_few(kernel); };
    if (std::ranges::any_of(kernels_, add)) return true;
    members_ = together;
    const SmallKernel* all = kernels_.size() == 1 && !has_parts(case_) ? kernels_.front() : nullptr;
    return (all != nullptr && (add_few(all) || add_many(all))) || add_few(nullptr) || add_many(nullptr);
  }

  bool add_few(const SmallKernel* kernel) {
    const bool one_is_enough = (kernel == nullptr || kernel->groups == 1) && !case_.variant->remainder;
    return (one_is_enough && add(kernel, 1, Choice::Copies)) || add(kernel, few_groups(), Choice::Copies) ||
           add(kernel, few_groups(), Choice::Neighbours);
  }

  /// A program of calls is made smaller; the case's own kernel is not.
  bool add_many(const SmallKernel* kernel) {
    constexpr std::size_t times = 4;
    if (kernel == nullptr)
      for (std::size_t groups = times; groups < e_.groups; groups *= times)
        if (add(kernel, groups, Choice::All)) return true;
    return add(kernel, e_.groups, Choice::All);
  }

  /// Two work-groups, or where there are remainders two in each dimension.
  std::size_t few_groups() const { return case_.variant->remainder ? std::size_t{1} << case_.dim : 2; }

  NDRange range_of(std::size_t groups) const {
    if (groups == e_.groups) return e_.range;
    if (groups > 2) return ndrange(case_.dim, case_.local.extents, *case_.variant, groups);
    NDRange range{case_.dim, case_.local.extents, case_.local.extents, {}};
    range.global[0] *= groups;
    if (case_.variant->remainder && range.local[0] > 1)
      range.global[0] -= range.local[0] - (range.local[0] / 2 + 1);
    for (unsigned d = 0; d < case_.dim; ++d) range.offset[d] = case_.variant->offset[d];
    return range;
  }

  /// Data for work-group `group` of the launch, of that size: of the group that went wrong, of one behind it,
  /// or of the same one. nullptr where no such work-group ran.
  const GroupRecord* record_for(std::size_t site, std::size_t group, const Extents& size,
                                Choice choice) const {
    const auto& groups = e_.sites[site].groups;
    const std::size_t first =
        choice == Choice::All ? group : place_.group + (choice == Choice::Neighbours ? group : 0);
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const GroupRecord& record = groups[(first + i) % groups.size()];
      if (record.group.size == size) return &record;
    }
    return nullptr;
  }

  /// Whether it is taken.
  bool add(const SmallKernel* kernel, std::size_t groups, Choice choice) {
    if (kernel != nullptr && groups < kernel->groups) return false;
    const NDRange range = range_of(groups);
    const Grid grid(range);
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
      // A single call has the data of the one that went wrong.
      const std::size_t site = inputs == 1 ? place_.site : i % e_.sites.size();
      for (std::size_t g = 0; g < grid.groups.size(); ++g) {
        const GroupRecord* record = record_for(site, g, grid.groups[g].size, choice);
        if (record == nullptr) return false;
        for (std::size_t lane = 0; lane < grid.lanes[g].size(); ++lane)
          values[grid.lanes[g][lane]] = word_in(case_.type, bits_of_lane(*record, lane));
      }
    }
    auto program = launched(kernel, calls, launch);
    if (!program && inputs != 0) program = launched_on_numbers(kernel, calls, std::move(launch));
    if (!program || (is_unsized() && !fits_all_sizes(*program))) return false;
    return take_(failing_run_of(case_, std::move(*program), facts_));
  }

  /// What is legal for a builtin may not be for those beside it.
  static std::optional<LegalProgram> launched_on_numbers(const SmallKernel& kernel, const Calls& calls,
                                                         ProgramLaunch launch) {
    for (auto& values : launch.inputs) std::ranges::fill(values, 0);
    const auto zeros = launched(kernel, calls, std::move(launch));
    if (!zeros) return std::nullopt;
    return with_values(*zeros, [](std::size_t lane, std::size_t) { return std::int64_t(lane) + 1; });
  }

  bool add_own(const Grid& grid, std::size_t count, Choice choice) {
    std::vector<StoredCall> calls;
    for (std::size_t c = 0; c < count; ++c)
      for (std::size_t g = 0; g < grid.groups.size(); ++g) {
        const GroupRecord* record = record_for(c % e_.sites.size(), g, grid.groups[g].size, choice);
        if (record == nullptr) return false;
        const Builtin& builtin = *members_[c / case_.form->sites];
        StoredCall call{builtin.collective, record->rule, g};
        if (is_unsized() && call.rule != Rule::Observed) call.rule = usual_rule(builtin.collective);
        // What the other builtins of the kernel make of the case's data is not judged.
        if (&builtin != case_.builtin) call.rule = Rule::Observed;
        for (std::size_t lane = 0; lane < record->lanes.size(); ++lane)
          call.x.push_back(is_unsized() ? lasting_value(builtin.collective, case_.type)
                                        : bits_in(record->lanes[lane].input));
        call.source = takes_first_lane() ? 0 : record->source;
        for (const std::size_t item : grid.lanes[g]) call.elements.push_back(c * grid.items() + item);
        calls.push_back(std::move(call));
      }
    if (is_unsized() && case_.form->value != nullptr) return false;
    KernelRun run = run_of_case(case_, members_, grid.range, calls, facts_);
    std::erase_if(calls, [&](const StoredCall& c) { return c.collective != case_.builtin->collective; });
    return take_({case_, std::move(run), {}, std::move(calls)});
  }

  std::uint64_t bits_of_lane(const GroupRecord& record, std::size_t lane) const {
    return is_unsized() ? lasting_value(case_.builtin->collective, case_.type)
                        : bits_in(record.lanes[lane].input);
  }

  /// Work-groups of other sizes meet the kernel too: all of them have that work-item.
  bool takes_first_lane() const { return situation() == Situation::Relaunched || is_unsized(); }

  /// The text of a small kernel names one source for all broadcasts: that of the wrong work-group, where all
  /// work-groups have such a work-item.
  Extents source_for_all(const Grid& grid, Choice choice) const {
    const Extents& size = grid.groups.front().size;
    const GroupRecord* record = record_for(place_.site, 0, size, choice);
    if (takes_first_lane() || record == nullptr) return {};
    const Extents id = unlinear(record->source, size);
    const bool in_all = std::ranges::all_of(grid.groups, [&](const WorkGroup& group) {
      return id[0] < group.size[0] && id[1] < group.size[1] && id[2] < group.size[2];
    });
    return in_all ? id : Extents{};
  }

  Case case_;
  const Explanation& e_;
  WrongPlace place_;
  const DeviceFacts& facts_;
  const std::function<bool(FailingRun)>& take_;
  std::vector<const Builtin*> members_;
  std::vector<const SmallKernel*> kernels_;
};

}  // namespace

WrongPlace wrong_place(const Explanation& e) {
  for (const SiteRecord& site : e.sites)
    for (std::size_t g = 0; g < site.groups.size(); ++g)
      if (site.groups[g].rule != Rule::Observed &&
          std::ranges::any_of(site.groups[g].lanes, &LaneRecord::wrong))
        return {site.site, g};
  return {};
}

void visit_starts(const Experiment& experiment, const Explanation& e, WrongPlace place,
                  const DeviceFacts& facts, const std::function<bool(FailingRun)>& take) {
  Starts(experiment, e, place, facts, take).run();
}

bool fits_all_sizes(const LegalProgram& program) {
  ProgramLaunch apart = program.launch;
  apart.range.local = {1, 1, 1};
  const auto alone = proved(program.program, std::move(apart));
  return alone && alone->expected.outputs == program.expected.outputs;
}

std::optional<LegalProgram> with_values(const LegalProgram& program,
                                        const std::function<std::int64_t(std::size_t, std::size_t)>& value) {
  ProgramLaunch launch = program.launch;
  const Grid grid(launch.range);
  try {
    for (std::size_t i = 0; i < launch.inputs.size(); ++i)
      for (const auto& lanes : grid.lanes)
        for (std::size_t lane = 0; lane < lanes.size(); ++lane)
          launch.inputs[i][lanes[lane]] =
              convert(Type::Long, program.program.inputs[i], word(value(lane, lanes.size())));
    return proved(program.program, std::move(launch));
  } catch (const IllegalProgram&) {
    return std::nullopt;
  }
}

}  // namespace wgcts::harness
