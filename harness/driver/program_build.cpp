#include "harness/driver/program_build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ranges>
#include <span>

#include "harness/program/kernel.hpp"

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
    std::vector<cl_program> handles;
    for (const cl::Program& part : parts) handles.push_back(part());
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

}  // namespace

cl::Program build_program(const ProgramSource& source, Situation situation, const std::string& options,
                          const DeviceSession& session, Progress& progress) {
  const Builder make(options, session, progress);
  const auto built = [&] { return make.built(make.of_text(source.whole), "clBuildProgram"); };
  const auto compiled = [&](const std::string& text) {
    return make.compiled(make.of_text(text), "clCompileProgram");
  };
  if (situation == Situation::Reloaded)
    return make.built(make.of_binary(built()), "clBuildProgram of the binary");
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

std::vector<std::string> definitions(const cl::Device& device, const DeviceFacts& facts,
                                     const Implementation& implementation, const cl::Context& context,
                                     Progress& progress) {
  return refusing(Verdict::NotRun, [&] {
    progress.enter(Stage::Context);
    const DeviceSession session{.device = device,
                                .context = context() != nullptr ? context : cl::Context(device)};
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
    std::vector<std::string> texts;
    for (const Prototype& p : defined) texts.push_back(text_of(p));
    return texts;
  });
}

}  // namespace wgcts::harness
