// Device queries, which record their errors, and the names of OpenCL errors.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "harness/driver/opencl.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// The loader's error if there is no driver (cl_khr_icd).
inline constexpr cl_int platform_not_found = -1001;

/// The symbolic name of an OpenCL error, or its number.
std::string error_name(cl_int error);

/// Of cl_intel_required_subgroup_size. Some headers lack it.
inline constexpr cl_device_info sub_group_sizes_intel = 0x4108;

/// The name, such as CL_DEVICE_NAME, or the number of a query that the suite does not make.
std::string query_name(cl_device_info what);

/// CL_PLATFORM_NAME, or empty with the error.
inline std::string platform_name(cl_platform_id platform, cl_int& error) {
  std::size_t bytes = 0;
  std::string name;
  error = clGetPlatformInfo(platform, CL_PLATFORM_NAME, 0, nullptr, &bytes);
  name.resize(bytes);
  if (error == CL_SUCCESS && bytes > 0)
    error = clGetPlatformInfo(platform, CL_PLATFORM_NAME, bytes, name.data(), nullptr);
  return error == CL_SUCCESS ? name.substr(0, name.find('\0')) : std::string();
}

/// Queries of one device. A failed query gives an empty value and is recorded. The next queries are still
/// made.
class Queries {
  // Before its uses, because its type is deduced.
  auto of_device(cl_device_info what) const {
    return [this, what](auto... answer) { return clGetDeviceInfo(device_, what, answer...); };
  }

 public:
  explicit Queries(const cl::Device& device) : device_(device()) {}

  std::string text(cl_device_info what) {
    std::string value;
    return ask(query_name(what), of_device(what), value) ? value.substr(0, value.find('\0')) : "";
  }

  template <class T>
  T number(cl_device_info what) {
    T value{};
    const cl_int error = clGetDeviceInfo(device_, what, sizeof value, &value, nullptr);
    return noted(query_name(what), error) ? value : T{};
  }

  Answer boolean(cl_device_info what) {
    cl_bool value = CL_FALSE;
    const cl_int error = clGetDeviceInfo(device_, what, sizeof value, &value, nullptr);
    if (!noted(query_name(what), error)) return {false, {query_name(what), error_name(error)}};
    return {value != CL_FALSE, {query_name(what), value != CL_FALSE ? "CL_TRUE" : "CL_FALSE"}};
  }

  /// For an answer that is a list. T may have any size.
  template <class T>
  std::vector<T> list(cl_device_info what) {
    std::vector<T> values;
    return ask(query_name(what), of_device(what), values) ? values : std::vector<T>{};
  }

  /// CL_PLATFORM_NAME of its platform.
  std::string platform_name() {
    const auto platform = number<cl_platform_id>(CL_DEVICE_PLATFORM);
    if (platform == nullptr) return {};
    cl_int error = CL_SUCCESS;
    std::string name = harness::platform_name(platform, error);
    (void)noted("CL_PLATFORM_NAME", error);
    return name;
  }

  const Reason* error_of(cl_device_info what) const {
    return find_row(errors_, query_name(what), &Reason::query);
  }
  const std::vector<Reason>& errors() const { return errors_; }

 private:
  /// Queries the length of the answer, and then the answer.
  template <class Container>
  bool ask(const std::string& name, const auto& query, Container& value) {
    constexpr std::size_t element = sizeof(typename Container::value_type);
    std::size_t bytes = 0;
    if (!noted(name, query(0, nullptr, &bytes))) return false;
    value.resize(bytes / element);
    return value.empty() || noted(name, query(value.size() * element, value.data(), nullptr));
  }

  bool noted(const std::string& name, cl_int error) {
    if (error != CL_SUCCESS && !is_in(name, errors_, &Reason::query))
      errors_.push_back({name, error_name(error)});
    return error == CL_SUCCESS;
  }

  cl_device_id device_;
  std::vector<Reason> errors_;
};

}  // namespace wgcts::harness
