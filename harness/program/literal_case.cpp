#include "harness/program/literal_case.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "harness/program/build_options.hpp"
#include "harness/program/kernel.hpp"
#include "harness/program/ndrange.hpp"
#include "suites/forms/call_writer.hpp"

namespace wgcts::harness {
namespace {

template <class T>
std::vector<T> typed(const std::vector<std::uint64_t>& bits) {
  std::vector<T> values;
  for (const std::uint64_t b : bits) values.push_back(std::bit_cast<T>(static_cast<bits_of<T>>(b)));
  return values;
}

/// ", 2, 1": the work-item that broadcasts name.
std::string broadcast_source(const LiteralCase& literal) {
  const Extents id = unlinear(literal.data.front().front().source, literal.range.local);
  std::string text;
  for (unsigned d = 0; d < literal.range.dim; ++d) text += fmt::format(", {}", id[d]);
  return text;
}

/// "get_global_id(1)", without the offset where there is one.
std::string id_text(const NDRange& range, unsigned d) {
  const std::string id = fmt::format("get_global_id({})", d);
  return range.offset[d] == 0 ? id : fmt::format("({} - get_global_offset({}))", id, d);
}

/// The work-item's index, as in WGC.ID.2.
std::string item_text(const NDRange& range) {
  std::string text = id_text(range, range.dim - 1);
  for (unsigned d = range.dim - 1; d-- > 0;)
    text = fmt::format("{} * get_global_size({}) + {}", d + 2 == range.dim ? text : "(" + text + ")", d,
                       id_text(range, d));
  return text;
}

std::string group_text(const NDRange& range) {
  std::string text = fmt::format("get_group_id({})", range.dim - 1);
  for (unsigned d = range.dim - 1; d-- > 0;)
    text = fmt::format("{} * get_num_groups({}) + get_group_id({})",
                       d + 2 == range.dim ? text : "(" + text + ")", d, d);
  return text;
}

std::string_view extension_text(GenType type) {
  if (type == GenType::Half) return "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";
  return type == GenType::Double ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" : "";
}

/// Whether the case's kernel has statements of its own beside the calls, which a sketch can hold too.
bool has_company(const LiteralCase& literal) { return suites::has_company(*literal.the_case.variant); }

/// Whether those statements take the arguments `from`, `one` and `two`.
bool takes_constants(const LiteralCase& literal) {
  return has_company(literal) && literal.the_case.variant->situation != Situation::Brimful;
}

/// What a host does for the case and a short program can do as well. A module is no text.
Situation situation_of(const LiteralCase& literal) {
  const Situation situation = literal.the_case.variant->situation;
  return situation == Situation::Module ? Situation::None : situation;
}

bool is_apart(const LiteralCase& literal) {
  return situation_of(literal) == Situation::Linked || situation_of(literal) == Situation::Library;
}

std::string_view sub_group_text(const LiteralCase& literal) {
  if (!has_company(literal) || !literal.the_case.variant->takes_sub_groups) return "";
  return "#ifdef cl_khr_subgroups\n#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n#endif\n";
}

/// What the kernel says of itself, as the form's own does.
std::string attributes_text(const LiteralCase& literal) {
  const Kernel kernel = kernel_of(literal.the_case, true);
  std::string text;
  if (kernel.required[0] != 0)
    text += fmt::format("__attribute__((reqd_work_group_size({}))) ", fmt::join(literal.range.local, ", "));
  if (!kernel.attribute.empty()) text += fmt::format("__attribute__(({})) ", kernel.attribute);
  return text;
}

SketchWriter writer_of(const LiteralCase& literal) {
  return {literal.members, info(literal.the_case.type).name, volume(literal.range.global),
          broadcast_source(literal), is_apart(literal)};
}

/// The other part of a sketch's program; empty without one.
std::string sketch_part(const LiteralCase& literal) {
  if (!is_apart(literal)) return "";
  const SketchWriter writer = writer_of(literal);
  std::string text(extension_text(literal.the_case.type));
  for (std::size_t m = 0; m < literal.members.size(); ++m) text += writer.part(m);
  return text;
}

/// Whether the statements beside the calls read the number of the work-group.
bool names_group(const Variant& variant) {
  return std::ranges::any_of(std::array{variant.before, variant.after}, [](std::string_view text) {
    return text.find(" group") != std::string_view::npos || text.find(")group") != std::string_view::npos;
  });
}

std::string sketch_text(const LiteralCase& literal) {
  const Sketch& sketch = *literal.sketch;
  const std::string_view type = info(literal.the_case.type).name;
  const SketchWriter writer = writer_of(literal);
  std::string body = sketch.body(writer);
  const bool company = has_company(literal), constants = takes_constants(literal);
  const Variant& variant = *literal.the_case.variant;
  if (company) body = std::string(variant.before) + body + std::string(variant.after);
  std::string text =
      std::string(extension_text(literal.the_case.type)) + std::string(sub_group_text(literal));
  for (std::size_t m = 0; writer.apart && m < literal.members.size(); ++m)
    text += writer.part_head(m) + ";\n";
  if (sketch.before != nullptr) text += sketch.before(writer);
  text += fmt::format("__kernel {3}void k(__global const {0} *in, __global {0} *out{2}{1})\n{{\n", type,
                      sketch.trips != 0 ? ", uint n" : "", constants ? ", __global const uint *from" : "",
                      attributes_text(literal));
  if (constants) text.insert(text.rfind(")\n{"), ", uint one, uint two");
  if (situation_of(literal) == Situation::Brimful)
    text.insert(text.rfind(")\n{"), ", __local uint *rest, uint room");
  text += fmt::format("    size_t i = {};\n", item_text(literal.range));
  if (company) text += "    size_t item = i;\n";
  if (body.find("group %") != std::string::npos || (company && names_group(variant)))
    text += fmt::format("    size_t group = {};\n", group_text(literal.range));
  return text + body + "}\n";
}

Kernel kernel_of_form(const LiteralCase& literal) {
  const Case& c = literal.the_case;
  Kernel kernel = kernel_of(c, true);
  kernel.members = literal.members;
  kernel.tells = {};  // nobody listens
  if (std::ranges::any_of(literal.members,
                          [](const Builtin* b) { return b->collective.family == Family::Broadcast; }))
    kernel.dim = c.dim;
  return kernel;
}

void add_constants(KernelRun& run) {
  run.arguments.push_back(scalar_argument(1, "one"));
  run.arguments.push_back(scalar_argument(2, "two"));
}

/// What the kernel of a form takes beside the two buffers.
void add_arguments_of_form(const LiteralCase& literal, const Grid& grid, KernelRun& run) {
  std::vector<std::uint32_t> from;
  for (const auto& groups : literal.data)
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (const std::size_t coordinate : unlinear(groups[g].source, grid.groups[g].size))
        from.push_back(static_cast<std::uint32_t>(coordinate));
  run.arguments.push_back(input_argument(from, "from"));
  run.arguments.push_back(scalar_argument(static_cast<std::uint32_t>(grid.items()), "stride"));
  add_constants(run);
  if (const std::size_t keep = literal.the_case.form->keep; keep != 0)
    run.arguments.push_back(
        local_argument(type_of(literal.the_case.type), keep * volume(literal.range.local)));
}

/// What the kernel of a sketch takes beside them.
void add_arguments_of_sketch(const LiteralCase& literal, const Grid& grid, KernelRun& run) {
  const bool constants = takes_constants(literal);
  if (constants)
    run.arguments.push_back(input_argument(std::vector<std::uint32_t>(3 * grid.groups.size()), "from"));
  if (literal.sketch->trips != 0)
    run.arguments.push_back(scalar_argument(static_cast<std::uint32_t>(literal.sketch->trips), "n"));
  if (constants) add_constants(run);
}

/// The work-item that a lane's value is loaded by.
std::size_t reader_of(const LiteralCase& literal, std::size_t call, std::size_t lane, std::size_t lanes) {
  const Form& form = *literal.the_case.form;
  return literal.sketch != nullptr ? lane : form.reads(static_cast<unsigned>(call % form.sites), lane, lanes);
}

std::size_t calls_of_member(const LiteralCase& literal) {
  return literal.sketch != nullptr ? literal.sketch->calls : literal.the_case.form->sites;
}

/// Of one work-group at one call.
template <class T>
void expect_group(const LiteralCase& literal, const FloatRules& rules, std::size_t call, std::size_t group,
                  const std::vector<std::size_t>& lanes, std::span<Expected> stream) {
  const LiteralGroup& data = literal.data[call][group];
  Collective collective = literal.members[call / calls_of_member(literal)]->collective;
  Rule rule = data.rule;
  std::size_t source = data.source;
  const OddGroups odd = literal.sketch != nullptr && group % 2 == 1 ? literal.sketch->odd : OddGroups::Same;
  if (odd == OddGroups::Broadcast) {
    collective = {Family::Broadcast};
    rule = Rule::Bits;
    source = 0;
  }
  const auto expectation = expect<T>(collective, rule, typed<T>(data.x), source, rules);
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    const T low = expectation.low[lane], high = expectation.high[lane];
    const bool judged = odd != OddGroups::Idle && rule != Rule::Observed && !is_unjudged(low, high);
    stream[lanes[lane]] = {judged, rule, std::bit_cast<bits_of<T>>(low), std::bit_cast<bits_of<T>>(high)};
  }
}

std::vector<Expected> expected_of(const LiteralCase& literal, const DeviceFacts& facts) {
  const Grid grid(literal.range);
  const GenType type = literal.the_case.type;
  std::vector<Expected> expected(calls_of(literal) * grid.items());
  for (std::size_t call = 0; call < literal.data.size(); ++call)
    for (std::size_t g = 0; g < grid.groups.size(); ++g)
      with_gentype(type, [&]<class T>() {
        expect_group<T>(literal, rules_of(facts, type), call, g, grid.lanes[g],
                        std::span(expected).subspan(call * grid.items(), grid.items()));
      });
  return expected;
}

}  // namespace

bool keeps_values(const LiteralCase& literal) {
  return computes_values(literal) || situation_of(literal) == Situation::Unsized;
}

bool computes_values(const LiteralCase& literal) {
  return literal.sketch != nullptr ? literal.sketch->value != nullptr
                                   : literal.the_case.form->value != nullptr;
}

std::size_t calls_of(const LiteralCase& literal) { return literal.members.size() * calls_of_member(literal); }

KernelRun kernel_run_of(const LiteralCase& literal, const DeviceFacts& facts) {
  const Grid grid(literal.range);
  const GenType type = literal.the_case.type;
  const std::size_t bytes = info(type).bytes, items = grid.items();
  KernelRun run{.options = build_options(literal.the_case, facts),
                .range = literal.range,
                .situation = situation_of(literal)};
  std::vector<std::byte> input(calls_of(literal) * items * bytes);
  for (std::size_t call = 0; call < literal.data.size(); ++call)
    for (std::size_t g = 0; g < grid.groups.size(); ++g) {
      const auto& x = literal.data[call][g].x;
      for (std::size_t lane = 0; lane < x.size(); ++lane) {
        const std::size_t item = grid.lanes[g][reader_of(literal, call, lane, x.size())];
        std::memcpy(&input[(call * items + item) * bytes], &x[lane], bytes);
      }
    }
  run.arguments.push_back(input_argument(type_of(type), std::move(input), "in"));
  run.arguments.push_back(output_argument(type_of(type), calls_of(literal) * items, "out"));
  run.arguments.back().expected = expected_of(literal, facts);
  if (literal.sketch != nullptr) {
    run.kernel = "k";
    run.text = sketch_text(literal);
    run.part = sketch_part(literal);
    add_arguments_of_sketch(literal, grid, run);
  } else {
    const Kernel kernel = kernel_of_form(literal);
    run.kernel = name(kernel);
    run.text = program_text({kernel});
    if (is_apart(literal)) run.part = part_text({kernel});
    add_arguments_of_form(literal, grid, run);
  }
  return run;
}

}  // namespace wgcts::harness
