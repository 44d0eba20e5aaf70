#include "harness/driver/program_build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "harness/driver/device_session.hpp"
#include "harness/driver/queries.hpp"
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

  cl::Program from_text(const std::string& text) const {
    const cl::Program program = of_text(text);
    build(program, "clBuildProgram");
    return program;
  }

  cl::Program from_module(const std::vector<std::uint32_t>& words) const {
    const cl::Program program = of_module(words, "clCreateProgramWithIL");
    build(program, "clBuildProgram of the module");
    return program;
  }

  cl::Program from_modules(const ProgramSource& source) const {
    const cl::Program library = of_module(source.library, "clCreateProgramWithIL of the implementation");
    compile(library, "clCompileProgram of the implementation");
    const cl::Program program = of_module(source.module, "clCreateProgramWithIL");
    compile(program, "clCompileProgram of the module");
    return linked({program(), library()}, "");
  }

  cl::Program by_binary(const std::string& text) const {
    const cl::Program built = from_text(text);
    const std::vector<unsigned char> binary = binary_of(built);
    if (binary.empty()) throw Lacking{{"CL_PROGRAM_BINARY_SIZES", "0"}};
    const std::size_t size = binary.size();
    const unsigned char* bytes = binary.data();
    cl_int status = CL_SUCCESS, error = CL_SUCCESS;
    const cl::Program program(
        clCreateProgramWithBinary(context_(), 1, &device_, &size, &bytes, &status, &error));
    require(error, "clCreateProgramWithBinary", program);
    require(status, "clCreateProgramWithBinary's binary_status", program);
    build(program, "clBuildProgram of the binary");
    return program;
  }

  /// `part` is linked as a compiled program, or as a library.
  cl::Program from_parts(const ProgramSource& source, bool in_library) const {
    const cl::Program whole = compiled(source.whole);
    cl::Program part = compiled(source.part);
    if (in_library) part = linked({part()}, "-create-library");
    return linked({whole(), part()}, "");
  }

 private:
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

  // Not cl::Program::build: it also queries the log of a good build, and fails if that query fails.
  void build(const cl::Program& program, const char* call) const {
    progress_.enter(Stage::Build);
    require(clBuildProgram(program(), 1, &device_, options_.c_str(), nullptr, nullptr), call, program);
  }

  cl::Program compiled(const std::string& text) const {
    cl::Program program = of_text(text);
    compile(program, "clCompileProgram");
    return program;
  }

  void compile(const cl::Program& program, const char* call) const {
    progress_.enter(Stage::Build);
    require(clCompileProgram(program(), 1, &device_, options_.c_str(), 0, nullptr, nullptr, nullptr, nullptr),
            call, program);
  }

  cl::Program linked(const std::vector<cl_program>& parts, const char* link_options) const {
    progress_.enter(Stage::Build);
    cl_int error = CL_SUCCESS;
    cl::Program program(clLinkProgram(context_(), 1, &device_, link_options,
                                      static_cast<cl_uint>(parts.size()), parts.data(), nullptr, nullptr,
                                      &error));
    require(error, "clLinkProgram", program, link_options);
    return program;
  }

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
  /// `given`: the options of the call.
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

}  // namespace

cl::Program build_program(const ProgramSource& source, Situation situation, const std::string& options,
                          const DeviceSession& session, Progress& progress) {
  const Builder builder(options, session, progress);
  switch (situation) {
    case Situation::Reloaded:
      return builder.by_binary(source.whole);
    case Situation::Linked:
      return builder.from_parts(source, false);
    case Situation::Library:
      return builder.from_parts(source, true);
    case Situation::Module:
      return source.library.empty() ? builder.from_module(source.module) : builder.from_modules(source);
    default:
      return builder.from_text(source.whole);
  }
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
    const DeviceSession session{.device = device,
                                .context = context() != nullptr ? context : cl::Context(device)};
    const std::string options = usual_options(with_implementation(facts, implementation));
    // The compiler's refusal of a probe that needs all of these functions. Nothing if it compiles.
    const auto objection = [&](std::span<const Prototype> all) -> std::optional<Refusal> {
      try {
        build_program({definition_probe(implementation, all)}, Situation::None, options, session, progress);
      } catch (const Refusal& refusal) {
        return refusal;
      }
      return std::nullopt;
    };
    std::vector<std::string> defined;
    std::vector<std::vector<Prototype>> open{prototypes(facts)};  // the last is asked for first
    for (bool first = true; !open.empty(); first = false) {
      const std::vector<Prototype> asked = std::move(open.back());
      open.pop_back();
      if (asked.empty()) continue;
      const auto refusal = objection(asked);
      if (!refusal)
        for (const Prototype& p : asked) defined.push_back(text_of(p));
      else if (first)
        if (const auto of_the_file = objection({})) throw Refusal(*of_the_file);
      if (!refusal || asked.size() == 1) continue;
      // If the log names the missing functions, one more build is enough; otherwise a binary search finds
      // them.
      const auto missing = undefined_in(refusal->log, asked.size());
      if (missing.empty()) {
        const auto middle = asked.begin() + static_cast<std::ptrdiff_t>(asked.size() / 2);
        open.emplace_back(middle, asked.end());
        open.emplace_back(asked.begin(), middle);
        continue;
      }
      auto& rest = open.emplace_back();
      for (std::size_t i = 0; i < asked.size(); ++i)
        if (!std::ranges::binary_search(missing, i)) rest.push_back(asked[i]);
    }
    return defined;
  });
}

}  // namespace wgcts::harness
