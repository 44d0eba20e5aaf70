// The library that handles this process's OpenCL calls.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/driver/opencl.hpp"
#include "system/library.hpp"

namespace wgcts::harness {

/// The functions of an object's driver: each object begins with a pointer to them (cl_khr_icd).
inline const cl_icd_dispatch* table_of(const void* object) {
  return *static_cast<const cl_icd_dispatch* const*>(object);
}

/// Calls go to the machine's loader, opened at the first call, or to the drivers of --driver. In the second
/// case the suite does the work of a loader.
class Drivers {
 public:
  /// The machine's loader. Throws std::runtime_error if there is none.
  Drivers();
  /// The drivers of `file`: a driver's library, an .icd file, or a folder of .icd files. Throws
  /// std::runtime_error if one of them cannot be used.
  explicit Drivers(const std::string& file);

  /// The function that handles calls for `object`. Null if its library has no function of that name.
  template <class Function>
  Function function(const char* name, Function cl_icd_dispatch::*member, const void* object) const {
    if (exporting_) return reinterpret_cast<Function>(exporting_->symbol(name));
    return object == nullptr ? nullptr : table_of(object)->*member;
  }

  cl_int platform_ids(cl_uint count, cl_platform_id* platforms, cl_uint* count_ret) const;

  /// The kind of library that handles the calls. On boards and phones libOpenCL.so is often the driver, and
  /// --driver may name a loader. So the file with its platforms' functions decides, not the library's name.
  enum class Kind : std::uint8_t { Loader, DriverWithTable, DriverWithExports };
  Kind kind() const;
  /// The file of the loader, or of the driver that exports OpenCL's functions. Empty for drivers with tables.
  std::string exporting_file() const;

 private:
  void add_library(const std::string& file);

  std::optional<system::Library> exporting_;  ///< exports the functions by name
  std::vector<cl_platform_id> platforms_;     ///< of drivers that are reached through their objects
};

/// Whether the platform lists cl_khr_icd, so that its objects have a table_of(). `info` is its
/// clGetPlatformInfo. Empty if the query fails.
std::optional<bool> has_icd(cl_platform_id platform, cl_api_clGetPlatformInfo info);

/// Selects the drivers of this file. Must precede the first call.
void use_drivers(const std::string& file);

/// The drivers of this process, opened at the first call: the loader, unless use_drivers() selected others.
/// Throws std::runtime_error if they cannot be opened.
const Drivers& drivers();

}  // namespace wgcts::harness
