#include "harness/process/discovery.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "harness/check/suite_defect.hpp"
#include "harness/process/ask.hpp"
#include "harness/process/excuse.hpp"

namespace wgcts::harness {

Discovery discover(const WorkerSetup& setup,
                   const std::function<void(const std::vector<DeviceFacts>&)>& listed) {
  Discovery discovery;
  std::string defect;
  const system::Memory memory = system::memory_now();
  const auto [done, ending] = ask(setup, Describe{}, [&](const Event& event) {
    if (const auto* described = std::get_if<Described>(&event)) discovery.devices.push_back(described->facts);
    if (std::holds_alternative<Listed>(event) && listed) listed(discovery.devices);
    if (const auto* hashed = std::get_if<Hashed>(&event); hashed && hashed->device < discovery.devices.size())
      discovery.devices[hashed->device].driver_sha256 = hashed->sha256;
    if (const auto* remark = std::get_if<Remark>(&event)) {
      discovery.remarks.push_back(remark->text);
      discovery.no_library |= remark->no_library;
    }
    if (const auto* found = std::get_if<Defect>(&event)) defect = found->message;
  });
  if (!defect.empty()) throw SuiteDefect(defect);
  if (done) return discovery;
  // A worker announces the list before it asks for the first device. Without that, it received no order.
  if (!ending.stage && !setup.launcher.empty())
    throw std::runtime_error(
        fmt::format("{}, but its worker received no order; a launcher must forward standard input and output",
                    failed_start(setup, ending)));
  discovery.driver_died = ending.describe();
  if (!ending.stage) discovery.driver_died = "listing the devices: " + discovery.driver_died;
  discovery.verdict = ending.verdict();
  if (const auto excuse = excuse_for(ending, setup, memory, system::memory_now());
      excuse && !excuse->empty()) {
    discovery.verdict = Verdict::NotRun;
    discovery.driver_died += ", " + *excuse;
  }
  discovery.log = ending.log;
  return discovery;
}

}  // namespace wgcts::harness
