#include "harness/driver/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <random>

#include "harness/driver/device_query.hpp"
#include "harness/driver/program_run.hpp"
#include "harness/driver/refusal.hpp"
#include "harness/planning/requirements.hpp"
#include "harness/program/build_options.hpp"

namespace wgcts::harness {
namespace {

/// A device that cannot give this much is at fault.
constexpr std::size_t least_memory = std::size_t{1} << 18;
/// The first errors of a compiler matter, not the millionth.
constexpr std::size_t log_limit = 16384;

/// Whether the device refused a buffer. Drivers that make buffers when they are first used refuse them late:
/// then only CL_MEM_OBJECT_ALLOCATION_FAILURE says so, for CL_OUT_OF_RESOURCES may be the launch's own.
bool is_refused_buffer(cl_int error, Stage stage) {
  if (error == CL_MEM_OBJECT_ALLOCATION_FAILURE) return true;
  constexpr cl_int codes[] = {CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY, CL_INVALID_BUFFER_SIZE};
  return stage == Stage::Buffers && std::ranges::find(codes, error) != std::end(codes);
}

std::string describe(const cl::Error& error) {
  return fmt::format("{} returned {}", error.what(), error_name(error.err()));
}

/// The start of what the compiler said, or why it is not to be had.
std::string build_log(cl_program program, cl_device_id device) {
  std::size_t bytes = 0;
  cl_int error = clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes);
  std::string log(bytes, '\0');
  if (error == CL_SUCCESS)
    error = clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
  if (error != CL_SUCCESS) return fmt::format("CL_PROGRAM_BUILD_LOG: {}", error_name(error));
  return log.substr(0, std::min(log.find('\0'), log_limit));
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

[[noreturn]] void refuse(const cl::Error& error) { throw Refusal(Verdict::LaunchError, describe(error)); }

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
  } catch (const cl::Error& error) {
    throw Refusal(Verdict::BuildError, describe(error));
  }
  // Not cl::Program::build, which asks for the log of a good build too, and fails with that query.
  const cl_device_id device = session_.device();
  const cl_int error = clBuildProgram(program(), 1, &device, options.c_str(), nullptr, nullptr);
  if (error != CL_SUCCESS)
    throw Refusal(Verdict::BuildError,
                  fmt::format("clBuildProgram with {} returned {}", options, error_name(error)),
                  build_log(program(), device));
  // A program is built when it gives its kernels: one that does not is split like one that does not compile.
  for (const Kernel& kernel : kernels) {
    try {
      const cl::Kernel probe(program, name(kernel).c_str());
    } catch (const cl::Error& refused) {
      throw Refusal(Verdict::BuildError, fmt::format("the program built, but clCreateKernel returned {}",
                                                     error_name(refused.err())));
    }
  }
  return program;
}

void Runner::run(const Job& job, const Listener& listener, Progress& progress) {
  listener.begin(Phase::Build, job.cases);
  progress.enter(Stage::Data);
  const auto kernels = kernels_of(job);
  const std::string text = program_text(kernels);
  const std::string options = build_options(job.cases.front(), session_.facts);
  if (options + text != built_) {
    progress.enter(Stage::Build);
    program_ = build(kernels, text, options);
    built_ = options + text;
    progress.enter(Stage::Data);
  }
  listener.spent(progress.take());
  const auto batches = batches_of(job);
  const Wait wait(judging_);
  for (const auto& together : batches) {
    std::vector<Case> cases;
    for (const Launch& l : together) cases.insert(cases.end(), l.cases.begin(), l.cases.end());
    listener.begin(Phase::Launch, cases);
    launch_within_memory(together, listener, progress);
  }
  progress.enter(Stage::Judge);
  catch_up();
  listener.spent(progress.take());
}

/// A device that has less memory than it says, or shares it with others, is shown less data in this launch.
/// One that lives and yet cannot show a launch at all keeps its worker: a process for each would cost
/// minutes.
void Runner::launch_within_memory(const std::vector<Launch>& together, const Listener& listener,
                                  Progress& progress) {
  for (std::size_t memory = session_.memory;; memory /= 8) {
    try {
      return launch(together, memory, listener, progress);
    } catch (const NoBuffers& none) {
      if (!lives()) throw;
      for (const Launch& l : together)
        for (const Case& c : l.cases)
          listener.result(
              {.the_case = c, .verdict = none.verdict, .stage = Stage::Buffers, .message = none.what()});
      return;
    } catch (const cl::Error& error) {
      if (!is_refused_buffer(error.err(), progress.stage()) || memory <= least_memory) refuse(error);
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

/// Kernels, data and buffers of each launch, but of those that the suite has no data for.
Launches Runner::prepare(const std::vector<Launch>& together, std::size_t memory, const Listener& listener,
                         Progress& progress) const {
  Launches launches;
  for (const Launch& l : together) {
    try {
      if (l.kernel.program)
        launches.push_back(std::make_unique<ProgramRun>(l, program_, session_, progress));
      else
        launches.push_back(std::make_unique<DeviceLaunch>(l, program_, session_, memory, progress));
    } catch (const Refusal&) {
      throw;
    } catch (const cl::Error& error) {
      if (!is_refused_buffer(error.err(), progress.stage()) || memory > least_memory) throw;
      throw NoBuffers(describe(error));
    } catch (const std::exception& defect) {
      listener.defect(l.cases, defect.what());
    }
  }
  return launches;
}

void Runner::launch(const std::vector<Launch>& together, std::size_t memory, const Listener& listener,
                    Progress& progress) {
  const Timing before = progress.take();
  Launches launches = prepare(together, memory, listener, progress);
  for (const auto& l : launches)
    if (!l->lacks()) l->enqueue(progress);
  for (const auto& l : launches)
    if (!l->lacks()) l->wait_and_read(progress);
  Timing spent = progress.take();
  const double seconds = spent.total();
  progress.enter(Stage::Judge);
  catch_up();
  (spent += before) += progress.take();
  listener.spent(spent);
  finished_ = std::move(launches);
  judging_ =
      std::async(std::launch::async, [this, seconds, &listener] { judge_finished(seconds, listener); });
}

/// Judges what came back after so many seconds in the driver. What the suite itself cannot judge costs no
/// other case its verdict.
void Runner::judge_finished(double seconds, const Listener& listener) const {
  Stopwatch watch;
  std::vector<CaseResult> results;
  for (const auto& l : finished_)
    for (const Case& c : l->cases()) {
      try {
        results.push_back(l->result(c, listener.output));
      } catch (const std::exception& defect) {
        listener.defect({c}, defect.what());
      }
    }
  watch.lap(Activity::Judge);
  for (CaseResult& result : results) {
    result.seconds = (seconds + watch.timing().total()) / static_cast<double>(results.size());
    listener.result(result);
  }
}

/// Waits until all that came back is judged.
void Runner::catch_up() {
  if (judging_.valid()) judging_.get();
  finished_.clear();
}

}  // namespace wgcts::harness
