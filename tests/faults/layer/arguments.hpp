// What kernels are given, for faults that reach into it.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace wgfault {

struct Buffer {
  cl_mem memory;
  size_t size;
};

void remember_buffer(cl_mem memory, cl_mem_flags flags, size_t size);
void remember_argument(cl_kernel kernel, cl_uint index, size_t size, const void* value);
void forget_arguments(cl_kernel kernel);  // a new kernel may have an old one's handle

void copy_arguments(cl_kernel kernel, cl_kernel from);

// A value as it was set last, and as it was at the kernel's last launch. Not of local memory.
using ArgumentValue = std::vector<std::byte>;
std::optional<ArgumentValue> argument(cl_kernel kernel, cl_uint index);
std::optional<ArgumentValue> argument_of_last_launch(cl_kernel kernel, cl_uint index);
void keep_arguments(cl_kernel kernel);  // at a launch

// The buffers among a kernel's arguments that kernels may write to.
std::vector<Buffer> writable_buffers(cl_kernel kernel);

// The bytes of local memory that it was given: it then takes so many more than it did.
size_t local_bytes(cl_kernel kernel);

}  // namespace wgfault
