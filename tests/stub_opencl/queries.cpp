#include "tests/stub_opencl/queries.hpp"

#include <CL/cl_ext.h>

#include <cstring>

namespace stub_opencl {
namespace {

struct Row {
  cl_uint code;
  const char* name;
  std::size_t element;  ///< bytes of the answer, or of each of a list's; 1 for texts
  Bytes usual;
};

Bytes text(const char* value) { return {CL_SUCCESS, {value, value + std::strlen(value) + 1}}; }
template <class T>
Bytes number(unsigned long long value) {
  return bytes_of(static_cast<T>(value));
}
Bytes sizes(std::initializer_list<std::size_t> list) {
  Bytes all;
  for (const std::size_t size : list) {
    const Bytes one = bytes_of(size);
    all.value.insert(all.value.end(), one.value.begin(), one.value.end());
  }
  return all;
}
Bytes versions(std::initializer_list<std::pair<const char*, cl_version>> list) {
  Bytes all;
  for (const auto& [name, version] : list) {
    cl_name_version row{};
    row.version = version;
    std::strncpy(row.name, name, sizeof row.name - 1);
    const Bytes one = bytes_of(row);
    all.value.insert(all.value.end(), one.value.begin(), one.value.end());
  }
  return all;
}

const std::vector<Row>& rows() {
  constexpr std::size_t word = sizeof(cl_uint), wide = sizeof(cl_ulong);
  constexpr cl_version v2 = CL_MAKE_VERSION(2, 0, 0), v3 = CL_MAKE_VERSION(3, 0, 0);
  constexpr cl_device_fp_config all_float = CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN | CL_FP_DENORM;
  static const std::vector<Row> table{
      {CL_PLATFORM_NAME, "CL_PLATFORM_NAME", 1, text("Stub platform")},
      {CL_PLATFORM_VENDOR, "CL_PLATFORM_VENDOR", 1, text("nobody")},
      {CL_PLATFORM_VERSION, "CL_PLATFORM_VERSION", 1, text("OpenCL 3.0 stub")},
      {CL_PLATFORM_PROFILE, "CL_PLATFORM_PROFILE", 1, text("FULL_PROFILE")},
      {CL_PLATFORM_EXTENSIONS, "CL_PLATFORM_EXTENSIONS", 1, text("cl_khr_icd")},
      {CL_PLATFORM_ICD_SUFFIX_KHR, "CL_PLATFORM_ICD_SUFFIX_KHR", 1, text("STUB")},
      {CL_DEVICE_TYPE, "CL_DEVICE_TYPE", wide, number<cl_device_type>(CL_DEVICE_TYPE_CPU)},
      {CL_DEVICE_AVAILABLE, "CL_DEVICE_AVAILABLE", word, number<cl_bool>(CL_TRUE)},
      {CL_DEVICE_ENDIAN_LITTLE, "CL_DEVICE_ENDIAN_LITTLE", word, number<cl_bool>(CL_TRUE)},
      {CL_DEVICE_NAME, "CL_DEVICE_NAME", 1, text("stub")},
      {CL_DEVICE_VENDOR, "CL_DEVICE_VENDOR", 1, text("nobody")},
      {CL_DRIVER_VERSION, "CL_DRIVER_VERSION", 1, text("1")},
      {CL_DEVICE_VERSION, "CL_DEVICE_VERSION", 1, text("OpenCL 3.0 stub")},
      {CL_DEVICE_PROFILE, "CL_DEVICE_PROFILE", 1, text("FULL_PROFILE")},
      {CL_DEVICE_EXTENSIONS, "CL_DEVICE_EXTENSIONS", 1, text("cl_khr_fp16 cl_khr_fp64")},
      {CL_DEVICE_OPENCL_C_VERSION, "CL_DEVICE_OPENCL_C_VERSION", 1, text("OpenCL C 3.0 stub")},
      {CL_DEVICE_OPENCL_C_ALL_VERSIONS, "CL_DEVICE_OPENCL_C_ALL_VERSIONS", sizeof(cl_name_version),
       versions({{"OpenCL C", v2}, {"OpenCL C", v3}})},
      {CL_DEVICE_OPENCL_C_FEATURES, "CL_DEVICE_OPENCL_C_FEATURES", sizeof(cl_name_version),
       versions({{"__opencl_c_work_group_collective_functions", v3}, {"__opencl_c_int64", v3}})},
      {CL_DEVICE_IL_VERSION, "CL_DEVICE_IL_VERSION", 1, text("")},
      {CL_DEVICE_COMPILER_AVAILABLE, "CL_DEVICE_COMPILER_AVAILABLE", word, number<cl_bool>(CL_TRUE)},
      {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT",
       word, number<cl_bool>(CL_TRUE)},
      {CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, "CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT", word,
       number<cl_bool>(CL_TRUE)},
      {CL_DEVICE_SINGLE_FP_CONFIG, "CL_DEVICE_SINGLE_FP_CONFIG", wide,
       number<cl_device_fp_config>(all_float)},
      {CL_DEVICE_HALF_FP_CONFIG, "CL_DEVICE_HALF_FP_CONFIG", wide, number<cl_device_fp_config>(all_float)},
      {CL_DEVICE_DOUBLE_FP_CONFIG, "CL_DEVICE_DOUBLE_FP_CONFIG", wide,
       number<cl_device_fp_config>(all_float)},
      {CL_DEVICE_MAX_WORK_GROUP_SIZE, "CL_DEVICE_MAX_WORK_GROUP_SIZE", wide, number<std::size_t>(256)},
      {CL_DEVICE_MAX_WORK_ITEM_SIZES, "CL_DEVICE_MAX_WORK_ITEM_SIZES", wide, sizes({256, 256, 64})},
      {CL_DEVICE_MAX_COMPUTE_UNITS, "CL_DEVICE_MAX_COMPUTE_UNITS", word, number<cl_uint>(1)},
      {CL_DEVICE_GLOBAL_MEM_SIZE, "CL_DEVICE_GLOBAL_MEM_SIZE", wide, number<cl_ulong>(1ULL << 30)},
      {CL_DEVICE_MAX_MEM_ALLOC_SIZE, "CL_DEVICE_MAX_MEM_ALLOC_SIZE", wide, number<cl_ulong>(1ULL << 28)},
      {CL_DEVICE_LOCAL_MEM_SIZE, "CL_DEVICE_LOCAL_MEM_SIZE", wide, number<cl_ulong>(1ULL << 16)},
      {CL_DEVICE_ADDRESS_BITS, "CL_DEVICE_ADDRESS_BITS", word, number<cl_uint>(64)},
      {CL_DEVICE_LINKER_AVAILABLE, "CL_DEVICE_LINKER_AVAILABLE", word, number<cl_bool>(CL_FALSE)},
      {CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, "CL_DEVICE_QUEUE_ON_HOST_PROPERTIES", wide,
       number<cl_command_queue_properties>(CL_QUEUE_PROFILING_ENABLE)},
      {CL_DEVICE_PARTITION_PROPERTIES, "CL_DEVICE_PARTITION_PROPERTIES", wide,
       number<cl_device_partition_property>(0)},
      {CL_DEVICE_PARTITION_MAX_SUB_DEVICES, "CL_DEVICE_PARTITION_MAX_SUB_DEVICES", word, number<cl_uint>(0)},
      {CL_DEVICE_SVM_CAPABILITIES, "CL_DEVICE_SVM_CAPABILITIES", wide, number<cl_device_svm_capabilities>(0)},
      {CL_DEVICE_PLATFORM, "CL_DEVICE_PLATFORM", wide, {}},
      {0x106A, "CL_DEVICE_UUID_KHR", 1, text("a unique number")},
      {CL_PROGRAM_BUILD_LOG, "CL_PROGRAM_BUILD_LOG", 1, text("stub: no such program")},
      {CL_PROGRAM_BUILD_STATUS, "CL_PROGRAM_BUILD_STATUS", word, number<cl_build_status>(CL_BUILD_SUCCESS)},
      {CL_KERNEL_WORK_GROUP_SIZE, "CL_KERNEL_WORK_GROUP_SIZE", wide, number<std::size_t>(256)},
      {CL_KERNEL_LOCAL_MEM_SIZE, "CL_KERNEL_LOCAL_MEM_SIZE", wide, number<cl_ulong>(0)},
  };
  return table;
}

}  // namespace

Bytes query(cl_uint what, Bytes usual) {
  for (const Row& row : rows())
    if (row.code == what) return answer(row.name, std::move(usual), row.element);
  return {CL_INVALID_VALUE, {}};
}

Bytes query(cl_uint what) {
  for (const Row& row : rows())
    if (row.code == what) return answer(row.name, row.usual, row.element);
  return {CL_INVALID_VALUE, {}};
}

cl_int give(const Bytes& answer, std::size_t size, void* value, std::size_t* size_ret) {
  if (answer.error != CL_SUCCESS) return answer.error;
  if (size_ret != nullptr) *size_ret = answer.value.size();
  if (value == nullptr) return CL_SUCCESS;
  if (size < answer.value.size()) return CL_INVALID_VALUE;
  std::memcpy(value, answer.value.data(), answer.value.size());
  return CL_SUCCESS;
}

}  // namespace stub_opencl
