#include "harness/program/kernel.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/program/named_program.hpp"
#include "suites/forms/call_writer.hpp"
#include "suites/programs/print.hpp"

namespace wgcts::harness {
namespace {

std::vector<CallWriter> writers_of(const Kernel& kernel) {
  std::vector<CallWriter> writers;
  for (std::size_t m = 0; m < kernel.members.size(); ++m)
    writers.push_back({kernel.members[m], info(kernel.type).name, kernel.dim, m, m * kernel.form->sites});
  return writers;
}

std::string kernel_text(const Kernel& kernel) {
  if (kernel.program)
    return functions_text(named_program(*kernel.program).program, kernel.program->dim) + "\n";
  const Form& form = *kernel.form;
  const std::string_view type = info(kernel.type).name;
  const auto writers = writers_of(kernel);
  std::string text;
  if (form.helpers != nullptr)
    for (const CallWriter& writer : writers) text += form.helpers(writer);
  text += "__kernel ";
  if (kernel.required[0] != 0)
    text += fmt::format("__attribute__((reqd_work_group_size({}, {}, {}))) ", kernel.required[0],
                        kernel.required[1], kernel.required[2]);
  text += fmt::format(
      "void {}(__global const {} *in, __global {} *out, __global const uint *from, uint stride, uint one, "
      "uint two{})\n{{\n",
      name(kernel), type, type, form.keep != 0 ? fmt::format(", __local {} *keep", type) : "");
  text +=
      "    const size_t item = ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + "
      "get_global_id(1) - get_global_offset(1)) * "
      "get_global_size(0) + get_global_id(0) - get_global_offset(0);\n"
      "    const size_t group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) "
      "+ get_group_id(0);\n"
      "    const size_t groups = get_num_groups(0) * get_num_groups(1) * get_num_groups(2);\n";
  return text + form.body(writers) + "}\n\n";
}

bool has_broadcast(const Kernel& kernel) {
  return std::ranges::any_of(kernel.members,
                             [](const Builtin* b) { return b->collective.family == Family::Broadcast; });
}

/// "_int_2d_4x3_17"
std::string suffix_of(const ProgramKey& key) {
  return fmt::format("_{}_{}d_{}_{}", info(key.type).name, key.dim, to_string(key.local, key.dim), key.seed);
}

/// Who shares the kernel, as its name says it.
std::string_view members_name(const Kernel& kernel) {
  const Builtin& first = *kernel.members.front();
  if (kernel.members.size() == 1) return first.name;
  if (kernel.form->sharing == KernelSharing::Type) return "";
  if (is_predicate(first.collective.family)) return "predicate";
  return kernel.form->sharing == KernelSharing::Values ? "values" : first.family;
}

}  // namespace

Kernel kernel_of(const Case& c, bool alone, std::span<const Builtin* const> without) {
  if (is_program(c)) return {c.form, c.type, c.dim, {}, {c.builtin}, key_of(c)};
  Kernel kernel{c.form, c.type, 1, {}, {}};
  for (const Builtin& builtin : builtins) {
    if (!takes(builtin, c.type) || !c.form->has(builtin)) continue;
    const bool together =
        share_a_kernel(*c.form, builtin, *c.builtin) && std::ranges::find(without, &builtin) == without.end();
    if (&builtin == c.builtin || (!alone && together)) kernel.members.push_back(&builtin);
  }
  if (has_broadcast(kernel)) kernel.dim = c.dim;
  if (c.form->required_size) kernel.required = c.local.extents;
  return kernel;
}

std::size_t site_count(const Kernel& kernel) { return kernel.members.size() * kernel.form->sites; }

LegalProgram named_program(const ProgramKey& key) {
  LegalProgram drawn = draw_program(key);
  drawn.program.suffix = suffix_of(key);
  return drawn;
}

std::string name(const Kernel& kernel) {
  if (kernel.program) return program_kernel + suffix_of(*kernel.program);
  std::string text = fmt::format("{}_{}", kernel.form->name, info(kernel.type).name);
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

}  // namespace wgcts::harness
