#include "harness/process/examination.hpp"

#include <fmt/format.h>

#include "harness/check/suite_defect.hpp"
#include "harness/process/ask.hpp"
#include "harness/process/early_workers.hpp"

namespace wgcts::harness {
namespace {

[[noreturn]] void refuse(const Implementation& file, const DeviceFacts& device, const std::string& why,
                         const std::string& log) {
  throw DoesNotCompile(fmt::format("{} does not compile on {}: {}", file.file, device.name, why), log);
}

}  // namespace

DeviceFacts examined(const WorkerSetup& setup, const DeviceFacts& device) {
  const Implementation& file = setup.implementation.value();
  DeviceFacts facts = with_implementation(device, file);
  std::optional<Refused> refused;
  std::string defect;
  const auto handle_event = [&](const Event& event) {
    if (const auto* found = std::get_if<Examined>(&event)) facts.implementation->defines = found->defines;
    if (const auto* no = std::get_if<Refused>(&event)) refused = *no;
    if (const auto* found = std::get_if<Defect>(&event)) defect = found->message;
  };
  const Examine order{DeviceAddress(device), file};
  const Reply reply =
      setup.early ? setup.early->ask(order, setup.timeout, handle_event) : ask(setup, order, handle_event);
  if (!defect.empty()) throw SuiteDefect(defect);
  if (refused && refused->verdict == Verdict::NotRun) throw std::runtime_error(refused->message);
  if (refused) refuse(file, device, refused->message, refused->log);
  if (!reply.done) refuse(file, device, reply.ending.describe(), reply.ending.log);
  return facts;
}

}  // namespace wgcts::harness
