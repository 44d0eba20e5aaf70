#include "harness/driver/trial_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/driver/dispatch.hpp"
#include "harness/driver/error_name.hpp"
#include "harness/driver/program_build.hpp"
#include "harness/driver/refusal.hpp"

namespace wgcts::harness {
namespace {

template <class T>
cl::Buffer read_only(const DeviceSession& session, const std::vector<T>& values) {
  const std::size_t bytes = values.size() * sizeof(T);
  cl::Buffer buffer(session.context, CL_MEM_READ_ONLY, bytes);
  session.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes, values.data());
  return buffer;
}

/// What is left of local memory for an argument, in words, while the kernel's other ones are set.
cl_uint words_left(cl::Kernel& kernel, cl_uint rest, const DeviceSession& session) {
  constexpr std::size_t alignment = 256;  // at most what a driver rounds an argument up to
  kernel.setArg(rest, cl::Local(sizeof(cl_uint)));
  kernel.setArg(rest + 1, cl_uint{1});
  const auto used = kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(session.device);
  const std::size_t all = session.facts.local_memory;
  return all < used + 2 * alignment ? 1 : static_cast<cl_uint>((all - used - alignment) / sizeof(cl_uint));
}

/// Sets all that the trial's kernel takes.
void bind_trial(const Trial& trial, const DeviceSession& session, cl::Kernel& kernel,
                const KernelArguments& arguments) {
  cl_uint argument = 0;
  kernel.setArg(argument++, arguments.in);
  kernel.setArg(argument++, arguments.out);
  if (!trial.from.empty()) kernel.setArg(argument++, arguments.from);
  for (const std::uint32_t number : trial.numbers) kernel.setArg(argument++, cl_uint{number});
  if (trial.local != 0) kernel.setArg(argument++, cl::Local(trial.local));
  if (trial.situation != Situation::Brimful) return;
  const cl_uint words = words_left(kernel, argument, session);
  kernel.setArg(argument, cl::Local(words * sizeof(cl_uint)));
  kernel.setArg(argument + 1, words);
}

std::vector<std::vector<std::byte>> launched(const Trial& trial, const cl::Program& program,
                                             cl::Kernel kernel, const DeviceSession& session,
                                             Progress& progress) {
  progress.enter(Stage::Buffers);
  const cl::CommandQueue& queue = session.queue;
  Dispatch dispatch{
      .session = &session, .kernel = std::move(kernel), .program = program, .name = trial.kernel};
  // One stream of bytes: the kernel's text says where its calls' values are.
  dispatch.range = trial.range;
  dispatch.sites = dispatch.element = 1;
  dispatch.least_stride = trial.output;
  dispatch.arguments = {read_only(session, trial.input),
                        cl::Buffer(session.context, CL_MEM_READ_WRITE, trial.output),
                        trial.from.empty() ? cl::Buffer() : read_only(session, trial.from), trial.output};
  dispatch.in = trial.input;
  dispatch.from = std::as_bytes(std::span(trial.from));
  dispatch.poison = std::span(&trial.poison, 1);
  dispatch.bind = [&](cl::Kernel& to, const KernelArguments& arguments) {
    bind_trial(trial, session, to, arguments);
  };
  fill_with(dispatch.poison, dispatch.arguments.out, trial.output, queue);
  progress.enter(Stage::Launch);
  enqueue(trial.situation, dispatch);
  queue.finish();
  for (const cl::CommandQueue& other : dispatch.queues) other.finish();
  progress.enter(Stage::Read);
  std::vector<std::vector<std::byte>> outputs;
  dispatch.twins.insert(dispatch.twins.begin(), dispatch.arguments.out);
  for (const cl::Buffer& out : dispatch.twins) {
    // What the read leaves untouched must not look like poison, which stands for what no work-item wrote.
    std::vector<std::byte> output(trial.output, ~trial.poison);
    queue.enqueueReadBuffer(out, CL_TRUE, 0, trial.output, output.data());
    if (std::ranges::find(outputs, output) == outputs.end()) outputs.push_back(std::move(output));
  }
  return outputs;
}

}  // namespace

std::vector<std::vector<std::byte>> run_trial(const Trial& trial, const DeviceSession& whole,
                                              const std::string& salt, Progress& progress) {
  progress.enter(Stage::Build);
  try {
    const DeviceSession session = trial.situation == Situation::Partition ? session_on_part(whole) : whole;
    const cl::Program program =
        build_program({trial.text + salt, trial.part + salt, {}}, trial.situation, trial.options, session);
    progress.enter(Stage::Create);
    auto outputs = launched(trial, program, create_kernel(program, trial.kernel), session, progress);
    progress.enter(Stage::Data);
    return outputs;
  } catch (const Lacking& lacking) {
    throw Refusal(Verdict::Skip, fmt::format("{}: {}", lacking.reason.query, lacking.reason.answer));
  } catch (const cl::Error& error) {
    throw Refusal(Verdict::LaunchError, fmt::format("{} returned {}", error.what(), error_name(error.err())));
  }
}

}  // namespace wgcts::harness
