// The lines that supervisor and worker exchange: one JSON object each. Orders go to the worker's standard
// input, events come from its standard output, so that a worker can be at the far end of ssh or srun.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/process/device_address.hpp"
#include "harness/program/job.hpp"
#include "harness/program/layout.hpp"
#include "harness/program/trial.hpp"
#include "results/case_result.hpp"
#include "results/device_facts.hpp"
#include "results/phase.hpp"
#include "results/raw_output.hpp"
#include "results/stage.hpp"
#include "results/timing.hpp"

namespace wgcts::harness {

/// The last words of a worker on standard error, where nobody takes its events any more: its launcher's
/// doing.
inline constexpr std::string_view unheard_words =
    "wgcts worker: nobody takes its standard output any more, by which it answers";

/// Order: describe every device.
struct Describe {};
/// Order: judge a job on the device.
struct Work {
  DeviceAddress device;
  std::uint64_t seed = 0;
  Job job;
  std::size_t memory = default_memory;                ///< bytes that buffers may have together
  bool outputs = false;                               ///< tell all that the kernels wrote, too
  std::optional<Implementation> implementation = {};  ///< judged in place of the driver's builtins
};
/// Order: run a trial on the device. Answered by Tried or Refused.
struct Try {
  DeviceAddress device;
  std::uint64_t seed = 0;  ///< of a Work order that may come later, as is the memory
  std::size_t memory = default_memory;
  Trial trial;
  std::optional<Implementation> implementation = {};  ///< as for Work
};

/// Bytes that a trial's buffers may have: a line of the protocol holds them.
inline constexpr std::size_t most_trial_bytes = std::size_t{1} << 20;
/// Order: say what the implementation defines on the device.
struct Examine {
  DeviceAddress device;
  Implementation implementation;
};
/// Order: set the device up, as a job will need it. Nothing answers: what goes wrong here goes wrong again in
/// the job, which tells.
struct Prepare {
  DeviceAddress device;
};
using Order = std::variant<Describe, Work, Try, Examine, Prepare>;

/// Event: the worker runs. Without it whatever ended was the launcher, not the driver.
struct Hello {};
/// Event: the driver is about to be touched for these cases, given as indices into the job's.
struct Begin {
  Phase phase{};
  std::vector<std::size_t> cases;
};
/// Event: what the worker is at from now on. Its time limit counts in the driver's stages.
struct At {
  Stage stage{};
};
/// Event: a case is judged.
struct Judged {
  std::size_t index = 0;  ///< into the job's cases
  CaseResult result;
};
/// Event: a piece of what a case's site wrote, where the order asks for it; pieces come in order.
struct Written {
  std::size_t index = 0;  ///< into the job's cases
  Extents local{};
  std::size_t groups = 0;  ///< as ndrange() takes it
  std::size_t site = 0;
  std::vector<std::byte> bytes;
};
/// Event: a trial came to its end. Sent again for each launch of it that wrote something else.
struct Tried {
  std::vector<std::byte> output;
};
/// Event: what the phase that was begun last took.
struct Spent {
  Timing timing;
};
/// Event: the driver refused the phase that was begun last; or, with Verdict::NotRun, the worker did not find
/// the device that the order is for. The worker ends after it.
struct Refused {
  Verdict verdict{};
  std::string message, log;
  /// Where it refused. Stage::Context: this process does not get the device, which another may hold for
  /// itself.
  std::optional<Stage> stage = {};
};
/// Event: the suite is at fault: a check could not have failed, or an exception came from anywhere but the
/// driver. These cases have no verdict for that, and get none; the worker goes on, unless it ends.
struct Defect {
  std::string message;
  std::vector<std::size_t> cases = {};  ///< indices into the job's; empty where it is not known which
};
/// Event: something about the drivers that concerns no case, and that their user should know.
struct Remark {
  std::string text;
};
/// Event: a device was described, but for the digest of its driver's file.
struct Described {
  DeviceFacts facts;
};
/// Event: all devices are described. What follows takes longer than that: a run may begin with them.
struct Listed {};
/// Event: the digest of a driver's file.
struct Hashed {
  std::size_t device = 0;  ///< the device's index
  std::string sha256;
};
/// Event: the prototypes that the implementation defines.
struct Examined {
  std::vector<std::string> defines;
};
/// Event: the order is carried out.
struct Done {};
using Event = std::variant<Hello, Begin, At, Judged, Written, Tried, Spent, Refused, Defect, Remark,
                           Described, Listed, Hashed, Examined, Done>;

std::string to_line(const Order& order);
std::string to_line(const Event& event);

/// Throws std::exception on anything that is not an order.
Order parse_order(std::string_view line);

/// Nothing for a line that is not an event: a driver may print what it likes.
std::optional<Event> parse_event(std::string_view line);

}  // namespace wgcts::harness
