#include "harness/driver/device_query.hpp"

#include <CL/cl_ext.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstring>
#include <set>
#include <utility>

#include "results/json.hpp"
#include "suites/parse.hpp"
#include "system/machine.hpp"

namespace wgcts::harness {
namespace {

/// CL_PLATFORM_NAME, or empty with the error.
std::string platform_name(cl_platform_id platform, cl_int& error) {
  std::size_t bytes = 0;
  std::string name;
  error = clGetPlatformInfo(platform, CL_PLATFORM_NAME, 0, nullptr, &bytes);
  name.resize(bytes);
  if (error == CL_SUCCESS && bytes > 0)
    error = clGetPlatformInfo(platform, CL_PLATFORM_NAME, bytes, name.data(), nullptr);
  return error == CL_SUCCESS ? name.substr(0, name.find('\0')) : std::string();
}

/// Queries of one device. A failed query gives an empty value and is recorded. The next queries are still
/// made. With `may_fail`, the failure of any other query throws Refusal.
class Queries {
 public:
  explicit Queries(const cl::Device& device, const std::vector<std::string>* may_fail = nullptr)
      : device_(device()), may_fail_(may_fail) {}

  template <class T>
  T number(cl_device_info what) {
    T value{};
    return succeeds(what, sizeof value, &value, nullptr) ? value : T{};
  }

  /// For an answer that is a list. T may have any size.
  template <class T>
  std::vector<T> list(cl_device_info what) {
    std::size_t bytes = 0;
    if (!succeeds(what, 0, nullptr, &bytes)) return {};
    std::vector<T> values(bytes / sizeof(T));
    const bool complete = values.empty() || succeeds(what, values.size() * sizeof(T), values.data(), nullptr);
    return complete ? values : std::vector<T>{};
  }

  std::string text(cl_device_info what) {
    const auto characters = list<char>(what);
    return {characters.begin(), std::ranges::find(characters, '\0')};
  }

  Answer boolean(cl_device_info what) {
    const bool yes = number<cl_bool>(what) != CL_FALSE;
    return answer(what, yes, yes ? "CL_TRUE" : "CL_FALSE");
  }

  /// The device's answer to a query, or the error of the query.
  Answer answer(cl_device_info what, bool yes, std::string words) const {
    if (const Reason* error = error_of(what)) return {false, *error};
    return {yes, {query_name(what), std::move(words)}};
  }

  /// CL_PLATFORM_NAME of its platform.
  std::string platform() {
    const auto platform = number<cl_platform_id>(CL_DEVICE_PLATFORM);
    if (platform == nullptr) return {};
    cl_int error = CL_SUCCESS;
    std::string name = platform_name(platform, error);
    note("CL_PLATFORM_NAME", error);
    return name;
  }

  const Reason* error_of(cl_device_info what) const {
    return find_row(errors_, query_name(what), &Reason::query);
  }
  const std::vector<Reason>& errors() const { return errors_; }

 private:
  bool succeeds(cl_device_info what, std::size_t room, void* value, std::size_t* size) {
    const cl_int error = clGetDeviceInfo(device_, what, room, value, size);
    note(query_name(what), error);
    return error == CL_SUCCESS;
  }

  void note(const std::string& query, cl_int error) {
    if (error == CL_SUCCESS || is_in(query, errors_, &Reason::query)) return;
    if (may_fail_ != nullptr && !is_in(query, *may_fail_))
      throw Refusal(Verdict::LaunchError,
                    fmt::format("the query {} returned {}, but did not fail when the devices were listed",
                                query, error_name(error)),
                    error);
    errors_.push_back({query, error_name(error)});
  }

  cl_device_id device_;
  const std::vector<std::string>* may_fail_;  ///< queries that may fail; nullptr: all
  std::vector<Reason> errors_;
};

/// A version as a number: 20 for 2.0, 100 for 10.0. A minor version above 9, which does not exist so far,
/// counts as 9.
unsigned version_number(unsigned major, unsigned minor) { return 10 * major + std::min(minor, 9U); }

/// The version in "OpenCL 2.0 ..." or "OpenCL C 2.0 ..."; 0 for other texts.
unsigned version_in(const std::string& text) {
  unsigned major = 0, minor = 0;
  for (const char* format : {"OpenCL C %3u.%3u", "OpenCL %3u.%3u"})
    if (std::sscanf(text.c_str(), format, &major, &minor) == 2 && major <= 999)
      return version_number(major, minor);
  return 0;
}

std::vector<unsigned> cl_std_modes(Queries& ask, unsigned opencl) {
  std::set<unsigned> modes;
  if (opencl >= 30) {
    for (const auto& row : ask.list<cl_name_version>(CL_DEVICE_OPENCL_C_ALL_VERSIONS))
      modes.insert(version_number(CL_VERSION_MAJOR(row.version), CL_VERSION_MINOR(row.version)));
  } else {
    const unsigned newest = version_in(ask.text(CL_DEVICE_OPENCL_C_VERSION));
    for (const unsigned mode : {12U, 20U})
      if (mode <= newest) modes.insert(mode);
  }
  return {modes.begin(), modes.end()};
}

/// The query exists from OpenCL 3.0 on. Before, the version decides.
Answer from_30_by_query(Queries& ask, const DeviceFacts& facts, cl_device_info what, bool before) {
  return facts.opencl >= 30 ? ask.boolean(what) : Answer{before, {"CL_DEVICE_VERSION", facts.version}};
}

/// `infinities_required`: the device must have INF and NaN, whatever it reports (WGC.FP.5). After a
/// failed query the weakest rules apply.
FloatRules float_rules(Queries& ask, cl_device_info what, bool infinities_required) {
  const auto config = ask.number<cl_device_fp_config>(what);
  return {(config & CL_FP_ROUND_TO_NEAREST) != 0, (config & CL_FP_DENORM) != 0,
          infinities_required || (config & CL_FP_INF_NAN) != 0};
}

Answer extension_or_feature(const DeviceFacts& facts, std::string_view extension, std::string_view feature) {
  if (is_in(extension, facts.extensions)) return {true, {"CL_DEVICE_EXTENSIONS", std::string(extension)}};
  if (!feature.empty() && is_in(feature, facts.features))
    return {true, {"CL_DEVICE_OPENCL_C_FEATURES", std::string(feature)}};
  if (feature.empty() || facts.opencl < 30)
    return {false, {"CL_DEVICE_EXTENSIONS", fmt::format("no {}", extension)}};
  return {false,
          {"CL_DEVICE_EXTENSIONS and CL_DEVICE_OPENCL_C_FEATURES",
           fmt::format("neither {} nor {}", extension, feature)}};
}

/// The full profile requires 64-bit integers (WGC.TY.3). A device whose profile query fails may still list
/// the extension.
Answer int64_of(const Queries& ask, const DeviceFacts& facts) {
  if (facts.full_profile) return {true, {"CL_DEVICE_PROFILE", "FULL_PROFILE"}};
  const Answer listed = extension_or_feature(facts, "cles_khr_int64", "__opencl_c_int64");
  const Reason* const error = ask.error_of(CL_DEVICE_PROFILE);
  return listed.yes || error == nullptr ? listed : Answer{false, *error};
}

/// Whether the bit is set in the answer to a query.
Answer bit_of(Queries& ask, cl_device_info what, cl_bitfield bit, std::string_view name) {
  const bool set = (ask.number<cl_bitfield>(what) & bit) != 0;
  return ask.answer(what, set, fmt::format("{}{}", set ? "" : "no ", name));
}

/// Whether the device can be partitioned equally.
Answer partition_of(Queries& ask) {
  const auto ways = ask.list<cl_device_partition_property>(CL_DEVICE_PARTITION_PROPERTIES);
  const auto most = ask.number<cl_uint>(CL_DEVICE_PARTITION_MAX_SUB_DEVICES);
  if (!is_in(cl_device_partition_property{CL_DEVICE_PARTITION_EQUALLY}, ways))
    return ask.answer(CL_DEVICE_PARTITION_PROPERTIES, false, "no CL_DEVICE_PARTITION_EQUALLY");
  return ask.answer(CL_DEVICE_PARTITION_MAX_SUB_DEVICES, most > 1, std::to_string(most));
}

/// Features that the host situations need.
void query_situations(Queries& ask, DeviceFacts& facts) {
  facts.address_bits = ask.number<cl_uint>(CL_DEVICE_ADDRESS_BITS);
  facts.linker = ask.boolean(CL_DEVICE_LINKER_AVAILABLE);
  facts.unordered = bit_of(ask, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                           "CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE");
  facts.partition = partition_of(ask);
  facts.svm = {false, {"CL_DEVICE_VERSION", facts.version}};
  if (facts.opencl >= 20)
    facts.svm = bit_of(ask, CL_DEVICE_SVM_CAPABILITIES, CL_DEVICE_SVM_COARSE_GRAIN_BUFFER,
                       "CL_DEVICE_SVM_COARSE_GRAIN_BUFFER");
  if (is_in("cl_intel_required_subgroup_size", facts.extensions))
    facts.sub_group_sizes = ask.list<std::size_t>(sub_group_sizes_intel);
}

/// Devices that are unavailable, that compile nothing, or that have another byte order cannot be judged.
/// That is no failure.
std::optional<Reason> unusable(Queries& ask) {
  const Answer available = ask.boolean(CL_DEVICE_AVAILABLE);
  const auto type = ask.number<cl_device_type>(CL_DEVICE_TYPE);
  const Answer little = ask.boolean(CL_DEVICE_ENDIAN_LITTLE);
  const std::string_view other_order = std::endian::native == std::endian::little ? "CL_FALSE" : "CL_TRUE";
  if (available.because.answer == "CL_FALSE") return available.because;
  if ((type & CL_DEVICE_TYPE_CUSTOM) != 0) return Reason{"CL_DEVICE_TYPE", "CL_DEVICE_TYPE_CUSTOM"};
  if (little.because.answer == other_order)
    return Reason{little.because.query, little.because.answer + ", but the host has the other byte order"};
  return std::nullopt;
}

/// The suite can choose no launch for a device without a maximum work-group size or without memory. If
/// only the memory query fails, the launches are tried.
std::optional<Reason> without_room(const Queries& ask, const DeviceFacts& facts) {
  const std::pair<cl_device_info, std::size_t> sizes[] = {
      {CL_DEVICE_MAX_WORK_GROUP_SIZE, facts.max_work_group_size},
      {CL_DEVICE_MAX_WORK_ITEM_SIZES, facts.max_work_item_sizes[0]}};
  for (const auto& [what, size] : sizes) {
    if (size != 0) continue;
    const Reason* const error = ask.error_of(what);
    return error != nullptr ? *error : Reason{query_name(what), "0"};
  }
  if (facts.max_allocation == 0 && ask.error_of(CL_DEVICE_MAX_MEM_ALLOC_SIZE) == nullptr)
    return Reason{query_name(CL_DEVICE_MAX_MEM_ALLOC_SIZE), "0"};
  return std::nullopt;
}

std::string kind_of(Queries& ask) {
  constexpr std::pair<cl_device_type, const char*> kinds[] = {{CL_DEVICE_TYPE_CPU, "CPU"},
                                                              {CL_DEVICE_TYPE_GPU, "GPU"},
                                                              {CL_DEVICE_TYPE_ACCELERATOR, "accelerator"},
                                                              {CL_DEVICE_TYPE_CUSTOM, "custom"}};
  const auto type = ask.number<cl_device_type>(CL_DEVICE_TYPE);
  for (const auto& [bit, name] : kinds)
    if ((type & bit) != 0) return name;
  return {};
}

/// Of cl_khr_device_uuid and cl_khr_pci_bus_info. Some headers lack them.
constexpr cl_device_info device_uuid_khr = 0x106A, pci_bus_info_khr = 0x410F;

/// Makes only queries of listed extensions: the result of an unknown query is undefined.
std::string hardware_of(Queries& ask) {
  const std::string extensions = ask.text(CL_DEVICE_EXTENSIONS);
  if (extensions.find("cl_khr_device_uuid") != std::string::npos) {
    const auto uuid = ask.number<std::array<unsigned char, 16>>(device_uuid_khr);
    if (ask.error_of(device_uuid_khr) == nullptr) return fmt::format("uuid {:02x}", fmt::join(uuid, ""));
  }
  if (extensions.find("cl_khr_pci_bus_info") != std::string::npos) {
    const auto pci = ask.number<std::array<cl_uint, 4>>(pci_bus_info_khr);
    if (ask.error_of(pci_bus_info_khr) == nullptr)
      return fmt::format("pci {:04x}:{:02x}:{:02x}.{:x}", pci[0], pci[1], pci[2], pci[3]);
  }
  return {};
}

std::string described(const DeviceIdentity& d) {
  std::string text = fmt::format("{} of {}, driver {}", d.name, d.platform, d.driver);
  if (!d.hardware.empty()) text += ", " + d.hardware;
  if (d.twins > 1) text += fmt::format(", number {} of {} identical devices", d.twin + 1, d.twins);
  return text;
}

}  // namespace

DeviceList devices_of(const std::function<bool(const std::string&)>& is_wanted, bool sorted,
                      const std::function<void()>& before_name) {
  // The loader reads the variable at the first call.
  if (!sorted) system::set_variable("OCL_ICD_PLATFORM_SORT", "none");
  DeviceList list;
  std::vector<cl::Platform> platforms;
  try {
    cl::Platform::get(&platforms);
  } catch (const cl::Error& error) {
    if (error.err() != platform_not_found)
      list.remarks.push_back(fmt::format("clGetPlatformIDs returned {}", error_name(error.err())));
  } catch (const std::runtime_error& no_library) {
    list.remarks.emplace_back(no_library.what());
    list.no_library = true;
  }
  for (std::size_t p = 0; p < platforms.size(); ++p) {
    if (platforms.size() > 1) before_name();
    cl_int no_name = CL_SUCCESS;
    const std::string name = valid_utf8(platform_name(platforms[p](), no_name));
    if (!is_wanted(name)) continue;
    try {
      std::vector<cl::Device> found;
      platforms[p].getDevices(CL_DEVICE_TYPE_ALL, &found);
      list.devices.insert(list.devices.end(), found.begin(), found.end());
      list.platforms.resize(list.devices.size(), name);
    } catch (const cl::Error& error) {
      if (error.err() != CL_DEVICE_NOT_FOUND)
        list.remarks.push_back(
            fmt::format("clGetDeviceIDs of platform {} returned {}", p, error_name(error.err())));
    }
  }
  return list;
}

DeviceFacts query_facts(const cl::Device& device, const std::vector<std::string>* may_fail) {
  Queries ask(device, may_fail);
  DeviceFacts facts;
  facts.platform = ask.platform();
  facts.unusable = unusable(ask);
  facts.kind = kind_of(ask);
  facts.name = ask.text(CL_DEVICE_NAME);
  // Facts without a name are those of a run without a device.
  if (facts.name.empty()) facts.name = "unnamed device";
  facts.vendor = ask.text(CL_DEVICE_VENDOR);
  facts.driver = ask.text(CL_DRIVER_VERSION);
  facts.version = ask.text(CL_DEVICE_VERSION);
  facts.opencl = version_in(facts.version);
  facts.full_profile = ask.text(CL_DEVICE_PROFILE) == "FULL_PROFILE";
  const std::string extensions = ask.text(CL_DEVICE_EXTENSIONS);
  for (const auto extension : split(extensions, ' '))
    if (!extension.empty()) facts.extensions.emplace_back(extension);
  if (facts.opencl >= 30) {
    for (const auto& row : ask.list<cl_name_version>(CL_DEVICE_OPENCL_C_FEATURES))
      facts.features.emplace_back(row.name, strnlen(row.name, sizeof row.name));
  }
  // OpenCL 2.0 and earlier take SPIR-V only by an extension with another function.
  if (facts.opencl >= 21) facts.il_version = ask.text(CL_DEVICE_IL_VERSION);
  facts.cl_std = cl_std_modes(ask, facts.opencl);
  facts.compiler = ask.boolean(CL_DEVICE_COMPILER_AVAILABLE);
  facts.collectives =
      from_30_by_query(ask, facts, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, facts.opencl >= 20);
  if (facts.opencl < 30 && facts.collectives.yes && !is_in(20U, facts.cl_std))
    facts.collectives = {false, {"CL_DEVICE_OPENCL_C_VERSION", ask.text(CL_DEVICE_OPENCL_C_VERSION)}};
  for (const unsigned mode : {30U, 20U})
    if (facts.usual_cl_std == 0 && (facts.collectives.yes || facts.opencl >= 30) && is_in(mode, facts.cl_std))
      facts.usual_cl_std = mode;
  facts.half = extension_or_feature(facts, "cl_khr_fp16", "");
  facts.int64 = int64_of(ask, facts);
  facts.fp64 = extension_or_feature(facts, "cl_khr_fp64", "__opencl_c_fp64");
  // OpenCL 2.x requires non-uniform work-groups.
  facts.non_uniform =
      from_30_by_query(ask, facts, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, facts.opencl >= 20);
  facts.float_rules = float_rules(ask, CL_DEVICE_SINGLE_FP_CONFIG, facts.full_profile);
  // cl_khr_fp16 requires CL_FP_ROUND_TO_ZERO, or CL_FP_ROUND_TO_NEAREST and CL_FP_INF_NAN, in either
  // profile.
  if (facts.half.yes) facts.half_rules = float_rules(ask, CL_DEVICE_HALF_FP_CONFIG, false);
  // WGC.FP.3 and WGC.FP.4: double always rounds to nearest and has subnormals.
  if (facts.fp64.yes) facts.double_rules = {true, true, true};
  facts.max_work_group_size = ask.number<std::size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  const auto sizes = ask.list<std::size_t>(CL_DEVICE_MAX_WORK_ITEM_SIZES);
  for (std::size_t d = 0; d < 3 && d < sizes.size(); ++d) facts.max_work_item_sizes[d] = sizes[d];
  facts.compute_units = ask.number<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS);
  facts.global_memory = ask.number<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  facts.max_allocation = ask.number<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  facts.local_memory = static_cast<std::size_t>(ask.number<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE));
  query_situations(ask, facts);
  if (!facts.unusable) facts.unusable = without_room(ask, facts);
  facts.query_errors = ask.errors();
  return facts;
}

void query_files(const cl::Device& device, DeviceFacts& facts) {
  const auto kind = drivers().kind();
  (kind == Drivers::Kind::Loader ? facts.loader : facts.driver_file) = drivers().exporting_file();
  const auto platform = Queries(device).number<cl_platform_id>(CL_DEVICE_PLATFORM);
  const bool by_icd = platform != nullptr && has_icd(platform, clGetPlatformInfo).value_or(false);
  if (kind == Drivers::Kind::DriverWithExports || (kind == Drivers::Kind::Loader && !by_icd)) return;
  facts.driver_file = system::file_of(reinterpret_cast<const void*>(table_of(device())->clGetDeviceInfo));
}

std::vector<DeviceIdentity> identities_of(const std::vector<cl::Device>& devices,
                                          const std::function<void(std::size_t)>& before) {
  std::vector<DeviceIdentity> bare;
  for (const cl::Device& device : devices) {
    before(bare.size());
    Queries ask(device);
    // The requested identity passed through the protocol, which replaces invalid UTF-8.
    bare.push_back({valid_utf8(ask.platform()), valid_utf8(ask.text(CL_DEVICE_NAME)),
                    valid_utf8(ask.text(CL_DRIVER_VERSION)), hardware_of(ask)});
  }
  std::vector<std::string> files(bare.size());
  for (std::size_t i = 0; i < bare.size(); ++i) {
    if (std::ranges::count(bare, bare[i]) == 1) continue;
    before(i);
    DeviceFacts facts;
    query_files(devices[i], facts);
    files[i] = facts.driver_file;
  }
  return with_twins(bare, files);
}

std::vector<DeviceIdentity> with_twins(const std::vector<DeviceIdentity>& bare,
                                       const std::vector<std::string>& files) {
  std::vector<DeviceIdentity> identities = bare;
  for (std::size_t i = 0; i < bare.size(); ++i) {
    identities[i].twins = 0;
    for (std::size_t other = 0; other < bare.size(); ++other) {
      if (bare[other] != bare[i]) continue;
      ++identities[i].twins;
      if (std::pair(files[other], other) < std::pair(files[i], i)) ++identities[i].twin;
    }
  }
  return identities;
}

cl::Device find_device(const DeviceAddress& wanted, Progress& progress) {
  progress.enter(Stage::Devices);
  std::vector<std::string> found;
  const bool any = wanted.identity.platform.empty();
  const DeviceList list = devices_of(
      [&](const std::string& platform) {
        const bool is_wanted = any || wanted.identity.platform == platform;
        if (!is_wanted) found.push_back("the platform " + platform);
        if (is_wanted) progress.enter(Stage::Devices);
        return is_wanted;
      },
      any, [&] { progress.enter(Stage::Platforms); });
  progress.enter(Stage::Devices);
  const std::vector<DeviceIdentity> all = identities_of(list.devices);
  if (const std::size_t place = index_in(all, wanted.identity); place < all.size())
    return list.devices[place];
  for (const DeviceIdentity& other : all) found.push_back(described(other));
  found.insert(found.end(), list.remarks.begin(), list.remarks.end());
  throw Refusal(
      Verdict::NotRun,
      fmt::format("a worker did not find the requested device, {}; it found {}", described(wanted.identity),
                  found.empty() ? "none" : fmt::format("{}", fmt::join(found, "; "))));
}

}  // namespace wgcts::harness
