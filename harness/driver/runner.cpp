#include "harness/driver/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <utility>

#include "harness/process/protocol.hpp"
#include "harness/program/il_library.hpp"
#include "harness/program/il_module.hpp"
#include "harness/program/kernel.hpp"
#include "system/processor_time.hpp"
#include "system/reached_limits.hpp"

namespace wgcts::harness {
namespace {

/// A device that refuses a buffer of this size is at fault.
constexpr std::size_t least_memory = std::size_t{1} << 18;

/// Whether the device refused a buffer. Drivers that allocate buffers at their first use refuse them late.
/// Then only CL_MEM_OBJECT_ALLOCATION_FAILURE proves it, because CL_OUT_OF_RESOURCES may come from the launch
/// itself.
bool is_refused_buffer(cl_int error, Stage stage) {
  if (error == CL_MEM_OBJECT_ALLOCATION_FAILURE) return true;
  return stage == Stage::Buffers && (is_lack_of_resources(error) || error == CL_INVALID_BUFFER_SIZE);
}

/// Whether the driver refused a query of a kernel. A new process may have more host memory.
bool is_refused_query(const cl::Error& error) {
  return std::string_view(error.what()).starts_with("clGetKernelWorkGroupInfo") &&
         error.err() != CL_OUT_OF_HOST_MEMORY;
}

}  // namespace

Runner::Runner(const cl::Device& device, DeviceFacts facts, std::uint64_t seed, std::size_t memory,
               std::optional<Implementation> implementation, Clock clock)
    : clock_(std::move(clock)), implementation_(std::move(implementation)) {
  if (implementation_) facts = with_implementation(std::move(facts), *implementation_);
  if (implementation_ && !implementation_->module.empty())
    library_ = with_linked_names(implementation_->module);
  session_.memory = buffer_limit_of(facts, memory);
  session_.allowance = memory;
  session_.seed = seed;
  session_.facts = std::move(facts);
  session_.device = device;
  refusing(Verdict::NotRun, [&] {
    session_.context = context_of(device);
    session_.queue = queue_of(session_);
  });
}

void Runner::salt_programs() {
  std::random_device random;
  salt_ = fmt::format("// {:08x}{:08x}\n", random(), random());
}

/// The session for programs and launches of the variant, on the device or a sub-device.
const DeviceSession& Runner::session_for(const Variant& variant) {
  if (variant.situation != Situation::Partition) return session_;
  try {
    if (!part_) part_ = session_on_part(session_);
  } catch (const cl::Error& error) {
    throw Refusal(Verdict::LaunchError, error);
  }
  return *part_;
}

ProgramSource Runner::source_of(std::vector<Kernel> kernels) const {
  for (Kernel& kernel : kernels) kernel.without_calls = !session_.facts.collectives.yes;
  return {program_text(kernels, implementation_) + salt_, part_text(kernels, implementation_) + salt_};
}

cl::Program Runner::build(const Job& job, const std::vector<Kernel>& kernels, const ProgramSource& source) {
  const Case& c = job.cases.front();
  const cl::Program program =
      build_program(source, program_variant(c)->situation, build_options(c, session_.facts),
                    session_for(*c.variant), *progress_);
  // A program counts as built when its kernels can be created. Otherwise the job is split, as if it did not
  // compile.
  progress_->enter(Stage::Create);
  for (const Kernel& kernel : kernels) create_kernel(program, name(kernel));
  return program;
}

/// A kernel need not compile with every sub-group size that the device lists (WGC.U.12). If the refused
/// program has kernels that build only without their required size, skips their cases and removes them from
/// the job. Returns whether it has any. If the supervisor divided the program instead, each refusal would
/// cost a process. If the driver has built a kernel with its size, it must also load its binary
/// (WGC.BU.5). Throws Refusal if a build lacks resources: that says nothing about the size, and may not last.
bool Runner::skip_unbuildable_sub_group_sizes(Job& job, const std::vector<Kernel>& kernels,
                                              const Refusal& refused) {
  if (refused.verdict != Verdict::BuildError || refused.of_own_binary || is_lack_of_resources(refused.error))
    return false;
  struct Unbuildable {
    Kernel kernel;
    Reason reason;
  };
  std::vector<Unbuildable> unbuildable;
  std::vector<Kernel> plain;
  const auto refusal_of = [&](const std::vector<Kernel>& tried) -> std::optional<Refusal> {
    listener_->begin(Phase::Build, job.cases);  // each build has the whole time limit
    try {
      build(job, tried, source_of(tried));
      return std::nullopt;
    } catch (const Refusal& refusal) {
      if (is_lack_of_resources(refusal.error)) throw;
      return refusal;
    }
  };
  for (const Kernel& kernel : kernels) {
    if (kernel.sub_group == 0) continue;
    const auto refusal = kernels.size() == 1 ? refused : refusal_of({kernel});
    if (!refusal || refusal->of_own_binary) continue;
    unbuildable.push_back(
        {kernel,
         {other_attributes(kernel), fmt::format("{}; the kernel builds without it", refusal->what())}});
    Kernel without_size = kernel;
    without_size.sub_group = 0;
    add_once(plain, std::move(without_size));
  }
  if (plain.empty() || refusal_of(plain)) return false;
  const auto reason_of = [&](const Case& c) -> const Reason* {
    const auto found =
        std::ranges::find(unbuildable, kernel_of(c, job.alone, job.without), &Unbuildable::kernel);
    return found == unbuildable.end() ? nullptr : &found->reason;
  };
  for (const Case& c : job.cases)
    if (const Reason* reason = reason_of(c)) listener_->result(skipped(c, *reason));
  std::erase_if(job.cases, reason_of);
  std::erase_if(job.built_with, reason_of);
  return true;
}

/// Builds the job's program unless it is the last one built. Skips cases if the device lacks something that
/// their build needs, and returns false if no case is left.
bool Runner::prepare_program(Job& job) {
  if (job.cases.empty()) return false;
  progress_->enter(Stage::Data);
  const Case& first = job.cases.front();
  const Variant& variant = *program_variant(first);
  const auto kernels = kernels_of(job);
  ProgramSource source = source_of(kernels);
  if (variant.situation == Situation::Module) {
    const auto origin = library_.empty() ? IlBuiltins::Instructions : IlBuiltins::Imports;
    const auto version = lowest_spirv_version(session_.facts.il_version).value_or(spirv_1_0);
    source.module = il_module(kernels, session_.facts.address_bits, version, origin);
    source.library = library_;
  }
  const std::string wanted =
      fmt::format("{} {}\n{}", build_options(first, session_.facts), variant.name, source.whole);
  // A crash in the release of the last program blames no case of this job.
  if (wanted != built_) {
    progress_->enter(Stage::Build);
    built_.clear();
    program_ = cl::Program();
  }
  listener_->begin(Phase::Build, job.cases);
  if (!built_.empty()) return true;
  try {
    const auto started = clock_();
    try {
      program_ = build(job, kernels, source);
    } catch (const Refusal& refused) {
      const Stage refused_at = progress_->stage();
      const bool is_smaller = skip_unbuildable_sub_group_sizes(job, kernels, refused);
      progress_->enter(refused_at);
      if (!is_smaller) throw;
      return prepare_program(job);
    }
    building_ += seconds_since(started);
    built_ = wanted;
  } catch (const Unsupported& unsupported) {
    for (const Case& c : job.cases) listener_->result(skipped(c, unsupported.reason));
  }
  progress_->enter(Stage::Data);
  return !built_.empty();
}

void Runner::run(Job job, const Listener& listener, Progress& progress) {
  listener_ = &listener;
  progress_ = &progress;
  const bool built = prepare_program(job);
  listener_->spent(progress_->take());
  if (!built) return;
  const auto launches = launches_of(job);
  try {
    for (const Launch& each : launches) {
      listener_->begin(Phase::Launch, each.cases);
      launch_within_memory(each);
    }
    progress_->enter(Stage::Judge);
    catch_up();
  } catch (...) {
    if (judging_.valid()) {
      // The judging thread uses the launches. The driver is not at fault for the time until it ends.
      const Stage refused_at = progress_->stage();
      progress_->enter(Stage::Judge);
      judging_.wait();
      progress_->enter(refused_at);
    }
    throw;
  }
  listener_->spent(progress_->take());
}

/// If a device has less memory than it reports, or shares it with others, the launch gets less data. A launch
/// that may be refused is tried once more with the same data, because resources that another process has may
/// get free. If the launch still fails but the device is alive, the worker continues: a new process and its
/// builds for each such launch would cost minutes.
void Runner::launch_within_memory(const Launch& each) {
  bool was_refused = false;
  for (std::size_t memory = session_.memory;;) {
    try {
      return launch(each, memory);
    } catch (const Unsupported& unsupported) {
      return skip(each, unsupported.reason);
    } catch (const cl::Error& error) {
      if (is_refused_buffer(error.err(), progress_->stage()) && memory > least_memory) {
        memory /= 8;
        continue;
      }
      if (is_allowed(error, each)) {
        if (!std::exchange(was_refused, true)) continue;
        if (runs_without_local_memory()) return skip(each, {error.what(), error_name(error.err())});
      }
      const Refusal refusal(Verdict::LaunchError, error);
      // Another process may use the resources.
      const bool lacks_resources = is_lack_of_resources(error.err());
      if (lacks_resources || progress_->stage() != Stage::Launch || !goes_on()) throw refusal;
      return listener_->refused(each.cases, refusal, Stage::Launch);
    }
  }
}

void Runner::skip(const Launch& launch, const Reason& reason) {
  for (const Case& c : launch.cases) listener_->result(skipped(c, reason));
}

/// Whether the launch may lack local memory: the kernel declares some, or the driver needs some for this
/// local size. A local size that the driver chooses, or of one work-item, is no reason for a refusal. So a
/// driver that refuses every launch still fails.
bool Runner::needs_local_memory(const Launch& launch) {
  if (!goes_on()) return false;
  if (program_text({launch.kernel}, implementation_).find("__local") != std::string::npos) return true;
  const bool is_one_item = !launch.local.is_max() && volume(launch.local.extents) == 1;
  if (launch.variant->situation == Situation::Unsized || is_one_item) return false;
  try {
    return local_memory_used(create_kernel(program_, name(launch.kernel)),
                             session_for(*launch.variant).device) != 0;
  } catch (const std::exception&) {
    return false;
  }
}

/// Whether the device runs a kernel that needs no local memory. If not, a leak or another process may be the
/// reason for a refusal. A device without a compiler cannot show it.
bool Runner::runs_without_local_memory() {
  try {
    progress_->enter(Stage::Build);
    cl::Program program(session_.context, "kernel void without_local_memory(global int *out) { *out = 1; }");
    program.build(session_.device);
    cl::Kernel kernel(program, "without_local_memory");
    const cl::Buffer out(session_.context, CL_MEM_READ_WRITE, sizeof(cl_int));
    kernel.setArg(0, out);
    progress_->enter(Stage::Launch);
    session_.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
    session_.queue.finish();
    return true;
  } catch (const cl::Error&) {
    const bool is_built = progress_->stage() == Stage::Launch;
    progress_->enter(Stage::Launch);
    return !is_built;
  }
}

/// Whether the specification allows the refusal of the launch. Before OpenCL 3.1,
/// clEnqueueNDRangeKernel may return CL_OUT_OF_RESOURCES if "the explicitly specified local_work_size causes
/// a failure to execute the kernel because of insufficient resources such as registers or local memory".
/// CL_KERNEL_WORK_GROUP_SIZE includes the registers. CL_DEVICE_LOCAL_MEM_SIZE does not exclude the refusal.
bool Runner::is_allowed(const cl::Error& error, const Launch& launch) {
  return error.err() == CL_OUT_OF_RESOURCES && std::string_view(error.what()) == "clEnqueueNDRangeKernel" &&
         session_.facts.opencl < 31 && needs_local_memory(launch);
}

/// Whether the worker can go on after a refusal. A lost device refuses every call. If a limit of the machine
/// is reached, the worker ends, and the supervisor reads the printed limit.
bool Runner::goes_on() const {
  if (system::print_reached_limits()) return false;
  try {
    const std::uint32_t word = 0;
    const cl::Buffer buffer(session_.context, CL_MEM_READ_WRITE, sizeof word);
    session_.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, sizeof word, &word);
    return true;
  } catch (const cl::Error&) {
    return false;
  }
}

/// Makes kernel, data and buffers of the launch. Returns null if the device refuses a query or the smallest
/// buffers, before it calls a builtin, or if the suite cannot make the data.
std::unique_ptr<LaunchStages> Runner::prepare(const Launch& launch, std::size_t memory) {
  try {
    return prepared(launch, program_, session_for(*launch.variant), memory, *progress_);
  } catch (const Refusal&) {
    throw;
  } catch (const cl::Error& error) {
    // A new process has the host memory that this one has used up.
    const bool no_query = is_refused_query(error),
               no_buffers = memory <= least_memory && error.err() != CL_OUT_OF_HOST_MEMORY &&
                            is_refused_buffer(error.err(), progress_->stage());
    if ((!no_query && !no_buffers) || !goes_on()) throw;
    listener_->refused(launch.cases, Refusal(Verdict::LaunchError, error),
                       no_query ? Stage::Create : Stage::Buffers);
    return nullptr;
  } catch (const std::exception& defect) {
    refuse_at_limit(defect);
    listener_->defect(launch.cases, defect.what());
  }
  return nullptr;
}

void Runner::launch(const Launch& launch, std::size_t memory) {
  const Timing before = progress_->take();
  auto stages = prepare(launch, memory);
  if (!stages) return listener_->spent(before);
  if (stages->can_run()) {
    stages->enqueue(*progress_);
    const auto started = clock_();
    stages->wait_and_read(*progress_);
    repeat(*stages, seconds_since(started));
  }
  progress_->enter(Stage::Buffers);
  stages->release();
  Timing spent = progress_->take();
  const double seconds = spent.total();
  progress_->enter(Stage::Judge);
  catch_up();
  (spent += before) += progress_->take();
  listener_->spent(spent);
  finished_ = std::move(stages);
  judging_ = std::async(std::launch::async, [this, seconds] { judge_finished(seconds); });
}

double Runner::seconds_since(std::chrono::steady_clock::time_point start) const {
  return std::chrono::duration<double>(clock_() - start).count();
}

/// Repeats the launch, because races show only sometimes. Spends a small share of the compile time, and more
/// on a GPU, where work-items run in parallel. `seconds`: time of the first launch.
void Runner::repeat(LaunchStages& launch, double seconds) {
  if (!launch.can_be_repeated()) return;
  constexpr int most = 4;
  const double share = session_.facts.kind == "GPU" ? 0.2 : 0.01;
  for (int i = 0; i < most; ++i) {
    if (repeating_ + seconds > share * building_) return;
    const auto started = clock_();
    try {
      launch.repeat(*progress_);
    } catch (const cl::Error& error) {
      // The same launch has run, so neither its data nor its local size is a reason. The next attempt must
      // not have less data, and the case must not be skipped: the results so far may be wrong.
      if (is_lack_of_resources(error.err())) throw Refusal(Verdict::LaunchError, error);
      throw;
    }
    repeating_ += seconds_since(started);
  }
}

/// Judges the results of the launch, which took this many seconds. A defect of the suite in one case does not
/// affect the others.
void Runner::judge_finished(double seconds) const {
  system::note_suites_work(true);
  const system::UncountedThread uncounted;  // the driver runs meanwhile, within its time limit
  Stopwatch watch;
  std::vector<CaseResult> results;
  std::exception_ptr at_limit;
  for (const Case& c : finished_->cases()) {
    try {
      results.push_back(finished_->result(c, listener_->output));
    } catch (const std::exception& error) {
      try {
        refuse_at_limit(error);
        listener_->defect({c}, error.what());
      } catch (const Refusal&) {
        at_limit = std::current_exception();
      }
    }
  }
  watch.lap(Activity::Judge);
  for (CaseResult& result : results) {
    result.seconds = (seconds + watch.timing().total()) / static_cast<double>(results.size());
    listener_->result(result);
  }
  if (at_limit) std::rethrow_exception(at_limit);
}

void Runner::catch_up() {
  if (judging_.valid()) judging_.get();
  finished_.reset();
}

}  // namespace wgcts::harness
