// What a device says of itself: a plain value, so that everything decided from it can be tested without one.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "reference/legal_sums.hpp"
#include "results/case_result.hpp"

namespace wgcts::results {

/// Whether the device has something, and the query that said so.
struct Answer {
  bool yes = false;
  Reason because;
};

/// Builtins that are judged in place of the driver's: a file of OpenCL C, or a SPIR-V module.
struct ImplementationFacts {
  std::string file, sha256;
  std::vector<std::string> defines;  ///< "work_group_reduce_add(int)", ...
  bool is_module = false;
  std::string options{};         ///< added to the build options of every program
  std::size_t local_memory = 0;  ///< bytes that its functions share in each work-group
};

struct DeviceFacts {
  std::size_t index = 0;  ///< over all platforms, in the loader's order
  std::string platform, name, vendor, driver, version;
  std::string hardware;  ///< "uuid 0123...", "pci 0000:01:00.0"; empty where the driver has no query for it
  std::size_t twin = 0, twins = 1;  ///< its place among the devices that are alike in all of these
  unsigned opencl = 0;              ///< 20 for OpenCL 2.0, 100 for 10.0
  bool full_profile = true;
  std::vector<unsigned> cl_std;  ///< the -cl-std modes it takes: 12, 20, 30, ...
  unsigned usual_cl_std = 0;     ///< what collectives are built with; 0 where it has none
  std::vector<std::string> extensions, features;
  Answer collectives, half, int64, fp64, non_uniform, compiler;
  Answer linker, unordered, partition, svm;  ///< for situations of the host's; no query where not asked
  FloatRules half_rules, float_rules, double_rules;
  std::size_t max_work_group_size = 0;
  Extents max_work_item_sizes{};
  std::size_t compute_units = 0, local_memory = 0;  ///< bytes
  std::uint64_t global_memory = 0,
                max_allocation = 0;  ///< bytes; of a device larger than the host's addresses, too
  std::size_t address_bits = 0;
  std::vector<std::size_t> sub_group_sizes;  ///< that a kernel may require; cl_intel_required_subgroup_size
  std::string il_version;
  /// Why nothing can be judged on the device, whatever else it says: it is not available, runs built-in
  /// kernels alone, keeps its bytes in another order than the host, or does not say how large a work-group
  /// may be.
  std::optional<Reason> unusable;
  std::vector<Reason> query_errors;  ///< queries that were answered with an error, and which error
  std::string kind;                  ///< "CPU", "GPU", "accelerator", "custom"; empty where not asked
  std::string loader, driver_file;   ///< files of the machine where the workers run; empty where unseen
  std::string driver_sha256;         ///< of driver_file
  std::optional<ImplementationFacts> implementation;  ///< what is judged in place of the driver's builtins
};

const FloatRules& rules_of(const DeviceFacts& facts, GenType type);

/// The report's `device` object, and its inverse.
nlohmann::json to_json(const DeviceFacts& facts);
DeviceFacts facts_from_json(const nlohmann::json& json);

}  // namespace wgcts::results
