#include "harness/driver/device_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <future>
#include <map>
#include <ranges>

#include "harness/program/kernel.hpp"
#include "reference/lists.hpp"

namespace wgcts::harness {
namespace {

/// Only the first errors of a compiler matter.
constexpr std::size_t log_limit = 16384;

/// The start of the compiler's log, or the error of its query.
std::string build_log(cl_program program, cl_device_id device) {
  std::size_t bytes = 0;
  cl_int error = clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes);
  std::string log(bytes, '\0');
  if (error == CL_SUCCESS)
    error = clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
  if (error != CL_SUCCESS) return fmt::format("CL_PROGRAM_BUILD_LOG: {}", error_name(error));
  return log.substr(0, std::min(log.find('\0'), log_limit));
}

/// Builds programs on one device with the same options. Throws Refusal if the driver refuses.
class Builder {
 public:
  Builder(const std::string& options, const DeviceSession& session, Progress& progress)
      : options_(options), context_(session.context), device_(session.device()), progress_(progress) {}

  cl::Program of_text(const std::string& text) const {
    try {
      return {context_, text};
    } catch (const cl::Error& error) {
      throw Refusal(Verdict::BuildError, error);
    }
  }

  cl::Program of_module(const std::vector<std::uint32_t>& words, const char* call) const {
    cl_int error = CL_SUCCESS;
    cl::Program program(
        clCreateProgramWithIL(context_(), words.data(), words.size() * sizeof words[0], &error));
    require(error, call, program);
    return program;
  }

  /// The same program, made from the binary of a built one.
  cl::Program of_binary(const cl::Program& built) const {
    const std::vector<unsigned char> binary = binary_of(built);
    if (binary.empty()) throw Unsupported{{"CL_PROGRAM_BINARY_SIZES", "0"}};
    const std::size_t size = binary.size();
    const unsigned char* bytes = binary.data();
    cl_int status = CL_SUCCESS, error = CL_SUCCESS;
    cl::Program program(clCreateProgramWithBinary(context_(), 1, &device_, &size, &bytes, &status, &error));
    require(error, "clCreateProgramWithBinary", program);
    require(status, "clCreateProgramWithBinary's binary_status", program);
    return program;
  }

  // Does not use cl::Program::build, which also queries the log of a good build and fails if that query
  // fails.
  cl::Program built(cl::Program program, const char* call) const {
    progress_.enter(Stage::Build);
    require(clBuildProgram(program(), 1, &device_, options_.c_str(), nullptr, nullptr), call, program);
    return program;
  }

  cl::Program compiled(cl::Program program, const char* call) const {
    progress_.enter(Stage::Build);
    require(clCompileProgram(program(), 1, &device_, options_.c_str(), 0, nullptr, nullptr, nullptr, nullptr),
            call, program);
    return program;
  }

  cl::Program linked(const std::vector<cl::Program>& parts, const char* link_options) const {
    progress_.enter(Stage::Build);
    const auto handles = mapped(parts, [](const cl::Program& part) { return part(); });
    cl_int error = CL_SUCCESS;
    cl::Program program(clLinkProgram(context_(), 1, &device_, link_options,
                                      static_cast<cl_uint>(handles.size()), handles.data(), nullptr, nullptr,
                                      &error));
    require(error, "clLinkProgram", program, link_options);
    return program;
  }

 private:
  std::vector<unsigned char> binary_of(const cl::Program& program) const {
    std::size_t size = 0;
    require(clGetProgramInfo(program(), CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
            "clGetProgramInfo of CL_PROGRAM_BINARY_SIZES", program);
    std::vector<unsigned char> binary(size);
    unsigned char* bytes = binary.data();
    if (size != 0)
      require(clGetProgramInfo(program(), CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr),
              "clGetProgramInfo of CL_PROGRAM_BINARIES", program);
    return binary;
  }

  void require(cl_int error, const char* call, const cl::Program& program) const {
    require(error, call, program, options_);
  }
  void require(cl_int error, const char* call, const cl::Program& program, std::string_view given) const {
    if (error == CL_SUCCESS) return;
    const std::string with = given.empty() ? "" : fmt::format(" with {}", given);
    throw Refusal(Verdict::BuildError, fmt::format("{}{} returned {}", call, with, error_name(error)), error,
                  program() == nullptr ? std::string{} : build_log(program(), device_));
  }

  const std::string& options_;
  cl::Context context_;
  cl_device_id device_;
  Progress& progress_;
};

cl::Program build_module(const ProgramSource& source, const Builder& make) {
  if (source.library.empty())
    return make.built(make.of_module(source.module, "clCreateProgramWithIL"), "clBuildProgram of the module");
  const cl::Program library =
      make.compiled(make.of_module(source.library, "clCreateProgramWithIL of the implementation"),
                    "clCompileProgram of the implementation");
  const cl::Program program =
      make.compiled(make.of_module(source.module, "clCreateProgramWithIL"), "clCompileProgram of the module");
  return make.linked({program, library}, "");
}

/// Drivers round arguments in local memory up to at most this size.
constexpr std::size_t local_alignment = 256;

/// A limit of the kernel on the device. Throws cl::Error, with the name `call`: without its limits a kernel
/// cannot be launched.
template <class T>
T kernel_query(const cl::Kernel& kernel, const cl::Device& device, cl_kernel_work_group_info what,
               const char* call) {
  T value{};
  require_success(clGetKernelWorkGroupInfo(kernel(), device(), what, sizeof value, &value, nullptr), call);
  return value;
}

Reason too_much_local_memory(std::size_t used, const DeviceFacts& facts) {
  return {"CL_KERNEL_LOCAL_MEM_SIZE",
          fmt::format("{}, but CL_DEVICE_LOCAL_MEM_SIZE is {}", used, facts.local_memory)};
}

/// The error of a launch that failed on the device. A driver may not report it elsewhere: on PoCL 7.1
/// clFinish and the read succeed, and later commands do nothing. If the query fails, the launch counts as
/// successful.
cl_int failure_of(const cl::Event& launch) {
  cl_int status = CL_COMPLETE;
  try {
    if (launch() == nullptr || clGetEventInfo(launch(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
                                              &status, nullptr) != CL_SUCCESS)
      return CL_SUCCESS;
  } catch (const Unsupported&) {
    return CL_SUCCESS;
  }
  return std::min(status, CL_SUCCESS);
}

bool is_buffer(const KernelArgument& argument) {
  return argument.kind == ArgumentKind::Input || argument.kind == ArgumentKind::Output;
}

/// Frees shared virtual memory after all commands.
struct FreeShared {
  const DeviceSession& session;
  void operator()(void* memory) const {
    clFinish(session.queue());
    clSVMFree(session.context(), memory);
  }
};

/// Coarse-grained shared virtual memory. The host may access it only while it is mapped.
using SharedMemory = std::unique_ptr<void, FreeShared>;

/// Throws cl::Error if the device gives none.
SharedMemory shared_memory(const DeviceSession& session, std::size_t bytes) {
  void* memory = clSVMAlloc(session.context(), CL_MEM_READ_WRITE, bytes, 0);
  if (memory == nullptr) throw cl::Error(CL_MEM_OBJECT_ALLOCATION_FAILURE, "clSVMAlloc");
  return {memory, {session}};
}

/// Copies from or to shared memory, after all enqueued commands.
void copy_shared(const SharedMemory& memory, cl_map_flags how, void* to, const void* from,
                 std::size_t bytes) {
  const cl_command_queue queue = memory.get_deleter().session.queue();
  require_success(clEnqueueSVMMap(queue, CL_TRUE, how, memory.get(), bytes, 0, nullptr, nullptr),
                  "clEnqueueSVMMap");
  std::memcpy(to, from, bytes);
  require_success(clEnqueueSVMUnmap(queue, memory.get(), 0, nullptr, nullptr), "clEnqueueSVMUnmap");
}

}  // namespace

cl::Program build_program(const ProgramSource& source, Situation situation, const std::string& options,
                          const DeviceSession& session, Progress& progress) {
  const Builder make(options, session, progress);
  const auto built = [&] { return make.built(make.of_text(source.whole), "clBuildProgram"); };
  const auto compiled = [&](const std::string& text) {
    return make.compiled(make.of_text(text), "clCompileProgram");
  };
  if (situation == Situation::Reloaded) {
    const cl::Program original = built();
    try {
      return make.built(make.of_binary(original), "clBuildProgram of the binary");
    } catch (Refusal& refusal) {
      refusal.of_own_binary = true;
      throw;
    }
  }
  if (situation == Situation::Linked) return make.linked({compiled(source.whole), compiled(source.part)}, "");
  if (situation == Situation::Library)
    return make.linked({compiled(source.whole), make.linked({compiled(source.part)}, "-create-library")}, "");
  if (situation == Situation::Module) return build_module(source, make);
  return built();
}

cl::Kernel create_kernel(const cl::Program& program, const std::string& name) {
  try {
    return {program, name.c_str()};
  } catch (const cl::Error& refused) {
    throw Refusal(
        Verdict::BuildError,
        fmt::format("the program was built, but clCreateKernel returned {}", error_name(refused.err())),
        refused.err());
  }
}

std::size_t local_memory_used(const cl::Kernel& kernel, const cl::Device& device) {
  return kernel_query<cl_ulong>(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE,
                                "clGetKernelWorkGroupInfo of CL_KERNEL_LOCAL_MEM_SIZE");
}

std::vector<std::string> definitions(const cl::Device& device, const DeviceFacts& facts,
                                     const Implementation& implementation, Progress& progress) {
  return refusing(Verdict::NotRun, [&] {
    progress.enter(Stage::Context);
    const DeviceSession session{.device = device, .context = context_of(device)};
    const std::string options = usual_options(with_implementation(facts, implementation));
    // The compiler's refusal of a probe that needs all of these functions. Empty if it compiles.
    const auto objection = [&](std::span<const Prototype> all) -> std::optional<Refusal> {
      try {
        build_program({definition_probe(implementation, all)}, Situation::None, options, session, progress);
      } catch (const Refusal& refusal) {
        return refusal;
      }
      return std::nullopt;
    };
    std::vector<Prototype> defined = prototypes(facts);
    auto refusal = objection(defined);
    if (refusal)
      if (const auto of_the_file = objection({})) throw Refusal(*of_the_file);
    for (; refusal && !defined.empty(); refusal = objection(defined)) {
      const auto missing = undefined_in(refusal->log, defined.size());
      for (const std::size_t place : missing | std::views::reverse)
        defined.erase(defined.begin() + static_cast<std::ptrdiff_t>(place));
      if (!missing.empty()) continue;
      // The log does not name the missing functions, so each is probed alone.
      std::erase_if(defined, [&](const Prototype& p) { return objection(std::span(&p, 1)).has_value(); });
      break;
    }
    return mapped(defined, [](const Prototype& p) { return text_of(p); });
  });
}

DeviceRun::DeviceRun(const KernelRun& run, const cl::Program& program, const DeviceSession& session)
    : run_(run), session_(session), program_(program), kernel_(create_kernel(program, run.kernel)) {}

std::size_t DeviceRun::work_group_limit() const {
  return kernel_query<std::size_t>(kernel_, session_.device, CL_KERNEL_WORK_GROUP_SIZE,
                                   "clGetKernelWorkGroupInfo of CL_KERNEL_WORK_GROUP_SIZE");
}

std::optional<Reason> DeviceRun::bind_local_memory() {
  for (cl_uint i = 0; i < run_.arguments.size(); ++i)
    if (run_.arguments[i].kind == ArgumentKind::Local)
      kernel_.setArg(i, cl::Local(size_in_bytes(run_.arguments[i])));
  if (run_.situation != Situation::Brimful) return std::nullopt;
  if (const Reason* error = error_of(session_.facts, "CL_DEVICE_LOCAL_MEM_SIZE")) return *error;
  // The argument takes the local memory that the kernel itself does not use (WGC.LA.9), up to the limit.
  bind_rest(kernel_, 1);
  const std::size_t used = local_memory_used(kernel_, session_.device), all = session_.facts.local_memory;
  if (used + 2 * local_alignment > all) return too_much_local_memory(used, session_.facts);
  rest_ =
      (std::min<std::size_t>(all - used, suites::company::most_filled) - local_alignment) / sizeof(cl_uint);
  bind_rest(kernel_, rest_);
  return std::nullopt;
}

std::optional<Reason> DeviceRun::unsupported() const {
  const std::size_t lanes = work_group_limit(), used = local_memory_used(kernel_, session_.device);
  if (volume(run_.range.local) > lanes) return Reason{"CL_KERNEL_WORK_GROUP_SIZE", std::to_string(lanes)};
  // A device whose query failed is assumed to have enough.
  const DeviceFacts& facts = session_.facts;
  if (used > facts.local_memory && error_of(facts, "CL_DEVICE_LOCAL_MEM_SIZE") == nullptr)
    return too_much_local_memory(used, facts);
  return std::nullopt;
}

std::size_t DeviceRun::poisoned_bytes(const KernelArgument& output) const {
  return size_in_bytes(output) + canary_elements * info(output.type).bytes;
}

void DeviceRun::poison(const KernelArgument& output, const cl::Buffer& buffer) const {
  require_success(clEnqueueFillBuffer(session_.queue(), buffer(), output.bytes.data(), output.bytes.size(), 0,
                                      poisoned_bytes(output), 0, nullptr, nullptr),
                  "clEnqueueFillBuffer");
}

void DeviceRun::transfer() {
  Buffers inputs(run_.arguments.size());
  for (std::size_t i = 0; i < run_.arguments.size(); ++i) {
    const auto& bytes = run_.arguments[i].bytes;
    if (run_.arguments[i].kind != ArgumentKind::Input) continue;
    inputs[i] = cl::Buffer(session_.context, CL_MEM_READ_ONLY, bytes.size());
    session_.queue.enqueueWriteBuffer(inputs[i], CL_TRUE, 0, bytes.size(), bytes.data());
  }
  buffers_ = {with_other_outputs(std::move(inputs), false)};
  while (buffers_.size() < judged_launches(run_.situation))
    buffers_.push_back(with_other_outputs(buffers_.front(), false));
  while (others_.size() < other_launches(run_.situation))
    others_.push_back(others_.empty() ? with_other_outputs(buffers_.front(), run_.takes_zeros)
                                      : with_other_outputs(others_.front(), false));
  // The buffers must be complete before another queue uses them.
  if (buffers_.size() > 1) session_.queue.finish();
}

/// The same inputs, or zeros, and new outputs.
DeviceRun::Buffers DeviceRun::with_other_outputs(Buffers buffers, bool zero_inputs) const {
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const KernelArgument& argument = run_.arguments[i];
    if (argument.kind == ArgumentKind::Output) {
      buffers[i] = cl::Buffer(session_.context, CL_MEM_READ_WRITE, poisoned_bytes(argument));
      poison(argument, buffers[i]);
    } else if (argument.kind == ArgumentKind::Input && zero_inputs) {
      buffers[i] = cl::Buffer(session_.context, CL_MEM_READ_WRITE, argument.bytes.size());
      session_.queue.enqueueFillBuffer(buffers[i], cl_uchar{0}, 0, argument.bytes.size());
    }
  }
  return buffers;
}

void DeviceRun::bind_rest(cl::Kernel& kernel, std::size_t words) const {
  const auto behind = static_cast<cl_uint>(run_.arguments.size());
  kernel.setArg(behind, cl::Local(words * sizeof(cl_uint)));
  kernel.setArg(behind + 1, static_cast<cl_uint>(words));
}

void DeviceRun::bind(cl::Kernel& kernel, const Buffers& buffers, bool other) const {
  for (cl_uint i = 0; i < run_.arguments.size(); ++i) {
    const KernelArgument& argument = run_.arguments[i];
    if (is_buffer(argument)) {
      if (buffers[i]() != nullptr) kernel.setArg(i, buffers[i]);
    } else if (argument.kind == ArgumentKind::Local) {
      kernel.setArg(i, cl::Local(size_in_bytes(argument)));
    } else {
      const auto& scalar = other && !argument.other.empty() ? argument.other : argument.bytes;
      kernel.setArg(i, scalar.size(), scalar.data());
    }
  }
  if (run_.situation == Situation::Brimful) bind_rest(kernel, rest_);
}

void DeviceRun::enqueue_range(const cl::CommandQueue& queue, const cl::Kernel& kernel, const NDRange& range) {
  const bool unsized = run_.situation == Situation::Unsized;
  cl_event launch = nullptr;  // for a driver that does not set it
  const std::size_t* offset = passes_no_offset(run_) ? nullptr : range.offset.data();
  require_success(clEnqueueNDRangeKernel(queue(), kernel(), range.dim, offset, range.global.data(),
                                         unsized ? nullptr : range.local.data(), 0, nullptr, &launch),
                  "clEnqueueNDRangeKernel");
  // The launches of both threads must be in flight at the same time.
  if (run_.situation == Situation::Threads) queue.flush();
  const std::lock_guard lock(launches_mutex_);
  launches_.emplace_back(launch);
}

void DeviceRun::enqueue_judged(const cl::CommandQueue& queue, cl::Kernel& kernel, const Buffers& buffers) {
  bind(kernel, buffers);
  enqueue_range(queue, kernel, run_.range);
}

/// Another launch of the same kernel object.
void DeviceRun::enqueue_other(const cl::CommandQueue& queue, cl::Kernel& kernel, const Buffers& buffers) {
  bind(kernel, buffers, true);
  enqueue_range(queue, kernel, other_range(run_));
}

/// If a launch affects a later or an earlier one, a judged one gets results of other data.
void DeviceRun::enqueue_between_others(const cl::CommandQueue& queue, cl::Kernel& kernel,
                                       std::span<const Buffers> judged, const Buffers& before,
                                       const Buffers& after) {
  enqueue_other(queue, kernel, before);
  for (const Buffers& buffers : judged) enqueue_judged(queue, kernel, buffers);
  enqueue_other(queue, kernel, after);
}

/// The original gets other arguments and is launched before the clone.
void DeviceRun::enqueue_clone() {
  bind(kernel_, buffers_.front());
  cl_int error = CL_SUCCESS;
  const cl::Kernel clone(clCloneKernel(kernel_(), &error));
  require_success(error, "clCloneKernel");
  enqueue_other(session_.queue, kernel_, others_.front());
  enqueue_range(session_.queue, clone, run_.range);
}

void DeviceRun::enqueue_in_any_order() {
  queues_.push_back(queue_of(session_, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
  enqueue_between_others(queues_.back(), kernel_, buffers_, others_.front(), others_.back());
  queues_.back().flush();
}

/// Threads must not share a kernel object (clSetKernelArg), so each thread has a separate kernel and queue.
void DeviceRun::enqueue_from_threads() {
  cl::Kernel second(program_, run_.kernel.c_str());
  queues_.push_back(queue_of(session_));
  const std::span<const Buffers> judged(buffers_);
  const std::size_t half = judged.size() / 2;
  auto other = std::async(std::launch::async, [&] {
    enqueue_between_others(queues_.back(), second, judged.last(half), others_.back(), others_.back());
  });
  // After an exception, the future waits for the other thread.
  enqueue_between_others(session_.queue, kernel_, judged.first(half), others_.front(), others_.front());
  other.get();
}

/// All buffers are shared memory. The outputs are copied to the buffers that are read. The kernel never gets
/// buffers, because a driver that ignores a pointer would use them.
void DeviceRun::enqueue_with_shared_memory() {
  bind(kernel_, Buffers(run_.arguments.size()));
  std::map<std::size_t, SharedMemory> memory;  // by argument
  std::vector<std::byte> bytes;
  for (cl_uint i = 0; i < run_.arguments.size(); ++i) {
    const KernelArgument& argument = run_.arguments[i];
    if (!is_buffer(argument)) continue;
    bytes = argument.bytes;
    if (argument.kind == ArgumentKind::Output) {
      bytes.resize(poisoned_bytes(argument));
      for (std::size_t b = 0; b < bytes.size(); ++b) bytes[b] = argument.bytes[b % argument.bytes.size()];
    }
    const auto& shared = memory.emplace(i, shared_memory(session_, bytes.size())).first->second;
    copy_shared(shared, CL_MAP_WRITE, shared.get(), bytes.data(), bytes.size());
    require_success(clSetKernelArgSVMPointer(kernel_(), i, shared.get()), "clSetKernelArgSVMPointer");
  }
  enqueue_range(session_.queue, kernel_, run_.range);
  for (const std::size_t i : outputs_of(run_)) {
    bytes.resize(poisoned_bytes(run_.arguments[i]));
    copy_shared(memory.at(i), CL_MAP_READ, bytes.data(), memory.at(i).get(), bytes.size());
    session_.queue.enqueueWriteBuffer(buffers_.front()[i], CL_TRUE, 0, bytes.size(), bytes.data());
  }
}

void DeviceRun::enqueue() {
  if (run_.situation == Situation::Relaunched)
    return enqueue_between_others(session_.queue, kernel_, buffers_, others_.front(), others_.back());
  if (run_.situation == Situation::Cloned) return enqueue_clone();
  if (run_.situation == Situation::Unordered) return enqueue_in_any_order();
  if (run_.situation == Situation::Threads) return enqueue_from_threads();
  if (run_.situation == Situation::Svm) return enqueue_with_shared_memory();
  return enqueue_judged(session_.queue, kernel_, buffers_.front());
}

void DeviceRun::wait() {
  session_.queue.finish();
  for (const cl::CommandQueue& queue : queues_) queue.finish();
  for (const cl::Event& launch : launches_)
    require_success(failure_of(launch), "the event of clEnqueueNDRangeKernel");
  launches_.clear();
}

DeviceRun::Outputs DeviceRun::read(const Buffers& buffers) const {
  Outputs outputs;
  for (const std::size_t i : outputs_of(run_)) {
    const KernelArgument& output = run_.arguments[i];
    // Bytes that the read leaves untouched must not look like results of another launch.
    auto& bytes = outputs.emplace_back(poisoned_bytes(output), ~output.bytes.front());
    session_.queue.enqueueReadBuffer(buffers[i], CL_TRUE, 0, bytes.size(), bytes.data());
  }
  return outputs;
}

std::vector<DeviceRun::Outputs> DeviceRun::read_all() const {
  std::vector<Outputs> different;
  for (const Buffers& buffers : buffers_) add_once(different, read(buffers));
  return different;
}

void DeviceRun::poison_again() const {
  for (const std::size_t i : outputs_of(run_)) poison(run_.arguments[i], buffers_.front()[i]);
}

DeviceSession session_on_part(const DeviceSession& whole) {
  const std::size_t half = std::max<std::size_t>(whole.facts.compute_units / 2, 1);
  const std::array<cl_device_partition_property, 3> equally{
      CL_DEVICE_PARTITION_EQUALLY, static_cast<cl_device_partition_property>(half), 0};
  std::vector<cl::Device> parts;
  try {
    cl::Device(whole.device).createSubDevices(equally.data(), &parts);
  } catch (const cl::Error& refused) {
    // A device need not support this number of compute units (CL_INVALID_VALUE).
    if (refused.err() != CL_DEVICE_PARTITION_FAILED && refused.err() != CL_INVALID_VALUE) throw;
    throw Unsupported{{"clCreateSubDevices", error_name(refused.err())}};
  }
  if (parts.empty()) throw Refusal(Verdict::LaunchError, "clCreateSubDevices returned no sub-device");
  DeviceSession session = whole;
  session.device = parts.back();  // programs on the first one may work by chance
  try {
    session.context = context_of(session.device);
  } catch (const cl::Error& refused) {
    // Another program may have the sub-device.
    if (refused.err() != CL_DEVICE_NOT_AVAILABLE) throw;
    throw Unsupported{{"clCreateContext of a sub-device", error_name(refused.err())}};
  }
  session.queue = queue_of(session);
  return session;
}

std::vector<RunOutcome::Outputs> run_kernel(const KernelRun& run, const DeviceSession& whole,
                                            const std::string& salt, Progress& progress) {
  progress.enter(Stage::Build);
  return refusing(Verdict::Skip, [&] {
    const DeviceSession session = run.situation == Situation::Partition ? session_on_part(whole) : whole;
    const cl::Program program =
        build_program({run.text + salt, run.part + salt, {}}, run.situation, run.options, session, progress);
    progress.enter(Stage::Create);
    DeviceRun on_device(run, program, session);
    auto missing = on_device.bind_local_memory();
    if (!missing) missing = on_device.unsupported();
    if (missing) throw Unsupported{*std::move(missing)};
    progress.enter(Stage::Buffers);
    on_device.transfer();
    progress.enter(Stage::Launch);
    on_device.enqueue();
    on_device.wait();
    progress.enter(Stage::Read);
    auto all = on_device.read_all();
    progress.enter(Stage::Buffers);  // the return releases them
    return all;
  });
}

}  // namespace wgcts::harness
