// Reproducers are short, complete, valid C programs.
#include "reports/reproducer/reproducer.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "harness/experiments/experiments.hpp"
#include "harness/program/kernel.hpp"
#include "reports/reproducer/arguments_text.hpp"
#include "suites/programs/small_kernel.hpp"
#include "tests/harness/able_device.hpp"

namespace wgcts::reports {
namespace {

Bug some_bug() {
  Bug bug;
  bug.sentence = "work_group_reduce_add returns each work-item's own value";
  bug.clauses = {"WGC.RD.1"};
  bug.where = {predicate_from("size", {">", "2"})};
  bug.neighbour = PassingNeighbour{"reduce_add.int.1d.2.solo", "local size 2 instead of 4"};
  return bug;
}

DeviceFacts some_device() {
  DeviceFacts device = able_device();
  device.name = "Model */ 7";  // must not end the comment
  device.driver = "1.2.3";
  device.version = "OpenCL 3.0";
  device.platform = "Test platform";
  return device;
}

/// Each work-item gets the value that it passed.
void give_own_values(FailingRun& s) {
  const std::size_t bytes = info(s.the_case.type).bytes;
  s.outcome.verdict = Verdict::Pass;
  for (const std::size_t o : outputs_of(s.run))
    s.outcome.outputs.emplace_back(size_in_bytes(s.run.arguments[o]));
  for (const StoredCall& call : s.calls)
    for (std::size_t lane = 0; lane < call.x.size(); ++lane)
      std::memcpy(&s.outcome.outputs[call.output][call.elements[lane] * bytes], &call.x[lane], bytes);
  s.wrong = wrong_elements(s.run, s.outcome.outputs);
}

/// The small kernel with that launch, all of whose inputs are `value`.
FailingRun launched_on(const Case& c, const SmallKernel& kernel, const NDRange& range, Word value) {
  const Calls calls{{c.builtin}, c.type, std::vector<std::size_t>(c.dim)};
  ProgramLaunch launch{.range = range, .judging = judging_of(c, some_device())};
  launch.inputs.assign(kernel.program(calls).inputs.size(), std::vector(volume(range.global), value));
  return failing_run_of(c, launched(kernel, calls, std::move(launch)).value(), some_device());
}

/// The case in so many work-groups, each of which counts up from 1: by the small kernel, or by its own.
FailingRun failing_run(const char* case_name, const SmallKernel* kernel, std::size_t groups = 1) {
  const Case c = parse_case(case_name).value();
  NDRange range{c.dim, c.local.extents, c.local.extents};
  range.global[0] *= groups;
  const auto number = [](std::size_t lane, std::size_t) { return std::int64_t(lane) + 1; };
  FailingRun s{c, {}};
  if (kernel != nullptr) {
    s = launched_on(c, *kernel, range, 0);
    s = failing_run_of(c, with_values(*s.program, number).value(), some_device());
  } else {
    for (std::size_t site = 0; site < c.form->sites; ++site)
      for (std::size_t g = 0; g < groups; ++g) {
        StoredCall call{c.builtin->collective, is_truth(c.builtin->collective) ? Rule::Truth : Rule::Exact,
                        g};
        for (const std::size_t item : lanes_of(range, work_group(range, g))) {
          call.x.push_back(with_gentype(c.type, [&]<class T>() -> std::uint64_t {
            return std::bit_cast<bits_of<T>>(static_cast<T>(static_cast<int>(call.x.size()) + 1));
          }));
          call.elements.push_back(site * volume(range.global) + item);
        }
        s.calls.push_back(std::move(call));
      }
    s.run = run_of_case(c, {c.builtin}, range, s.calls, some_device());
  }
  give_own_values(s);
  return s;
}

std::string text_for(const FailingRun& s) { return reproducer_text(some_bug(), s, some_device()); }

/// People do not read a longer program.
constexpr std::ptrdiff_t most_lines = 150;

std::ptrdiff_t lines_of(const std::string& text) { return std::ranges::count(text, '\n'); }

/// The messages of the system's C compiler; empty if there are none, or no compiler.
std::string complaints(const std::string& text) {
  if (std::system("cc --version > /dev/null 2>&1") != 0) return "";
  const std::string stem = testing::TempDir() + "wgcts_reproducer_" + std::to_string(getpid());
  std::ofstream(stem + ".c") << text;
  const int code = std::system(
      ("cc -std=c11 -Wall -Wextra -Werror -pedantic -fsyntax-only " + stem + ".c > " + stem + ".log 2>&1")
          .c_str());
  std::ifstream log(stem + ".log");
  std::string said(std::istreambuf_iterator<char>(log), {});
  std::filesystem::remove(stem + ".c");
  std::filesystem::remove(stem + ".log");
  return code == 0 ? "" : said + text;
}

const SmallKernel* straight() { return &small_kernels().front(); }
const SmallKernel* helper() { return &*std::ranges::find(small_kernels(), "helper", &SmallKernel::name); }

TEST(Reproducer, TheHeaderIsComplete) {
  const std::string text = text_for(failing_run("reduce_add.int.1d.4.solo", straight()));
  for (const char* part :
       {"work_group_reduce_add returns each work-item's own value",
        "[WGC.RD.1; OpenCL C 3.1.1,\n *   Work-group Collective Functions (OpenCL_C.txt",
        "Input: 1 2 3 4; expected: 10 10 10 10; got: 1 2 3 4\n", "driver 1.2.3", "Where: size>2",
        "Passes: reduce_add.int.1d.2.solo (local size 2 instead of 4)",
        "wgcts run --filter reduce_add.int.1d.4.solo",
        " * cc -std=c11 -o bug THIS_FILE -lOpenCL && ./bug [DEVICE] ", "0 correct, 1 wrong, 77 inconclusive",
        "OCL_ICD_VENDORS=FOLDER", "static const cl_int in0[] = {1, 2, 3, 4};",
        "static const cl_int want0[] = {10, 10, 10, 10};", "out0[item] = work_group_reduce_add(in0[item]);"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  EXPECT_EQ(text.find("Model */"), std::string::npos);
  EXPECT_EQ(text.find('@'), std::string::npos) << text;
  EXPECT_LT(std::ranges::count(text, '\n'), most_lines);
}

TEST(Reproducer, IsCForEveryTypeAndKernel) {
  for (const char* name :
       {"all.int.1d.4.solo", "any.int.1d.4.solo", "reduce_add.half.1d.4.solo", "reduce_add.float.1d.4.solo",
        "scan_exclusive_min.double.1d.4.solo", "scan_exclusive_max.half.1d.4.solo",
        "broadcast.float.2d.2x2.solo", "reduce_add.long.1d.4.twice", "reduce_max.ulong.3d.2x2x2.solo",
        "reduce_add.int.1d.4.branch", "reduce_add.uint.1d.4.loop", "reduce_add.half.1d.4.nested",
        "reduce_add.float.1d.4.constant", "reduce_max.uint.1d.4.derived", "reduce_add.int.1d.4.solo.reqd"})
    for (const SmallKernel* kernel : small_kernels_for(*parse_case(name)->form)) {
      const FailingRun s = failing_run(name, kernel, 2);
      EXPECT_EQ(complaints(reproducer_text(some_bug(), s, some_device())), "") << name << " " << kernel->name;
      EXPECT_LT(lines_of(reproducer_text(some_bug(), s, some_device())), most_lines)
          << name << " " << kernel->name;
      EXPECT_LE(std::ranges::count(s.run.text, '\n'), 30) << s.run.text;
    }
  // What has statements of its own beside the calls is the form's own kernel.
  for (const char* name : {"reduce_add.float.1d.4.chain.copying", "reduce_add.uint.1d.4.chain.printing"}) {
    const FailingRun s = failing_run(name, nullptr, 2);
    EXPECT_EQ(complaints(reproducer_text(some_bug(), s, some_device())), "") << name;
    EXPECT_LT(lines_of(reproducer_text(some_bug(), s, some_device())), most_lines) << name;
    EXPECT_LE(std::ranges::count(s.run.text, '\n'), 30) << s.run.text;
  }
  // The forms' own kernels are C as well, whatever they call.
  for (const char* name : {"reduce_add.int.1d.4.twice", "broadcast.half.2d.2x2.branch"}) {
    const FailingRun whole = failing_run(name, nullptr, 2);
    EXPECT_EQ(complaints(reproducer_text(some_bug(), whole, some_device())), "") << name;
  }
}

// The file contains the host code of every situation.
TEST(Reproducer, IsCForEverySituation) {
  const std::pair<const char*, const char*> rows[] = {{"reloaded", "clCreateProgramWithBinary("},
                                                      {"linked", "clLinkProgram(context, 1, &device, NULL"},
                                                      {"library", "-create-library"},
                                                      {"partition", "device = halves[created - 1];"},
                                                      {"unsized", "offset, global, NULL, 0"},
                                                      {"relaunched", "other_local[] = {2};"},
                                                      {"cloned", "i == 1 ? global : other_global"},
                                                      {"unordered", "CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE"},
                                                      {"threads", "thrd_create("},
                                                      {"svm", "clSetKernelArgSVMPointer("},
                                                      {"brimful", "room * sizeof room"}};
  for (const auto& [variant, call] : rows)
    for (const char* type : {"int", "half", "double"})
      for (const SmallKernel* kernel : {straight(), static_cast<const SmallKernel*>(nullptr)}) {
        const std::string name = std::string("reduce_max.") + type + ".1d.4.chain." + variant;
        const bool in_parts = has_parts(*parse_case(name).value().variant);
        // What fills local memory is the case's own kernel alone.
        const bool own_alone = name.ends_with("brimful");
        if (kernel != nullptr && own_alone) continue;
        const FailingRun s = failing_run(name.c_str(), kernel != nullptr && in_parts ? helper() : kernel, 2);
        const std::string text = reproducer_text(some_bug(), s, some_device());
        EXPECT_EQ(complaints(text), "") << name;
        EXPECT_NE(text.find(call), std::string::npos) << name << "\n" << text;
        EXPECT_EQ(text.find('@'), std::string::npos) << name << "\n" << text;
        if (kernel != nullptr || own_alone)
          EXPECT_LT(std::ranges::count(text, '\n'), most_lines) << name << "\n" << text;
      }
}

// As the run does.
TEST(Reproducer, APlainLaunchPassesNoOffset) {
  const auto text_of = [](const char* name) {
    return reproducer_text(some_bug(), failing_run(name, straight(), 2), some_device());
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_TRUE(has(text_of("reduce_max.int.1d.4.chain"), "size_t *const offset = NULL, global"));
  EXPECT_TRUE(has(text_of("reduce_max.int.1d.4.chain.relaunched"), "size_t offset[] = {0}, global"));
}

// A scan that restarts every 256 lanes needs more than 256 values, which must not make the file long.
TEST(Reproducer, ManyValuesAreWrittenAsRuns) {
  for (const char* name : {"scan_inclusive_max.int.1d.300.solo", "reduce_add.ulong.1d.300.solo",
                           "scan_exclusive_max.double.1d.300.solo", "reduce_min.float.1d.300.solo"}) {
    const std::string text = reproducer_text(some_bug(), failing_run(name, straight(), 2), some_device());
    EXPECT_LT(std::ranges::count(text, '\n'), most_lines) << text;
    EXPECT_EQ(complaints(text), "") << name;
    EXPECT_NE(text.find("unroll_"), std::string::npos) << text;
  }
}

/// Sums of ones behind a value so small that they round; the last of each work-group came as 0.
FailingRun of_bounded_sums(const char* case_name) {
  const Case c = parse_case(case_name).value();
  FailingRun s = launched_on(c, *straight(), {c.dim, c.local.extents, c.local.extents}, word_of(1));
  ProgramLaunch launch = s.program->launch;
  launch.inputs[0][0] = word_of(std::ldexp(1, -info(c.type).precision));
  s = failing_run_of(c, proved(s.program->program, std::move(launch)).value(), some_device());
  auto& output = s.outcome.outputs.emplace_back();
  for (const Expected& e : s.run.arguments[1].expected)
    for (std::size_t byte = 0; byte < info(c.type).bytes; ++byte)
      output.push_back(static_cast<std::byte>(e.low >> (8 * byte)));
  s.outcome.verdict = Verdict::Pass;
  std::fill(output.end() - static_cast<std::ptrdiff_t>(info(c.type).bytes), output.end(), std::byte{0});
  s.wrong = wrong_elements(s.run, s.outcome.outputs);
  return s;
}

TEST(Reproducer, EachElementOfABoundedSumHasItsBounds) {
  for (const char* name : {"reduce_add.float.1d.4.solo", "scan_inclusive_add.double.1d.33.solo",
                           "scan_inclusive_add.half.1d.100.solo", "scan_exclusive_add.float.1d.65.solo"}) {
    const FailingRun s = of_bounded_sums(name);
    ASSERT_EQ(s.wrong.size(), 1U) << name;
    const std::string text = reproducer_text(some_bug(), s, some_device());
    EXPECT_LT(std::ranges::count(text, '\n'), most_lines) << text;
    const bool half = s.the_case.type == GenType::Half;
    EXPECT_NE(text.find(half ? "!(value(want0[i]) <= value(got0[i]) && value(got0[i]) <= value(most0[i]))"
                             : "!(want0[i] <= got0[i] && got0[i] <= most0[i])"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find(half ? "expected 0x%04x to 0x%04x, got" : " to %."), std::string::npos) << text;
    EXPECT_EQ(complaints(text), "") << name;
  }
}

/// A drawn program whose first output was not written.
FailingRun program_failing_run(const char* case_name) {
  const Case c = parse_case(case_name).value();
  FailingRun s{c, kernel_run_of(draw_program(key_of(c)), c.variant->situation, "-cl-std=CL3.0")};
  s.outcome.verdict = Verdict::Pass;
  for (const std::size_t o : outputs_of(s.run)) {
    auto& written = s.outcome.outputs.emplace_back();
    for (std::size_t i = 0; i < s.run.arguments[o].elements; ++i)
      written.insert(written.end(), s.run.arguments[o].bytes.begin(), s.run.arguments[o].bytes.end());
  }
  s.wrong = wrong_elements(s.run, s.outcome.outputs);
  return s;
}

// Whole programs have scalars, several inputs and outputs of every type, and may leave elements unwritten.
TEST(Reproducer, IsCForWholePrograms) {
  for (const char* type : {"int", "uint", "long", "ulong", "float", "double", "half"})
    for (const int number : {1, 2, 3}) {
      const std::string name = fmt::format("program.{}.2d.2x2.{}", type, number);
      const FailingRun s = program_failing_run(name.c_str());
      ASSERT_FALSE(s.wrong.empty()) << name;
      const std::string text = reproducer_text(some_bug(), s, some_device());
      EXPECT_EQ(complaints(text), "") << name;
      EXPECT_EQ(text.find('@'), std::string::npos) << text;
      EXPECT_NE(text.find("expected: "), std::string::npos) << text;
    }
}

TEST(Literals, RunsHaveEqualSteps) {
  using Runs = std::vector<std::string>;
  EXPECT_EQ(c_runs(Type::Int, {5, 5, 5, 1, 2, 3, 4, 9, 7}),
            (Runs{"{3, 5, 0}", "{4, 1, 1}", "{1, 9, 0}", "{1, 7, 0}", "{0}"}));
  EXPECT_EQ(c_runs(Type::UInt, {0xffffffff, 0, 1}),
            (Runs{"{1, 4294967295U, 0U}", "{1, 0U, 0U}", "{1, 1U, 0U}", "{0}"}));
  const auto bits = [](float f) { return std::uint64_t{std::bit_cast<std::uint32_t>(f)}; };
  EXPECT_EQ(c_runs(Type::Float, {bits(-0.0F), bits(-0.0F), bits(1), bits(2), bits(3), bits(0.5F)}),
            (Runs{"{2, -0.0f, 0.0f}", "{3, 1.0f, 1.0f}", "{1, 0x1p-1f, 0.0f}", "{0}"}));
  EXPECT_EQ(c_runs(Type::Half, {1, 1, 2, 3}),
            (Runs{"{2, 0x0001, 0x0000}", "{1, 0x0002, 0x0000}", "{1, 0x0003, 0x0000}", "{0}"}));
}

/// The exit code of the program if the driver's process gets the signal in its first call.
int exit_code_of(const std::string& text, int signal) {
  const std::string stem = testing::TempDir() + "wgcts_reproducer_" + std::to_string(getpid());
  std::ofstream(stem + ".c") << text;
  std::ofstream(stem + "_driver.c") << "#include <signal.h>\nint clGetPlatformIDs(void) { return raise("
                                    << signal << "); }\n";
  const int built = std::system(
      fmt::format("cc -std=gnu11 -no-pie -Wl,--unresolved-symbols=ignore-all {0}.c {0}_driver.c -o {0}", stem)
          .c_str());
  const int code = built != 0 ? built : std::system((stem + " > /dev/null").c_str());
  for (const char* file : {"", ".c", "_driver.c"}) std::filesystem::remove(stem + file);
  return WEXITSTATUS(code);
}

// A signal from outside, and a slow driver, are no crash. A crash is no hang.
TEST(Reproducer, TheEndOfTheDriversProcessIsWrongOnlyIfItIsTheBug) {
  if (std::system("cc --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no C compiler";
  constexpr int inconclusive = 77;
  FailingRun s = failing_run("broadcast.half.1d.4.solo", straight());
  for (const int signal : {SIGSEGV, SIGTERM, SIGALRM})
    EXPECT_EQ(exit_code_of(text_for(s), signal), inconclusive) << signal;
  s.outcome = {
      {Verdict::Crash, "the worker was killed by SIGSEGV while building a program", "", Stage::Build}};
  s.wrong.clear();
  const std::string text = text_for(s);
  EXPECT_NE(text.find("the worker was killed by SIGSEGV"), std::string::npos);
  EXPECT_EQ(complaints(text), "");
  for (const int signal : {SIGSEGV, SIGABRT}) EXPECT_EQ(exit_code_of(text, signal), 1) << signal;
  for (const int signal : {SIGTERM, SIGKILL, SIGALRM})
    EXPECT_EQ(exit_code_of(text, signal), inconclusive) << signal;
  s.outcome = {{Verdict::Timeout, "no answer within 2 s", "", Stage::Launch}};
  EXPECT_EQ(complaints(text_for(s)), "");
  EXPECT_EQ(exit_code_of(text_for(s), SIGALRM), 1);
  EXPECT_EQ(exit_code_of(text_for(s), SIGSEGV), inconclusive);
}

// As in wgcts, each step has the whole time limit.
TEST(Reproducer, EachStepHasItsTimeLimit) {
  FailingRun s = failing_run("broadcast.half.1d.4.solo", straight());
  s.outcome = {{Verdict::Timeout, "no answer within 2 s", "", Stage::Launch}};
  EXPECT_NE(text_for(s).find("const char *what) {\n  alarm(20);"), std::string::npos);
}

TEST(Reproducer, ARefusalIsWrongOnlyIfItIsTheBug) {
  FailingRun s = failing_run("reduce_add.int.1d.4.solo", straight());
  EXPECT_NE(text_for(s).find("NULL, NULL)), 77, \"clBuildProgram\")"), std::string::npos);
  s.outcome = {{Verdict::BuildError, "clBuildProgram returned CL_BUILD_PROGRAM_FAILURE", "", Stage::Build}};
  EXPECT_NE(text_for(s).find("NULL, NULL)), 1, \"clBuildProgram\")"), std::string::npos);
  EXPECT_EQ(complaints(text_for(s)), "");
  s.outcome = {{Verdict::LaunchError, "clFinish returned CL_OUT_OF_RESOURCES", "", Stage::Launch}};
  EXPECT_NE(text_for(s).find("NULL, NULL)), 77, \"clBuildProgram\")"), std::string::npos);
  EXPECT_NE(text_for(s).find(" 1, \"clEnqueueNDRangeKernel, clFinish\")"), std::string::npos);
  EXPECT_EQ(complaints(text_for(s)), "");
}

// A driver may correct a refused launch by a smaller limit. The program is then inconclusive.
TEST(Reproducer, ARefusedLaunchIsWithinTheLimitOfTheKernel) {
  FailingRun s = failing_run("reduce_add.int.2d.3x4.solo", straight());
  EXPECT_EQ(text_for(s).find("CL_KERNEL_WORK_GROUP_SIZE"), std::string::npos);
  s.outcome = {{Verdict::LaunchError, "clEnqueueNDRangeKernel returned CL_INVALID_WORK_GROUP_SIZE", "",
                Stage::Launch}};
  EXPECT_NE(text_for(s).find("need(limit >= 12, 77, "), std::string::npos);
  EXPECT_EQ(complaints(text_for(s)), "");
}

// The calls of a launch that fails on the device may succeed. In each situation, the program asks all events.
TEST(Reproducer, AFailedLaunchIsAskedForItsEvent) {
  for (const char* variant : {"", ".unsized", ".relaunched", ".cloned", ".unordered", ".threads", ".svm"}) {
    FailingRun s = failing_run((std::string("reduce_add.int.1d.4.solo") + variant).c_str(), straight());
    EXPECT_EQ(text_for(s).find("events"), std::string::npos) << variant;
    s.outcome = {{Verdict::LaunchError, "the event of clEnqueueNDRangeKernel returned CL_DEVICE_NOT_FOUND",
                  "", Stage::Launch}};
    const std::string text = text_for(s);
    EXPECT_NE(text.find("need((error = status) >= 0, 1, \"the event of"), std::string::npos) << text;
    for (std::size_t at = 0; (at = text.find("error = clEnqueueNDRangeKernel(", at)) != std::string::npos;
         ++at) {
      const std::size_t end = text.find(';', at);
      EXPECT_NE(text.substr(at, end - at).find("&events[launches++])"), std::string::npos) << text;
    }
    EXPECT_EQ(complaints(text), "") << variant;
  }
}

// A build failure needs the same build options, and no launch.
TEST(Reproducer, ABuildFailureIsNotLaunched) {
  FailingRun s = failing_run("all.int.1d.4.own.nostd", nullptr);
  s.outcome = {{Verdict::BuildError, "clBuildProgram returned CL_INVALID_BUILD_OPTIONS", "", Stage::Build}};
  s.wrong.clear();
  const std::string text = text_for(s);
  EXPECT_NE(text.find("clBuildProgram(program, 1, &device, \"\", NULL, NULL)), 1,"), std::string::npos)
      << text;
  EXPECT_NE(text.find("need(!error, 1, \"clCreateKernel\")"), std::string::npos) << text;
  EXPECT_EQ(text.find("clEnqueueNDRangeKernel"), std::string::npos) << text;
  EXPECT_EQ(complaints(text), "");
}

// The bug's sentence may be about larger work-groups than the file has, so the header starts with the file's
// own results.
TEST(Reproducer, TheHeaderDescribesTheFile) {
  const FailingRun s = failing_run("reduce_add.int.1d.4.solo", straight(), 2);
  const std::string text = reproducer_text(
      some_bug(), s, some_device(),
      {"build/wgcts run --filter reduce_add.int.1d.4.solo --seed 7 --kit intel", "build/kits/intel/launch"});
  for (const char* part :
       {"/*\n * work_group_reduce_add of int in 2 work-groups of 4: 8 of 8 results are wrong\n * Bug: "
        "work_group",
        "Found by: build/wgcts run --filter reduce_add.int.1d.4.solo --seed 7 --kit intel\n",
        "Here: start it on the same driver with: build/kits/intel/launch ./bug\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  EXPECT_EQ(text.find("POCL"), std::string::npos);
  DeviceFacts pocl = some_device();
  pocl.platform = "Portable Computing Language";
  EXPECT_NE(reproducer_text(some_bug(), s, pocl).find("Here: POCL_KERNEL_CACHE=0"), std::string::npos);
}

// If the driver chooses the local size, the size of the work-groups is unknown.
TEST(Reproducer, AnUnsizedLaunchIsDescribedByItsWorkItems) {
  const std::string text = text_for(failing_run("reduce_max.int.1d.4.chain.unsized", straight(), 2));
  EXPECT_NE(text.find("work_group_reduce_max of int in 8 work-items, the local size left to"),
            std::string::npos)
      << text;
}

TEST(CLiterals, KeepEveryBit) {
  const auto literal = []<class T>(Type type, T value) {
    return c_literal(type, std::bit_cast<bits_of<T>>(value));
  };
  EXPECT_EQ(literal(Type::Int, std::int32_t{-1}), "-1");
  EXPECT_EQ(literal(Type::Int, std::numeric_limits<std::int32_t>::min()), "-2147483647 - 1");
  EXPECT_EQ(literal(Type::Long, std::numeric_limits<std::int64_t>::min()), "-9223372036854775807LL - 1");
  EXPECT_EQ(literal(Type::ULong, ~std::uint64_t{0}), "18446744073709551615ULL");
  EXPECT_EQ(literal(Type::Float, 2.0F), "2.0f");
  EXPECT_EQ(literal(Type::Float, 0.1F), "0x1.99999ap-4f");
  EXPECT_EQ(literal(Type::Float, -0.0F), "-0.0f");
  EXPECT_EQ(literal(Type::Double, std::numeric_limits<double>::infinity()), "INFINITY");
  EXPECT_EQ(literal(Type::Half, static_cast<half>(1.0F)), "0x3c00");
}

TEST(CLiterals, TextsAreBrokenIntoLines) {
  EXPECT_EQ(c_string("a \"b\"\nc\\\n"), "    \"a \\\"b\\\"\\n\"\n    \"c\\\\\\n\"");
  const std::string comment =
      c_comment("Rule: ", std::string(90, 'x') + " " + std::string(30, 'y') + " */ z");
  EXPECT_EQ(comment.find("*/"), std::string::npos) << comment;
  EXPECT_EQ(std::ranges::count(comment, '\n'), 2) << comment;
}

}  // namespace
}  // namespace wgcts::reports
