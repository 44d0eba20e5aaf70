#include "queries.hpp"

#include <CL/cl_ext.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "calls.hpp"
#include "order.hpp"

namespace wgfault {
namespace {

using Bytes = std::vector<unsigned char>;

struct Query {
  const char* kind;
  cl_uint first, last;
};

#define DEVICE(name)                \
  {                                 \
#name, { "device", name, name } \
  }
const std::map<std::string, Query> queries = {
    {"OPENCL_3_QUERIES", {"device", CL_DEVICE_NUMERIC_VERSION, CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED}},
    DEVICE(CL_DEVICE_NAME),
    DEVICE(CL_DEVICE_VENDOR),
    DEVICE(CL_DEVICE_VERSION),
    DEVICE(CL_DEVICE_PROFILE),
    DEVICE(CL_DRIVER_VERSION),
    DEVICE(CL_DEVICE_OPENCL_C_VERSION),
    DEVICE(CL_DEVICE_EXTENSIONS),
    DEVICE(CL_DEVICE_NUMERIC_VERSION),
    DEVICE(CL_DEVICE_EXTENSIONS_WITH_VERSION),
    DEVICE(CL_DEVICE_OPENCL_C_ALL_VERSIONS),
    DEVICE(CL_DEVICE_OPENCL_C_FEATURES),
    DEVICE(CL_DEVICE_IL_VERSION),
    DEVICE(CL_DEVICE_ILS_WITH_VERSION),
    DEVICE(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT),
    DEVICE(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT),
    DEVICE(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE),
    DEVICE(CL_DEVICE_MAX_WORK_GROUP_SIZE),
    DEVICE(CL_DEVICE_MAX_WORK_ITEM_SIZES),
    DEVICE(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS),
    DEVICE(CL_DEVICE_MAX_COMPUTE_UNITS),
    DEVICE(CL_DEVICE_ADDRESS_BITS),
    DEVICE(CL_DEVICE_GLOBAL_MEM_SIZE),
    DEVICE(CL_DEVICE_MAX_MEM_ALLOC_SIZE),
    DEVICE(CL_DEVICE_LOCAL_MEM_SIZE),
    DEVICE(CL_DEVICE_LOCAL_MEM_TYPE),
    DEVICE(CL_DEVICE_MAX_PARAMETER_SIZE),
    DEVICE(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE),
    DEVICE(CL_DEVICE_SINGLE_FP_CONFIG),
    DEVICE(CL_DEVICE_DOUBLE_FP_CONFIG),
    DEVICE(CL_DEVICE_HALF_FP_CONFIG),
    DEVICE(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES),
    DEVICE(CL_DEVICE_TYPE),
    DEVICE(CL_DEVICE_MAX_NUM_SUB_GROUPS),
    DEVICE(CL_DEVICE_AVAILABLE),
    DEVICE(CL_DEVICE_COMPILER_AVAILABLE),
    DEVICE(CL_DEVICE_LINKER_AVAILABLE),
    DEVICE(CL_DEVICE_IMAGE_SUPPORT),
    DEVICE(CL_DEVICE_VENDOR_ID),
    DEVICE(CL_DEVICE_ENDIAN_LITTLE),
    {"CL_PLATFORM_NAME", {"platform", CL_PLATFORM_NAME, CL_PLATFORM_NAME}},
    {"CL_PLATFORM_VERSION", {"platform", CL_PLATFORM_VERSION, CL_PLATFORM_VERSION}},
    {"CL_PLATFORM_VENDOR", {"platform", CL_PLATFORM_VENDOR, CL_PLATFORM_VENDOR}},
    {"CL_PLATFORM_NUMERIC_VERSION", {"platform", CL_PLATFORM_NUMERIC_VERSION, CL_PLATFORM_NUMERIC_VERSION}},
    {"CL_KERNEL_WORK_GROUP_SIZE", {"kernel", CL_KERNEL_WORK_GROUP_SIZE, CL_KERNEL_WORK_GROUP_SIZE}},
    {"CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE",
     {"kernel", CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE}},
    {"CL_KERNEL_WORK_GROUP_SIZE_WITH_LOCAL",
     {"kernel with local", CL_KERNEL_WORK_GROUP_SIZE, CL_KERNEL_WORK_GROUP_SIZE}},
    {"CL_KERNEL_LOCAL_MEM_SIZE", {"kernel", CL_KERNEL_LOCAL_MEM_SIZE, CL_KERNEL_LOCAL_MEM_SIZE}},
    {"CL_PROGRAM_BUILD_LOG", {"program", CL_PROGRAM_BUILD_LOG, CL_PROGRAM_BUILD_LOG}},
};
#undef DEVICE

const std::map<std::string, unsigned long long> bits = {
    {"CL_FP_DENORM", CL_FP_DENORM},
    {"CL_FP_INF_NAN", CL_FP_INF_NAN},
    {"CL_FP_ROUND_TO_NEAREST", CL_FP_ROUND_TO_NEAREST},
    {"CL_FP_ROUND_TO_ZERO", CL_FP_ROUND_TO_ZERO},
    {"CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE},
};

bool lists_versions(cl_uint query) {
  return query == CL_DEVICE_OPENCL_C_FEATURES || query == CL_DEVICE_EXTENSIONS_WITH_VERSION ||
         query == CL_DEVICE_OPENCL_C_ALL_VERSIONS || query == CL_DEVICE_ILS_WITH_VERSION;
}

Bytes from_string(const std::string& text) {
  Bytes bytes(text.begin(), text.end());
  bytes.push_back(0);
  return bytes;
}

unsigned long long number_in(const Bytes& bytes) {
  unsigned long long number = 0;
  std::memcpy(&number, bytes.data(), std::min(bytes.size(), sizeof number));
  return number;
}

// As many equal fields as numbers are given, in the space of the driver's answer.
Bytes with_numbers(const Bytes& old, const std::string& text) {
  const auto numbers = words(text);
  const size_t width = old.size() / numbers.size();
  Bytes bytes(old.size());
  for (size_t i = 0; i < numbers.size(); ++i) {
    const unsigned long long number = std::stoull(numbers[i], nullptr, 0);
    std::memcpy(&bytes[i * width], &number, std::min(width, sizeof number));
  }
  return bytes;
}

// Without the named words of a string, or the named (or numbered "2.0") entries of a version list.
Bytes without_words(cl_uint query, const Bytes& old, const std::string& text) {
  const auto unwanted = words(text);
  const auto drop = [&](const std::string& w) {
    return std::find(unwanted.begin(), unwanted.end(), w) != unwanted.end();
  };
  if (!lists_versions(query)) {
    std::string kept;
    for (const auto& word : words(reinterpret_cast<const char*>(old.data())))
      if (!drop(word)) kept += word + " ";
    return from_string(kept);
  }
  Bytes kept;
  for (size_t at = 0; at + sizeof(cl_name_version) <= old.size(); at += sizeof(cl_name_version)) {
    cl_name_version entry;
    std::memcpy(&entry, &old[at], sizeof entry);
    const std::string version = std::to_string(CL_VERSION_MAJOR(entry.version)) + "." +
                                std::to_string(CL_VERSION_MINOR(entry.version));
    if (!drop(entry.name) && !drop(version)) kept.insert(kept.end(), &old[at], &old[at] + sizeof entry);
  }
  return kept;
}

Bytes changed(const Report& report, cl_uint query, const Bytes& old) {
  const auto masked = [&](bool set) {
    auto number = number_in(old);
    for (const auto& name : words(report.value))
      number = set ? number | bits.at(name) : number & ~bits.at(name);
    return with_numbers(old, std::to_string(number));
  };
  const std::map<std::string, std::function<Bytes()>> operations = {
      {"set", [&] { return with_numbers(old, report.value); }},
      {"string", [&] { return from_string(report.value); }},
      {"drop", [&] { return without_words(query, old, report.value); }},
      {"clear", [&] { return masked(false); }},
      {"add", [&] { return masked(true); }},
      {"none", [&] { return Bytes(); }},
      {"append",
       [&] { return from_string(reinterpret_cast<const char*>(old.data()) + (" " + report.value)); }},
      {"words",
       [&] {
         std::string text = reinterpret_cast<const char*>(old.data());
         for (unsigned long i = 0; i < std::stoul(report.value); ++i)
           text += " cl_vendor_extension_" + std::to_string(i);
         return from_string(text);
       }},
      {"long", [&] { return from_string(std::string(std::stoul(report.value), 'w')); }},
      {"garbage", [&] { return Bytes(old.size() + 1, 0xfe); }},  // a string that never ends, and is no UTF-8
  };
  const auto operation = operations.find(report.operation);
  if (operation == operations.end()) throw std::invalid_argument("no such report: " + report.operation);
  return operation->second();
}

}  // namespace

cl_int answer(const char* kind, cl_uint query, const Ask& ask, size_t size, void* value, size_t* size_ret) {
  Bytes bytes;
  bool ordered = false;
  for (const auto& report : order().reports) {
    const auto& known = queries.at(report.query);
    if (!std::string(kind).starts_with(known.kind) || query < known.first || query > known.last) continue;
    if (report.operation == "error") return error_code(report.value);
    if (!ordered) {
      size_t full = 0;
      if (const cl_int error = ask(0, nullptr, &full)) return error;
      bytes.resize(full);
      if (const cl_int error = ask(full, bytes.data(), nullptr)) return error;
    }
    bytes = changed(report, query, bytes);
    ordered = true;
  }
  if (!ordered) return ask(size, value, size_ret);
  if (size_ret) *size_ret = bytes.size();
  if (!value) return CL_SUCCESS;
  if (size < bytes.size()) return CL_INVALID_VALUE;
  std::memcpy(value, bytes.data(), bytes.size());
  return CL_SUCCESS;
}

}  // namespace wgfault
