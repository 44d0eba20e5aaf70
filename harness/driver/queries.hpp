// Device queries, any of which may fail, and the names of OpenCL errors.
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

/// Queries of one device. A failed query gives an empty value and is recorded. The next queries are still
/// made.
class Queries {
 public:
  explicit Queries(const cl::Device& device) : device_(device()) {}

  std::string text(cl_device_info what) {
    std::string value;
    if (!ask(what, value)) return {};
    return value.substr(0, value.find('\0'));
  }

  template <class T>
  T number(cl_device_info what) {
    T value{};
    return noted(what, clGetDeviceInfo(device_, what, sizeof value, &value, nullptr)) ? value : T{};
  }

  Answer boolean(cl_device_info what) {
    cl_bool value = CL_FALSE;
    const cl_int error = clGetDeviceInfo(device_, what, sizeof value, &value, nullptr);
    if (!noted(what, error)) return {false, {query_name(what), error_name(error)}};
    return {value != CL_FALSE, {query_name(what), value != CL_FALSE ? "CL_TRUE" : "CL_FALSE"}};
  }

  /// For an answer that is a list. T may have any size.
  template <class T>
  std::vector<T> list(cl_device_info what) {
    std::vector<T> values;
    return ask(what, values) ? values : std::vector<T>{};
  }

  /// CL_PLATFORM_NAME of its platform.
  std::string platform_name() {
    const auto platform = number<cl_platform_id>(CL_DEVICE_PLATFORM);
    if (platform == nullptr) return {};
    std::size_t bytes = 0;
    std::string name;
    cl_int error = clGetPlatformInfo(platform, CL_PLATFORM_NAME, 0, nullptr, &bytes);
    name.resize(bytes);
    if (error == CL_SUCCESS && bytes > 0)
      error = clGetPlatformInfo(platform, CL_PLATFORM_NAME, bytes, name.data(), nullptr);
    if (error == CL_SUCCESS) return name.substr(0, name.find('\0'));
    errors_.push_back({"CL_PLATFORM_NAME", error_name(error)});
    return {};
  }

  const Reason* error_of(cl_device_info what) const {
    const auto found = std::ranges::find(errors_, query_name(what), &Reason::query);
    return found == errors_.end() ? nullptr : &*found;
  }
  const std::vector<Reason>& errors() const { return errors_; }

 private:
  /// Queries the length of the answer, and then the answer.
  template <class Container>
  bool ask(cl_device_info what, Container& value) {
    constexpr std::size_t element = sizeof(typename Container::value_type);
    std::size_t bytes = 0;
    if (!noted(what, clGetDeviceInfo(device_, what, 0, nullptr, &bytes))) return false;
    value.resize(bytes / element);
    return value.empty() ||
           noted(what, clGetDeviceInfo(device_, what, value.size() * element, value.data(), nullptr));
  }

  bool noted(cl_device_info what, cl_int error) {
    if (error != CL_SUCCESS && error_of(what) == nullptr)
      errors_.push_back({query_name(what), error_name(error)});
    return error == CL_SUCCESS;
  }

  cl_device_id device_;
  std::vector<Reason> errors_;
};

}  // namespace wgcts::harness
