#include "harness/diagnose/case_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

#include "harness/check/site_rules.hpp"
#include "harness/program/build_options.hpp"
#include "harness/program/kernel.hpp"
#include "harness/program/named_program.hpp"
#include "harness/program/ndrange.hpp"

namespace wgcts::harness {
namespace {

constexpr std::string_view kernel_head = "__kernel ";

/// What a host does for the case and a short program can do as well. A module is no text.
Situation situation_of(const Case& c) {
  const Situation situation = c.variant->situation;
  return situation == Situation::Module ? Situation::None : situation;
}

/// The collective that the expression's value comes of as it is; nullptr where it comes of anything else.
const Expr* collective_of(const Program& program, const Expr& e) {
  if (e.kind == ExprKind::Collective) return &e;
  if (e.kind != ExprKind::Call) return nullptr;
  const Block& body = program.functions[e.index].body;
  if (body.size() != 1 || body[0].kind != StmtKind::Return || body[0].exprs.empty()) return nullptr;
  return collective_of(program, body[0].exprs[0]);
}

/// The output that each collective's results are stored to.
void add_stored(const Program& program, const Block& block, std::map<const Expr*, std::size_t>& outputs) {
  for (const Stmt& s : block) {
    if (s.kind == StmtKind::Store)
      if (const Expr* site = collective_of(program, s.exprs[0])) outputs.emplace(site, s.index);
    for (const Block& inner : s.blocks) add_stored(program, inner, outputs);
  }
}

Rule rule_of(const Collective& c, const std::map<std::size_t, Legal>& several,
             const std::vector<std::size_t>& elements) {
  if (is_truth(c)) return Rule::Truth;
  for (const std::size_t element : elements)
    if (const auto found = several.find(element); found != several.end()) return found->second.rule;
  return Rule::Exact;
}

/// The attributes that the case's kernel has.
std::string attributes_of(const Case& c, const NDRange& range) {
  const Kernel kernel = kernel_of(c, true);
  std::string text;
  if (kernel.required[0] != 0)
    text += fmt::format("__attribute__((reqd_work_group_size({}))) ", fmt::join(range.local, ", "));
  if (!kernel.attribute.empty()) text += fmt::format("__attribute__(({})) ", kernel.attribute);
  return text;
}

/// Makes the function before the kernel another part of the program, behind the pragma that half takes.
void set_apart(KernelRun& run) {
  const std::size_t first = run.text.starts_with('#') ? run.text.find("\n\n") + 2 : 0;
  const std::size_t kernel = run.text.find(kernel_head);
  run.part = run.text.substr(0, kernel);
  run.text.replace(first, kernel - first, run.text.substr(first, run.text.find("\n{") - first) + ";\n\n");
}

/// Whether the program is legal in smaller launches on inputs that are all zero.
bool takes_zeros(const LegalProgram& p) {
  return std::ranges::all_of(std::array{true, false}, [&](bool half) {
    ProgramLaunch launch = p.launch;
    launch.range = smaller_range(p.launch.range, half);
    for (auto& values : launch.inputs) values.assign(volume(launch.range.global), 0);
    return proved(p.program, std::move(launch)).has_value();
  });
}

/// The program of the kernel, with the pragma of its own type alone.
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
  std::vector<T> x;
  for (const std::uint64_t bits : call.x) x.push_back(std::bit_cast<T>(static_cast<bits_of<T>>(bits)));
  const auto legal = expect<T>(call.collective, call.rule, x, call.source, rules);
  for (std::size_t lane = 0; lane < x.size(); ++lane) {
    const T low = legal.low[lane], high = legal.high[lane];
    const bool judged = call.rule != Rule::Observed && !is_unjudged(low, high);
    expected[call.elements[lane]] = {judged, call.rule, std::bit_cast<bits_of<T>>(low),
                                     std::bit_cast<bits_of<T>>(high)};
  }
}

}  // namespace

bool has_parts(const Case& c) {
  return c.variant->situation == Situation::Linked || c.variant->situation == Situation::Library;
}

Judging judging_of(const Case& c, const DeviceFacts& facts) {
  const LeftOpen& open = c.variant->open;
  return {rules_under(open, facts.half_rules), rules_under(open, facts.float_rules),
          rules_under(open, facts.double_rules), open.rounding, open.zero_sign};
}

std::vector<StoredCall> stored_calls(const LegalProgram& p) {
  std::map<const Expr*, std::size_t> outputs;
  add_stored(p.program, p.program.functions.back().body, outputs);
  std::vector<CollectiveCall> collective_calls;
  run(p.program, p.launch, {.collective_calls = &collective_calls});
  std::map<std::pair<std::size_t, std::size_t>, StoredCall> last;  // by output and work-group
  for (const CollectiveCall& collective_call : collective_calls) {
    const auto found = outputs.find(collective_call.site);
    if (found == outputs.end()) continue;
    const Collective& c = collective_call.site->collective;
    auto elements = lanes_of(p.launch.range, work_group(p.launch.range, collective_call.group));
    StoredCall call{c, rule_of(c, p.expected.outputs[found->second].several, elements),
                    collective_call.group};
    with_gentype(static_cast<GenType>(collective_call.site->type), [&]<class T>() {
      for (const Word word : collective_call.passed)
        call.x.push_back(std::bit_cast<bits_of<T>>(value_of_word<T>(word)));
    });
    call.source = collective_call.source;
    call.output = found->second;
    call.elements = std::move(elements);
    last.insert_or_assign({call.output, call.group}, std::move(call));
  }
  std::vector<StoredCall> calls;
  for (auto& [place, call] : last) calls.push_back(std::move(call));
  return calls;
}

KernelRun run_of_program(const Case& c, const LegalProgram& program, const DeviceFacts& facts) {
  KernelRun run = kernel_run_of(program, build_options(c, facts));
  run.situation = situation_of(c);
  if (is_program(c)) return run;
  if (has_parts(c)) set_apart(run);
  run.text.insert(run.text.find(kernel_head) + kernel_head.size(), attributes_of(c, run.range));
  run.takes_zeros = takes_zeros(program);
  const auto places = outputs_of(run);
  for (const StoredCall& call : stored_calls(program))
    if (call.collective != c.builtin->collective)
      for (const std::size_t element : call.elements)
        run.arguments[places[call.output]].expected[element].judged = false;
  return run;
}

KernelRun run_of_case(const Case& c, const std::vector<const Builtin*>& members, const NDRange& range,
                      std::span<const StoredCall> calls, const DeviceFacts& facts) {
  Kernel kernel = kernel_of(c, true);
  kernel.members = members;
  kernel.tells = {};  // nothing reads the report of the launch here
  if (std::ranges::any_of(members,
                          [](const Builtin* b) { return b->collective.family == Family::Broadcast; }))
    kernel.dim = c.dim;
  const Grid grid(range);
  const Type type = type_of(c.type);
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
    for (const std::size_t coordinate : unlinear(call.source, grid.groups[call.group].size))
      from.push_back(static_cast<std::uint32_t>(coordinate));
    with_gentype(c.type, [&]<class T>() { expect_call<T>(call, rules_of(facts, c.type), output.expected); });
  }
  KernelRun run{.text = short_text(kernel),
                .kernel = name(kernel),
                .options = build_options(c, facts),
                .range = range,
                .arguments = {input_argument(type, std::move(input), "in"), std::move(output),
                              input_argument(from, "from"),
                              scalar_argument(static_cast<std::uint32_t>(items), "stride"),
                              scalar_argument(1, "one"), scalar_argument(2, "two")},
                .situation = situation_of(c),
                .part = kernel.apart ? part_text({kernel}) : ""};
  if (c.form->keep != 0) run.arguments.push_back(local_argument(type, c.form->keep * volume(range.local)));
  return run;
}

}  // namespace wgcts::harness
