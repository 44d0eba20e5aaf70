// Programs as their callers wrote them, and as the driver gets them.
#pragma once

#include <CL/cl.h>

#include <memory>
#include <string>
#include <vector>

#include "source.hpp"

namespace wgfault {

// The text for the driver: prelude on top, each collective call told where it stands.
std::string rewrite(const Source& source);

// What is remembered of each handle. A handle given out again by the driver simply replaces the old one.
void remember_program(cl_program program, Source source);
void remember_as_last(cl_program program);  // has the text of the program that was remembered last
void remember_linked(cl_program program, const std::vector<cl_program>& parts);  // has all of theirs
void remember_clone(cl_kernel kernel, cl_kernel original);
void remember_kernel(cl_kernel kernel, cl_program program, const std::string& name);
std::string program_text(cl_program program);
std::string kernel_text(cl_kernel kernel);

}  // namespace wgfault
