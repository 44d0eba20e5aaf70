#include "harness/program/kernel.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "suites/forms/call_writer.hpp"
#include "suites/programs/print.hpp"

namespace wgcts::harness {
namespace {

/// The options of a file of builtins, after a space.
std::string implementation_options(const DeviceFacts& facts) {
  return facts.implementation && !facts.implementation->options.empty() ? " " + facts.implementation->options
                                                                        : "";
}

std::string standard(unsigned mode) { return fmt::format("-cl-std=CL{}.{}", mode / 10, mode % 10); }

std::vector<CallWriter> writers_of(const Kernel& kernel, std::size_t local_memory) {
  std::vector<CallWriter> writers;
  for (std::size_t m = 0; m < kernel.members.size(); ++m)
    writers.push_back({kernel.members[m], info(kernel.type).name, kernel.dim, m, m * kernel.form->sites,
                       kernel.apart, local_memory != 0, kernel.without_calls,
                       kernel.reported_query == "local_size"});
  return writers;
}

/// Text that calls an extension's functions, inside #ifdef of its macro as in portable programs. Without the
/// macro nothing is stored, which is detected (WGC.AV.11).
std::string under_extension(const Kernel& kernel, std::string text) {
  const std::string_view extension = kernel.members.front()->extension;
  return extension.empty() ? text : fmt::format("#ifdef {}\n{}#endif\n", extension, text);
}

std::string kernel_text(const Kernel& kernel, std::size_t local_memory) {
  if (kernel.program) {
    LegalProgram program = named_program(kernel);
    program.program.local_memory = local_memory;
    return functions_text(program.program, program.launch.range.dim, attributes_text(kernel)) +
           "\n";  // a reduced program may have fewer functions
  }
  const Form& form = *kernel.form;
  const std::string_view type = info(kernel.type).name;
  const auto writers = writers_of(kernel, local_memory);
  std::string text = "__kernel " + attributes_text(kernel);
  text += fmt::format(
      "void {}(__global const {} *in, __global {} *out, __global const uint *from, uint stride, uint one, "
      "uint two{}{}{})\n{{\n",
      name(kernel), type, type, form.keep != 0 ? fmt::format(", __local {} *keep", type) : "",
      reports(kernel) ? ", __global uint *told" : "",
      fills_local_memory(kernel) ? ", __local uint *rest, uint room" : "");
  text += local_memory_text(local_memory);
  text +=
      "    const size_t item = ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + "
      "get_global_id(1) - get_global_offset(1)) * "
      "get_global_size(0) + get_global_id(0) - get_global_offset(0);\n"
      "    const size_t group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) "
      "+ get_group_id(0);\n"
      "    const size_t groups = get_num_groups(0) * get_num_groups(1) * get_num_groups(2);\n";
  // The first work-group always has the full size.
  if (!kernel.reported_query.empty())
    text += fmt::format(
        "    if (item == 0)\n        for (uint d = 0; d < 3; ++d) {{\n            told[d] = get_{0}(d);\n"
        "            told[{1} + d] = get_{0}(d) >> 16 >> 16;\n        }}\n",
        kernel.reported_query, high_word_of_report);
  std::string body = form.body(writers);
  if (kernel.company != nullptr) body = in_company(*kernel.company, std::move(body));
  return text + under_extension(kernel, std::move(body)) + "}\n\n";
}

std::string as_name(std::string attribute) {
  std::erase_if(attribute, [](char c) { return c == ' ' || c == ')'; });
  std::ranges::replace_if(
      attribute, [](char c) { return c == '(' || c == ','; }, '_');
  return attribute;
}

/// The functions of the other part, each once: declared or defined.
std::string parts_of(const std::vector<Kernel>& kernels, std::size_t local_memory, bool defined) {
  std::vector<std::string> texts;
  for (const Kernel& kernel : kernels) {
    if (!kernel.apart) continue;
    for (const CallWriter& writer : writers_of(kernel, local_memory))
      add_once(texts,
               under_extension(kernel, defined ? writer.part_definition() : writer.part_declaration()));
  }
  const std::string all = joined(texts, "");
  return defined && !all.empty() ? std::string(under_macro_begin) + all + std::string(under_macro_end) : all;
}

/// The helper functions of the kernels' forms, each once.
std::string helpers_of(const std::vector<Kernel>& kernels, std::size_t local_memory) {
  std::vector<std::string> texts;
  for (const Kernel& kernel : kernels) {
    if (kernel.program || kernel.form->helpers == nullptr) continue;
    for (const CallWriter& writer : writers_of(kernel, local_memory))
      add_once(texts, under_extension(kernel, kernel.form->helpers(writer)));
  }
  return joined(texts, "");
}

std::string pragmas_of(const std::vector<Kernel>& kernels) {
  const auto pragma = [](std::string_view extension) {
    return fmt::format("#ifdef {0}\n#pragma OPENCL EXTENSION {0} : enable\n#endif\n", extension);
  };
  std::string text(extension_pragmas);
  std::set<std::string_view> extensions;
  bool sub_groups = false;
  for (const Kernel& kernel : kernels) {
    extensions.insert(kernel.members.front()->extension);
    if (kernel.program && kernel.program->variant->uniform_arithmetic) extensions.insert(uniform_arithmetic);
    sub_groups |= kernel.company != nullptr && kernel.company->takes_sub_groups;
  }
  for (const std::string_view extension : extensions)
    if (!extension.empty()) text = pragma(extension) + text;
  // Sub-groups are an extension in OpenCL C 2.0.
  return sub_groups ? text + pragma("cl_khr_subgroups") : text;
}

/// The text before the kernels: pragmas and, if a file has the builtins, that file or only its feature macro.
std::string head_of(const std::vector<Kernel>& kernels, const std::optional<Implementation>& implementation,
                    bool calls_builtins) {
  std::string text = pragmas_of(kernels);
  if (implementation)
    text += calls_builtins ? prelude(*implementation) : std::string(feature_macro_of_implementation);
  return text + "\n";
}

/// "program_int_2d_4x3_17", "program_int_2d_4x3_17_offset_remainder", "program_int_2d_4x3_x1a2b3c4d"
std::string kernel_name(const Case& c) {
  const std::string shape = fmt::format("{}_{}_{}d_{}_{}", program_kernel, info(c.type).name, c.dim,
                                        to_string(c.local, c.dim), program_word(c));
  if (c.given.hash) return shape;
  return fmt::format("{}{}{}{}", shape, c.variant->offset == Extents{} ? "" : "_offset",
                     c.variant->remainder ? "_remainder" : "",
                     c.variant->uniform_arithmetic ? "_uniform" : "");
}

std::string_view members_name(const Kernel& kernel) {
  const Builtin& first = *kernel.members.front();
  if (kernel.members.size() == 1) return first.name;
  if (kernel.form->sharing == KernelSharing::Type) return "";
  if (is_predicate(first.collective.family)) return "predicate";
  return kernel.form->sharing == KernelSharing::Values ? "values" : first.family;
}

/// "_min" for a kernel with one operation of each family (suites::third_of): the operation of its first scan
/// or reduce.
std::string operation_name(const Kernel& kernel) {
  const auto has_operation = [](const Builtin* b) { return b->collective.op != Op::None; };
  const auto first = std::ranges::find_if(kernel.members, has_operation);
  if (first == kernel.members.end() || kernel.members.size() == 1) return "";
  const auto same_family = [&](const Builtin* b) {
    return b->collective.family == (*first)->collective.family;
  };
  if (std::ranges::count_if(kernel.members, same_family) != 1) return "";
  return fmt::format("_{}", (*first)->name.substr((*first)->name.rfind('_') + 1));
}

}  // namespace

unsigned cl_std_of(const Case& c, const DeviceFacts& facts) {
  const unsigned asked = c.variant->cl_std;
  return asked != 0 ? asked : facts.usual_cl_std;
}

std::string usual_options(const DeviceFacts& facts) {
  return standard(facts.usual_cl_std) + implementation_options(facts);
}

const Variant* program_variant(const Case& c) {
  return acts_on_program(c.variant->situation) ? &row_of(*c.variant, Axis::Host) : plain_variant;
}

std::string build_options(const Case& c, const DeviceFacts& facts) {
  if (c.variant->situation == Situation::Module) return "";  // -cl-std applies to source code only
  if (c.variant->unversioned) return std::string(c.variant->options);
  std::string options = standard(cl_std_of(c, facts));
  if (!c.variant->options.empty()) options.append(" ").append(c.variant->options);
  return options + implementation_options(facts);
}

bool has_broadcast(const Kernel& kernel) {
  return std::ranges::any_of(kernel.members,
                             [](const Builtin* b) { return b->collective.family == Family::Broadcast; });
}

LegalProgram named_program(const Kernel& kernel) {
  LegalProgram drawn = draw_program(*kernel.program);
  drawn.program.suffix = name(kernel).substr(std::string_view(program_kernel).size());
  return drawn;
}

LegalProgram named_program(const Case& c) { return named_program(kernel_of(c, true)); }

Kernel kernel_of(const Case& c, bool alone, std::span<const Builtin* const> without) {
  Kernel kernel{.form = c.form, .type = c.type};
  if (c.form->required_size || c.variant->required) kernel.required = c.local.extents;
  kernel.attribute = c.variant->attribute;
  kernel.sub_group = c.variant->sub_group;
  if (is_program(c)) {
    kernel.dim = c.dim;
    kernel.members = {c.builtin};
    kernel.program = key_of(c);
    return kernel;
  }
  for (const Builtin& builtin : builtins) {
    if (!takes(builtin, c.type) || !c.form->has(builtin)) continue;
    const bool together = !alone && share_a_kernel(*c.form, c.variant->compiled_key, builtin, *c.builtin) &&
                          !is_in(&builtin, without);
    if (&builtin == c.builtin || together) kernel.members.push_back(&builtin);
  }
  if (has_broadcast(kernel)) kernel.dim = c.dim;
  kernel.reported_query = c.variant->reported_query;
  if (has_company(*c.variant)) kernel.company = company_of(*c.variant);
  kernel.apart = has_parts(*c.variant);
  return kernel;
}

std::string other_attributes(const Kernel& kernel) {
  if (kernel.sub_group == 0) return std::string(kernel.attribute);
  return fmt::format("{}{}intel_reqd_sub_group_size({})", kernel.attribute,
                     kernel.attribute.empty() ? "" : ", ", kernel.sub_group);
}

std::string attributes_text(const Kernel& kernel) {
  std::string text;
  if (kernel.required[0] != 0)
    text += fmt::format("__attribute__((reqd_work_group_size({}))) ", fmt::join(kernel.required, ", "));
  if (const std::string others = other_attributes(kernel); !others.empty())
    text += fmt::format("__attribute__(({})) ", others);
  return text;
}

std::size_t site_count(const Kernel& kernel) { return kernel.members.size() * kernel.form->sites; }

std::string name(const Kernel& kernel) {
  std::string text = kernel.program ? kernel_name(*kernel.program)
                                    : fmt::format("{}_{}", kernel.form->name, info(kernel.type).name);
  if (!kernel.program && has_broadcast(kernel)) text += fmt::format("_{}d", kernel.dim);
  if (kernel.required[0] != 0) text += "_" + to_string(kernel.required, 3);
  if (const std::string others = other_attributes(kernel); !others.empty()) text += "_" + as_name(others);
  if (kernel.program) return text;
  if (!kernel.reported_query.empty()) text += fmt::format("_tells_{}", kernel.reported_query);
  if (kernel.company != nullptr) {
    std::string rows(kernel.company->name);
    std::ranges::replace(rows, '.', '_');
    text += "_" + rows;
  }
  if (kernel.apart) text += "_apart";
  // Builtins of two extensions share no kernel, and kernel names in a program are unique.
  if (const std::string_view extension = kernel.members.front()->extension; extension == uniform_arithmetic)
    text += "_uniform";
  else if (!extension.empty())
    text += fmt::format("_{}", extension);
  if (const std::string_view members = members_name(kernel); !members.empty())
    text += fmt::format("_{}", members);
  return text + operation_name(kernel);
}

std::string program_text(const std::vector<Kernel>& kernels,
                         const std::optional<Implementation>& implementation) {
  const std::size_t local_memory = implementation ? implementation->local_memory : 0;
  // Functions of a file appear once in a program: in the part that calls them.
  const bool calls = std::ranges::any_of(kernels, [](const Kernel& k) { return !k.apart; });
  std::string text = head_of(kernels, implementation, calls);
  text += parts_of(kernels, local_memory, false);
  text += helpers_of(kernels, local_memory);
  for (const Kernel& kernel : kernels) text += kernel_text(kernel, local_memory);
  return text;
}

std::string part_text(const std::vector<Kernel>& kernels,
                      const std::optional<Implementation>& implementation) {
  const std::size_t local_memory = implementation ? implementation->local_memory : 0;
  return head_of(kernels, implementation, true) + parts_of(kernels, local_memory, true);
}

}  // namespace wgcts::harness
