#include <algorithm>
#include <bit>
#include <cstring>
#include <map>

#include "harness/check/site_rules.hpp"
#include "harness/experiments/experiments.hpp"
#include "harness/process/protocol.hpp"
#include "harness/program/job.hpp"
#include "harness/program/kernel.hpp"
#include "reference/causes/wrong_model.hpp"
#include "reference/program/arithmetic.hpp"
#include "suites/plan.hpp"
#include "suites/programs/small_kernel.hpp"
#include "suites/programs/visit.hpp"

namespace wgcts::harness {
namespace {

/// The case in OpenCL C, because short programs have no modules.
Case in_opencl_c(Case c) {
  if (is_module(c)) c.variant = without(*c.variant, Axis::Host);
  return c;
}

/// The collective whose result is the expression's value, unchanged; nullptr if there is none.
const Expr* collective_of(const Program& program, const Expr& e) {
  if (e.kind == ExprKind::Collective) return &e;
  if (e.kind != ExprKind::Call) return nullptr;
  const Block& body = program.functions[e.index].body;
  if (body.size() != 1 || body[0].kind != StmtKind::Return || body[0].exprs.empty()) return nullptr;
  return collective_of(program, body[0].exprs[0]);
}

Rule rule_of(const Collective& c, const OutputBuffer& output, const std::vector<std::size_t>& elements) {
  if (is_truth(c)) return Rule::Truth;
  for (const std::size_t element : elements)
    if (const Rule rule = output.values[element].rule; rule != Rule::Exact) return rule;
  return Rule::Exact;
}

std::vector<StoredCall> stored_calls(const LegalProgram& p) {
  std::map<const Expr*, std::size_t> outputs;  // the output that receives each collective's results
  visit_parts(p.program.functions.back().body, [&](const Stmt& s) {
    if (s.kind != StmtKind::Store) return;
    if (const Expr* site = collective_of(p.program, s.exprs[0])) outputs.emplace(site, s.index);
  });
  std::map<std::pair<std::size_t, std::size_t>, StoredCall> last;  // key: output and work-group
  for (const CollectiveCall& collective_call : collective_calls_of(p.program, p.launch)) {
    const auto found = outputs.find(collective_call.site);
    if (found == outputs.end()) continue;
    StoredCall call{.collective = collective_call.site->collective,
                    .group = collective_call.group,
                    .source = collective_call.source,
                    .output = found->second,
                    .elements = lanes_of(p.launch.range, work_group(p.launch.range, collective_call.group))};
    call.rule = rule_of(call.collective, p.expected.outputs[call.output], call.elements);
    with_gentype(collective_call.site->type, [&]<class T>() {
      for (const Word word : collective_call.passed)
        call.x.push_back(std::bit_cast<bits_of<T>>(value_of_word<T>(word)));
    });
    last.insert_or_assign({call.output, call.group}, std::move(call));
  }
  return mapped(last, [](auto& entry) { return std::move(entry.second); });
}

/// Moves the function before the kernel to another part of the program. Keeps the pragma for half.
void set_apart(KernelRun& run) {
  const std::size_t first = run.text.starts_with('#') ? run.text.find("\n\n") + 2 : 0;
  const std::size_t kernel = run.text.find("__kernel ");
  run.part = run.text.substr(0, kernel);
  run.text.replace(first, kernel - first, run.text.substr(first, run.text.find("\n{") - first) + ";\n\n");
}

std::string attributes_of(const Case& c, const NDRange& range) {
  Kernel kernel = kernel_of(c, true);
  if (kernel.required[0] != 0) kernel.required = range.local;
  return attributes_text(kernel);
}

/// The program of the kernel, with only the pragma of its own type.
std::string short_text(const Kernel& kernel) {
  std::string text = program_text({kernel});
  const std::string_view pragma =
      kernel.type == GenType::Half ? "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" : "";
  text.replace(text.find(extension_pragmas), extension_pragmas.size(), pragma);
  text.erase(text.find_last_not_of('\n') + 2);
  return text;
}

template <class T>
void expect_call(const StoredCall& call, const FloatRules& rules, std::vector<Expected>& expected) {
  const auto x = mapped(call.x, value_from<T>);
  const auto legal = expect<T>(call.collective, call.rule, x, call.source, rules);
  for (std::size_t lane = 0; lane < x.size(); ++lane)
    expected[call.elements[lane]] = expected_at(legal, lane);
}

/// The call as input for wrong models.
template <class T>
Scene<T> scene_of(const FailingRun& f, const StoredCall& call) {
  const KernelRun& run = f.run;
  const KernelArgument& output = f.output(call.output);
  Scene<T> scene{.collective = call.collective, .rule = call.rule, .source = call.source};
  scene.x = mapped(call.x, value_from<T>);
  scene.truth = answers<T>(scene.collective, scene.x, scene.source);
  for (const std::size_t element : call.elements) {
    const Expected& expected = output.expected[element];
    scene.low.push_back(expected.judged ? value_from<T>(expected.low) : T{1});
    scene.high.push_back(expected.judged ? value_from<T>(expected.high) : T{0});
  }
  scene.size = work_group(run.range, call.group).size;
  scene.offset = run.range.offset;
  scene.dim = run.range.dim;
  scene.unwritten = value_from<T>(element_of(output.bytes, output.type, 0));
  return scene;
}

bool is_wrong_element(const FailingRun& f, const StoredCall& call, std::size_t element) {
  return std::ranges::binary_search(f.wrong, WrongElement{call.output, element});
}

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

/// The work-groups of the case whose data a launch uses: the wrong one for all, the wrong one and those after
/// it, or those with the same ids.
enum class DataOf : std::uint8_t { WrongGroup, NextGroups, SameGroups };

/// Makes the kernel runs of visit_kernel_runs(). The functions offer*() return whether a run is taken.
class KernelRuns {
 public:
  KernelRuns(const Experiment& experiment, const Replay& replay, CallAt wrong, const DeviceFacts& facts,
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
      if (any_small(&KernelRuns::offer_few)) return;
      members_ = together;
      // Only the shortest small kernel calls all members.
      std::erase_if(small_, [](const SmallKernel* kernel) { return kernel != &small_kernels().front(); });
      (void)(any_kernel(&KernelRuns::offer_few) || any_kernel(&KernelRuns::offer_many));
      return;
    }
    if (any_kernel(&KernelRuns::offer_few) || any_kernel(&KernelRuns::offer_many)) return;
    // Cases whose launch is cheap are launched several times, so the fault may need a second launch.
    if (case_.variant != plain_variant) return;
    case_.variant = variant("relaunched");
    any_small(&KernelRuns::offer_few);
  }

 private:
  using Offer = bool (KernelRuns::*)(const SmallKernel*);
  bool any_small(Offer make) {
    return std::ranges::any_of(small_, [&](const SmallKernel* kernel) { return (this->*make)(kernel); });
  }
  /// Tries the small kernels, then the case's own kernel (nullptr).
  bool any_kernel(Offer make) { return any_small(make) || (this->*make)(nullptr); }

  Situation situation() const { return case_.variant->situation; }
  bool is_unsized() const { return situation() == Situation::Unsized; }

  bool offer_few(const SmallKernel* kernel) {
    // Two work-groups, or two in each dimension if the NDRange has a remainder.
    const std::size_t some = case_.variant->remainder ? std::size_t{1} << case_.dim : 2;
    const bool one_is_enough = (kernel == nullptr || kernel->groups == 1) && !case_.variant->remainder;
    return (one_is_enough && offer(kernel, 1, DataOf::WrongGroup)) ||
           offer(kernel, some, DataOf::WrongGroup) || offer(kernel, some, DataOf::NextGroups);
  }

  /// Only the case's own kernel tries intermediate counts, because it is not reduced later.
  bool offer_many(const SmallKernel* kernel) {
    constexpr std::size_t times = 4;
    if (kernel == nullptr)
      for (std::size_t groups = times; groups < replay_.groups(); groups *= times)
        if (offer(kernel, groups, DataOf::SameGroups)) return true;
    return offer(kernel, replay_.groups(), DataOf::SameGroups);
  }

  NDRange range_of(std::size_t groups) const {
    if (groups == replay_.groups()) return replay_.grid().range;
    NDRange range = ndrange(case_.dim, case_.local.extents, *case_.variant, groups);
    // The smallest launches have a remainder in x only.
    for (unsigned d = 1; groups <= 2 && d < case_.dim; ++d) range.global[d] = range.local[d];
    return range;
  }

  /// The work-group of the case whose data work-group `group` of the launch uses. Takes the next one of the
  /// given size; none if there is none.
  std::optional<std::size_t> data_group(std::size_t group, const Extents& size, DataOf data_of) const {
    const Grid& grid = replay_.grid();
    const std::size_t first =
        data_of == DataOf::SameGroups ? group : wrong_.group + (data_of == DataOf::NextGroups ? group : 0);
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

  bool offer(const SmallKernel* kernel, std::size_t groups, DataOf data_of) {
    if (kernel != nullptr && groups < kernel->groups) return false;
    const Grid grid(range_of(groups));
    const std::size_t calls = kernel != nullptr ? 1 : members_.size() * case_.form->sites;
    if (grid.items() * calls * info(case_.type).bytes > most_run_bytes) return false;
    return kernel != nullptr ? offer_small(*kernel, grid, data_of) : offer_own(grid, calls, data_of);
  }

  bool offer_small(const SmallKernel& kernel, const Grid& grid, DataOf data_of) {
    Calls calls{members_, case_.type, {}};
    const Extents id = source_for_all(grid, data_of);
    calls.source.assign(id.begin(), id.begin() + case_.dim);
    ProgramLaunch launch{grid.range, {}, {}, {}, judging_of(case_, facts_)};
    const std::size_t inputs = kernel.program(calls).inputs.size();
    for (std::size_t i = 0; i < inputs; ++i) {
      auto& values = launch.inputs.emplace_back(grid.items());
      // A single call uses the data of the wrong call.
      const std::size_t site = inputs == 1 ? wrong_.site : i % replay_.sites();
      for (std::size_t g = 0; g < grid.groups; ++g) {
        const auto from = data_group(g, grid.group(g).size, data_of);
        if (!from) return false;
        const auto bits = values_of(*case_.builtin, replay_.data({site, *from}));
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

  bool offer_own(const Grid& grid, std::size_t count, DataOf data_of) {
    if (is_unsized() && case_.form->value != nullptr) return false;
    std::vector<StoredCall> calls;
    for (std::size_t c = 0; c < count; ++c)
      for (std::size_t g = 0; g < grid.groups; ++g) {
        const auto from = data_group(g, grid.group(g).size, data_of);
        if (!from) return false;
        const GroupData data = replay_.data({c % replay_.sites(), *from});
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
  Extents source_for_all(const Grid& grid, DataOf data_of) const {
    const Extents size = grid.group(0).size;
    const auto from = data_group(0, size, data_of);
    if (takes_first_lane() || !from) return {};
    const Extents id = unlinear(replay_.data({wrong_.site, *from}).source, size);
    for (std::size_t g = 0; g < grid.groups; ++g) {
      const Extents in = grid.group(g).size;
      if (id[0] >= in[0] || id[1] >= in[1] || id[2] >= in[2]) return {};
    }
    return id;
  }

  Case case_;
  const Replay& replay_;
  CallAt wrong_;
  const DeviceFacts& facts_;
  const std::function<bool(FailingRun)>& take_;
  std::vector<const Builtin*> members_;
  std::vector<const SmallKernel*> small_;
};

}  // namespace

bool FailingRun::is_wrong(const StoredCall& call) const {
  return std::ranges::any_of(call.elements,
                             [&](std::size_t element) { return is_wrong_element(*this, call, element); });
}

bool any_explains(std::span<const Cause> causes, const FailingRun& f, const StoredCall& call) {
  return with_gentype(f.the_case.type, [&]<class T>() {
    const Type type = f.output(call.output).type;
    const auto got = mapped(call.elements, [&](std::size_t element) {
      return value_from<T>(element_of(f.outcome.outputs[call.output], type, element));
    });
    const auto scene = scene_of<T>(f, call);
    return std::ranges::any_of(causes, [&](const Cause& c) { return explains<T>(c, scene, got); });
  });
}

Judging judging_of(const Case& c, const DeviceFacts& facts) {
  const LeftOpen& open = c.variant->open;
  return {rules_under(open, facts.half_rules), rules_under(open, facts.float_rules),
          rules_under(open, facts.double_rules), open.rounding, open.zero_sign};
}

FailingRun failing_run_of(const Case& c, LegalProgram program, const DeviceFacts& facts) {
  const Case text = in_opencl_c(c);
  FailingRun made{c, kernel_run_of(program, text.variant->situation, build_options(text, facts),
                                   attributes_of(text, program.launch.range))};
  if (!is_program(c)) {
    if (has_parts(*c.variant)) set_apart(made.run);
    made.calls = stored_calls(program);
    const auto outputs = outputs_of(made.run);
    for (const StoredCall& call : made.calls)
      if (call.collective != c.builtin->collective)
        for (const std::size_t element : call.elements)
          made.run.arguments[outputs[call.output]].expected[element].judged = false;
  }
  made.program = std::move(program);
  return made;
}

KernelRun run_of_case(const Case& c, const std::vector<const Builtin*>& members, const NDRange& range,
                      std::span<const StoredCall> calls, const DeviceFacts& facts) {
  const Case text = in_opencl_c(c);
  Kernel kernel = kernel_of(text, true);
  kernel.members = members;
  kernel.reported_query = {};  // no code reads the report of this launch
  if (has_broadcast(kernel)) kernel.dim = c.dim;
  const Grid grid(range);
  const Type type = c.type;
  const std::size_t bytes = info(type).bytes, items = grid.items(), elements = site_count(kernel) * items;
  std::vector<std::byte> input(elements * bytes);
  std::vector<std::uint32_t> from;
  KernelArgument output = output_argument(type, elements, "out");
  output.expected.resize(elements);
  for (const StoredCall& call : calls) {
    const auto site = static_cast<unsigned>(call.elements.front() / items % c.form->sites);
    for (std::size_t lane = 0; lane < call.x.size(); ++lane)
      std::memcpy(&input[call.elements[c.form->reads(site, lane, call.x.size())] * bytes], &call.x[lane],
                  bytes);
    for (const std::size_t coordinate : unlinear(call.source, grid.group(call.group).size))
      from.push_back(static_cast<std::uint32_t>(coordinate));
    with_gentype(c.type, [&]<class T>() { expect_call<T>(call, rules_of(facts, c.type), output.expected); });
  }
  KernelRun run{.text = short_text(kernel),
                .kernel = name(kernel),
                .options = build_options(text, facts),
                .range = range,
                .arguments = {input_argument(type, std::move(input), "in"), std::move(output),
                              input_argument(from, "from"),
                              scalar_argument(static_cast<std::uint32_t>(items), "stride"),
                              scalar_argument(1, "one"), scalar_argument(2, "two")},
                .situation = text.variant->situation,
                .part = kernel.apart ? part_text({kernel}) : ""};
  if (c.form->keep != 0) run.arguments.push_back(local_argument(type, c.form->keep * volume(range.local)));
  if (reports(kernel))
    run.arguments.push_back(input_argument(std::vector<std::uint32_t>(told_words), "told"));
  return run;
}

void judge_report(KernelRun& run) {
  KernelArgument& report = run.arguments.back();
  report = output_argument(report.type, report.elements, "out1");
  report.expected.assign(report.elements, {.untouched = true});
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
    for (std::size_t g = 0; g < grid.groups; ++g) {
      const auto items = grid.lanes(g);
      for (std::size_t i = 0; i < launch.inputs.size(); ++i)
        for (std::size_t lane = 0; lane < items.size(); ++lane)
          launch.inputs[i][items[lane]] =
              convert(Type::Long, program.program.inputs[i], word(value(lane, items.size())));
    }
    return proved(program.program, std::move(launch));
  } catch (const IllegalProgram&) {
    return std::nullopt;
  }
}

MinimalCase lane_table_of(const FailingRun& f) {
  MinimalCase table{.groups = volume(group_counts(f.run.range)), .message = f.outcome.message};
  if (f.calls.empty()) return table;
  const auto first = std::ranges::find_if(f.calls, [&](const StoredCall& call) { return f.is_wrong(call); });
  const StoredCall& call = first != f.calls.end() ? *first : f.calls.front();
  const KernelArgument& out = f.output(call.output);
  table.local_size = work_group(f.run.range, call.group).size;
  std::vector<std::size_t> wrong;  // lanes
  for (std::size_t lane = 0; lane < call.x.size(); ++lane) {
    const std::size_t element = call.elements[lane];
    LaneRow row{lane, value_of_bits(out.type, call.x[lane]), text_of(out.expected[element], out.type), {}};
    if (!f.outcome.outputs.empty()) {
      const std::uint64_t got = element_of(f.outcome.outputs[call.output], out.type, element);
      row.got = value_of_bits(out.type, got);
      if (got == element_of(out.bytes, out.type, 0)) row.got.text = "unwritten";
    }
    table.lanes.push_back(std::move(row));
    if (is_wrong_element(f, call, element)) wrong.push_back(lane);
  }
  table.wrong = runs_of(wrong);
  return table;
}

MinimalCase lane_table_of(const CaseResult& result) {
  MinimalCase table{.local_size = result.the_case.local.extents, .message = result.message};
  if (result.evidence) table.groups = result.evidence->groups;
  if (!result.failure) return table;
  table.local_size = result.failure->local_size;
  table.lanes = result.failure->lanes;
  table.wrong = result.failure->wrong_runs;
  return table;
}

void visit_kernel_runs(const Experiment& experiment, const Replay& replay, CallAt wrong,
                       const DeviceFacts& facts, const std::function<bool(FailingRun)>& take) {
  KernelRuns(experiment, replay, wrong, facts, take).run();
}

}  // namespace wgcts::harness
