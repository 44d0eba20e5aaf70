#include "harness/driver/device_query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "harness/planning/requirements.hpp"
#include "suites/parse.hpp"

namespace wgcts::harness {
namespace {

constexpr std::pair<cl_int, std::string_view> error_names[] = {
    {CL_DEVICE_NOT_FOUND, "CL_DEVICE_NOT_FOUND"},
    {CL_DEVICE_NOT_AVAILABLE, "CL_DEVICE_NOT_AVAILABLE"},
    {CL_COMPILER_NOT_AVAILABLE, "CL_COMPILER_NOT_AVAILABLE"},
    {CL_MEM_OBJECT_ALLOCATION_FAILURE, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
    {CL_OUT_OF_RESOURCES, "CL_OUT_OF_RESOURCES"},
    {CL_OUT_OF_HOST_MEMORY, "CL_OUT_OF_HOST_MEMORY"},
    {CL_BUILD_PROGRAM_FAILURE, "CL_BUILD_PROGRAM_FAILURE"},
    {CL_INVALID_VALUE, "CL_INVALID_VALUE"},
    {CL_INVALID_DEVICE, "CL_INVALID_DEVICE"},
    {CL_INVALID_BUFFER_SIZE, "CL_INVALID_BUFFER_SIZE"},
    {CL_INVALID_BUILD_OPTIONS, "CL_INVALID_BUILD_OPTIONS"},
    {CL_INVALID_PROGRAM, "CL_INVALID_PROGRAM"},
    {CL_INVALID_PROGRAM_EXECUTABLE, "CL_INVALID_PROGRAM_EXECUTABLE"},
    {CL_INVALID_KERNEL_NAME, "CL_INVALID_KERNEL_NAME"},
    {CL_INVALID_KERNEL, "CL_INVALID_KERNEL"},
    {CL_INVALID_KERNEL_ARGS, "CL_INVALID_KERNEL_ARGS"},
    {CL_INVALID_WORK_DIMENSION, "CL_INVALID_WORK_DIMENSION"},
    {CL_INVALID_WORK_GROUP_SIZE, "CL_INVALID_WORK_GROUP_SIZE"},
    {CL_INVALID_WORK_ITEM_SIZE, "CL_INVALID_WORK_ITEM_SIZE"},
    {CL_INVALID_GLOBAL_OFFSET, "CL_INVALID_GLOBAL_OFFSET"},
    {CL_INVALID_GLOBAL_WORK_SIZE, "CL_INVALID_GLOBAL_WORK_SIZE"},
    {CL_INVALID_OPERATION, "CL_INVALID_OPERATION"},
};

/// Answers of one device, with errors turned into empty answers.
class Queries {
 public:
  explicit Queries(const cl::Device& device) : device_(device) {}

  std::string text(cl_device_info what) const {
    std::string value;
    if (device_.getInfo(what, &value) != CL_SUCCESS) return {};
    return value.substr(0, value.find('\0'));
  }

  template <class T>
  T number(cl_device_info what) const {
    T value{};
    return clGetDeviceInfo(device_(), what, sizeof value, &value, nullptr) == CL_SUCCESS ? value : T{};
  }

  Answer boolean(cl_device_info what, std::string_view query) const {
    cl_bool value = CL_FALSE;
    const cl_int error = clGetDeviceInfo(device_(), what, sizeof value, &value, nullptr);
    if (error != CL_SUCCESS) return {false, {std::string(query), error_name(error)}};
    return {value != CL_FALSE, {std::string(query), value != CL_FALSE ? "CL_TRUE" : "CL_FALSE"}};
  }

  std::vector<cl_name_version> versions(cl_device_info what) const {
    std::size_t bytes = 0;
    if (clGetDeviceInfo(device_(), what, 0, nullptr, &bytes) != CL_SUCCESS) return {};
    std::vector<cl_name_version> list(bytes / sizeof(cl_name_version));
    if (clGetDeviceInfo(device_(), what, list.size() * sizeof(cl_name_version), list.data(), nullptr) !=
        CL_SUCCESS)
      return {};
    return list;
  }

 private:
  const cl::Device& device_;
};

/// 20 of "OpenCL 2.0 whatever" and of "OpenCL C 2.0"; 0 of anything else.
unsigned version_number(std::string_view text) {
  for (const std::string_view prefix : {"OpenCL C ", "OpenCL "}) {
    if (!text.starts_with(prefix)) continue;
    text.remove_prefix(prefix.size());
    if (text.size() >= 3 && text[1] == '.' && text[0] >= '0' && text[0] <= '9' && text[2] >= '0' &&
        text[2] <= '9')
      return static_cast<unsigned>(text[0] - '0') * 10 + static_cast<unsigned>(text[2] - '0');
  }
  return 0;
}

std::vector<unsigned> cl_std_modes(const Queries& ask, unsigned opencl) {
  std::vector<unsigned> modes;
  if (opencl >= 30) {
    for (const auto& row : ask.versions(CL_DEVICE_OPENCL_C_ALL_VERSIONS))
      modes.push_back(CL_VERSION_MAJOR(row.version) * 10 + CL_VERSION_MINOR(row.version));
  } else {
    const unsigned newest = version_number(ask.text(CL_DEVICE_OPENCL_C_VERSION));
    for (const unsigned mode : {12U, 20U})
      if (mode <= newest) modes.push_back(mode);
  }
  std::ranges::sort(modes);
  const auto repeated = std::ranges::unique(modes);
  modes.erase(repeated.begin(), repeated.end());
  return modes;
}

bool holds(const auto& list, auto item) { return std::ranges::find(list, item) != list.end(); }

/// WGC.AV.1, WGC.AV.2, WGC.AV.4, WGC.AV.6.
Answer collectives_of(const Queries& ask, const DeviceFacts& facts) {
  if (facts.opencl >= 30)
    return ask.boolean(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT,
                       "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT");
  return {facts.opencl >= 20 && holds(facts.cl_std, 20U), {"CL_DEVICE_VERSION", facts.version}};
}

FloatRules float_rules(const Queries& ask, cl_device_info what, bool infinities_required) {
  const auto config = ask.number<cl_device_fp_config>(what);
  return {(config & CL_FP_ROUND_TO_NEAREST) != 0, (config & CL_FP_DENORM) != 0,
          infinities_required || (config & CL_FP_INF_NAN) != 0};
}

Answer extension_or_feature(const DeviceFacts& facts, std::string_view extension, std::string_view feature) {
  if (holds(facts.extensions, extension)) return {true, {"CL_DEVICE_EXTENSIONS", std::string(extension)}};
  if (!feature.empty() && holds(facts.features, feature))
    return {true, {"CL_DEVICE_OPENCL_C_FEATURES", std::string(feature)}};
  if (feature.empty() || facts.opencl < 30)
    return {false, {"CL_DEVICE_EXTENSIONS", fmt::format("no {}", extension)}};
  return {false,
          {"CL_DEVICE_EXTENSIONS and CL_DEVICE_OPENCL_C_FEATURES",
           fmt::format("neither {} nor {}", extension, feature)}};
}

/// WGC.TY.3: always in the full profile.
Answer int64_of(const DeviceFacts& facts) {
  if (facts.full_profile) return {true, {"CL_DEVICE_PROFILE", "FULL_PROFILE"}};
  return extension_or_feature(facts, "cles_khr_int64", "__opencl_c_int64");
}

/// Non-uniform work-groups are mandatory in 2.x and optional from 3.0 on.
Answer non_uniform_of(const Queries& ask, const DeviceFacts& facts) {
  if (facts.opencl < 30) return {facts.opencl >= 20, {"CL_DEVICE_VERSION", facts.version}};
  return ask.boolean(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, "CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT");
}

}  // namespace

std::string error_name(cl_int error) {
  for (const auto& [code, symbol] : error_names)
    if (code == error) return std::string(symbol);
  return fmt::format("OpenCL error {}", error);
}

std::vector<cl::Device> all_devices() {
  std::vector<cl::Platform> platforms;
  std::vector<cl::Device> devices;
  try {
    cl::Platform::get(&platforms);
  } catch (const cl::Error&) {
    return devices;  // the loader answers "no platform" with an error
  }
  for (const auto& platform : platforms) {
    std::vector<cl::Device> found;
    try {
      platform.getDevices(CL_DEVICE_TYPE_ALL, &found);
    } catch (const cl::Error&) {
      continue;  // likewise "no device"
    }
    devices.insert(devices.end(), found.begin(), found.end());
  }
  return devices;
}

DeviceFacts query_facts(const cl::Device& device, std::size_t index) {
  const Queries ask(device);
  DeviceFacts facts;
  facts.index = index;
  cl_platform_id platform = ask.number<cl_platform_id>(CL_DEVICE_PLATFORM);
  facts.platform = cl::Platform(platform).getInfo<CL_PLATFORM_NAME>();
  facts.name = ask.text(CL_DEVICE_NAME);
  facts.vendor = ask.text(CL_DEVICE_VENDOR);
  facts.driver = ask.text(CL_DRIVER_VERSION);
  facts.version = ask.text(CL_DEVICE_VERSION);
  facts.opencl = version_number(facts.version);
  facts.full_profile = ask.text(CL_DEVICE_PROFILE) != "EMBEDDED_PROFILE";
  const std::string extensions = ask.text(CL_DEVICE_EXTENSIONS);
  for (const auto extension : split(extensions, ' '))
    if (!extension.empty()) facts.extensions.emplace_back(extension);
  if (facts.opencl >= 30) {
    for (const auto& row : ask.versions(CL_DEVICE_OPENCL_C_FEATURES))
      facts.features.emplace_back(row.name, strnlen(row.name, sizeof row.name));
    facts.il_version = ask.text(CL_DEVICE_IL_VERSION);
  }
  facts.cl_std = cl_std_modes(ask, facts.opencl);
  facts.compiler = ask.boolean(CL_DEVICE_COMPILER_AVAILABLE, "CL_DEVICE_COMPILER_AVAILABLE");
  facts.collectives = collectives_of(ask, facts);
  for (const unsigned mode : {30U, 20U})
    if (facts.usual_cl_std == 0 && (facts.collectives.yes || holds(facts.features, collectives_macro)) &&
        holds(facts.cl_std, mode))
      facts.usual_cl_std = mode;
  facts.half = extension_or_feature(facts, "cl_khr_fp16", "");
  facts.int64 = int64_of(facts);
  facts.fp64 = extension_or_feature(facts, "cl_khr_fp64", "__opencl_c_fp64");
  facts.non_uniform = non_uniform_of(ask, facts);
  facts.float_rules = float_rules(ask, CL_DEVICE_SINGLE_FP_CONFIG, facts.full_profile);
  if (facts.half.yes) facts.half_rules = float_rules(ask, CL_DEVICE_HALF_FP_CONFIG, facts.full_profile);
  // WGC.FP.3 and WGC.FP.4: double always rounds to nearest and has subnormals.
  if (facts.fp64.yes) facts.double_rules = {true, true, true};
  facts.max_work_group_size = ask.number<std::size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  facts.max_work_item_sizes = {0, 0, 0};
  std::vector<std::size_t> sizes;
  if (device.getInfo(CL_DEVICE_MAX_WORK_ITEM_SIZES, &sizes) == CL_SUCCESS)
    for (std::size_t d = 0; d < 3 && d < sizes.size(); ++d) facts.max_work_item_sizes[d] = sizes[d];
  facts.compute_units = ask.number<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS);
  facts.global_memory = ask.number<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  facts.max_allocation = ask.number<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  facts.local_memory = ask.number<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE);
  return facts;
}

}  // namespace wgcts::harness
