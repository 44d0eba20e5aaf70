// `wgcts devices`: lists the devices.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>

#include "cli/commands/commands.hpp"
#include "cli/options/option_groups.hpp"
#include "cli/run/driver.hpp"
#include "reports/model/report.hpp"

namespace wgcts::cli {
namespace {

std::string line(std::string_view what, std::string_view says) {
  return fmt::format("    {:<18} {}\n", what, says);
}

std::string line(std::string_view what, const Answer& answer) {
  return line(what, fmt::format("{:<4} {}: {}", answer.yes ? "yes" : "no", answer.because.query,
                                answer.because.answer));
}

/// A device that does not tell its profile is judged as one of the embedded profile.
std::string profile_text(const DeviceFacts& d) {
  if (d.full_profile) return "full profile";
  const bool told = std::ranges::none_of(
      d.query_errors, [](const Reason& error) { return error.query == "CL_DEVICE_PROFILE"; });
  return told ? "embedded profile" : "no word of the profile, judged as embedded";
}

/// The device's index and name, then a line for each feature with its query.
std::string device_text(const DeviceFacts& d) {
  std::vector<std::string> modes;
  for (const unsigned mode : d.cl_std) modes.push_back(fmt::format("CL{}.{}", mode / 10, mode % 10));
  const auto& size = d.max_work_item_sizes;
  std::string trouble;
  if (d.unusable) trouble += line("unusable", fmt::format("{}: {}", d.unusable->query, d.unusable->answer));
  for (const Reason& error : d.query_errors)
    trouble += line("no answer", fmt::format("{}: {}", error.query, error.answer));
  return fmt::format("{}: {}\n", d.index, d.name) + line("platform", d.platform) + line("driver", d.driver) +
         line("version", fmt::format("{}, {}", d.version, profile_text(d))) +
         line("-cl-std", fmt::format("{}", fmt::join(modes, " "))) + line("collectives", d.collectives) +
         line("half", d.half) + line("long, ulong", d.int64) + line("double", d.fp64) +
         line("non-uniform", d.non_uniform) + line("compiler", d.compiler) +
         line("IL", d.il_version.empty() ? "none" : d.il_version) +
         line("work-group", fmt::format("at most {} work-items, {}x{}x{}", d.max_work_group_size, size[0],
                                        size[1], size[2])) +
         line("memory", fmt::format("{} MiB, one buffer {} MiB, local {} KiB", d.global_memory >> 20,
                                    d.max_allocation >> 20, d.local_memory >> 10)) +
         line("compute units", std::to_string(d.compute_units)) + trouble;
}

int execute_devices(const Options& options) {
  const Discovery found = find_devices(options, setup_of(options));
  if (!found.driver_died.empty()) fmt::print(stderr, "wgcts: {}\n", found.driver_died);
  for (const std::string& remark : found.remarks) fmt::print(stderr, "wgcts: {}\n", remark);
  if (found.devices.empty() && found.remarks.empty()) fmt::print(stderr, "wgcts: {}\n", no_device);
  for (const DeviceFacts& device : found.devices) fmt::print("{}", device_text(device));
  const bool able = std::ranges::any_of(
      found.devices, [](const DeviceFacts& d) { return d.collectives.yes && !d.unusable; });
  return able ? 0 : static_cast<int>(Outcome::NothingJudged);
}

}  // namespace

const Command devices_command{"devices", "List devices, and whether they have collectives", add_driver,
                              execute_devices};

}  // namespace wgcts::cli
