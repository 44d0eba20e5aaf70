#include "harness/process/discovery.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "harness/check/suite_defect.hpp"
#include "harness/process/ask.hpp"
#include "harness/process/excuse.hpp"

namespace wgcts::harness {
namespace {

struct Attempt {
  Discovery discovery;
  std::string platform;  ///< called when the worker ended; empty: unknown, or the order is complete
};

Attempt attempt(const WorkerSetup& setup, const Describe& order,
                const std::function<void(const std::vector<DeviceFacts>&)>& listed) {
  Discovery discovery;
  std::string defect, platform;
  const system::Memory memory = system::memory_now();
  const auto [done, ending] = ask(setup, order, [&](const Event& event) {
    if (const auto* at = std::get_if<At>(&event)) platform = at->platform;
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
  if (done) return {std::move(discovery), {}};
  // A worker announces the listing before it queries the first device. Without this event, it received no
  // order.
  if (!ending.stage && !setup.launcher.empty())
    throw std::runtime_error(
        fmt::format("{}, but its worker received no order; a launcher must forward standard input and output",
                    failed_start(setup, ending)));
  Conclusion& death = discovery.death.emplace(ending.conclusion());
  if (!ending.stage) {
    death.verdict = Verdict::NotRun;
    death.message = "before it listed the devices: " + death.message;
  }
  if (const auto excuse = excuse_for(ending, setup, memory, system::memory_now());
      excuse && !excuse->empty()) {
    death.verdict = Verdict::NotRun;
    death.message += ", " + *excuse;
  }
  return {std::move(discovery), std::move(platform)};
}

}  // namespace

Discovery discover(const WorkerSetup& setup,
                   const std::function<void(const std::vector<DeviceFacts>&)>& listed) {
  const Attempt first = attempt(setup, {}, listed);
  std::vector<std::string> remarks;
  Describe others;
  // A driver may crash while the loader sorts the platforms, before the worker names one. The next attempt
  // does not sort. ask() has already repeated a hang of a platform.
  for (Attempt next = first;; next = attempt(setup, others, listed)) {
    Discovery& found = next.discovery;
    if (!found.death) {
      if (found.devices.empty() && first.discovery.death) return first.discovery;
      if (remarks.empty() && first.discovery.death)
        remarks.push_back("the devices were listed again, without sorting the platforms: " +
                          first.discovery.death->message);
      found.remarks.insert(found.remarks.begin(), remarks.begin(), remarks.end());
      return found;
    }
    const bool is_first = std::exchange(others.sorted, false);
    // The platforms that the worker did not reach may work.
    if (found.death->verdict == Verdict::NotRun) return found;
    if (next.platform.empty() && !is_first) return first.discovery;
    if (is_first && (next.platform.empty() || found.death->verdict == Verdict::Crash)) continue;
    others.without.push_back(next.platform);
    remarks.push_back(fmt::format("the platform {} was left out: {}", next.platform, found.death->message));
  }
}

}  // namespace wgcts::harness
