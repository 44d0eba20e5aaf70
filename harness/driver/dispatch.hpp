// A launch as the driver gets it, and the ways in which a host may bring it there.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "harness/driver/device_session.hpp"
#include "reference/geometry.hpp"
#include "suites/variant.hpp"

namespace wgcts::harness {

/// What every kernel takes.
struct KernelArguments {
  cl::Buffer in, out, from;
  std::size_t stride = 0;  ///< elements of each site in `in` and `out`
};

/// Sets the arguments of a kernel of the suite's.
void set_arguments(cl::Kernel& kernel, const KernelArguments& arguments);

/// A kernel whose sizes and data are settled, and what became of it on its way.
struct Dispatch {
  const DeviceSession* session;
  cl::Kernel kernel;
  cl::Program program;
  std::string name;            ///< of the kernel
  std::size_t keep_bytes = 0;  ///< of its local memory; 0: it takes none
  NDRange range;
  KernelArguments arguments;
  std::size_t sites = 0, element = 0;   ///< streams, and bytes of a value
  std::span<const std::byte> in, from;  ///< what the host wrote into the arguments
  std::span<const std::byte> poison;    ///< an element that nobody wrote
  /// Sets what the kernel takes, in each of its launches.
  std::function<void(cl::Kernel&, const KernelArguments&)> bind = set_arguments;
  std::size_t least_stride = 0;  ///< of other launches: what a kernel has that names it in its text

  cl::Buffer told;                       ///< what the kernel tells of the launch; null where it does not
  std::vector<cl::Buffer> twins;         ///< outputs of other launches with the same input, just as legal
  std::vector<cl::CommandQueue> queues;  ///< that are to be waited for, beside the session's
  std::vector<KernelArguments> others;   ///< of launches whose results nobody reads

  std::size_t bytes() const { return sites * arguments.stride * element; }
};

/// Enqueues the launch as the situation asks. Throws cl::Error.
void enqueue(Situation situation, Dispatch& dispatch);

/// Makes room for what the kernel tells, all zero.
void let_it_tell(Dispatch& dispatch);

/// Launches on zeros, with the local size left to the driver, and gives that size. Zeros where the kernel
/// did not tell it.
Extents size_chosen_by_driver(Dispatch& dispatch);

/// What the kernel told (see Variant::tells), in three dimensions.
Extents told_by(const Dispatch& dispatch);

/// Fills the buffer with elements that nobody wrote.
void fill_with(std::span<const std::byte> element, const cl::Buffer& buffer, std::size_t bytes,
               const cl::CommandQueue& queue);

}  // namespace wgcts::harness
