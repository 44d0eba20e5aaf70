// The device of a worker and what all its launches share.
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
  std::size_t allowance = 0;  ///< limit of all buffers together, in bytes
  std::size_t memory = 0;     ///< limit of one buffer, in bytes
};

/// Throws cl::Error unless `error` is success.
inline void require_success(cl_int error, const char* call) {
  if (error != CL_SUCCESS) throw cl::Error(error, call);
}

/// The device turns out to lack something that a situation needs, or the loader a function.
struct Lacking {
  Reason reason;
};

/// The same session on a sub-device with half of the compute units. Throws cl::Error, Refusal, and Lacking if
/// the device cannot be partitioned this way.
DeviceSession session_on_part(const DeviceSession& whole);

}  // namespace wgcts::harness
