// How a kernel's launch gets to the driver, changed if the order says so.
#pragma once

#include <CL/cl.h>

#include "calls.hpp"

namespace wgfault {

cl_int launch(const Call* call, cl_command_queue queue, cl_kernel kernel, cl_uint dims, const size_t* offset,
              const size_t* global, const size_t* local, cl_uint waits, const cl_event* wait,
              cl_event* event);

}  // namespace wgfault
