#include "making.hpp"

#include <utility>

#include "arguments.hpp"
#include "handles.hpp"
#include "launches.hpp"
#include "programs.hpp"
#include "target.hpp"

namespace wgfault {

// Builds learn from macros what options they have; the action "options" adds some of its own.
std::string build_options(const Call* call, const char* given) {
  constexpr std::pair<const char*, const char*> macros[] = {
      {"-cl-opt-disable", "FAULT_OPT_DISABLE"},
      {"-cl-fast-relaxed-math", "FAULT_FAST_MATH"},
      {"-cl-finite-math-only", "FAULT_FINITE_MATH"},
      {"-cl-unsafe-math-optimizations", "FAULT_UNSAFE_MATH"},
      {"-cl-denorms-are-zero", "FAULT_FLUSHED"},
      {"-cl-no-signed-zeros", "FAULT_UNSIGNED_ZEROS"},
      {"-cl-single-precision-constant", "FAULT_SINGLE_CONST"},
      {"-cl-uniform-work-group-size", "FAULT_UNIFORM_SIZE"},
      {"-cl-no-subgroup-ifp", "FAULT_NO_IFP"},
      {" -g", "FAULT_DEBUG"},
  };
  const std::string asked = given ? given : "";
  std::string options = asked;
  for (const auto& [option, macro] : macros)
    if (asked.find(option) != std::string::npos) options += std::string(" -D ") + macro + "=1";
  if (call && call->action == "options") options += " " + call->argument;
  return options;
}

cl_kernel create_kernel(cl_program program, const char* name, cl_int* error) {
  cl_kernel kernel = target.clCreateKernel(program, name, error);
  if (kernel) remember_kernel(kernel, program, name);
  if (kernel) forget_arguments(kernel);
  if (kernel) forget_launch(kernel);
  if (kernel) begin_handle(kernel);
  if (kernel) inherit(kernel, program);
  return kernel;
}

cl_kernel clone_kernel(cl_kernel original, cl_int* error) {
  cl_kernel kernel = target.clCloneKernel(original, error);
  if (!kernel) return kernel;
  remember_clone(kernel, original);
  copy_arguments(kernel, original);
  begin_handle(kernel);
  inherit(kernel, original);
  note(kernel, "clone");
  return kernel;
}

void note_reloaded(cl_program program) {
  remember_as_last(program);
  begin_handle(program);
  note(program, "reloaded");
}

void note_linked(cl_program program, const std::string& options, const std::vector<cl_program>& parts) {
  remember_linked(program, parts);
  begin_handle(program);
  for (const cl_program part : parts) inherit(program, part);
  note(program, options.find("-create-library") != std::string::npos ? "library" : "linked");
}

bool is_unordered(const cl_queue_properties* properties) {
  for (const cl_queue_properties* p = properties; p && *p; p += 2)
    if (*p == CL_QUEUE_PROPERTIES) return p[1] & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  return false;
}

void note_queue(cl_command_queue queue, cl_device_id device, bool unordered) {
  if (!queue) return;
  begin_handle(queue);
  inherit(queue, device);  // "part" of a sub-device
  note(queue, "unordered", unordered);
  note(queue, "queues", next_queue());
}

}  // namespace wgfault
