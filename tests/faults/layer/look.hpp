// What an order's conditions may ask of a call: facts of its arguments.
#pragma once

#include <CL/cl_layer.h>

#include <cstring>
#include <mutex>
#include <string>

#include "arguments.hpp"
#include "calls.hpp"
#include "handles.hpp"
#include "launches.hpp"
#include "programs.hpp"

namespace wgfault {

// Text of the last kernel enqueued: what a wait is likely for.
class Launched {
 public:
  void set(std::string text) {
    const std::lock_guard lock(mutex_);
    text_ = std::move(text);
  }
  std::string get() {
    const std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  std::mutex mutex_;
  std::string text_;
};
inline Launched launched;

// Facts of the calls whose conditions need more than a count.
template <auto Entry>
struct Look {
  template <typename... Args>
  static Facts at(Args...) {
    return {{}, {{"kernel", launched.get()}}};
  }
};
template <>
struct Look<&cl_icd_dispatch::clCreateBuffer> {
  static Facts at(cl_context, cl_mem_flags, size_t size, void*, cl_int*) {
    return {{{"size", static_cast<long long>(size)}}, {}};
  }
};
// "spirv": the version of the module, 12 for 1.2.
template <>
struct Look<&cl_icd_dispatch::clCreateProgramWithIL> {
  static Facts at(cl_context, const void* module, size_t length, cl_int*) {
    cl_uint words[2] = {};
    if (module && length >= sizeof words) std::memcpy(words, module, sizeof words);
    const long long major = words[1] >> 16U, minor = words[1] >> 8U & 0xffU;
    return {{{"spirv", 10 * major + minor}}, {}};
  }
};
template <>
struct Look<&cl_icd_dispatch::clSetKernelArgSVMPointer> {
  static Facts at(cl_kernel, cl_uint index, const void*) { return {{{"index", index}}, {}}; }
};
inline Facts build_facts(cl_program program, const char* options) {
  return {{}, {{"source", program_text(program)}, {"options", options ? options : ""}}};
}
template <>
struct Look<&cl_icd_dispatch::clBuildProgram> {
  template <typename... Rest>
  static Facts at(cl_program p, cl_uint, const cl_device_id*, const char* options, Rest...) {
    return build_facts(p, options);
  }
};
template <>
struct Look<&cl_icd_dispatch::clCompileProgram> : Look<&cl_icd_dispatch::clBuildProgram> {};
template <>
struct Look<&cl_icd_dispatch::clLinkProgram> {
  template <typename... Rest>
  static Facts at(cl_context, cl_uint, const cl_device_id*, const char* options, Rest...) {
    return {{}, {{"options", options ? options : ""}}};
  }
};
template <>
struct Look<&cl_icd_dispatch::clCreateKernel> {
  static Facts at(cl_program program, const char*, cl_int*) { return build_facts(program, nullptr); }
};
template <>
struct Look<&cl_icd_dispatch::clEnqueueNDRangeKernel> {
  template <typename... Rest>
  static Facts at(cl_command_queue queue, cl_kernel kernel, cl_uint dims, const size_t* offset,
                  const size_t* global, const size_t* local, Rest...) {
    const std::string text = kernel_text(kernel);
    launched.set(text);
    Facts facts = Launch(dims, offset, global, local).facts(text);
    facts.numbers["locals"] = local_bytes(kernel);
    facts.numbers.merge(facts_of_launch(kernel, queue));
    return facts;
  }
};

}  // namespace wgfault
