#include "harness/driver/drivers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>

#include "harness/process/protocol.hpp"
#include "opencl_names.hpp"

namespace wgcts::harness {
namespace {

namespace fs = std::filesystem;

/// The library that an .icd file names in its first line.
std::string library_named_by(const fs::path& icd) {
  std::ifstream file(icd);
  std::string line;
  std::getline(file, line);
  const auto end = line.find_last_not_of(" \t\r");
  if (!file || end == std::string::npos)
    throw std::runtime_error(
        fmt::format("{}: the first line of an .icd file must name a driver's library", icd.string()));
  return line.substr(0, end + 1);
}

std::vector<std::string> libraries_of(const std::string& file) {
  std::error_code error;
  if (!fs::is_directory(file, error)) {
    if (file.ends_with(".icd")) return {library_named_by(file)};
    // Without a slash, dlopen would search for the name elsewhere.
    return {fs::exists(file, error) ? fs::absolute(file).string() : file};
  }
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(file))
    if (entry.path().extension() == ".icd") files.push_back(entry.path());
  if (files.empty()) throw std::runtime_error(fmt::format("the folder {} has no .icd files", file));
  std::ranges::sort(files);
  std::vector<std::string> libraries;
  for (const fs::path& icd : files) libraries.push_back(library_named_by(icd));
  return libraries;
}

/// clIcdGetPlatformIDsKHR, which lists the platforms of a driver behind a loader. Null if the library has
/// none.
clIcdGetPlatformIDsKHR_fn platform_list_of(const system::Library& library) {
  constexpr const char* name = "clIcdGetPlatformIDsKHR";
  if (void* exported = library.symbol(name)) return reinterpret_cast<clIcdGetPlatformIDsKHR_fn>(exported);
  using FunctionByName = void*(CL_API_CALL*)(const char*);
  const auto extension = reinterpret_cast<FunctionByName>(library.symbol("clGetExtensionFunctionAddress"));
  return extension == nullptr ? nullptr : reinterpret_cast<clIcdGetPlatformIDsKHR_fn>(extension(name));
}

std::vector<cl_platform_id> listed(clIcdGetPlatformIDsKHR_fn list) {
  cl_uint count = 0;
  if (list == nullptr || list(0, nullptr, &count) != CL_SUCCESS || count == 0) return {};
  std::vector<cl_platform_id> platforms(count);
  return list(count, platforms.data(), nullptr) == CL_SUCCESS ? platforms : std::vector<cl_platform_id>{};
}

/// Whether calls can go through the platform's table. Drivers for cl_khr_icd 2.0, such as PoCL 7.1, have a
/// tag in the places of clGetPlatformIDs and clUnloadCompiler, which are not called through a table. A driver
/// without support of version 1 leaves the other places empty, and its loader makes its own table.
bool has_functions(cl_platform_id platform) {
  return table_of(platform) != nullptr && table_of(platform)->clGetPlatformInfo != nullptr;
}

/// Whether the library that exports OpenCL's functions is a loader for the platform: the platform's table
/// then points into another file. True if this is unknown.
bool is_loader_of(cl_platform_id platform, const system::Library& library) {
  const auto info = reinterpret_cast<cl_api_clGetPlatformInfo>(library.symbol("clGetPlatformInfo"));
  const auto icd = has_icd(platform, info);
  if (!icd.value_or(true)) return false;
  // A driver for cl_khr_icd 2.0 may leave its table to the loader.
  if (!icd || !has_functions(platform)) return true;
  return system::file_of(reinterpret_cast<const void*>(table_of(platform)->clGetPlatformInfo)) !=
         system::file_of(reinterpret_cast<const void*>(info));
}

/// The file of --driver. Empty: the machine's loader.
std::string& wanted() {
  static std::string file;
  return file;
}

}  // namespace

static_assert(device_not_available == CL_DEVICE_NOT_AVAILABLE);
static_assert(allocation_failure == CL_MEM_OBJECT_ALLOCATION_FAILURE);
static_assert(out_of_resources == CL_OUT_OF_RESOURCES);
static_assert(out_of_host_memory == CL_OUT_OF_HOST_MEMORY);

std::string error_name(cl_int error) {
  for (const auto& [code, symbol] : error_names)
    if (code == error) return std::string(symbol);
  return fmt::format("OpenCL error {}", error);
}

std::string query_name(cl_device_info what) {
  for (const auto& [code, symbol] : query_names)
    if (code == what) return std::string(symbol);
  return fmt::format("device query {:#x}", what);
}

Drivers::Drivers() {
  for (const char* name : {"libOpenCL.so.1", "libOpenCL.so"}) {
    try {
      exporting_.emplace(name);
      return;
    } catch (const std::runtime_error&) {
      // Android and some boards have only the second name.
    }
  }
  throw std::runtime_error(
      "no OpenCL loader (libOpenCL.so.1): install one, such as Debian's ocl-icd-libopencl1, or pass a driver "
      "with "
      "--driver FILE");
}

Drivers::Drivers(const std::string& file) {
  const auto libraries = libraries_of(file);
  for (const std::string& library : libraries) add_library(library);
  if (exporting_ && libraries.size() > 1)
    throw std::runtime_error(
        fmt::format("{} names several drivers, and one of them does not support cl_khr_icd: pass the library "
                    "of that driver alone",
                    file));
}

void Drivers::add_library(const std::string& file) {
  const system::Library library(file);
  const auto platforms = listed(platform_list_of(library));
  if (!platforms.empty() && std::ranges::all_of(platforms, has_functions))
    platforms_.insert(platforms_.end(), platforms.begin(), platforms.end());
  else if (library.symbol("clGetPlatformIDs") != nullptr)
    exporting_ = library;
  else if (!platforms.empty())
    throw std::runtime_error(fmt::format(
        "{}: its platforms have no table of functions, so it needs a loader that supports cl_khr_icd 2.0: "
        "name it in an .icd file, and set OCL_ICD_VENDORS to the folder of that file",
        file));
  else
    throw std::runtime_error(fmt::format(
        "{}: not an OpenCL driver: it lists no platforms by clIcdGetPlatformIDsKHR and exports no "
        "clGetPlatformIDs",
        file));
}

cl_int Drivers::platform_ids(cl_uint count, cl_platform_id* platforms, cl_uint* count_ret) const {
  if (exporting_) {
    const auto list = reinterpret_cast<decltype(&clGetPlatformIDs)>(exporting_->symbol("clGetPlatformIDs"));
    return list(count, platforms, count_ret);
  }
  if (count_ret != nullptr) *count_ret = static_cast<cl_uint>(platforms_.size());
  if (platforms != nullptr)
    std::copy_n(platforms_.begin(), std::min<std::size_t>(count, platforms_.size()), platforms);
  return CL_SUCCESS;
}

Drivers::Kind Drivers::kind() const {
  if (!exporting_) return Kind::DriverWithTable;
  const auto platforms =
      listed(reinterpret_cast<clIcdGetPlatformIDsKHR_fn>(exporting_->symbol("clGetPlatformIDs")));
  const auto is_behind_loader = [&](cl_platform_id platform) { return is_loader_of(platform, *exporting_); };
  return platforms.empty() || std::ranges::any_of(platforms, is_behind_loader) ? Kind::Loader
                                                                               : Kind::DriverWithExports;
}

std::string Drivers::exporting_file() const {
  return exporting_ ? system::file_of(exporting_->symbol("clGetPlatformIDs")) : "";
}

std::optional<bool> has_icd(cl_platform_id platform, cl_api_clGetPlatformInfo info) {
  char extensions[8192] = {};
  if (info == nullptr ||
      info(platform, CL_PLATFORM_EXTENSIONS, sizeof extensions - 1, extensions, nullptr) != CL_SUCCESS)
    return std::nullopt;
  return std::string_view(extensions).find("cl_khr_icd") != std::string_view::npos;
}

void use_drivers(const std::string& file) { wanted() = file; }

const Drivers& drivers() {
  // Never destroyed: global objects release their OpenCL objects through it when the process ends.
  static const Drivers& those = *(wanted().empty() ? new Drivers : new Drivers(wanted()));
  return those;
}

}  // namespace wgcts::harness
