#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/commands.hpp"
#include "cli/driver.hpp"
#include "cli/option_groups.hpp"
#include "harness/discovery.hpp"
#include "reports/devices.hpp"
#include "reports/report.hpp"

namespace wgcts {
namespace {

int run(const Options& options) {
  const Discovery found = discover(setup_of(options));
  if (!found.driver_died.empty()) fmt::print(stderr, "wgcts: {}\n", found.driver_died);
  if (found.devices.empty()) fmt::print(stderr, "wgcts: {}\n", no_device);
  for (const DeviceFacts& device : found.devices) fmt::print("{}", device_text(device));
  const bool able =
      std::ranges::any_of(found.devices, [](const DeviceFacts& d) { return d.collectives.yes; });
  return able ? 0 : static_cast<int>(Outcome::NothingJudged);
}

}  // namespace

const Command devices_command{"devices", "List devices and what they say of collectives", add_driver, run};

}  // namespace wgcts
