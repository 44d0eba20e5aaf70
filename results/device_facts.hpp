// A device's description as a plain value, so that decisions can be tested without a device.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/judge.hpp"
#include "reference/lists.hpp"
#include "results/case_result.hpp"

namespace wgcts::results {

/// Sub-groups of consecutive work-items, by increasing linear id.
struct SubGroupLayout {
  /// Work-items of a full sub-group. If the device puts each row into one sub-group, the width of the longest
  /// row.
  std::size_t width = 1;
  /// Whether a sub-group ends at the end of its row. Otherwise it continues in the next row.
  bool by_row = false;
  bool operator==(const SubGroupLayout&) const = default;
};

/// A work-item's get_sub_group_id() and get_sub_group_local_id().
struct SubGroupItem {
  std::size_t sub_group = 0, item = 0;
  bool operator==(const SubGroupItem&) const = default;
};

/// A work-group, and all its work-items by increasing linear id.
struct ObservedSubGroups {
  Extents size{};
  std::vector<SubGroupItem> items;
};

/// Whether the device has a feature, with the query that answers this.
struct Answer {
  bool yes = false;
  Reason because;
};

/// Builtins that are tested instead of the driver's: an OpenCL C file or a SPIR-V module.
struct ImplementationFacts {
  std::string file, sha256;
  std::vector<std::string> defines;  ///< "work_group_reduce_add(int)", ...
  bool is_module = false;
  std::string options{};                       ///< added to the build options of every program
  std::size_t local_memory = 0;                ///< bytes that its functions share in each work-group
  std::optional<SubGroupLayout> sub_groups{};  ///< observed; empty if unknown, or if it is another layout
};

/// Identifies a device. An index is not enough: if one platform fails, all later indices shift.
struct DeviceIdentity {
  std::string platform, name, driver;
  std::string hardware;   ///< "uuid 0123...", "pci 0000:01:00.0"; empty if the driver has no query for it
  std::size_t twin = 0;   ///< its number among the devices that agree in all members above (see with_twins())
  std::size_t twins = 1;  ///< the number of these devices; smaller in a worker that has lost one
  bool operator==(const DeviceIdentity&) const = default;
};

struct DeviceFacts : DeviceIdentity {
  std::size_t index = 0;  ///< over all platforms, in the loader's order
  std::string vendor, version;
  unsigned opencl = 0;  ///< 20 for OpenCL 2.0, 100 for 10.0
  bool full_profile = true;
  std::vector<unsigned> cl_std;  ///< the supported -cl-std modes: 12, 20, 30, ...
  unsigned usual_cl_std = 0;     ///< the mode for kernels with collectives; 0 if the device has none
  std::vector<std::string> extensions, features;
  Answer collectives, half, int64, fp64, non_uniform, compiler;
  Answer linker, unordered, partition, svm;  ///< for situations; without a query if not queried
  FloatRules half_rules, float_rules, double_rules;
  std::size_t max_work_group_size = 0;
  Extents max_work_item_sizes{};
  std::size_t compute_units = 0, local_memory = 0;      ///< bytes
  std::uint64_t global_memory = 0, max_allocation = 0;  ///< bytes; may exceed the host's address space
  std::size_t address_bits = 0;
  /// Of size_t in the worker or in this process, whichever has fewer: global offsets have this type.
  std::size_t size_bits = 8 * sizeof(std::size_t);
  std::vector<std::size_t> sub_group_sizes;  ///< that a kernel can require
  std::string il_version;
  /// The reason why the device cannot be tested: it is not available, runs only built-in kernels, has another
  /// byte order than the host, or does not report its maximum work-group size.
  std::optional<Reason> unusable;
  std::vector<Reason> query_errors;  ///< queries that returned an error, with the error
  std::string kind;                  ///< "CPU", "GPU", "accelerator", "custom"; empty if not queried
  std::string loader, driver_file;   ///< files on the workers' machine; empty if unknown
  std::string driver_sha256;         ///< of driver_file
  std::optional<ImplementationFacts> implementation;  ///< tested instead of the driver's builtins
};

/// The query and its error; nullptr if the query did not fail.
inline const Reason* error_of(const DeviceFacts& facts, std::string_view query) {
  return find_row(facts.query_errors, query, &Reason::query);
}

/// Whether the device lists sub-groups, as an extension or as a feature of OpenCL C 3.0.
inline bool has_sub_groups(const DeviceFacts& facts) {
  return is_in("cl_khr_subgroups", facts.extensions) || is_in("__opencl_c_subgroups", facts.features);
}

inline const FloatRules& rules_of(const DeviceFacts& facts, GenType type) {
  if (type == GenType::Half) return facts.half_rules;
  return type == GenType::Double ? facts.double_rules : facts.float_rules;
}

/// The layout that all these work-groups have. Empty if there is none.
std::optional<SubGroupLayout> layout_of(std::span<const ObservedSubGroups> observed);

struct SubGroups {
  std::size_t count = 1;
  std::size_t first = 1;  ///< work-items in the first sub-group
  bool equal = true;      ///< all sub-groups have equally many
};
SubGroups sub_groups_of(const SubGroupLayout& layout, const Extents& size);

/// The report's `device` object and its inverse.
nlohmann::json to_json(const DeviceFacts& facts);
DeviceFacts facts_from_json(const nlohmann::json& json);

}  // namespace wgcts::results
