// Changes what clGet...Info calls answer.
#pragma once

#include <CL/cl.h>

#include <functional>

namespace wgfault {

// The driver's call with its object already bound: (size, value, size_ret).
using Ask = std::function<cl_int(size_t, void*, size_t*)>;

// The answer to one query: the driver's, or the ordered one. `kind` is "device", "platform", "program",
// "kernel" or "kernel with local": each has its own numbering.
cl_int answer(const char* kind, cl_uint query, const Ask& ask, size_t size, void* value, size_t* size_ret);

}  // namespace wgfault
