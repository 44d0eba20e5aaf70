#include "harness/driver/dispatch.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <future>
#include <optional>

#include "harness/driver/shared_memory.hpp"
#include "harness/program/kernel.hpp"
#include "harness/program/ndrange.hpp"

namespace wgcts::harness {
namespace {

cl::NDRange sized(const Extents& e, unsigned dim) {
  return dim == 1 ? cl::NDRange(e[0]) : dim == 2 ? cl::NDRange(e[0], e[1]) : cl::NDRange(e[0], e[1], e[2]);
}

void enqueue_range(const cl::CommandQueue& queue, const cl::Kernel& kernel, const NDRange& range) {
  queue.enqueueNDRangeKernel(kernel, sized(range.offset, range.dim), sized(range.global, range.dim),
                             sized(range.local, range.dim));
}

cl::Buffer zeros(const Dispatch& d, std::size_t bytes) {
  const cl::Buffer buffer(d.session->context, CL_MEM_READ_WRITE, bytes);
  d.session->queue.enqueueFillBuffer(buffer, cl_uchar{0}, 0, bytes);
  return buffer;
}

/// Arguments for another launch of the kernel, all zero, with room for `groups` work-groups. They live as
/// long as the dispatch.
const KernelArguments& zero_arguments(Dispatch& d, const NDRange& range, std::size_t groups) {
  const std::size_t stride = std::max(volume(range.global), d.least_stride),
                    bytes = d.sites * stride * d.element;
  const std::size_t sources = std::max(d.sites * groups * 3 * sizeof(cl_uint), d.from.size());
  d.others.push_back({zeros(d, bytes), zeros(d, bytes), zeros(d, sources), stride});
  return d.others.back();
}

void enqueue_other(Dispatch& d, cl::Kernel& kernel, bool half) {
  const NDRange range = smaller_range(d.range, half);
  d.bind(kernel, zero_arguments(d, range, 2));
  enqueue_range(d.session->queue, kernel, range);
}

void enqueue_plainly(Dispatch& d) {
  d.bind(d.kernel, d.arguments);
  if (d.told() != nullptr) d.kernel.setArg(told_argument, d.told);
  enqueue_range(d.session->queue, d.kernel, d.range);
}

void enqueue_between_others(Dispatch& d) {
  enqueue_other(d, d.kernel, true);
  enqueue_plainly(d);
  enqueue_other(d, d.kernel, true);
}

/// The clone is launched after its original has got other arguments, and been launched with them.
void enqueue_clone(Dispatch& d) {
  d.bind(d.kernel, d.arguments);
  cl_int error = CL_SUCCESS;
  const cl::Kernel clone(clCloneKernel(d.kernel(), &error));
  require_success(error, "clCloneKernel");
  enqueue_other(d, d.kernel, false);
  enqueue_range(d.session->queue, clone, d.range);
}

cl::Buffer another_output(Dispatch& d) {
  cl::Buffer output(d.session->context, CL_MEM_READ_WRITE, d.bytes());
  fill_with(d.poison, output, d.bytes(), d.session->queue);
  d.twins.push_back(output);
  return output;
}

/// The same launch four times, each with an output of its own.
void enqueue_in_any_order(Dispatch& d) {
  constexpr int launches = 4;
  d.queues.emplace_back(d.session->context, d.session->device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  KernelArguments arguments = d.arguments;
  std::vector<KernelArguments> all{arguments};
  for (int i = 1; i < launches; ++i) {
    arguments.out = another_output(d);
    all.push_back(arguments);
  }
  d.session->queue.finish();  // what the other queue works on is there
  for (const KernelArguments& one : all) {
    d.bind(d.kernel, one);
    enqueue_range(d.queues.back(), d.kernel, d.range);
  }
  d.queues.back().flush();
}

/// Kernel objects are not to be shared by threads (clSetKernelArg): each has one, and a queue.
void enqueue_from_threads(Dispatch& d) {
  cl::Kernel second(d.program, d.name.c_str());
  if (d.keep_bytes != 0) second.setArg(keep_argument, cl::Local(d.keep_bytes));
  d.queues.emplace_back(d.session->context, d.session->device);
  std::array<KernelArguments, 4> all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = d.arguments;
    if (i > 0) all[i].out = another_output(d);
  }
  d.session->queue.finish();
  const auto twice = [&](const cl::CommandQueue& queue, cl::Kernel& kernel, std::size_t first) {
    for (std::size_t i = first; i < first + 2; ++i) {
      d.bind(kernel, all[i]);
      enqueue_range(queue, kernel, d.range);
      queue.flush();
    }
  };
  auto other = std::async(std::launch::async, [&] { twice(d.queues.back(), second, 2); });
  try {
    twice(d.session->queue, d.kernel, 0);
  } catch (...) {
    other.wait();
    throw;
  }
  other.get();
}

/// All three arguments are shared memory; the output goes on to the buffer that is read.
void enqueue_with_shared_memory(Dispatch& d) {
  const SharedMemory in(*d.session, d.in.size()), out(*d.session, d.bytes());
  in.write(d.in);
  std::optional<SharedMemory> from;  // a kernel need not have it
  if (!d.from.empty()) from.emplace(*d.session, d.from.size()).write(d.from);
  std::vector<std::byte> result(d.bytes());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = d.poison[i % d.poison.size()];
  out.write(result);
  d.bind(d.kernel, d.arguments);
  const SharedMemory* const memory[] = {&in, &out, from ? &*from : nullptr};
  for (cl_uint i = 0; i < std::size(memory); ++i)
    if (memory[i] != nullptr)
      require_success(clSetKernelArgSVMPointer(d.kernel(), i, memory[i]->pointer()),
                      "clSetKernelArgSVMPointer");
  enqueue_range(d.session->queue, d.kernel, d.range);
  out.read(result);
  d.session->queue.enqueueWriteBuffer(d.arguments.out, CL_TRUE, 0, result.size(), result.data());
}

void enqueue_unsized(Dispatch& d) {
  d.bind(d.kernel, d.arguments);
  if (d.told() != nullptr) d.kernel.setArg(told_argument, d.told);
  d.session->queue.enqueueNDRangeKernel(d.kernel, sized(d.range.offset, d.range.dim),
                                        sized(d.range.global, d.range.dim));
}

struct Way {
  Situation situation;
  void (*enqueue)(Dispatch&);
};
constexpr Way ways[] = {
    {Situation::Relaunched, enqueue_between_others}, {Situation::Cloned, enqueue_clone},
    {Situation::Unordered, enqueue_in_any_order},    {Situation::Threads, enqueue_from_threads},
    {Situation::Svm, enqueue_with_shared_memory},    {Situation::Unsized, enqueue_unsized}};

}  // namespace

void set_arguments(cl::Kernel& kernel, const KernelArguments& arguments) {
  kernel.setArg(0, arguments.in);
  kernel.setArg(1, arguments.out);
  kernel.setArg(2, arguments.from);
  kernel.setArg(3, static_cast<cl_uint>(arguments.stride));
  kernel.setArg(4, cl_uint{1});
  kernel.setArg(5, cl_uint{2});
}

void fill_with(std::span<const std::byte> element, const cl::Buffer& buffer, std::size_t bytes,
               const cl::CommandQueue& queue) {
  require_success(
      clEnqueueFillBuffer(queue(), buffer(), element.data(), element.size(), 0, bytes, 0, nullptr, nullptr),
      "clEnqueueFillBuffer");
}

void enqueue(Situation situation, Dispatch& dispatch) {
  const auto* const way = std::ranges::find(ways, situation, &Way::situation);
  (way == std::end(ways) ? enqueue_plainly : way->enqueue)(dispatch);
}

void let_it_tell(Dispatch& dispatch) { dispatch.told = zeros(dispatch, 3 * sizeof(cl_uint)); }

Extents told_by(const Dispatch& dispatch) {
  std::array<cl_uint, 3> told{};
  dispatch.session->queue.enqueueReadBuffer(dispatch.told, CL_TRUE, 0, sizeof told, told.data());
  return {told[0], told[1], told[2]};
}

Extents size_chosen_by_driver(Dispatch& dispatch) {
  const KernelArguments own = dispatch.arguments;
  // In the worst case each work-item is a work-group.
  dispatch.arguments = zero_arguments(dispatch, dispatch.range, volume(dispatch.range.global));
  enqueue_unsized(dispatch);
  dispatch.session->queue.finish();
  dispatch.others.clear();
  dispatch.arguments = own;
  return told_by(dispatch);
}

}  // namespace wgcts::harness
