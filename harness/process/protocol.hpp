// The lines between supervisor and worker: one JSON object each. Orders go to the worker's standard input,
// events come from its standard output, so a worker can run behind ssh or srun.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/program/job.hpp"
#include "harness/program/kernel_run.hpp"
#include "reference/lists.hpp"
#include "results/case_result.hpp"
#include "results/device_facts.hpp"
#include "results/timing.hpp"
#include "system/processor_time.hpp"

namespace wgcts::harness {

/// The last line of a worker on standard error after a launcher has closed its standard output.
inline constexpr std::string_view output_closed_message =
    "wgcts worker: its standard output is closed, which carries the results";

/// The device of an order.
struct DeviceAddress {
  DeviceIdentity identity = {};
  std::vector<std::string> failed_queries = {};  ///< those of DeviceFacts::query_errors

  DeviceAddress() = default;
  explicit DeviceAddress(const DeviceFacts& facts)
      : identity(facts), failed_queries(mapped(facts.query_errors, &Reason::query)) {}
  bool operator==(const DeviceAddress&) const = default;
};

/// Order: describe the devices of every platform except those named in `without`.
struct Describe {
  std::vector<std::string> without = {};
  bool sorted = true;  ///< in the loader's order; false: the loader calls no platform to sort them
};
/// Order: judge a job on the device.
struct Work {
  DeviceAddress device;
  std::uint64_t seed = 0;
  Job job;
  std::uint64_t memory = default_memory;  ///< limit of all buffers together, in bytes; may exceed size_t
  bool outputs = false;                   ///< also send all that the kernels wrote
  std::optional<Implementation> implementation = {};  ///< judged instead of the driver's builtins
};
/// Order: run a kernel on the device. The reply is Ran or Refused.
struct RunKernel {
  DeviceAddress device;
  std::uint64_t seed = 0;  ///< like the memory, for a later Work order
  std::uint64_t memory = default_memory;
  KernelRun run;                                      ///< its expected outputs are not sent
  std::optional<Implementation> implementation = {};  ///< as for Work
};

/// Maximum size of a kernel run's buffer, because it must fit into a line.
inline constexpr std::size_t most_run_bytes = std::size_t{1} << 20;
/// Order: list the builtins that the implementation defines on the device.
struct Examine {
  DeviceAddress device;
  Implementation implementation;
};
using Order = std::variant<Describe, Work, RunKernel, Examine>;

/// Event: the worker runs. If a process ends without this event, the launcher ended.
struct Hello {
  std::string limits = {};  ///< system::standing_limits()
  unsigned processors = 1;  ///< system::processors()
  bool terminal = false;    ///< system::input_has_line_limit()
};
/// Event: the next driver calls concern these cases, given as indices into the job's.
struct Begin {
  Phase phase{};
  std::vector<std::size_t> cases;
};
/// Event: a worker with an order runs. A separate thread sends it, also during a call of the driver.
struct Alive {
  system::ProcessorTime spent = {};  ///< processor time of the worker and its children
  std::string limits = {};           ///< as in Hello: a disk may have become full
};
/// Two periods fit into a --timeout of 1 s, see WorkerProcess::allow().
inline constexpr double seconds_between_alive = 0.25;
/// Event: the current stage. The time limit applies to the driver's stages.
struct At {
  Stage stage{};
  std::string platform = {};  ///< the platform that is called while devices are described; empty: unknown
};
/// Event: the verdict of a case.
struct Judged {
  std::size_t index = 0;  ///< into the job's cases
  CaseResult result;
};
/// Event: a piece of the output of a case's site, if the order asks for it. Pieces come in order.
struct Written {
  std::size_t index = 0;  ///< into the job's cases
  Extents local{};
  std::size_t groups = 0;  ///< as in ndrange()
  std::size_t site = 0;
  std::vector<std::byte> bytes;
};
/// Event: a kernel run completed. Sent again for each launch with different output.
struct Ran {
  RunOutcome::Outputs outputs;
};
/// Event: the time of the phase that began last.
struct Spent {
  Timing timing;
};
/// OpenCL errors that may not be the driver's fault.
inline constexpr int device_not_available = -2, allocation_failure = -4, out_of_resources = -5,
                     out_of_host_memory = -6;
/// Whether the error is a lack of memory or other resources, which another program may use.
constexpr bool is_lack_of_resources(int error) {
  return error == allocation_failure || error == out_of_resources || error == out_of_host_memory;
}
/// Event: the driver refused the phase that began last, and the worker ends. If it names cases, the driver
/// refused their launch, and the worker continues. With Verdict::NotRun, the worker did not find the
/// ordered device. With Stage::Context, another process may use the device exclusively.
struct Refused : Conclusion {
  int error = 0;                        ///< OpenCL error; 0: none
  std::vector<std::size_t> cases = {};  ///< indices into the job's
};
/// Another program uses the device. Queries and clCreateContext may then refuse it.
inline bool is_device_in_use(const Refused& refused) {
  return refused.stage && sets_up(*refused.stage) && refused.error == device_not_available;
}
/// The worker did not find the device, or another program uses it.
inline bool lacks_device(const Refused& refused) {
  return refused.verdict == Verdict::NotRun || is_device_in_use(refused);
}
/// Event: a defect of the suite: a check that cannot fail, or an exception that does not come from the
/// driver. Cases that have a verdict keep it, and the others get none. The worker may continue.
struct Defect {
  std::string message;
  std::vector<std::size_t> cases = {};  ///< indices into the job's; empty if unknown
};
/// Event: a remark for the user that concerns no case.
struct Remark {
  std::string text;
  bool no_library = false;  ///< neither the loader nor the drivers of --driver could be opened
};
/// Event: the facts of a device.
struct Described {
  DeviceFacts facts;
};
/// Event: the prototypes that the implementation defines.
struct Examined {
  std::vector<std::string> defines;
};
/// Event: the order is complete.
struct Done {};
using Event = std::variant<Hello, Alive, Begin, At, Judged, Written, Ran, Spent, Refused, Defect, Remark,
                           Described, Examined, Done>;

std::string to_line(const Order& order);
std::string to_line(const Event& event);

/// Throws std::exception for anything else.
Order parse_order(std::string_view line);

/// Empty for other lines, because a driver may print anything.
std::optional<Event> parse_event(std::string_view line);

}  // namespace wgcts::harness
