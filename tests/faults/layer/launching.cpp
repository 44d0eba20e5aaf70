#include "launching.hpp"

#include <array>
#include <string>

#include "arguments.hpp"
#include "calls.hpp"
#include "handles.hpp"
#include "launches.hpp"
#include "target.hpp"

namespace wgfault {
namespace {

// Writes to the end of all that a kernel may write to, as one does that leaves its output.
cl_int write_behind(cl_command_queue queue, cl_kernel kernel) {
  const cl_ulong stray = 0x5a5a5a5a5a5a5a5aul;
  cl_int error = CL_SUCCESS;
  for (const auto& [memory, size] : writable_buffers(kernel))
    if (error == CL_SUCCESS && size > sizeof stray)
      error = target.clEnqueueFillBuffer(queue, memory, &stray, 1, size - sizeof stray, sizeof stray, 0,
                                         nullptr, nullptr);
  return error;
}

// A local size that does not divide the global one, if there is such a size.
std::array<size_t, 3> uneven_size(const size_t* global) {
  size_t x = 2;
  while (x < global[0] && global[0] % x == 0) ++x;
  return {x < global[0] ? x : 1, 1, 1};
}

// Launches with an argument's value of the launch before, where there was one.
template <typename Enqueue>
cl_int launch_with_stale_argument(cl_uint index, cl_kernel kernel, Enqueue enqueue) {
  const auto old = argument_of_last_launch(kernel, index), now = argument(kernel, index);
  keep_arguments(kernel);
  if (!old || !now || old->size() != now->size()) return enqueue();
  target.clSetKernelArg(kernel, index, old->size(), old->data());
  const cl_int error = enqueue();
  target.clSetKernelArg(kernel, index, now->size(), now->data());
  return error;
}

// Runs nothing, and succeeds. Only the launch's event has the error.
cl_int fail_in_event(cl_command_queue queue, cl_int status, cl_event* event) {
  cl_context context = nullptr;
  cl_int error = target.clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, nullptr);
  if (error != CL_SUCCESS || !event) return error;
  *event = target.clCreateUserEvent(context, &error);
  return error == CL_SUCCESS ? target.clSetUserEventStatus(*event, status) : error;
}

}  // namespace

cl_int launch(const Call* call, cl_command_queue queue, cl_kernel kernel, cl_uint dims, const size_t* offset,
              const size_t* global, const size_t* local, cl_uint waits, const cl_event* wait,
              cl_event* event) {
  Launch changed(dims, offset, global, local);
  const Launch asked = changed;
  const auto last = last_launch(kernel);
  remember_launch(kernel, asked);
  count_launch(kernel);
  if (call && call->action == "previous-size" && last && last->has_local && local)
    return target.clEnqueueNDRangeKernel(queue, kernel, dims, offset, last->global.data(), last->local.data(),
                                         waits, wait, event);
  if (call && call->action == "stale")
    return launch_with_stale_argument(static_cast<cl_uint>(std::stoul(call->argument)), kernel, [&] {
      return target.clEnqueueNDRangeKernel(queue, kernel, dims, offset, global, local, waits, wait, event);
    });
  keep_arguments(kernel);
  // Where the launch must be uniform, the driver refuses the size, and chooses its own.
  if (call && call->action == "uneven" && !local &&
      target.clEnqueueNDRangeKernel(queue, kernel, dims, offset, global, uneven_size(global).data(), waits,
                                    wait, event) == CL_SUCCESS)
    return CL_SUCCESS;
  if (call && changed.change(call->action))
    return target.clEnqueueNDRangeKernel(queue, kernel, dims, offset ? changed.offset.data() : nullptr,
                                         changed.global.data(), local, waits, wait, event);
  if (call && call->action == "fail-in-event") return fail_in_event(queue, error_code(call->argument), event);
  const cl_int error =
      target.clEnqueueNDRangeKernel(queue, kernel, dims, offset, global, local, waits, wait, event);
  const bool strays = call && call->action == "stray";
  return strays && error == CL_SUCCESS ? write_behind(queue, kernel) : error;
}

}  // namespace wgfault
