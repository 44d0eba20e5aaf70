// How handles came to be and what became of them: facts that tell one situation of a host's from another.
#pragma once

#include <CL/cl.h>

#include <map>
#include <string>

namespace wgfault {

using Numbers = std::map<std::string, long long>;

// Notes a fact of a handle, such as "reloaded" of a program. A handle given out again starts anew.
void begin_handle(const void* handle);
void note(const void* handle, const std::string& fact, long long value = 1);
// What is noted of one handle goes for another too: a kernel's program, a clone's original.
void inherit(const void* handle, const void* from);

// What is known of a launch: of its kernel and its queue, and "launches", how often the kernel object was
// enqueued before. Facts that nobody noted are 0.
Numbers facts_of_launch(cl_kernel kernel, cl_command_queue queue);
void count_launch(cl_kernel kernel);

// The place of a new queue among those of the process, from 1.
long long next_queue();

}  // namespace wgfault
