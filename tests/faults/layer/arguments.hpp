// What kernels are given, for faults that reach into it.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <vector>

namespace wgfault {

struct Buffer {
  cl_mem memory;
  size_t size;
};

void remember_buffer(cl_mem memory, cl_mem_flags flags, size_t size);
void remember_argument(cl_kernel kernel, cl_uint index, size_t size, const void* value);
void forget_arguments(cl_kernel kernel);  // a new kernel may have an old one's handle

// The buffers among a kernel's arguments that kernels may write to.
std::vector<Buffer> writable_buffers(cl_kernel kernel);

// Whether it was given local memory, of which it then takes more than it did.
bool has_local_argument(cl_kernel kernel);

}  // namespace wgfault
