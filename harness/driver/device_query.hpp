// Asks OpenCL what there is. Runs in a worker only.
#pragma once

#include <functional>
#include <vector>

#include "harness/driver/opencl.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// Every device of every platform, in the loader's order: the order of DeviceFacts::index.
std::vector<cl::Device> all_devices();

/// What the device says of itself. A query that its version does not have is never made; one that fails
/// counts as "no", with the error as the answer.
DeviceFacts query_facts(const cl::Device& device, std::size_t index);

/// The symbolic name of an OpenCL error, or its number.
std::string error_name(cl_int error);

}  // namespace wgcts::harness
