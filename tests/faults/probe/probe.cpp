// Runs collectives in many forms, shapes and data, and prints a line for each launch with a hash of its
// results. Two drivers that differ in what they compute print different lines; nothing here knows what is
// right.
#include "probe.hpp"

#include <CL/cl.h>
#include <dlfcn.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sstream>

using namespace probe;

namespace {

struct Shape {
  cl_uint dims;
  size_t global[3], local[3], offset[3];
};

// Whole groups, remainders in each dimension, offsets in each dimension, enough groups for all data, every
// size of interest.
const std::vector<Shape> shapes = {
    {1, {64 * 16, 1, 1}, {64, 1, 1}, {}},
    {1, {7 * 16, 1, 1}, {7, 1, 1}, {}},
    {1, {33 * 16, 1, 1}, {33, 1, 1}, {}},
    {1, {48 * 16, 1, 1}, {48, 1, 1}, {}},
    {1, {3 * 16, 1, 1}, {3, 1, 1}, {}},
    {1, {100 * 16, 1, 1}, {100, 1, 1}, {}},
    {1, {257 * 16, 1, 1}, {257, 1, 1}, {}},
    {1, {512 * 16, 1, 1}, {512, 1, 1}, {}},
    {1, {4096 * 16, 1, 1}, {4096, 1, 1}, {}},
    {1, {8 * 160, 1, 1}, {8, 1, 1}, {}},
    {1, {32 * 16, 1, 1}, {32, 1, 1}, {5, 0, 0}},
    {1, {32 * 16 + 5, 1, 1}, {32, 1, 1}, {}},
    {2, {5 * 4, 7 * 4, 1}, {5, 7, 1}, {}},
    {2, {16 * 4, 8 * 4, 1}, {16, 8, 1}, {}},
    {2, {4 * 4, 3 * 4, 1}, {4, 3, 1}, {3, 2, 0}},
    {2, {8 * 4, 6 * 3 + 2, 1}, {8, 6, 1}, {}},
    {2, {1 * 4, 33 * 4, 1}, {1, 33, 1}, {}},
    {2, {20 * 4, 20 * 4, 1}, {20, 20, 1}, {}},
    {3, {3 * 4, 5 * 2, 7 * 2}, {3, 5, 7}, {}},
    {3, {4 * 4, 2 * 2, 6 * 2}, {4, 2, 6}, {1, 2, 3}},
    {3, {4 * 2, 3 * 2, 5 * 3 + 2}, {4, 3, 5}, {}},
    {3, {1 * 4, 1 * 2, 9 * 2}, {1, 1, 9}, {}},
    {3, {8 * 2, 6 * 2, 4 * 2}, {8, 6, 4}, {}},
    {1, {40, 1, 1}, {1, 1, 1}, {}},
    {1, {300 * data_classes, 1, 1}, {300, 1, 1}, {}},
    // Smaller groups with every class of data, for each dimension.
    {2, {8 + 3, 6 * data_classes, 1}, {8, 6, 1}, {}},
    {2, {8 * data_classes, 6 + 2, 1}, {8, 6, 1}, {}},
    {3, {4 * data_classes, 3, 5 + 2}, {4, 3, 5}, {}},
    // An offset with every class of data.
    {2, {5 * data_classes, 7, 1}, {5, 7, 1}, {3, 2, 0}},
    // A crowd.
    {1, {2 * 1100, 1, 1}, {2, 1, 1}, {}},
};

uint64_t hash(const std::vector<unsigned char>& bytes) {
  uint64_t h = 1469598103934665603ull;
  for (const unsigned char b : bytes) h = (h ^ b) * 1099511628211ull;
  return h;
}

struct Device {
  cl_device_id id{};
  cl_context context{};
  cl_command_queue queue{};

  std::string text(cl_device_info query) const {
    size_t size = 0;
    if (clGetDeviceInfo(id, query, 0, nullptr, &size) != CL_SUCCESS) return "error";
    std::vector<unsigned char> bytes(size);
    clGetDeviceInfo(id, query, size, bytes.data(), nullptr);
    if (query == CL_DEVICE_EXTENSIONS_WITH_VERSION || query == CL_DEVICE_OPENCL_C_FEATURES ||
        query == CL_DEVICE_OPENCL_C_ALL_VERSIONS || query == CL_DEVICE_ILS_WITH_VERSION)
      for (size_t at = 0; at + sizeof(cl_name_version) <= size; at += sizeof(cl_name_version)) {
        auto* name = reinterpret_cast<char*>(&bytes[at + offsetof(cl_name_version, name)]);
        const size_t used = strnlen(name, CL_NAME_VERSION_MAX_NAME_SIZE);
        std::memset(name + used, 0,
                    CL_NAME_VERSION_MAX_NAME_SIZE - used);  // drivers leave noise behind names
      }
    char line[40];
    std::snprintf(line, sizeof line, "%zu:%016" PRIx64, size, hash(bytes));
    return line;
  }
  bool has(const char* extension) const {
    std::vector<char> bytes(1 << 16);
    clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, bytes.size() - 1, bytes.data(), nullptr);
    return std::strstr(bytes.data(), extension) != nullptr;
  }
};

void inputs(const Shape& s, const Type& type, bool predicate, std::vector<unsigned char>& in,
            std::vector<cl_int>& sources) {
  const size_t total = s.global[0] * s.global[1] * s.global[2];
  in.assign(2 * total * type.size, 0);
  size_t groups[3];
  for (int d = 0; d < 3; ++d) groups[d] = (s.global[d] + s.local[d] - 1) / s.local[d];
  for (size_t i = 0; i < total; ++i) {
    const size_t at[3] = {i % s.global[0], i / s.global[0] % s.global[1], i / s.global[0] / s.global[1]};
    size_t group = 0, lane = 0, size = 1;
    for (int d = 2; d >= 0; --d) {
      const size_t g = at[d] / s.local[d];
      const size_t extent = std::min(s.local[d], s.global[d] - g * s.local[d]);
      group = group * groups[d] + g;
      lane = lane * extent + at[d] % s.local[d];
      size *= extent;
    }
    for (unsigned second = 0; second < 2; ++second) {
      const auto c = static_cast<unsigned>((group + 5 * second) % data_classes);
      const uint64_t bits =
          value(type, predicate, c, static_cast<unsigned>(lane), static_cast<unsigned>(size));
      std::memcpy(&in[(second * total + i) * type.size], &bits, type.size);
    }
  }
  sources.clear();
  for (size_t g = 0; g < groups[0] * groups[1] * groups[2]; ++g)
    for (int d = 0; d < 3; ++d) sources.push_back(static_cast<cl_int>((g * (d + 3) + 2 + d) * 11));
}

cl_mem buffer(const Device& device, size_t size, void* data, cl_int* error) {
  return clCreateBuffer(device.context, CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0), size, data,
                        error);
}

// One launch: its results' hash, or the call that failed.
std::string launch(const Device& device, cl_kernel kernel, const Shape& s, const Type& type, bool predicate) {
  std::vector<unsigned char> in;
  std::vector<cl_int> sources;
  inputs(s, type, predicate, in, sources);
  std::vector<unsigned char> out(in.size(), 0xcd);
  cl_int error = 0;
  const cl_mem memory[3] = {buffer(device, in.size(), in.data(), &error),
                            buffer(device, sources.size() * sizeof(cl_int), sources.data(), &error),
                            buffer(device, out.size(), out.data(), &error)};
  const cl_int trips = 3, total = static_cast<cl_int>(in.size() / type.size / 2);
  for (cl_uint i = 0; i < 3; ++i) clSetKernelArg(kernel, i, sizeof(cl_mem), &memory[i]);
  clSetKernelArg(kernel, 3, sizeof trips, &trips);
  clSetKernelArg(kernel, 4, sizeof total, &total);
  std::string result;
  cl_event event = nullptr;
  if (!error)
    error =
        clEnqueueNDRangeKernel(device.queue, kernel, s.dims, s.offset, s.global, s.local, 0, nullptr, &event);
  const bool refused = error != 0;
  if (!error) error = clFinish(device.queue);
  // A launch may fail in its event only.
  cl_int status = CL_COMPLETE;
  if (event) {
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    clReleaseEvent(event);
  }
  if (refused || status < 0) result = "launch error " + std::to_string(refused ? error : status);
  if (!error)
    error =
        clEnqueueReadBuffer(device.queue, memory[2], CL_TRUE, 0, out.size(), out.data(), 0, nullptr, nullptr);
  for (const cl_mem m : memory)
    if (m) clReleaseMemObject(m);
  if (result.empty() && error) result = "error " + std::to_string(error);
  if (!result.empty()) return result;
  char line[24];
  std::snprintf(line, sizeof line, "%016" PRIx64, hash(out));
  return line;
}

// How a program is built, and whether all its kernels are launched with all shapes, or the plain ones with
// some.
struct Build {
  std::string name, options;
  bool thorough;
};
const std::vector<Build> builds = {
    {"cl3.0", "-cl-std=CL3.0", true},
    {"cl2.0", "-cl-std=CL2.0", false},
    {"unoptimised", "-cl-std=CL3.0 -cl-opt-disable", false},
};

// The lines of a build log that say why, for those who judge the program's text.
void print_errors(const std::string& log) {
  std::istringstream in(log);
  for (std::string line; std::getline(in, line);)
    if (line.find("error") != std::string::npos) std::printf("log %s\n", line.c_str());
}

void run(const Device& device, const std::string& builtin, const Type& type, const Build& build,
         const std::vector<std::string>& forms) {
  const Text text = program(builtin, type, forms);
  const bool all_forms = build.thorough;
  const std::string& options = build.options;
  const std::string label = builtin + "." + type.name + " '" + options + "'";
  const char* source = text.source.c_str();
  cl_int error = 0;
  cl_program p = clCreateProgramWithSource(device.context, 1, &source, nullptr, &error);
  error = clBuildProgram(p, 1, &device.id, options.c_str(), nullptr, nullptr);
  std::vector<char> log(1 << 20);
  size_t log_size = 0;
  clGetProgramBuildInfo(p, device.id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &log_size);
  std::printf("%s build %d %s\n", label.c_str(), error, log_size > 100000 ? "huge log" : "");
  if (error) {
    clGetProgramBuildInfo(p, device.id, CL_PROGRAM_BUILD_LOG, log.size() - 1, log.data(), nullptr);
    print_errors(log.data());
    clReleaseProgram(p);
    return;
  }
  for (const auto& name : text.kernels) {
    const bool plain = name.starts_with("plain");
    if (!all_forms && !plain) continue;
    cl_kernel kernel = clCreateKernel(p, name.c_str(), &error);
    if (!kernel) std::printf("%s %s kernel %d\n", label.c_str(), name.c_str(), error);
    if (!kernel) continue;
    size_t limit = 0, multiple = 0;
    clGetKernelWorkGroupInfo(kernel, device.id, CL_KERNEL_WORK_GROUP_SIZE, sizeof limit, &limit, nullptr);
    clGetKernelWorkGroupInfo(kernel, device.id, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof multiple,
                             &multiple, nullptr);
    std::printf("%s %s size %zu multiple %zu\n", label.c_str(), name.c_str(), limit, multiple);
    for (size_t i = 0; i < shapes.size(); ++i) {
      if (!all_forms && i % 4 != 0) continue;
      if (name.ends_with("_2") && shapes[i].dims != 2) continue;
      if (name.ends_with("_3") && shapes[i].dims != 3) continue;
      if (name.ends_with("_1") && shapes[i].dims != 1) continue;
      const bool reqd = name.starts_with("reqd");
      if (reqd && !std::ranges::equal(shapes[i].local, required_sizes[shapes[i].dims - 1])) continue;
      if (!plain && !reqd && i > 1 && i % 3 != 0) continue;
      const std::string result =
          launch(device, kernel, shapes[i], type, builtin == "all" || builtin == "any");
      std::printf("%s %s shape%zu %s\n", label.c_str(), name.c_str(), i, result.c_str());
    }
    std::fflush(stdout);
    clReleaseKernel(kernel);
  }
  clReleaseProgram(p);
}

std::vector<std::string> split(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> parts;
  for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
  return parts;
}

}  // namespace

// What a fault may need, in the words of the table.
void print_features(const Device& device) {
  if (device.has("cl_khr_fp16")) std::puts("fp16");
  if (device.has("cl_khr_fp64")) std::puts("fp64");
  cl_bool yes = CL_FALSE;
  clGetDeviceInfo(device.id, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof yes, &yes, nullptr);
  if (yes) std::puts("nonuniform");
  cl_device_fp_config config = 0;
  clGetDeviceInfo(device.id, CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, &config, nullptr);
  if (config & CL_FP_DENORM) std::puts("denorm");
  size_t size = 0;
  clGetDeviceInfo(device.id, CL_DEVICE_OPENCL_C_ALL_VERSIONS, 0, nullptr, &size);
  std::vector<cl_name_version> versions(size / sizeof(cl_name_version));
  clGetDeviceInfo(device.id, CL_DEVICE_OPENCL_C_ALL_VERSIONS, size, versions.data(), nullptr);
  for (const auto& v : versions)
    if (CL_VERSION_MAJOR(v.version) >= 2)
      std::printf("cl%u.%u\n", CL_VERSION_MAJOR(v.version), CL_VERSION_MINOR(v.version));
}

// What is to be probed: names, or nothing for all.
struct Selection {
  std::vector<std::string> builtins, types, forms, builds;
};

bool among(const std::vector<std::string>& names, const std::string& name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

// Finds the first device anew: what it says of itself may change from order to order. The number of
// platforms, or 0.
cl_uint open_device(Device& device) {
  cl_uint count = 0;
  cl_platform_id platforms[16];
  if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS) return 0;
  for (cl_uint i = 0; i < count && !device.id; ++i)
    clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device.id, nullptr);
  return device.id ? count : 0;
}

void probe_device(Device& device, const Selection& selection) {
  cl_int error = 0;
  cl_platform_id platform = nullptr;
  clGetDeviceInfo(device.id, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr);
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(platform), 0};
  device.context = clCreateContext(properties, 1, &device.id, nullptr, nullptr, &error);
  std::printf("context %d\n", error);
  if (error) return;
  device.queue = clCreateCommandQueueWithProperties(device.context, device.id, nullptr, &error);
  std::printf("queue %d\n", error);
  for (cl_device_info query = 0x1000; query < 0x1075; ++query) {
    if (query == CL_DEVICE_PLATFORM || query == CL_DEVICE_PARENT_DEVICE)
      continue;  // addresses: new in each run
    std::printf("device %x %s\n", query, device.text(query).c_str());
  }

  std::vector<std::string> builtins = {"all", "any", "broadcast"};
  for (const char* shape : {"reduce_", "scan_inclusive_", "scan_exclusive_"})
    for (const char* op : {"add", "min", "max"}) builtins.push_back(std::string(shape) + op);
  for (const auto& builtin : builtins)
    for (const auto& type : types) {
      const bool predicate = builtin == "all" || builtin == "any";
      if (!among(selection.builtins, builtin) || !among(selection.types, predicate ? "int" : type.name))
        continue;
      if (predicate && type.name != "int") continue;
      if (type.name == "half" && !device.has("cl_khr_fp16")) continue;
      if (type.name == "double" && !device.has("cl_khr_fp64")) continue;
      for (const auto& build : builds)
        if (among(selection.builds, build.name)) run(device, builtin, type, build, selection.forms);
    }
  clReleaseCommandQueue(device.queue);
  clReleaseContext(device.context);
}

// The layer's way to another order, for it is already loaded when we start.
const char* take_order(const std::string& order) {
  using Take = const char* (*)(const char*);
  const char* layer = std::getenv("OPENCL_LAYERS");
  void* library = layer ? dlopen(layer, RTLD_NOW | RTLD_NOLOAD) : nullptr;
  const auto take = library ? reinterpret_cast<Take>(dlsym(library, "wgfault_take_order")) : nullptr;
  return take ? take(order.c_str()) : "the layer is not loaded";
}

// Goes through orders from standard input: a line of BUILTINS TYPES FORMS BUILDS (names with commas, or - for
// all), the order's lines, and a line with a full stop. After the results of each comes a line "end".
int session() {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    Selection selection;
    for (auto* list : {&selection.builtins, &selection.types, &selection.forms, &selection.builds}) {
      std::string word;
      words >> word;
      if (word != "-") *list = split(word);
    }
    std::string order;
    while (std::getline(std::cin, line) && line != ".") order += line + "\n";
    Device device;
    if (const char* wrong = take_order(order))
      std::printf("log error: wgfault: %s\n", wrong);
    else if (const cl_uint platforms = open_device(device)) {
      std::printf("platforms %u\n", platforms);
      probe_device(device, selection);
    }
    std::puts("end");
    std::fflush(stdout);
  }
  return 0;
}

// wgfault_probe --features | --session
int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const std::string mode = argc > 1 ? argv[1] : "--session";
  // The loader loads its layers in the first call of all.
  Device device;
  if (!open_device(device)) return 3;
  if (mode == "--session") return session();
  if (mode != "--features") return 2;
  print_features(device);
  return 0;
}
