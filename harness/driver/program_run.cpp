#include "harness/driver/program_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/check/citations.hpp"
#include "harness/check/evidence_of.hpp"
#include "reference/clauses.hpp"
#include "suites/random.hpp"

namespace wgcts::harness {
namespace {

/// Elements behind each output that no kernel may touch.
constexpr std::size_t canaries = 32;

cl::NDRange of_dimensions(const Extents& e, unsigned dim) {
  return dim == 1 ? cl::NDRange(e[0]) : dim == 2 ? cl::NDRange(e[0], e[1]) : cl::NDRange(e[0], e[1], e[2]);
}

/// `pattern` again and again.
std::vector<std::byte> filled(std::size_t elements, std::span<const std::byte> pattern) {
  std::vector<std::byte> bytes;
  bytes.reserve(elements * pattern.size());
  for (std::size_t i = 0; i < elements; ++i) bytes.insert(bytes.end(), pattern.begin(), pattern.end());
  return bytes;
}

}  // namespace

ProgramRun::ProgramRun(const Launch& launch, const cl::Program& program, const DeviceSession& session,
                       Progress& progress)
    : launch_(launch), session_(session), checker_(launch.cases.front()) {
  const LiteralProgram& literal = checker_.literal();
  progress.enter(Stage::Create);
  kernel_ = cl::Kernel(program, literal.kernel.c_str());
  lacks_ = lack();
  progress.enter(Stage::Data);
  if (lacks_) return;
  const std::uint64_t bits = Random(hash("poison", session_.seed)).bits();
  for (std::size_t o = 0; o < literal.outputs.size(); ++o) poisons_.push_back(checker_.poison(o, bits));
  progress.enter(Stage::Buffers);
  for (const auto& bytes : literal.inputs) {
    inputs_.emplace_back(session_.context, CL_MEM_READ_ONLY, bytes.size());
    session_.queue.enqueueWriteBuffer(inputs_.back(), CL_TRUE, 0, bytes.size(), bytes.data());
  }
  for (std::size_t o = 0; o < literal.outputs.size(); ++o) {
    const auto bytes = filled(literal.outputs[o].written.size() + canaries, poisons_[o]);
    outputs_.emplace_back(session_.context, CL_MEM_READ_WRITE, bytes.size());
    session_.queue.enqueueWriteBuffer(outputs_.back(), CL_TRUE, 0, bytes.size(), bytes.data());
  }
  progress.enter(Stage::Data);
}

/// What the kernel, once it is compiled, asks of the device and does not get.
std::optional<Reason> ProgramRun::lack() const {
  std::size_t lanes = 0;
  cl_ulong local_memory = 0;
  const auto ask = [&](cl_kernel_work_group_info what, auto& answer) {
    return clGetKernelWorkGroupInfo(kernel_(), session_.device(), what, sizeof answer, &answer, nullptr);
  };
  if (const cl_int error = ask(CL_KERNEL_WORK_GROUP_SIZE, lanes); error != CL_SUCCESS)
    throw cl::Error(error, "clGetKernelWorkGroupInfo of CL_KERNEL_WORK_GROUP_SIZE");
  if (volume(checker_.literal().range.local) > lanes)
    return Reason{"CL_KERNEL_WORK_GROUP_SIZE", std::to_string(lanes)};
  if (const cl_int error = ask(CL_KERNEL_LOCAL_MEM_SIZE, local_memory); error != CL_SUCCESS)
    throw cl::Error(error, "clGetKernelWorkGroupInfo of CL_KERNEL_LOCAL_MEM_SIZE");
  if (local_memory > session_.facts.local_memory)
    return Reason{"CL_KERNEL_LOCAL_MEM_SIZE", fmt::format("{}, of {} that CL_DEVICE_LOCAL_MEM_SIZE gives",
                                                          local_memory, session_.facts.local_memory)};
  return std::nullopt;
}

void ProgramRun::bind_arguments() {
  cl_uint place = 0;
  for (const auto& scalar : checker_.literal().scalars) kernel_.setArg(place++, scalar.size(), scalar.data());
  for (const cl::Buffer& buffer : inputs_) kernel_.setArg(place++, buffer);
  for (const cl::Buffer& buffer : outputs_) kernel_.setArg(place++, buffer);
}

void ProgramRun::enqueue(Progress& progress) {
  progress.enter(Stage::Launch);
  bind_arguments();
  const NDRange& range = checker_.literal().range;
  session_.queue.enqueueNDRangeKernel(kernel_, cl::NullRange, of_dimensions(range.global, range.dim),
                                      of_dimensions(range.local, range.dim));
}

void ProgramRun::wait_and_read(Progress& progress) {
  progress.enter(Stage::Launch);
  session_.queue.finish();
  progress.enter(Stage::Read);
  for (std::size_t o = 0; o < outputs_.size(); ++o) {
    const std::size_t elements = checker_.literal().outputs[o].written.size() + canaries;
    // What the read leaves untouched must not look like an answer left from another launch.
    written_.emplace_back(elements * poisons_[o].size(), ~poisons_[o].front());
    session_.queue.enqueueReadBuffer(outputs_[o], CL_TRUE, 0, written_[o].size(), written_[o].data());
  }
  kernel_ = {};
  inputs_.clear();
  outputs_.clear();
  progress.enter(Stage::Data);
}

CaseResult ProgramRun::result(const Case& c,
                              const std::function<void(const Case&, const RawOutput&)>& output) const {
  if (lacks_) return {.the_case = c, .verdict = Verdict::Skip, .reason = lacks_};
  CaseResult result{c, Verdict::Pass};
  Judgement judgement = checker_.judge(written_, poisons_);
  std::set<std::string> cited = standing_clauses(c, session_.facts);
  cited.merge(judgement.clauses);
  result.clauses.assign(cited.begin(), cited.end());
  result.checks = judgement.checks;
  result.failure = std::move(judgement.failure);
  for (std::size_t o = 0; o < written_.size() && !result.failure; ++o)
    if (!canary_lives(o)) {
      result.failure = Failure{"canary", std::string(cite("WGC.ME.1"))};
      result.failure->message = "memory behind an output was written";
    }
  if (output) output(c, {checker_.literal().range.local, checker_.grid().groups.size(), written_});
  if (!result.failure) return result;
  result.verdict = Verdict::Fail;
  result.evidence = std::make_shared<const Evidence>(
      evidence_of(checker_.literal(), checker_.grid().groups.size(), written_, poisons_));
  result.failure->broken = std::move(judgement.broken);
  return result;
}

bool ProgramRun::canary_lives(std::size_t output) const {
  const auto tail = std::span(written_[output]).last(canaries * poisons_[output].size());
  return std::ranges::equal(tail, filled(canaries, poisons_[output]));
}

}  // namespace wgcts::harness
