#include "device_run.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <iomanip>
#include <limits>
#include <sstream>
#include <vector>

#include "suites/programs/print.hpp"

namespace wgcts::suites {
namespace {

void demand(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return;
  std::printf("%s returned %d\n", what, error);
  std::fflush(stdout);
  _exit(2);
}

template <class T>
void put(Word value, void* at) {
  T v;
  if constexpr (wgcts::reference::is_float_v<T>) {
    v = static_cast<T>(real(value));
  } else {
    v = static_cast<T>(value);
  }
  std::memcpy(at, &v, sizeof v);
}

void put(Type type, Word value, void* at) {
  if (!is_gentype(type)) {
    std::memcpy(at, &value, info(type).bytes);
    return;
  }
  wgcts::reference::with_gentype(static_cast<wgcts::reference::GenType>(type),
                                 [&]<class T>() { put<T>(value, at); });
}

Word get(Type type, const void* at) {
  return wgcts::reference::with_gentype(static_cast<wgcts::reference::GenType>(type), [&]<class T>() {
    T v;
    std::memcpy(&v, at, sizeof v);
    if constexpr (wgcts::reference::is_float_v<T>) {
      return word_of(static_cast<double>(v) + 0.0);  // zeros of either sign are equal
    } else {
      return word(static_cast<std::int64_t>(v));
    }
  });
}

/// So that no two numbers look the same.
std::string exactly(double value) {
  std::ostringstream text;
  text << std::setprecision(std::numeric_limits<double>::max_digits10) << value;
  return text.str();
}

}  // namespace

Device open_device() {
  Device d;
  cl_platform_id platform = nullptr;
  demand(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  demand(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &d.id, nullptr), "clGetDeviceIDs");
  char version[128] = "";
  clGetDeviceInfo(d.id, CL_DEVICE_OPENCL_C_VERSION, sizeof version, version, nullptr);
  d.standard = std::strstr(version, "OpenCL C 2.0") != nullptr ? "-cl-std=CL2.0 " : "-cl-std=CL3.0 ";
  cl_int error = 0;
  d.context = clCreateContext(nullptr, 1, &d.id, nullptr, nullptr, &error);
  demand(error, "clCreateContext");
  d.queue = clCreateCommandQueueWithProperties(d.context, d.id, nullptr, &error);
  demand(error, "clCreateCommandQueueWithProperties");
  return d;
}

Built::Built(const Device& d, std::span<const LegalProgram> programs, const std::string& options) {
  std::string text;
  for (const LegalProgram& p : programs) text += source_text(p.program, p.launch.range.dim) + "\n";
  const char* source = text.c_str();
  cl_int error = 0;
  program_ = clCreateProgramWithSource(d.context, 1, &source, nullptr, &error);
  demand(error, "clCreateProgramWithSource");
  if (clBuildProgram(program_, 1, &d.id, (d.standard + options).c_str(), nullptr, nullptr) == CL_SUCCESS)
    return;
  std::string log(8192, '\0');
  clGetProgramBuildInfo(program_, d.id, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
  refusal_ = std::string("does not build: ") + log.c_str();
}

Built::~Built() { clReleaseProgram(program_); }

std::string difference(const Device& d, const LegalProgram& p, const std::string& options) {
  const Built built(d, std::span(&p, 1), options);
  return built.refusal().empty() ? built.difference(d, p) : built.refusal();
}

std::string Built::difference(const Device& d, const LegalProgram& p) const {
  cl_int error = 0;
  const cl_kernel kernel = clCreateKernel(program_, (program_kernel + p.program.suffix).c_str(), &error);
  demand(error, "clCreateKernel");
  cl_uint number = 0;
  std::vector<cl_mem> buffers;
  const auto buffer = [&](std::vector<unsigned char>& bytes) {
    buffers.push_back(clCreateBuffer(d.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes.size(),
                                     bytes.data(), &error));
    demand(error, "clCreateBuffer");
    demand(clSetKernelArg(kernel, number++, sizeof(cl_mem), &buffers.back()), "clSetKernelArg");
  };
  for (std::size_t a = 0; a < p.program.arguments.size(); ++a) {
    unsigned char bytes[8];
    put(p.program.arguments[a], p.launch.arguments[a], bytes);
    demand(clSetKernelArg(kernel, number++, info(p.program.arguments[a]).bytes, bytes), "clSetKernelArg");
  }
  const auto pass = [&](const std::vector<Type>& list, const std::vector<std::vector<Word>>& values) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::size_t size = info(list[i]).bytes;
      std::vector<unsigned char> bytes(values[i].size() * size);
      for (std::size_t k = 0; k < values[i].size(); ++k) put(list[i], values[i][k], &bytes[k * size]);
      buffer(bytes);
    }
  };
  pass(p.program.inputs, p.launch.inputs);
  pass(p.program.group_inputs, p.launch.group_inputs);
  const std::size_t first_output = buffers.size();
  const std::size_t items = wgcts::reference::volume(p.launch.range.global);
  for (const Type type : p.program.outputs) {
    std::vector<unsigned char> poison(items * info(type).bytes, 0xa5);
    buffer(poison);
  }
  const wgcts::reference::NDRange& r = p.launch.range;
  error = clEnqueueNDRangeKernel(d.queue, kernel, r.dim, nullptr, r.global.data(), r.local.data(), 0, nullptr,
                                 nullptr);
  std::string result = error == CL_SUCCESS ? "" : "clEnqueueNDRangeKernel returned " + std::to_string(error);
  if (error == CL_SUCCESS && clFinish(d.queue) != CL_SUCCESS) result = "clFinish failed";
  for (std::size_t o = 0; o < p.program.outputs.size() && result.empty(); ++o) {
    const Type type = p.program.outputs[o];
    const std::size_t size = info(type).bytes;
    std::vector<unsigned char> bytes(items * size), poison(size, 0xa5);
    demand(clEnqueueReadBuffer(d.queue, buffers[first_output + o], CL_TRUE, 0, bytes.size(), bytes.data(), 0,
                               nullptr, nullptr),
           "clEnqueueReadBuffer");
    const OutputBuffer& want = p.expected.outputs[o];
    for (std::size_t k = 0; k < items && result.empty(); ++k) {
      const unsigned char* got = &bytes[k * size];
      const auto shown = [&](Word w) {
        return is_floating(type) ? exactly(real(w)) : std::to_string(static_cast<std::int64_t>(w));
      };
      const std::string place = "out" + std::to_string(o) + "[" + std::to_string(k) + "] ";
      const bool poisoned = std::memcmp(got, poison.data(), size) == 0;
      if (!want.written[k]) {
        if (!poisoned) result = place + "must not be written and is " + shown(get(type, got));
      } else if (const Word w = want.values[k];
                 get(type, got) != (is_floating(type) ? word_of(real(w) + 0.0) : w)) {
        result = place + "must be " + shown(w) + " and " +
                 (poisoned ? "was not written" : "is " + shown(get(type, got)));
      }
    }
  }
  for (const cl_mem b : buffers) clReleaseMemObject(b);
  clReleaseKernel(kernel);
  return result;
}

}  // namespace wgcts::suites
