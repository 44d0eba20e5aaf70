// `wgcts devices`: lists the devices.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/commands/commands.hpp"
#include "cli/options/option_groups.hpp"
#include "cli/run/driver.hpp"
#include "harness/process/discovery.hpp"
#include "reports/model/report.hpp"
#include "reports/words/devices.hpp"

namespace wgcts::cli {
namespace {

int execute_devices(const Options& options) {
  const Discovery found = discover(setup_of(options));
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
