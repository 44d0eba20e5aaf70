// A developer's tool: runs drawn programs on an OpenCL device and holds what they write against the
// interpreter. What differs is printed, with --shrink as small as it gets.
//
//     build/kits/pocl/launch build/programs_on_device --count 1000 --shrink
//     build/kits/pocl/launch build/programs_on_device program.int.1d.4.17 --print
//
// A child process does the work and says in shared memory how far it is, so that a driver that crashes or
// hangs costs one program.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <iostream>
#include <optional>
#include <utility>

#include "reference/program/build.hpp"
#include "suites/programs/print.hpp"
#include "suites/programs/shrink.hpp"
#include "suites/programs/visit.hpp"

namespace {

using namespace wgcts::suites;

struct Options {
  std::vector<std::string> keys;
  std::uint64_t from = 0;
  std::uint64_t count = 100;
  unsigned limit = 30;
  std::size_t lanes = 1;
  std::string build;
  std::vector<std::string> types{"int", "uint", "long", "ulong", "float", "double"};
  bool print = false, shrink = false, cost = false, dodge_all = false, dodge_low_bit = false;
};

struct Tally {
  std::size_t done = 0, same = 0, wrong = 0, broken = 0;
  bool differs = false;  ///< the last that was done, and it is to be made smaller
};

struct Device {
  cl_device_id id = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  std::string standard;
};

void demand(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return;
  std::printf("%s returned %d\n", what, error);
  std::fflush(stdout);
  _exit(2);
}

Device open_device() {
  Device d;
  cl_platform_id platform = nullptr;
  demand(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  demand(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &d.id, nullptr), "clGetDeviceIDs");
  char version[128] = "";
  clGetDeviceInfo(d.id, CL_DEVICE_OPENCL_C_VERSION, sizeof version, version, nullptr);
  d.standard = std::strstr(version, "OpenCL C 2.0") != nullptr ? "-cl-std=CL2.0 " : "-cl-std=CL3.0 ";
  cl_int error = 0;
  d.context = clCreateContext(nullptr, 1, &d.id, nullptr, nullptr, &error);
  demand(error, "clCreateContext");
  d.queue = clCreateCommandQueueWithProperties(d.context, d.id, nullptr, &error);
  demand(error, "clCreateCommandQueueWithProperties");
  return d;
}

template <class T>
void put(Word value, void* at) {
  T v;
  if constexpr (wgcts::reference::is_float_v<T>) {
    v = static_cast<T>(real(value));
  } else {
    v = static_cast<T>(value);
  }
  std::memcpy(at, &v, sizeof v);
}

void put(Type type, Word value, void* at) {
  if (!is_gentype(type)) {
    std::memcpy(at, &value, info(type).bytes);
    return;
  }
  wgcts::reference::with_gentype(static_cast<wgcts::reference::GenType>(type),
                                 [&]<class T>() { put<T>(value, at); });
}

Word get(Type type, const void* at) {
  return wgcts::reference::with_gentype(static_cast<wgcts::reference::GenType>(type), [&]<class T>() {
    T v;
    std::memcpy(&v, at, sizeof v);
    if constexpr (wgcts::reference::is_float_v<T>) {
      return word_of(static_cast<double>(v) + 0.0);  // zeros of either sign are equal
    } else {
      return word(static_cast<std::int64_t>(v));
    }
  });
}

/// "" if the device wrote what it must, or a line that says where it did not.
std::string difference(const Device& d, const LegalProgram& p, const std::string& build) {
  const std::string text = source_text(p.program, p.launch.range.dim);
  const char* source = text.c_str();
  cl_int error = 0;
  const cl_program program = clCreateProgramWithSource(d.context, 1, &source, nullptr, &error);
  demand(error, "clCreateProgramWithSource");
  if (clBuildProgram(program, 1, &d.id, (d.standard + build).c_str(), nullptr, nullptr) != CL_SUCCESS) {
    std::string log(8192, '\0');
    clGetProgramBuildInfo(program, d.id, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
    clReleaseProgram(program);
    return std::string("does not build: ") + log.c_str();
  }
  const cl_kernel kernel = clCreateKernel(program, program_kernel, &error);
  demand(error, "clCreateKernel");
  cl_uint number = 0;
  std::vector<cl_mem> buffers;
  const auto buffer = [&](std::vector<unsigned char>& bytes) {
    buffers.push_back(clCreateBuffer(d.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes.size(),
                                     bytes.data(), &error));
    demand(error, "clCreateBuffer");
    demand(clSetKernelArg(kernel, number++, sizeof(cl_mem), &buffers.back()), "clSetKernelArg");
  };
  for (std::size_t a = 0; a < p.program.arguments.size(); ++a) {
    unsigned char bytes[8];
    put(p.program.arguments[a], p.launch.arguments[a], bytes);
    demand(clSetKernelArg(kernel, number++, info(p.program.arguments[a]).bytes, bytes), "clSetKernelArg");
  }
  const auto pass = [&](const std::vector<Type>& list, const std::vector<std::vector<Word>>& values) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::size_t size = info(list[i]).bytes;
      std::vector<unsigned char> bytes(values[i].size() * size);
      for (std::size_t k = 0; k < values[i].size(); ++k) put(list[i], values[i][k], &bytes[k * size]);
      buffer(bytes);
    }
  };
  pass(p.program.inputs, p.launch.inputs);
  pass(p.program.group_inputs, p.launch.group_inputs);
  const std::size_t first_output = buffers.size();
  const std::size_t items = wgcts::reference::volume(p.launch.range.global);
  for (const Type type : p.program.outputs) {
    std::vector<unsigned char> poison(items * info(type).bytes, 0xa5);
    buffer(poison);
  }
  const wgcts::reference::NDRange& r = p.launch.range;
  error = clEnqueueNDRangeKernel(d.queue, kernel, r.dim, nullptr, r.global.data(), r.local.data(), 0, nullptr,
                                 nullptr);
  std::string result = error == CL_SUCCESS ? "" : "clEnqueueNDRangeKernel returned " + std::to_string(error);
  if (error == CL_SUCCESS && clFinish(d.queue) != CL_SUCCESS) result = "clFinish failed";
  for (std::size_t o = 0; o < p.program.outputs.size() && result.empty(); ++o) {
    const Type type = p.program.outputs[o];
    const std::size_t size = info(type).bytes;
    std::vector<unsigned char> bytes(items * size), poison(size, 0xa5);
    demand(clEnqueueReadBuffer(d.queue, buffers[first_output + o], CL_TRUE, 0, bytes.size(), bytes.data(), 0,
                               nullptr, nullptr),
           "clEnqueueReadBuffer");
    const OutputBuffer& want = p.expected.outputs[o];
    for (std::size_t k = 0; k < items && result.empty(); ++k) {
      const unsigned char* got = &bytes[k * size];
      const auto shown = [&](Word w) {
        return is_floating(type) ? std::to_string(real(w)) : std::to_string(static_cast<std::int64_t>(w));
      };
      const std::string place = "out" + std::to_string(o) + "[" + std::to_string(k) + "] ";
      const bool poisoned = std::memcmp(got, poison.data(), size) == 0;
      if (!want.written[k]) {
        if (!poisoned) result = place + "must not be written and is " + shown(get(type, got));
      } else if (const Word w = want.values[k];
                 get(type, got) != (is_floating(type) ? word_of(real(w) + 0.0) : w)) {
        result = place + "must be " + shown(w) + " and " +
                 (poisoned ? "was not written" : "is " + shown(get(type, got)));
      }
    }
  }
  for (const cl_mem b : buffers) clReleaseMemObject(b);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  return result;
}

/// Writes a program around bugs that are known, so that others show.
void dodge(Program& program, const Options& options) {
  visit_program(
      program, [](Stmt&) {},
      [&](Expr& e) {
        if (e.kind != ExprKind::Collective || !is_predicate(e.collective.family)) return;
        Expr& x = e.operands[0];
        const bool is_truth = x.kind == ExprKind::Binary && (is_comparison(x.op) || is_logical(x.op));
        const bool is_not = x.kind == ExprKind::Unary && x.op == Operator::Not;
        if (options.dodge_low_bit && !is_truth && !is_not)
          x = unary(Operator::Not, unary(Operator::Not, std::move(x)));
        if (options.dodge_all && e.collective.family == wgcts::reference::Family::All) {
          Expr any =
              collective({wgcts::reference::Family::Any}, unary(Operator::Not, std::move(e.operands[0])));
          e = unary(Operator::Not, std::move(any));
        }
      });
}

ProgramKey nth_key(const Options& options, std::uint64_t n) {
  static constexpr struct {
    unsigned dim;
    wgcts::reference::Extents local;
  } shapes[] = {{1, {4, 1, 1}}, {1, {7, 1, 1}},  {2, {2, 3, 1}}, {3, {2, 2, 2}},
                {1, {3, 1, 1}}, {1, {16, 1, 1}}, {2, {8, 4, 1}}, {1, {33, 1, 1}}};
  const auto& shape = shapes[n / options.types.size() % std::size(shapes)];
  return {*wgcts::reference::gentype_named(options.types[n % options.types.size()]), shape.dim, shape.local,
          n};
}

ProgramKey key_of(const Options& options, std::uint64_t n) {
  if (options.keys.empty()) return nth_key(options, options.from + n);
  const auto key = parse_program_key(options.keys[n]);
  if (!key) {
    std::printf("%s is no name of a program, such as program.int.1d.4.17\n", options.keys[n].c_str());
    std::fflush(stdout);
    _exit(2);
  }
  return *key;
}

LegalProgram made(const Options& options, std::uint64_t n) {
  LegalProgram p = draw_program(key_of(options, n));
  dodge(p.program, options);
  return *proved(p.program, p.launch);
}

void show(const LegalProgram& p) {
  const auto& r = p.launch.range;
  std::printf("global size %s, local size %s\n%s", wgcts::reference::to_string(r.global, r.dim).c_str(),
              wgcts::reference::to_string(r.local, r.dim).c_str(), source_text(p.program, r.dim).c_str());
  for (std::size_t a = 0; a < p.launch.arguments.size(); ++a)
    std::printf("// n%zu: %lld\n", a, static_cast<long long>(p.launch.arguments[a]));
  const auto list = [](const char* name, const std::vector<Type>& types,
                       const std::vector<std::vector<Word>>& values) {
    for (std::size_t i = 0; i < types.size(); ++i) {
      std::printf("// %s%zu:", name, i);
      for (const Word w : values[i])
        is_floating(types[i]) ? std::printf(" %g", real(w)) : std::printf(" %lld", static_cast<long long>(w));
      std::printf("\n");
    }
  };
  list("in", p.program.inputs, p.launch.inputs);
  list("group", p.program.group_inputs, p.launch.group_inputs);
}

/// What became of the candidates of a shrinking, in their order: 0 right, 'w' wrong, 'b' not built, else the
/// signal that the process died by. In shared memory: who goes on need not try again what others tried.
struct Fates {
  std::array<char, 1 << 16> of{};
  std::size_t known = 0;
};

char kind_of(const std::string& difference) {
  if (difference.empty()) return 0;
  return difference.find("build") != std::string::npos ? 'b' : 'w';
}

/// Goes on with the shrinking of the program until it ends or the driver dies, and prints the smallest
/// program to which the same happens as to the first.
void go_on_shrinking(const Options& options, std::uint64_t n, Fates& fates) {
  std::optional<Device> device;
  std::size_t place = 0;
  std::string last;
  const auto fate = [&](const LegalProgram& p) {
    if (place == fates.of.size() || wgcts::reference::volume(p.launch.range.local) < options.lanes)
      return '\0';
    if (place == fates.known) {
      if (!device) device = open_device();
      alarm(options.limit);
      last = difference(*device, p, options.build);
      alarm(0);
      fates.of[fates.known] = kind_of(last);
      ++fates.known;
    }
    return fates.of[place++];
  };
  Shrinker shrinker(made(options, n));
  const char kind = fate(shrinker.smallest());
  if (kind != 0)
    while (auto smaller = shrinker.next())
      if (fate(*smaller) == kind) shrinker.accept();
  show(shrinker.smallest());
  std::printf("// %zu tried: %s\n\n", place,
              kind == 0     ? "right, in a process of its own"
              : kind == 'w' ? "wrong"
              : kind == 'b' ? "does not build"
                            : ("signal " + std::to_string(kind)).c_str());
}

void shrink(const Options& options, std::uint64_t n) {
  auto* fates = static_cast<Fates*>(
      mmap(nullptr, sizeof(Fates), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  for (bool ended = false; !ended;) {
    const pid_t child = fork();
    if (child == 0) {
      std::freopen("/dev/null", "w", stderr);
      go_on_shrinking(options, n, *fates);
      std::fflush(stdout);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ended = !WIFSIGNALED(status) || fates->known == fates->of.size();
    if (!ended) fates->of[fates->known++] = static_cast<char>(WTERMSIG(status));
  }
  munmap(fates, sizeof(Fates));
}

/// Runs programs until one takes the process down, or is to be made smaller: a driver that runs here is of no
/// use to a process that is forked from this one.
void work(const Options& options, Tally& tally, std::uint64_t count) {
  const Device device = open_device();
  while (tally.done < count) {
    const LegalProgram p = made(options, tally.done);
    if (options.print) show(p);
    alarm(options.limit);
    const std::clock_t begun = std::clock();
    const std::string wrong = difference(device, p, options.build);
    alarm(0);
    if (options.cost)
      std::printf("%s %.3f\n", name(key_of(options, tally.done)).c_str(),
                  static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC);
    ++(wrong.empty() ? tally.same : tally.wrong);
    if (!wrong.empty()) std::printf("%s: %s\n", name(key_of(options, tally.done)).c_str(), wrong.c_str());
    std::fflush(stdout);
    ++tally.done;
    tally.differs = !wrong.empty() && options.shrink;
    if (tally.differs) break;
  }
  _exit(0);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Runs drawn programs on a device and holds them against the interpreter.");
  app.add_option("key", options.keys, "names of programs, such as program.int.1d.4.17");
  app.add_option("--from", options.from, "the first seed");
  app.add_option("--count", options.count, "how many seeds");
  app.add_option("--types", options.types, "gentypes to draw programs of")->delimiter(',');
  app.add_option("--limit", options.limit, "seconds that a program may take");
  app.add_option("--lanes", options.lanes, "what is made smaller keeps so many work-items in a work-group");
  app.add_option("--build", options.build, "build options");
  app.add_flag("--print", options.print, "print each program");
  app.add_flag("--cost", options.cost, "print the seconds of processor time that each program took");
  app.add_flag("--shrink", options.shrink, "make what differs smaller");
  app.add_flag("--dodge-all", options.dodge_all, "write all(x) as !any(!x)");
  app.add_flag("--dodge-low-bit", options.dodge_low_bit, "pass predicates 0 and 1 only");
  CLI11_PARSE(app, argc, argv);
  const std::uint64_t count = options.keys.empty() ? options.count : options.keys.size();
  auto* tally = static_cast<Tally*>(
      mmap(nullptr, sizeof(Tally), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  *tally = {};
  while (tally->done < count) {
    const pid_t child = fork();
    if (child == 0) work(options, *tally, count);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0) return 2;
    if (std::exchange(tally->differs, false)) shrink(options, tally->done - 1);
    std::fflush(stdout);
    if (!WIFSIGNALED(status)) continue;
    std::printf("%s: signal %d%s\n", name(key_of(options, tally->done)).c_str(), WTERMSIG(status),
                WTERMSIG(status) == SIGALRM ? " (out of time)" : "");
    std::fflush(stdout);
    if (options.shrink) shrink(options, tally->done);
    std::fflush(stdout);
    ++tally->broken;
    ++tally->done;
  }
  std::printf("%zu programs: %zu as expected, %zu differ, %zu crash or hang\n", tally->done, tally->same,
              tally->wrong, tally->broken);
  return tally->same == tally->done ? 0 : 1;
}
