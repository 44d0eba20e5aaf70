// Which library answers this process's OpenCL calls.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/driver/opencl.hpp"
#include "system/library.hpp"

namespace wgcts::harness {

/// Where calls go. Either the machine's loader answers, opened at the first call, or the drivers that
/// --driver names. There the suite does a loader's work (cl_khr_icd): each object begins with a pointer to
/// its driver's functions.
class Drivers {
 public:
  /// The machine's loader. Throws std::runtime_error, in a sentence, where there is none.
  Drivers();
  /// The drivers of `file`: a driver's library, an .icd file, which names one, or a folder of .icd files.
  /// Throws std::runtime_error where one of them cannot be used.
  explicit Drivers(const std::string& file);

  /// The function that takes calls for `object`; null where its library has none of that name.
  template <class Function, class Object>
  Function function(const char* name, Function cl_icd_dispatch::*member, Object object) const {
    if (exporting_) return reinterpret_cast<Function>(exporting_->symbol(name));
    return object == nullptr ? nullptr : (*reinterpret_cast<const cl_icd_dispatch* const*>(object))->*member;
  }

  cl_int platform_ids(cl_uint count, cl_platform_id* platforms, cl_uint* count_ret) const;

  /// What answers.
  enum class Kind : std::uint8_t { Loader, DriverWithTable, DriverWithExports };
  Kind kind() const {
    return is_loader_ ? Kind::Loader : exporting_ ? Kind::DriverWithExports : Kind::DriverWithTable;
  }
  /// The file of the loader, or of the driver that exports OpenCL's functions; empty for drivers with tables.
  std::string exporting_file() const;

 private:
  void add_library(const std::string& file);

  std::optional<system::Library> exporting_;  ///< has the functions under their own names
  bool is_loader_ = false;
  std::vector<cl_platform_id> platforms_;  ///< of drivers that are reached through their objects
};

/// Calls go to the drivers of this file. To be called before the first call, if at all.
void use_drivers(const std::string& file);

/// Those of this process, opened at the first call: the loader's, unless use_drivers() chose others. Throws
/// std::runtime_error, in a sentence, where they cannot be opened.
const Drivers& drivers();

}  // namespace wgcts::harness
