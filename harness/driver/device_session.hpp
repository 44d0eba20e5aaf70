// The device that a worker works on, and what all its launches share.
#pragma once

#include "harness/driver/opencl.hpp"
#include "results/case_result.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

struct DeviceSession {
  cl::Device device;
  cl::Context context;
  cl::CommandQueue queue;
  DeviceFacts facts;
  std::uint64_t seed = 0;
  std::size_t allowance = 0;  ///< bytes that all buffers may have
  std::size_t memory = 0;     ///< bytes that a buffer may have, if the device keeps its word
};

/// Throws cl::Error unless `error` is success.
inline void require_success(cl_int error, const char* call) {
  if (error != CL_SUCCESS) throw cl::Error(error, call);
}

/// What the device does not have that a situation takes, which shows only when it is asked for it.
struct Lacking {
  Reason reason;
};

/// The same session on a part of its device, with half of the compute units. Throws cl::Error, and Lacking
/// where the device cannot be parted so.
DeviceSession session_on_part(const DeviceSession& whole);

}  // namespace wgcts::harness
