#include "harness/driver/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <random>

#include "harness/driver/device_query.hpp"
#include "harness/driver/refusal.hpp"
#include "harness/planning/requirements.hpp"
#include "harness/program/build_options.hpp"

namespace wgcts::harness {
namespace {

/// A device that cannot give this much is at fault.
constexpr std::size_t least_memory = std::size_t{1} << 18;
/// The first errors of a compiler matter, not the millionth.
constexpr std::size_t log_limit = 16384;

bool is_short_of_memory(cl_int error) {
  constexpr cl_int codes[] = {CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY,
                              CL_INVALID_BUFFER_SIZE};
  return std::ranges::find(codes, error) != std::end(codes);
}

std::string told(const cl::Error& error) {
  return fmt::format("{} returned {}", error.what(), error_name(error.err()));
}

/// Lets nothing that is being judged outlive what it refers to, whatever is thrown meanwhile.
struct Wait {
  explicit Wait(std::future<void>& future) : pending(future) {}
  Wait(const Wait&) = delete;
  Wait& operator=(const Wait&) = delete;
  ~Wait() {
    if (pending.valid()) pending.wait();
  }
  std::future<void>& pending;
};

[[noreturn]] void refuse(const cl::Error& error) { throw Refusal(Verdict::LaunchError, told(error)); }

}  // namespace

Runner::Runner(const cl::Device& device, DeviceFacts facts, std::uint64_t seed, std::size_t memory) {
  session_.memory = buffer_limit_of(facts, memory);
  session_.allowance = memory;
  session_.seed = seed;
  session_.facts = std::move(facts);
  session_.device = device;
  try {
    session_.context = cl::Context(device);
    session_.queue = cl::CommandQueue(session_.context, device);
  } catch (const cl::Error& error) {
    refuse(error);
  }
}

void Runner::salt_programs() {
  std::random_device random;
  salt_ = fmt::format("// {:08x}{:08x}\n", random(), random());
}

cl::Program Runner::build(const std::vector<Kernel>& kernels, const std::string& text,
                          const std::string& options) const {
  cl::Program program;
  try {
    program = cl::Program(session_.context, text + salt_);
    program.build(session_.device, options.c_str());
  } catch (const cl::BuildError& error) {
    const auto logs = error.getBuildLog();
    throw Refusal(Verdict::BuildError,
                  fmt::format("clBuildProgram with {} returned {}", options, error_name(error.err())),
                  logs.empty() ? "" : logs.front().second.substr(0, log_limit));
  } catch (const cl::Error& error) {
    throw Refusal(Verdict::BuildError, told(error));
  }
  // A program is built when it gives its kernels: one that does not is split like one that does not compile.
  for (const Kernel& kernel : kernels) {
    try {
      const cl::Kernel probe(program, name(kernel).c_str());
    } catch (const cl::Error& error) {
      throw Refusal(Verdict::BuildError, fmt::format("the program built, but clCreateKernel returned {}",
                                                     error_name(error.err())));
    }
  }
  return program;
}

void Runner::run(const Job& job, const Listener& listener) {
  listener.begin(Phase::Build, job.cases);
  Stopwatch watch;
  const auto kernels = kernels_of(job);
  const std::string text = program_text(kernels);
  const std::string options = build_options(job.cases.front(), session_.facts);
  if (options + text != built_) {
    program_ = build(kernels, text, options);
    built_ = options + text;
  }
  watch.lap(Activity::Build);
  listener.spent(watch.timing());
  const auto batches = batches_of(job);
  const Wait wait(judging_);
  for (const auto& together : batches) {
    std::vector<Case> cases;
    for (const Launch& l : together) cases.insert(cases.end(), l.cases.begin(), l.cases.end());
    listener.begin(Phase::Launch, cases);
    launch_within_memory(together, listener);
  }
  Stopwatch end;
  catch_up();
  end.lap(Activity::Judge);
  listener.spent(end.timing());
}

/// A device that has less memory than it says, or shares it with others, is shown less data. One that lives
/// and yet cannot show a launch at all keeps its worker: a process for each would cost minutes.
void Runner::launch_within_memory(const std::vector<Launch>& together, const Listener& listener) {
  while (true) {
    try {
      return launch(together, listener);
    } catch (const NoBuffers& none) {
      if (!lives()) throw;
      for (const Launch& l : together)
        for (const Case& c : l.cases)
          listener.result({.the_case = c, .verdict = none.verdict, .message = none.what()});
      return;
    } catch (const cl::Error& error) {
      if (!is_short_of_memory(error.err()) || session_.memory <= least_memory) refuse(error);
      session_.memory /= 8;
    }
  }
}

/// Whether the device still does anything: one that is lost refuses everything, whatever the launch.
bool Runner::lives() const {
  try {
    const std::uint32_t word = 0;
    const cl::Buffer buffer(session_.context, CL_MEM_READ_WRITE, sizeof word);
    session_.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, sizeof word, &word);
    return true;
  } catch (const cl::Error&) {
    return false;
  }
}

std::list<DeviceLaunch> Runner::flights_of(const std::vector<Launch>& together, Stopwatch& watch) const {
  std::list<DeviceLaunch> flights;
  try {
    for (const Launch& l : together) flights.emplace_back(l, program_, session_, watch);
  } catch (const cl::Error& error) {
    if (!is_short_of_memory(error.err()) || session_.memory > least_memory) throw;
    throw NoBuffers(told(error));
  }
  return flights;
}

void Runner::launch(const std::vector<Launch>& together, const Listener& listener) {
  Stopwatch watch;
  std::list<DeviceLaunch> flights = flights_of(together, watch);
  for (DeviceLaunch& flight : flights)
    if (!flight.lacks()) flight.enqueue(watch);
  for (DeviceLaunch& flight : flights)
    if (!flight.lacks()) flight.land(watch);
  const double seconds = watch.timing().total();
  catch_up();
  watch.lap(Activity::Judge);
  listener.spent(watch.timing());
  landed_ = std::move(flights);
  judging_ = std::async(std::launch::async, [this, seconds, &listener] { judge_landed(seconds, listener); });
}

/// Judges what landed after so many seconds in the driver.
void Runner::judge_landed(double seconds, const Listener& listener) const {
  Stopwatch watch;
  std::vector<CaseResult> results;
  for (const DeviceLaunch& flight : landed_)
    std::ranges::move(flight.results(listener.output), std::back_inserter(results));
  watch.lap(Activity::Judge);
  for (CaseResult& result : results) {
    result.seconds = (seconds + watch.timing().total()) / static_cast<double>(results.size());
    listener.result(result);
  }
}

/// Waits until all that landed is judged.
void Runner::catch_up() {
  if (judging_.valid()) judging_.get();
  landed_.clear();
}

}  // namespace wgcts::harness
