// How programs, kernels and queues are made, and what is noted of them.
#pragma once

#include <CL/cl.h>

#include <string>
#include <vector>

#include "calls.hpp"

namespace wgfault {

// The options that a build is given in place of these.
std::string build_options(const Call* call, const char* given);

cl_kernel create_kernel(cl_program program, const char* name, cl_int* error);
cl_kernel clone_kernel(cl_kernel original, cl_int* error);

void note_reloaded(cl_program program);
void note_linked(cl_program program, const std::string& options, const std::vector<cl_program>& parts);
void note_queue(cl_command_queue queue, cl_device_id device, bool unordered);
bool is_unordered(const cl_queue_properties* properties);

}  // namespace wgfault
