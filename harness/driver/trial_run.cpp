#include "harness/driver/trial_run.hpp"

#include <fmt/format.h>

#include "harness/driver/error_name.hpp"
#include "harness/driver/program_build.hpp"
#include "harness/driver/refusal.hpp"

namespace wgcts::harness {
namespace {

cl::NDRange of_dim(const Extents& e, unsigned dim) {
  return dim == 1 ? cl::NDRange(e[0]) : dim == 2 ? cl::NDRange(e[0], e[1]) : cl::NDRange(e[0], e[1], e[2]);
}

template <class T>
cl::Buffer read_only(const DeviceSession& session, const std::vector<T>& values) {
  const std::size_t bytes = values.size() * sizeof(T);
  cl::Buffer buffer(session.context, CL_MEM_READ_ONLY, bytes);
  session.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes, values.data());
  return buffer;
}

std::vector<std::byte> launched(const Trial& trial, const cl::Program& program, const DeviceSession& session,
                                Progress& progress) {
  progress.enter(Stage::Create);
  cl::Kernel kernel = create_kernel(program, trial.kernel);
  progress.enter(Stage::Buffers);
  const cl::CommandQueue& queue = session.queue;
  const cl::Buffer in = read_only(session, trial.input);
  const cl::Buffer out(session.context, CL_MEM_READ_WRITE, trial.output);
  const cl::Buffer from = trial.from.empty() ? cl::Buffer() : read_only(session, trial.from);
  queue.enqueueFillBuffer(out, trial.poison, 0, trial.output);
  progress.enter(Stage::Launch);
  cl_uint argument = 0;
  kernel.setArg(argument++, in);
  kernel.setArg(argument++, out);
  if (!trial.from.empty()) kernel.setArg(argument++, from);
  for (const std::uint32_t number : trial.numbers) kernel.setArg(argument++, cl_uint{number});
  if (trial.local != 0) kernel.setArg(argument++, cl::Local(trial.local));
  const NDRange& range = trial.range;
  queue.enqueueNDRangeKernel(kernel, of_dim(range.offset, range.dim), of_dim(range.global, range.dim),
                             of_dim(range.local, range.dim));
  queue.finish();
  progress.enter(Stage::Read);
  // What the read leaves untouched must not look like poison, which stands for what no work-item wrote.
  std::vector<std::byte> output(trial.output, ~trial.poison);
  queue.enqueueReadBuffer(out, CL_TRUE, 0, trial.output, output.data());
  return output;
}

}  // namespace

std::vector<std::byte> run_trial(const Trial& trial, const DeviceSession& session, const std::string& salt,
                                 Progress& progress) {
  progress.enter(Stage::Build);
  const cl::Program program = build_program({trial.text + salt}, Situation::None, trial.options, session);
  try {
    auto output = launched(trial, program, session, progress);
    progress.enter(Stage::Data);
    return output;
  } catch (const cl::Error& error) {
    throw Refusal(Verdict::LaunchError, fmt::format("{} returned {}", error.what(), error_name(error.err())));
  }
}

}  // namespace wgcts::harness
