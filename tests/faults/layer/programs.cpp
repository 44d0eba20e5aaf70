#include "programs.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <regex>

#include "order.hpp"
#include "prelude.hpp"
#include "snippets.hpp"

namespace wgfault {
namespace {

std::mutex mutex;
std::map<cl_program, Source> programs;
std::map<cl_kernel, std::string> kernels;
Source last;  // of the program that was remembered last

// What does more than collectives.
const std::regex company("\\b(printf|async_work_group_copy|sub_group_\\w+)\\s*\\(");

unsigned packed(const Source& source, const Site& site) {
  const auto& function = source.functions[site.function];
  const std::map<std::string, int> facts = {
      {"nth", site.nth},
      {"later", function.calls - site.nth - 1},
      {"loop", site.loop},
      {"branch", site.branch},
      {"helper", !function.kernel},
      {"reqd", function.reqd},
      {"literal", site.literal},
      {"ids", site.ids},
      {"hint", function.hint},
      {"apart", std::none_of(source.functions.begin(), source.functions.end(),
                             [](const Function& f) { return f.kernel; })},
      {"company",
       std::regex_search(source.text.substr(function.begin, function.end - function.begin), company)},
  };
  unsigned bits = 0;
  for (const auto& field : site_fields)
    bits |= static_cast<unsigned>(std::min(facts.at(field.name), (1 << field.width) - 1)) << field.shift;
  return bits;
}

}  // namespace

std::string rewrite(const Source& source) {
  std::string text = source.text;
  if (!source.sites.empty()) {
    const auto names = rewritten_builtins(order());
    const bool history = needs_history(order());
    auto place = source.functions.rbegin();
    const auto declare_above =
        [&](size_t offset) {  // histories of the functions that begin behind this place
          for (; place != source.functions.rend() && place->body > offset; ++place)
            if (history && place->calls > 0)
              text.insert(place->body, " fault_history_t fault_history = {0, 0};");
        };
    for (auto site = source.sites.rbegin(); site != source.sites.rend(); ++site) {
      declare_above(site->offset);
      if (std::find(names.begin(), names.end(), site->builtin) == names.end()) continue;
      text.replace(site->offset, site->length,
                   "fault_call_" + site->builtin + "(" + std::to_string(packed(source, *site)) + "u, " +
                       (history ? "&fault_history" : "0") + ", ");
    }
    declare_above(0);
    return prelude(order()) + text;
  }
  return prelude_without_collectives(order()) + text;
}

void remember_program(cl_program program, Source source) {
  const std::lock_guard lock(mutex);
  last = source;
  programs[program] = std::move(source);
}

void remember_as_last(cl_program program) {
  const std::lock_guard lock(mutex);
  programs[program] = last;
}

void remember_linked(cl_program program, const std::vector<cl_program>& parts) {
  const std::lock_guard lock(mutex);
  std::string text;
  for (const cl_program part : parts)
    if (const auto found = programs.find(part); found != programs.end()) text += found->second.text + "\n";
  programs[program] = read_source(std::move(text));
}

void remember_clone(cl_kernel kernel, cl_kernel original) {
  const std::lock_guard lock(mutex);
  kernels[kernel] = kernels[original];
}

void remember_kernel(cl_kernel kernel, cl_program program, const std::string& name) {
  const std::lock_guard lock(mutex);
  const auto found = programs.find(program);
  kernels[kernel] = found == programs.end() ? "" : text_of(found->second, name);
}

std::string program_text(cl_program program) {
  const std::lock_guard lock(mutex);
  const auto found = programs.find(program);
  return found == programs.end() ? "" : found->second.text;
}

std::string kernel_text(cl_kernel kernel) {
  const std::lock_guard lock(mutex);
  const auto found = kernels.find(kernel);
  return found == kernels.end() ? "" : found->second;
}

}  // namespace wgfault
