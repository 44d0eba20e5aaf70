#include "harness/program/kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace wgcts::harness {
namespace {

/// Writes one member's part of a kernel.
struct Pen {
  const Kernel& kernel;
  std::size_t member;

  const Builtin& builtin() const { return *kernel.members[member]; }
  std::string_view type() const { return info(kernel.type).name; }
  /// The index of a site's stream; `site` is a number or an expression of loop counters.
  std::string stream(std::string_view site) const {
    const std::size_t first = member * info(kernel.form).sites;
    if (first == 0) return std::string(site);
    return fmt::format("{} + {}", first, site);
  }
  std::string load(std::string_view site) const {
    return fmt::format("in[({}) * stride + item]", stream(site));
  }
  std::string store(std::string_view site, std::string_view value) const {
    return fmt::format("out[({}) * stride + item] = {};\n", stream(site), value);
  }
  std::string call_named(std::string_view value, std::string_view x, std::string_view y,
                         std::string_view z) const {
    if (builtin().collective.family != Family::Broadcast)
      return fmt::format("work_group_{}({})", builtin().name, value);
    std::string text = fmt::format("work_group_broadcast({}, {}", value, x);
    if (kernel.dim > 1) text += fmt::format(", {}", y);
    if (kernel.dim > 2) text += fmt::format(", {}", z);
    return text + ")";
  }
  /// One coordinate of the work-item that a broadcast takes the value from.
  std::string source(std::string_view site, int d) const {
    return fmt::format("from[3 * (({}) * groups + group) + {}]", stream(site), d);
  }
  std::string call(std::string_view site, std::string_view value) const {
    return call_named(value, source(site, 0), source(site, 1), source(site, 2));
  }
  /// Loads, calls and stores: the plainest use of a site.
  std::string use(std::string_view site) const { return store(site, call(site, load(site))); }
};

/// What derived_value() says. In the first work-group each work-item passes its own number.
constexpr std::string_view derived_expression =
    "(((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)) ^ "
    "(group % 4)) + group % 4";

std::string helper_name(const Pen& pen) {
  return fmt::format("helper_{}_{}_{}d", pen.builtin().name, pen.type(), pen.kernel.dim);
}

/// What stands before the kernel for one member.
std::string helper_text(const Pen& pen) {
  return fmt::format("{0} {1}({0} x, uint sx, uint sy, uint sz)\n{{\n    return {2};\n}}\n\n", pen.type(),
                     helper_name(pen), pen.call_named("x", "sx", "sy", "sz"));
}

std::string plain(const Pen& pen) { return "    " + pen.use("0"); }

std::string chain_call(const Pen& pen) {
  return fmt::format("    {} r{} = {};\n", pen.type(), pen.member, pen.call("0", pen.load("0")));
}

/// The kernel's own values lie in local memory while a collective runs, and are the next one's input: a
/// driver whose scratch memory overlaps spoils them. The barriers are for the kernel's sake (WGC.MO.1).
std::string twice(const Pen& pen) {
  const auto m = pen.member;
  return "    keep[lane] = " + pen.load("1") + ";\n" +
         fmt::format("    {};\n", pen.call("1", pen.load("1"))) +
         fmt::format("    {} a{} = {};\n", pen.type(), m, pen.call("0", pen.load("0"))) +
         "    barrier(CLK_LOCAL_MEM_FENCE);\n" +
         fmt::format("    {} b{} = {};\n", pen.type(), m,
                     pen.call("1", "keep[lane + 1 < lanes ? lane + 1 : 0]")) +
         "    barrier(CLK_LOCAL_MEM_FENCE);\n    " + pen.store("0", fmt::format("a{}", m)) + "    " +
         pen.store("1", fmt::format("b{}", m));
}

std::string loop(const Pen& pen) {
  return "    for (uint t = 0; t < 3 * one; ++t) {\n        " + pen.use("t") + "    }\n";
}

std::string nested(const Pen& pen) { return "            " + pen.use("t"); }

std::string helper(const Pen& pen, std::string_view site) {
  return pen.store(site, fmt::format("{}({}, {}, {}, {})", helper_name(pen), pen.load(site),
                                     pen.source(site, 0), pen.source(site, 1), pen.source(site, 2)));
}

std::string derived(const Pen& pen) {
  const auto& [x, y, z] = literal_source;
  return "    " + pen.store("0", pen.call_named(fmt::format("({})({})", pen.type(), derived_expression),
                                                std::to_string(x), std::to_string(y), std::to_string(z)));
}

std::string constant(const Pen& pen) {
  return "    " + pen.store("0", pen.call("0", fmt::format("({})({})", pen.type(), constant_value)));
}

std::string inside(const Pen& pen) { return "    " + plain(pen); }

using Writer = std::string (*)(const Pen&);

/// Text, then what each member writes.
struct Section {
  std::string_view text;
  Writer members = nullptr;
};

struct FormText {
  Form form;
  std::array<Section, 4> sections;
};

// A branch holds the calls of all members, and nothing comes after it: compilers that copy what follows a
// conditional barrier for either way (PoCL) would take time beyond all bounds.
constexpr FormText form_texts[] = {
    {Form::Chain,
     {{{"", chain_call},
       {"", [](const Pen& pen) { return "    " + pen.store("0", fmt::format("r{}", pen.member)); }}}}},
    {Form::Solo,
     {{{"#if __OPENCL_C_VERSION__ < 300 || __opencl_c_work_group_collective_functions == 1\n", plain},
       {"#endif\n"}}}},
    {Form::Twice,
     {{{"    if (one == 0) return;\n"
        "    const size_t lanes = get_local_size(0) * get_local_size(1) * get_local_size(2);\n"
        "    const size_t lane = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) "
        "+ get_local_id(0);\n",
        twice}}}},
    {Form::Branch,
     {{{"", [](const Pen& pen) { return "    " + helper(pen, "1"); }},
       {"    if (group % 2 == 0) {\n", inside},
       {"    } else {\n", [](const Pen& pen) { return "        " + helper(pen, "0"); }},
       {"    }\n"}}}},
    {Form::Loop, {{{"", loop}}}},
    {Form::Nested,
     {{{"    uint t = 0;\n    for (uint i = 0; i < 4 * one; ++i) {\n"
        "        for (uint d = 4 * one; d > 0; d >>= 1) {\n",
        nested},
       {"            t += 1;\n        }\n    }\n"}}}},
    {Form::Derived, {{{"", derived}}}},
    {Form::Constant, {{{"", constant}}}},
    {Form::Example, {{{"", plain}}}},
};

std::string kernel_text(const Kernel& kernel) {
  const FormText& form = form_texts[static_cast<std::size_t>(kernel.form)];
  const std::string_view type = info(kernel.type).name;
  std::string text;
  const auto for_each_member = [&](Writer writer) {
    for (std::size_t m = 0; writer != nullptr && m < kernel.members.size(); ++m)
      text += writer(Pen{kernel, m});
  };
  if (kernel.form == Form::Branch) for_each_member(helper_text);
  text += "__kernel ";
  if (kernel.required[0] != 0)
    text += fmt::format("__attribute__((reqd_work_group_size({}, {}, {}))) ", kernel.required[0],
                        kernel.required[1], kernel.required[2]);
  text += fmt::format(
      "void {}(__global const {} *in, __global {} *out, __global const uint *from, uint stride, uint one, "
      "uint two{})\n{{\n",
      name(kernel), type, type, kernel.form == Form::Twice ? fmt::format(", __local {} *keep", type) : "");
  text +=
      "    const size_t item = ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + "
      "get_global_id(1) - get_global_offset(1)) * "
      "get_global_size(0) + get_global_id(0) - get_global_offset(0);\n"
      "    const size_t group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) "
      "+ get_group_id(0);\n"
      "    const size_t groups = get_num_groups(0) * get_num_groups(1) * get_num_groups(2);\n";
  for (const Section& section : form.sections) {
    text += section.text;
    for_each_member(section.members);
  }
  return text + "}\n\n";
}

bool has_broadcast(const Kernel& kernel) {
  return std::ranges::any_of(kernel.members,
                             [](const Builtin* b) { return b->collective.family == Family::Broadcast; });
}

/// Who shares the kernel, as its name says it.
std::string_view members_name(const Kernel& kernel) {
  const Builtin& first = *kernel.members.front();
  if (kernel.members.size() == 1) return first.name;
  const KernelSharing company = info(kernel.form).company;
  if (company == KernelSharing::Type) return "";
  if (is_predicate(first.collective.family)) return "predicate";
  return company == KernelSharing::Values ? "values" : first.family;
}

}  // namespace

Kernel kernel_of(const Case& c, bool alone, std::span<const Builtin* const> without) {
  Kernel kernel{c.form, c.type, 1, {}, {}};
  for (const Builtin& builtin : builtins) {
    if (!takes(builtin, c.type)) continue;
    if (c.form == Form::Example && builtin.collective.op != Op::Add) continue;
    const bool together =
        share_a_kernel(c.form, builtin, *c.builtin) && std::ranges::find(without, &builtin) == without.end();
    if (&builtin == c.builtin || (!alone && together)) kernel.members.push_back(&builtin);
  }
  if (has_broadcast(kernel)) kernel.dim = c.dim;
  if (c.form == Form::Derived) kernel.required = c.local.extents;
  return kernel;
}

std::size_t site_count(const Kernel& kernel) { return kernel.members.size() * info(kernel.form).sites; }

std::string name(const Kernel& kernel) {
  std::string text = fmt::format("{}_{}", info(kernel.form).name, info(kernel.type).name);
  if (has_broadcast(kernel)) text += fmt::format("_{}d", kernel.dim);
  if (kernel.required[0] != 0) text += "_" + to_string(kernel.required, 3);
  const std::string_view members = members_name(kernel);
  return members.empty() ? text : fmt::format("{}_{}", text, members);
}

std::string program_text(const std::vector<Kernel>& kernels) {
  std::string text =
      "#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#endif\n"
      "#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif\n"
      "#ifdef cles_khr_int64\n#pragma OPENCL EXTENSION cles_khr_int64 : enable\n#endif\n\n";
  for (const Kernel& kernel : kernels) text += kernel_text(kernel);
  return text;
}

std::int64_t derived_value(std::size_t lane, std::size_t group) {
  return static_cast<std::int64_t>((lane ^ (group % 4)) + group % 4);
}

}  // namespace wgcts::harness
