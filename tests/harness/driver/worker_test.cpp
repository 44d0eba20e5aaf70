// Workers of this program on the stub: each kind of crash, hang and refusal has its name.
#include "harness/driver/worker.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "harness/process/discovery.hpp"
#include "harness/process/worker_connection.hpp"
#include "harness/schedule/schedule.hpp"
#include "system/backtrace.hpp"
#include "system/processor_time.hpp"
#include "tests/harness/driver/stub.hpp"
#include "tests/harness/isolated_run.hpp"

namespace wgcts::harness {
namespace {

const Case probed = parse_case("reduce_add.int.1d.33.chain").value();

/// A case on the stub, which behaves unless a script says otherwise.
DeviceFacts stub_device() {
  const Stub stub;
  return discover(stub_setup()).devices.at(0);
}

CaseResult isolated(const std::string& script, double timeout = 60) {
  const DeviceFacts device = stub_device();
  const Stub stub(script);
  return run_isolated(stub_setup(timeout), device, 1, probed).result;
}

TEST(Worker, JudgesACase) { EXPECT_EQ(isolated("").verdict, Verdict::Pass); }

// A driver may have a timer, or a child process that ends. Its handler's signals interrupt writes to a reader
// that is late, and the wait for an order.
TEST(Worker, SignalsOfTheDriverCutNoEventAndNoOrder) {
  const DeviceFacts device = stub_device();
  const Stub stub("clCreateContext ticks");
  KernelRun run{
      .text = "__kernel void k(__global int *out) {}", .kernel = "k", .range = {1, {1, 1, 1}, {1, 1, 1}}};
  run.arguments = {output_argument(Type::Int, 200'000), output_argument(Type::Int, 1)};
  std::size_t bytes = 0;
  ask(stub_setup(), RunKernel{DeviceAddress(device), 1, default_memory, run, {}}, [&](const Event& event) {
    if (const auto* ran = std::get_if<Ran>(&event)) bytes = ran->outputs.at(0).size();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  });
  EXPECT_GE(bytes, size_in_bytes(run.arguments[0]));
  WorkerConnection connection(stub_setup(), device, 1);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(connection.ask({.the_case = probed}).result.verdict, Verdict::Pass);
  EXPECT_EQ(connection.workers(), 1U);
}

// As "docker run" does. Such a process cannot send itself a fatal signal, and abort() crashes again and
// again.
TEST(Worker, ALauncherMayStartItAsTheFirstProcessOfAContainer) {
  const std::vector<std::string> launcher{"unshare", "--user", "--pid", "--fork"};
  std::vector<std::string> trial = launcher;
  trial.emplace_back("true");
  if (const auto end = run_program(trial, 60); !end || end->exit_code != 0)
    GTEST_SKIP() << "unshare: " << (end ? end->log : "missing");
  const DeviceFacts device = stub_device();
  const Stub stub("clBuildProgram aborts");
  WorkerSetup setup = stub_setup();
  setup.launcher = "unshare";
  setup.command.insert(setup.command.begin(), launcher.begin(), launcher.end());
  const CaseResult result = run_isolated(setup, device, 1, probed).result;
  EXPECT_EQ(result.verdict, Verdict::Crash);
  EXPECT_EQ(result.message, "the worker ended with exit code 134 while building a program");
}

TEST(Worker, ACrashHasAStage) {
  const struct {
    const char* script;
    Stage stage;
  } rows[] = {{"CL_DEVICE_NAME aborts", Stage::Devices},        {"clCreateContext aborts", Stage::Context},
              {"clBuildProgram segfaults", Stage::Build},       {"clCreateBuffer exits 3", Stage::Buffers},
              {"clEnqueueNDRangeKernel aborts", Stage::Launch}, {"clFinish segfaults", Stage::Launch},
              {"clEnqueueReadBuffer aborts", Stage::Read},      {"clReleaseKernel#2 aborts", Stage::Buffers},
              {"clCreateContext throws", Stage::Context},       {"clFinish throws", Stage::Launch}};
  for (const auto& [script, stage] : rows) {
    const CaseResult result = isolated(script);
    EXPECT_EQ(result.verdict, Verdict::Crash) << script;
    EXPECT_EQ(result.stage, stage) << script;
  }
  EXPECT_EQ(isolated("clBuildProgram aborts").message,
            "the worker was killed by SIGABRT while building a program");
  EXPECT_EQ(isolated("clCreateBuffer exits 3").message,
            "the worker ended with exit code 3 while making, filling or releasing buffers");
}

// A worker asks all platforms for their names. A crash or hang of another vendor's driver is not a verdict.
TEST(Worker, AnotherPlatformsDriverIsNotTheOneUnderTest) {
  const DeviceFacts device = stub_device();
  for (const char* script :
       {"platforms are 2; CL_PLATFORM_NAME#1 aborts", "platforms are 2; CL_PLATFORM_NAME#1 hangs"}) {
    const Stub stub(script);
    WorkerSetup setup = stub_setup();
    setup.jobs = 1;
    setup.timeout = 1;
    EXPECT_THROW((void)run_isolated(setup, device, 1, probed), std::runtime_error) << script;
    const Outcomes outcomes = judge_cases(setup, device, {1, {probed}}, {[](const CaseResult&) {}});
    ASSERT_EQ(outcomes.results.size(), 1U);
    EXPECT_EQ(outcomes.results[0].verdict, Verdict::NotRun) << script << ": " << outcomes.results[0].message;
  }
}

// For a launch whose local size the driver chooses, the driver makes another kernel. It releases the kernel
// of a launch that cannot be judged.
TEST(Worker, ACrashBesideTheLaunchIsTheDrivers) {
  const DeviceFacts device = stub_device();
  const Case unsized = parse_case("reduce_add.int.2d.5x3.chain.unsized").value();
  const std::pair<const char*, Stage> rows[] = {
      {"clCreateKernel#3 aborts", Stage::Create},
      {"clEnqueueReadBuffer skips; clReleaseKernel#3 aborts", Stage::Buffers}};
  for (const auto& [script, stage] : rows) {
    const Stub stub(script);
    const CaseResult result = run_isolated(stub_setup(), device, 1, unsized).result;
    EXPECT_EQ(result.verdict, Verdict::Crash) << script << ": " << result.message;
    EXPECT_EQ(result.stage, stage) << script;
  }
}

// A worker releases the program of a job when it builds that of the next.
TEST(Worker, ACrashThatReleasesAProgramBlamesNoOther) {
  const DeviceFacts device = stub_device();
  const Stub stub("clReleaseProgram aborts");
  std::vector<Case> cases;
  for (const char* id : {"reduce_add.int.1d.33.solo", "reduce_add.uint.1d.33.solo"})
    cases.push_back(parse_case(id).value());
  WorkerSetup setup = stub_setup();
  setup.jobs = 1;
  const Outcomes outcomes = judge_cases(setup, device, {1, cases}, {[](const CaseResult&) {}});
  for (const CaseResult& result : outcomes.results)
    EXPECT_EQ(result.verdict, Verdict::Pass) << name(result.the_case) << ": " << result.message;
  ASSERT_FALSE(outcomes.worker_failures.empty());
  EXPECT_EQ(outcomes.worker_failures[0].stage, "between two jobs");
  WorkerConnection connection(stub_setup(), device, 1);
  for (const Case& c : cases)
    EXPECT_EQ(connection.ask({.the_case = c}).result.verdict, Verdict::Pass) << name(c);
}

// No known device has such work-groups, but a device may have them.
TEST(Worker, AWrongResultOfAHugeWorkGroupHasAVerdict) {
  const std::string sizes =
      "CL_DEVICE_MAX_WORK_GROUP_SIZE is 131072;CL_KERNEL_WORK_GROUP_SIZE is 131072;"
      "CL_DEVICE_MAX_WORK_ITEM_SIZES is 131072 1 1";
  const auto huge_device = [&] {
    const Stub stub(sizes);
    return discover(stub_setup()).devices.at(0);
  };
  const DeviceFacts device = huge_device();
  const Stub stub(sizes + ";clEnqueueNDRangeKernel skips");
  const Case huge = parse_case("reduce_add.ulong.1d.131072.solo").value();
  EXPECT_EQ(run_isolated(stub_setup(), device, 1, huge).result.verdict, Verdict::Fail);
}

// On a full disk, a compiler may call exit().
TEST(Worker, AnExitAtALimitOfTheMachineIsNoCrash) {
  const DeviceFacts device = stub_device();
  const Stub stub("clBuildProgram exits 3");
  constexpr const char* on_full_disk =
      "mount -t tmpfs -o size=64k none \"$1\" || exit; export TMPDIR=\"$1\"; exec \"$0\"";
  const std::string folder = testing::TempDir() + "wgcts_full_" + std::to_string(getpid());
  std::filesystem::create_directory(folder);
  WorkerSetup setup{{"unshare", "-m", "/bin/sh", "-c", on_full_disk, WGCTS_STUB_WORKER, folder}, 60, 1};
  const bool can_mount =
      std::system(("unshare -m mount -t tmpfs none " + folder + " 2>/dev/null").c_str()) == 0;
  const CaseResult result = can_mount ? run_isolated(setup, device, 1, probed).result : CaseResult{probed};
  std::filesystem::remove(folder);
  if (!can_mount) GTEST_SKIP() << "no file system can be mounted";
  EXPECT_EQ(result.verdict, Verdict::NotRun);
  EXPECT_NE(
      result.message.find("exit code 3 while building a program, under a limit of the machine: the room in "),
      std::string::npos)
      << result.message;
}

/// The result of a run of one case on the stub with these limits of the shell.
CaseResult judged_under(const std::string& limits, const std::string& script, double timeout = 60) {
  const DeviceFacts device = stub_device();
  const Stub stub(script);
  const WorkerSetup setup{
      {"/bin/sh", "-c", "ulimit " + limits + "; exec \"$0\"", WGCTS_STUB_WORKER}, timeout, 1};
  Outcomes outcomes = judge_cases(setup, device, {1, {probed}}, {[](const CaseResult&) {}});
  EXPECT_TRUE(outcomes.defects.empty()) << limits;
  return outcomes.results.at(0);
}

// A driver that gets no memory may wait for ever. Its compiler, a process of its own, may get none, or may
// not write its files. No worker can see that.
TEST(Worker, AFailureUnderALimitIsNotTheDriversFault) {
  const struct {
    const char *limits, *script, *message;
  } rows[] = {
      {"-v 4000000", "clBuildProgram hangs",
       "not judged: no answer within 1 s while building a program, under a limit of the machine: memory "
       "(ulimit -v 4000000); --timeout allows more, twice, and not by the driver"},
      {"-v 4000000", "clBuildProgram aborts",
       "not judged: the worker was killed by SIGABRT while building a program, under a limit of the machine: "
       "memory (ulimit -v 4000000), twice, and not by the driver"},
      {"-d 4000000", "clBuildProgram segfaults",
       "not judged: the worker was killed by SIGSEGV while building a program, under a limit of the machine: "
       "memory (ulimit -d 4000000), twice, and not by the driver"},
      {"-f 4000000", "clBuildProgram fails -11",
       "not judged: clBuildProgram with -cl-std=CL3.0 returned CL_BUILD_PROGRAM_FAILURE, under a limit of "
       "the machine: the size of files (ulimit -f 2000000), twice, and not by the driver"},
      {"-f 4000000", "CL_KERNEL_WORK_GROUP_SIZE fails -30",
       "not judged: clGetKernelWorkGroupInfo of CL_KERNEL_WORK_GROUP_SIZE returned CL_INVALID_VALUE, under a "
       "limit of the machine: the size of files (ulimit -f 2000000), twice, and not by the driver"}};
  for (const auto& [limits, script, message] : rows) {
    const double timeout = std::string_view(script).ends_with("hangs") ? 1 : 60;
    const CaseResult result = judged_under(limits, script, timeout);
    EXPECT_EQ(result.verdict, Verdict::NotRun) << script;
    EXPECT_EQ(result.message, message);
  }
  EXPECT_EQ(judged_under("-v 4000000", "").verdict, Verdict::Pass);
}

TEST(Worker, AHangNamesTheTimeoutOption) {
  const CaseResult result = isolated("clFinish hangs", 1);
  EXPECT_EQ(result.verdict, Verdict::Timeout);
  EXPECT_EQ(result.message,
            "no answer within 1 s while launching a kernel and waiting for it; --timeout allows more");
}

// As in a run. The worker waits for several launches at once.
TEST(Worker, EachLaunchOfASingleCaseHasATimeLimit) {
  const DeviceFacts device = stub_device();
  const Stub stub("clFinish takes 2000");
  const auto verdict_of = [&](const char* id) {
    return run_isolated(stub_setup(1), device, 1, parse_case(id).value()).result.verdict;
  };
  EXPECT_EQ(verdict_of("reduce_add.int.1d.33.chain"), Verdict::Timeout);
  EXPECT_EQ(verdict_of("reduce_add.int.1d.33.chain.relaunched"), Verdict::Pass);
}

TEST(Worker, ARefusalHasAStage) {
  const CaseResult context = isolated("clCreateContext fails -6");
  EXPECT_EQ(context.verdict, Verdict::LaunchError);
  EXPECT_EQ(context.stage, Stage::Context);
  EXPECT_EQ(isolated("clBuildProgram fails -11").stage, Stage::Build);
  EXPECT_EQ(isolated("clEnqueueNDRangeKernel fails -5").stage, Stage::Launch);
}

// Another program may use the device. A run then ends without verdicts, too.
TEST(Worker, ADeviceInUseIsNotTheDriversFault) {
  const CaseResult result = isolated("clCreateContext fails -2");
  EXPECT_EQ(result.verdict, Verdict::NotRun);
  EXPECT_EQ(result.message,
            "not judged: clCreateContext returned CL_DEVICE_NOT_AVAILABLE, twice, and another program uses "
            "the device");
  EXPECT_EQ(isolated("clCreateContext#1 fails -2").verdict, Verdict::NotRun) << "each process counts anew";
  EXPECT_EQ(isolated("clEnqueueNDRangeKernel fails -2").verdict, Verdict::LaunchError);
}

// The backtrace shows where the driver crashed. It does not change how the process ends.
TEST(Worker, ACrashHasABacktrace) {
  const CaseResult result = isolated("clBuildProgram segfaults");
  EXPECT_EQ(result.message, "the worker was killed by SIGSEGV while building a program");
  EXPECT_NE(result.log.find("backtrace:"), std::string::npos) << result.log;
  EXPECT_NE(result.log.find("libstub_opencl"), std::string::npos) << result.log;
}

/// The outcomes of a run of one case on the stub.
Outcomes run_of_one(const std::string& script, double timeout = 60) {
  const DeviceFacts device = stub_device();
  const Stub stub(script);
  return judge_cases(stub_setup(timeout), device, {1, {probed}}, {[](const CaseResult&) {}});
}

// The other launches of the program run in the same worker.
TEST(Worker, ALaunchThatFailsOnTheDeviceBlamesNoOther) {
  const DeviceFacts device = stub_device();
  const Stub stub("launch_of_2 fails -1");
  Request request{1, {}};
  for (const char* id : {"reduce_add.int.1d.2.chain", "reduce_add.int.1d.1.chain", "any.int.1d.1.chain"})
    request.cases.push_back(parse_case(id).value());
  const Outcomes outcomes = judge_cases(stub_setup(), device, request, {[](const CaseResult&) {}});
  EXPECT_EQ(outcomes.results.at(0).verdict, Verdict::LaunchError);
  EXPECT_EQ(outcomes.results[0].message, "the event of clEnqueueNDRangeKernel returned CL_DEVICE_NOT_FOUND");
  EXPECT_EQ(outcomes.results[0].clauses, (std::vector<std::string>{"WGC.LA.1", "WGC.ND.2"}));
  for (const std::size_t innocent : {1, 2}) {
    const CaseResult& result = outcomes.results.at(innocent);
    EXPECT_EQ(result.verdict, Verdict::Pass) << name(result.the_case) << ": " << result.message;
    EXPECT_TRUE(result.attempts.empty()) << name(result.the_case);
  }
}

// A worker took a failed query for the answer "no". It then built kernels without collectives, or with
// -cl-std=CL0.0, or launched work-groups of one work-item.
TEST(Worker, AQueryThatFailsInAWorkerOnlyIsARefusedCall) {
  const DeviceFacts device = stub_device();
  const Stub stub;
  const std::string failed = testing::TempDir() + "wgcts_failed_" + std::to_string(getpid());
  for (const std::string query :
       {"CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT", "CL_DEVICE_OPENCL_C_ALL_VERSIONS",
        "CL_DEVICE_MAX_WORK_GROUP_SIZE", "CL_DEVICE_ADDRESS_BITS", "CL_DEVICE_VERSION"}) {
    const std::string script = query + " fails -5";
    const std::string message =
        "the query " + query + " returned CL_OUT_OF_RESOURCES, but did not fail when the devices were listed";
    // The first of two workers is refused.
    WorkerSetup setup = stub_setup();
    setup.jobs = 1;
    setup.command = {"/bin/sh",         "-c",   R"(mkdir "$1" && export STUB_OPENCL="$2"; exec "$0")",
                     WGCTS_STUB_WORKER, failed, script};
    Outcomes outcomes = judge_cases(setup, device, {1, {probed}}, {[](const CaseResult&) {}});
    rmdir(failed.c_str());
    const CaseResult& passed = outcomes.results.at(0);
    EXPECT_EQ(passed.verdict, Verdict::Pass) << query << ": " << passed.message;
    ASSERT_EQ(passed.observed.size(), 1U) << query;
    EXPECT_NE(passed.observed.begin()->find(message), std::string::npos) << *passed.observed.begin();
    EXPECT_EQ(run_isolated(setup, device, 1, probed).result.verdict, Verdict::Pass) << query;
    rmdir(failed.c_str());
    const CaseResult refused = isolated(script);
    EXPECT_EQ(refused.verdict, Verdict::LaunchError) << query;
    EXPECT_EQ(refused.message, message);
  }
}

// A device may accept one process only. Another worker may be the reason for any error.
TEST(Worker, AQueryThatFailsBesideAnotherWorkerLeavesOneWorker) {
  const DeviceFacts device = stub_device();
  const Stub stub("clBuildProgram takes 1000");
  const std::string first = testing::TempDir() + "wgcts_first_" + std::to_string(getpid());
  WorkerSetup setup = stub_setup();
  setup.command = {"/bin/sh", "-c",
                   R"(mkdir "$1" || export STUB_OPENCL="CL_DEVICE_VERSION fails -30"; "$0"; rmdir "$1")",
                   WGCTS_STUB_WORKER, first};
  const std::vector<Case> cases{probed, parse_case("reduce_add.float.1d.33.chain").value()};
  const Outcomes outcomes = judge_cases(setup, device, {1, cases}, {[](const CaseResult&) {}});
  for (const CaseResult& result : outcomes.results)
    EXPECT_EQ(result.verdict, Verdict::Pass) << name(result.the_case) << ": " << result.message;
  ASSERT_EQ(outcomes.remarks.size(), 1U);
  EXPECT_NE(outcomes.remarks[0].find("CL_DEVICE_VERSION returned CL_INVALID_VALUE"), std::string::npos);
  EXPECT_TRUE(outcomes.remarks[0].ends_with("; from now on there is one worker")) << outcomes.remarks[0];
}

// A missing device is reported and searched again. Another device is not judged instead.
TEST(Worker, AnotherDeviceIsNotJudged) {
  const Outcomes outcomes = run_of_one("CL_DEVICE_NAME says other");
  EXPECT_EQ(outcomes.results.at(0).verdict, Verdict::NotRun);
  const std::string words =
      "a worker did not find the requested device, stub of Stub platform, driver 1; "
      "it found other of Stub platform, driver 1";
  EXPECT_EQ(outcomes.results.at(0).message, "not run: " + words);
  EXPECT_EQ(outcomes.remarks, std::vector<std::string>(4, words));
  EXPECT_TRUE(outcomes.worker_failures.empty() && outcomes.defects.empty());
}

// The supervisor cannot see the processes of a worker behind setsid, ssh or srun.
TEST(Worker, SendsItsProcessorTime) {
  if (system::ProcessorMeter().read().running == 0) GTEST_SKIP() << "the system does not tell processor time";
  const Stub stub("clGetDeviceIDs takes 400");
  // run_program() keeps no line that is an event.
  const std::string prefix = "> ";
  const Ending end =
      run_program({"/bin/sh", "-c",
                   "(echo '{\"order\": \"describe\"}'; sleep 2) | setsid -w \"$0\" | sed \"s/^/$1/\"",
                   WGCTS_STUB_WORKER, prefix},
                  20)
          .value();
  std::istringstream lines(end.log);
  double running = 0;
  for (std::string line; std::getline(lines, line);)
    if (const auto event = parse_event(line.substr(std::min(line.size(), prefix.size())));
        event && std::holds_alternative<Alive>(*event))
      running = std::get<Alive>(*event).spent.running;
  EXPECT_GT(running, 0) << end.log;
}

// A worker without a connection has nothing to do with the driver.
TEST(Worker, AClosedStandardOutputBlamesTheLauncher) {
  const Stub stub("");
  WorkerSetup setup = stub_setup();
  setup.command.insert(setup.command.begin(), {"/bin/sh", "-c", "exec \"$@\" >&-", "launcher"});
  try {
    (void)ask(setup, Describe{}, [](const Event&) {});
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string_view(error.what()).find("standard output is closed"), std::string_view::npos)
        << error.what();
  }
}

/// A launcher that forwards this many bytes of the worker's output, and continues to run.
WorkerSetup deaf_setup(int bytes) {
  WorkerSetup setup = stub_setup();
  const std::string command = "\"$@\" | dd status=none bs=1 count=" + std::to_string(bytes);
  setup.command.insert(setup.command.begin(), {"/bin/sh", "-c", command, "launcher"});
  setup.launcher = "deaf";
  return setup;
}

// Behind docker and kubectl, the end of the client closes only the worker's input. If the worker lived on, it
// would block the device for the cases that run alone.
TEST(Worker, EndsDuringAnOrderIfOnlyItsInputIsClosed) {
  const DeviceFacts device = stub_device();
  const Stub stub("clBuildProgram hangs");
  const auto events = std::filesystem::temp_directory_path() / fmt::format("wgcts_events_{}", getpid());
  std::FILE* orders = popen(fmt::format("exec {} > {}", WGCTS_STUB_WORKER, events.string()).c_str(), "w");
  ASSERT_NE(orders, nullptr);
  std::fputs(to_line(Order(Work{DeviceAddress(device), 1, {{probed}, false, {}}})).c_str(), orders);
  std::fflush(orders);
  const auto builds = [&] {
    std::ifstream in(events);
    for (std::string line; std::getline(in, line);)
      if (const auto event = parse_event(line); event && std::holds_alternative<At>(*event))
        if (std::get<At>(*event).stage == Stage::Build) return true;
    return false;
  };
  constexpr int most_waits = 6000;  // a minute
  for (int waits = 0; waits < most_waits && !builds(); ++waits)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_TRUE(builds());
  const int status = pclose(orders);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 2) << status;
  std::filesystem::remove(events);
}

// Otherwise it would count as a hang of the driver, which costs the whole time limit.
TEST(Worker, CutOffOutputBlamesTheLauncher) {
  const Stub stub("");
  try {
    (void)ask(deaf_setup(100), Describe{}, [](const Event&) {});
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_TRUE(std::string_view(error.what()).starts_with("the launcher 'deaf' does not forward all"))
        << error.what();
  }
  const Outcomes outcomes =
      judge_cases(deaf_setup(100), stub_device(), {1, {probed}}, {[](const CaseResult&) {}});
  EXPECT_EQ(outcomes.results.at(0).verdict, Verdict::NotRun);
  EXPECT_NE(outcomes.results.at(0).message.find("the launcher 'deaf'"), std::string::npos)
      << outcomes.results.at(0).message;
  const Outcomes heard =
      judge_cases(deaf_setup(1 << 20), stub_device(), {1, {probed}}, {[](const CaseResult&) {}});
  EXPECT_EQ(heard.results.at(0).verdict, Verdict::Pass) << heard.results.at(0).message;
}

// Then reads end at once, and long writes are cut short.
TEST(Worker, ALauncherMayMakeItsStreamsNonBlocking) {
  const DeviceFacts device = stub_device();
  const Stub stub;
  WorkerSetup setup = stub_setup();
  setup.command.insert(setup.command.begin(), {"python3", "-c",
                                               "import os, sys\nfor stream in 0, 1: os.set_blocking(stream, "
                                               "False)\nos.execv(sys.argv[1], sys.argv[1:])"});
  const Case large = parse_case("reduce_add.ulong.1d.64.chain.crowd").value();
  const IsolatedRun run = run_isolated(setup, device, 1, large);
  EXPECT_EQ(run.result.verdict, Verdict::Pass) << run.result.message;
  ASSERT_TRUE(run.output && run.output->sites.size() == 1);
  EXPECT_GE(run.output->sites[0].size(), run.output->groups * 64 * sizeof(std::uint64_t));
}

// A driver's compiler may be a program that reads its standard input, as many do for the name "-".
TEST(Worker, AProgramOfTheDriverReadsNoOrders) {
  const CaseResult result = isolated("clBuildProgram runs cat >/dev/null", 2);
  EXPECT_EQ(result.verdict, Verdict::Pass) << result.message;
}

// A program inherits ignored signals. Without SIGPIPE, the first part of "yes | head" would wait for ever.
// The C library ignores signals 32 and 33.
TEST(Worker, AProgramOfTheDriverIgnoresNoSignal) {
  const CaseResult result =
      isolated("clBuildProgram runs grep -q 'SigIgn:.*[08]0000000$' /proc/self/status || sleep 9", 2);
  EXPECT_EQ(result.verdict, Verdict::Pass) << result.message;
}

// A socket would not open by this name.
TEST(Worker, AProgramOfTheDriverMayOpenItsStreams) {
  const CaseResult result =
      isolated("clBuildProgram runs echo x | tee /dev/stdout >/dev/stderr || sleep 9", 2);
  EXPECT_EQ(result.verdict, Verdict::Pass) << result.message;
}

// The system counts the end of that thread as the end of the worker's parent.
TEST(Worker, ALauncherMayStartItInAThreadThatEnds) {
  const DeviceFacts device = stub_device();
  const Stub stub("clBuildProgram takes 1500");
  WorkerSetup setup = stub_setup();
  setup.launcher = "python3";
  setup.command.insert(
      setup.command.begin(),
      {"python3", "-c",
       "import subprocess, sys, threading, time\n"
       "def start():\n    global worker\n    worker = subprocess.Popen(sys.argv[1:])\n    time.sleep(1)\n"
       "thread = threading.Thread(target=start)\nthread.start()\nthread.join()\nsys.exit(worker.wait())"});
  const Outcomes outcomes = judge_cases(setup, device, {1, {probed}}, {[](const CaseResult&) {}});
  EXPECT_EQ(outcomes.results.at(0).verdict, Verdict::Pass) << outcomes.results.at(0).message;
}

// As adb does on old phones. A driver's text may then precede an event on its line.
TEST(Worker, ALauncherMayJoinItsStreams) {
  const DeviceFacts device = stub_device();
  const Stub stub("clBuildProgram prints 1 warning; clCreateKernel aborts");
  WorkerSetup setup = stub_setup();
  setup.command.insert(setup.command.begin(), {"/bin/sh", "-c", "exec \"$@\" 2>&1", "launcher"});
  const CaseResult result = run_isolated(setup, device, 1, probed).result;
  EXPECT_EQ(result.stage, Stage::Create) << result.message;
  EXPECT_TRUE(result.log.starts_with("1 warning\nbacktrace:\n")) << result.log;
}

TEST(Worker, AJobReportsThatItHasNoContext) {
  const CaseResult refused = run_of_one("clCreateContext fails -6").results.at(0);
  EXPECT_EQ(refused.verdict, Verdict::LaunchError);
  EXPECT_EQ(refused.stage, Stage::Context);
  const CaseResult dead = run_of_one("clCreateContext aborts").results.at(0);
  EXPECT_EQ(dead.verdict, Verdict::Crash);
  EXPECT_EQ(dead.stage, Stage::Context);
}

TEST(Worker, ExitsCleanlyWithAGoodDriver) {
  const Outcomes outcomes = run_of_one("");
  EXPECT_EQ(outcomes.results.at(0).verdict, Verdict::Pass);
  EXPECT_TRUE(outcomes.worker_failures.empty());
}

// No case is at fault, but every program that uses the driver ends like this.
TEST(Worker, ACrashInTheDriversTearDownFailsTheRun) {
  const Outcomes outcomes = run_of_one("clCreateContext aborts at exit");
  EXPECT_EQ(outcomes.results.at(0).verdict, Verdict::Pass);
  ASSERT_EQ(outcomes.worker_failures.size(), 1U);
  EXPECT_EQ(outcomes.worker_failures[0].stage, "at its end");
  EXPECT_EQ(outcomes.worker_failures[0].signal, SIGABRT);
  EXPECT_NE(outcomes.worker_failures[0].log.find("libstub_opencl"), std::string::npos);
}

// Without its output the worker would look lost. A crash with a backtrace counts behind a launcher, too.
TEST(Worker, ADriverThatClosesTheWorkersOutputHasCrashed) {
  const CaseResult result = run_of_one("clBuildProgram closes files").results.at(0);
  EXPECT_EQ(result.verdict, Verdict::Crash) << result.message;
  EXPECT_EQ(result.stage, Stage::Build);
  EXPECT_NE(result.log.find("the driver closed file descriptors"), std::string::npos) << result.log;
  EXPECT_TRUE(system::has_backtrace(result.log));
}

TEST(Worker, AHangingTearDownIsLimited) {
  const Outcomes outcomes = run_of_one("clCreateContext hangs at exit", 1);
  EXPECT_EQ(outcomes.results.at(0).verdict, Verdict::Pass);
  ASSERT_EQ(outcomes.worker_failures.size(), 1U);
  EXPECT_EQ(outcomes.worker_failures[0].stage,
            "at its end, which took longer than 1 s; --timeout allows more");
}

// Without threads no sign of life arrives, and a driver without them may hang.
TEST(Worker, AWorkerWithoutThreadsDoesNotStart) {
  const Stub stub;
  const WorkerSetup setup{
      {"/bin/sh", "-c", "ulimit -s 1000000; ulimit -v 500000; exec \"$0\"", WGCTS_STUB_WORKER}, 60, 1};
  try {
    (void)ask(setup, Describe{}, [](const Event&) {});
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string_view(error.what()).find("wgcts worker: no thread can start: "),
              std::string_view::npos)
        << error.what();
  }
}

// Running out of memory in the suite under a limit, which leaves no room for the inputs, is neither the
// driver's fault nor a defect of the suite.
TEST(Worker, ItsOwnLackOfMemoryIsNoDefect) {
  const Stub stub(
      "CL_DEVICE_MAX_WORK_GROUP_SIZE is 4194304; CL_DEVICE_MAX_WORK_ITEM_SIZES is 4194304 64 64; "
      "CL_KERNEL_WORK_GROUP_SIZE is 4194304");
  const WorkerSetup setup{{"/bin/sh", "-c", "ulimit -v 180000; exec \"$0\"", WGCTS_STUB_WORKER}, 60, 1};
  const Case large = parse_case("reduce_add.int.1d.4194304.solo").value();
  DeviceAddress address;
  address.identity = {"Stub platform", "stub", "1", ""};
  const Work order{address, 1, {{large}, false, {}}};
  std::optional<harness::Refused> refused;
  const Reply reply = ask(setup, order, [&](const Event& event) {
    EXPECT_FALSE(std::holds_alternative<Defect>(event));
    if (const auto* found = std::get_if<harness::Refused>(&event)) refused = *found;
  });
  ASSERT_TRUE(refused) << reply.ending.describe() << reply.ending.log;
  EXPECT_EQ(refused->message, "std::bad_alloc");
  EXPECT_EQ(reply.ending.verdict(), Verdict::NotRun);
  EXPECT_EQ(reply.ending.limits, "memory (ulimit -v 180000)");
}

// The worker starts two threads for itself, and a third to judge.
TEST(Worker, ALackOfThreadsIsNoDefect) {
  const CaseResult result = judged_under("-s 1000000; ulimit -v 2800000", "");
  EXPECT_EQ(result.verdict, Verdict::NotRun);
  EXPECT_NE(result.message.find(", under a limit of the machine: memory (ulimit -v 2800000)"),
            std::string::npos)
      << result.message;
}

TEST(Discovery, ReportsWhyNothingIsListed) {
  const Stub stub("clGetDeviceIDs fails -6");
  const Discovery found = discover(stub_setup());
  EXPECT_TRUE(found.devices.empty());
  ASSERT_EQ(found.remarks.size(), 1U);
  EXPECT_FALSE(found.death);
}

TEST(Discovery, HashesTheDrivers) {
  const Stub stub;
  const Discovery found = discover(stub_setup());
  ASSERT_EQ(found.devices.size(), 1U);
  EXPECT_EQ(found.devices[0].driver_sha256.size(), 64U);
}

TEST(Discovery, ReportsHowADriverCrashed) {
  const Stub stub("clGetDeviceIDs aborts");
  const Discovery found = discover(stub_setup());
  EXPECT_EQ(found.death.value().message, "the worker was killed by SIGABRT while listing the devices");
}

// A crash of a case that does not repeat gives no verdict crash either.
TEST(Discovery, ACrashMustRepeat) {
  const Stub stub;
  const std::string file = testing::TempDir() + "wgcts_crashed_" + std::to_string(getpid());
  WorkerSetup setup = stub_setup();
  setup.command.insert(
      setup.command.begin(),
      {"/bin/sh", "-c",
       fmt::format(R"([ -e {0} ] && exec "$0" "$@"; : > {0}; echo '{{"event": "hello"}}'; )"
                   R"(echo '{{"event": "at", "stage": "devices", "platform": "Stub"}}'; kill -SEGV $$)",
                   file)});
  const Discovery found = discover(setup);
  std::filesystem::remove(file);
  EXPECT_FALSE(found.death);
  EXPECT_EQ(found.devices.size(), 1U);
  EXPECT_EQ(found.remarks, (std::vector<std::string>{
                               "the devices were listed again, without sorting the platforms: the worker "
                               "was killed by SIGSEGV while listing the devices"}));
}

// Another vendor's driver is not the driver under test.
TEST(Discovery, LeavesOutAPlatformThatCrashes) {
  {
    const Stub stub("platforms are 2; other_clGetDeviceIDs aborts");
    const Discovery found = discover(stub_setup());
    EXPECT_EQ(found.devices.size(), 1U);
    EXPECT_FALSE(found.death);
    EXPECT_EQ(found.remarks,
              (std::vector<std::string>{"the platform Other platform was left out: the worker was killed by "
                                        "SIGABRT while listing the devices"}));
  }
  const Stub stub("platforms are 2; clGetDeviceIDs aborts");
  const Discovery found = discover(stub_setup());
  EXPECT_TRUE(found.devices.empty());
  EXPECT_EQ(found.death.value().message, "the worker was killed by SIGABRT while listing the devices")
      << "no other platform has a device";
}

TEST(Worker, CallsNoOtherPlatform) {
  for (const char* misbehaves : {"aborts", "hangs"}) {
    const DeviceFacts device = stub_device();
    const Stub stub(fmt::format("platforms are 2; other_clGetDeviceIDs {}", misbehaves));
    const Outcomes outcomes = judge_cases(stub_setup(1), device, {1, {probed}}, {[](const CaseResult&) {}});
    EXPECT_EQ(outcomes.results.at(0).verdict, Verdict::Pass) << outcomes.results[0].message;
    EXPECT_TRUE(outcomes.remarks.empty() && outcomes.worker_failures.empty());
  }
}

TEST(Discovery, AnEndBeforeItBeginsIsNotTheDriversFault) {
  for (const char* end : {"exit 0", "kill -SEGV $$"}) {
    const std::string script = std::string(R"(echo '{"event": "hello"}'; read order; )") + end;
    EXPECT_EQ(discover({{"/bin/sh", "-c", script}, 20}).death.value().verdict, Verdict::NotRun) << end;
  }
}

// While the devices are listed, the machine may be at fault as in a case.
TEST(Discovery, DoesNotBlameTheDriverForTheMachine) {
  const struct {
    const char* end;
    Verdict verdict;
  } rows[] = {{"kill -SEGV $$", Verdict::Crash},
              {"kill -KILL $$", Verdict::Crash},
              {"kill -TERM $$", Verdict::NotRun},
              {"kill -STOP $$", Verdict::NotRun},
              {"echo 'wgcts worker: it ended under a limit of the machine: memory' >&2; kill -ABRT $$",
               Verdict::NotRun}};
  for (const auto& [end, verdict] : rows) {
    const std::string events =
        R"(echo '{"event": "hello"}'; echo '{"event": "alive"}'; echo '{"event": "at", "stage": "devices"}'; )";
    EXPECT_EQ(discover({{"/bin/sh", "-c", events + end}, 1}).death.value().verdict, verdict) << end;
  }
}

// One crash is no verdict, and the next attempts say nothing.
TEST(Discovery, ACrashBeforeOutsideKillsIsNoVerdict) {
  const std::string crashed = testing::TempDir() + "wgcts_crashed_" + std::to_string(getpid());
  const std::string script =
      R"(echo '{"event": "hello"}'; read order; echo '{"event": "at", "stage": "devices", "platform": "P"}'; )";
  rmdir(crashed.c_str());
  const Discovery found =
      discover({{"/bin/sh", "-c", script + "mkdir " + crashed + " && kill -SEGV $$; kill -TERM $$"}, 20});
  rmdir(crashed.c_str());
  EXPECT_EQ(found.death.value().verdict, Verdict::NotRun) << found.death->message;
}

// As `ssh -n` and a shell's `worker &` do. No driver is loaded yet.
TEST(Discovery, ALauncherThatDoesNotForwardOrdersIsReported) {
  const Stub stub("clGetDeviceIDs aborts");
  WorkerSetup setup = stub_setup();
  setup.launcher = "no input";
  setup.command.insert(setup.command.begin(), {"/bin/sh", "-c", "exec \"$0\" \"$@\" </dev/null"});
  try {
    (void)discover(setup);
    FAIL() << "the worker receives no order";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(
        std::string(error.what()),
        "the launcher 'no input' ended with exit code 0, but its worker received no order; a launcher must "
        "forward standard input and output");
  }
  setup.command.at(2) = "exec \"$0\" \"$@\"";
  EXPECT_EQ(discover(setup).death.value().message,
            "the worker was killed by SIGABRT while listing the devices");
}

// Whole runs. In each, one of the run's queries fails.
TEST(Run, EndsCleanlyWhicheverQueryFails) {
  const std::vector<Case> cases{probed, parse_case("any.int.2d.5x3.solo").value(),
                                parse_case("scan_inclusive_min.half.1d.64.chain").value(),
                                parse_case("broadcast.long.3d.2x3x4.chain").value()};
  const auto judge = [&](std::set<std::string>* asked, const std::string& script) {
    const Stub stub(script);
    const Discovery found = discover(stub_setup());
    EXPECT_EQ(found.devices.size(), 1U) << script;
    EXPECT_FALSE(found.death) << script;
    if (found.devices.empty()) return std::pair{DeviceFacts{}, Outcomes{}};
    Outcomes outcomes = judge_cases(stub_setup(), found.devices[0], {1, cases}, {[](const CaseResult&) {}});
    if (asked != nullptr)
      for (const std::string& what : stub.asked())
        if (what.starts_with("CL_") && !what.starts_with("CL_PLATFORM_E") &&
            !what.starts_with("CL_PLATFORM_I"))
          asked->insert(what);
    return std::pair{found.devices[0], std::move(outcomes)};
  };
  std::set<std::string> asked;
  for (const CaseResult& result : judge(&asked, "").second.results) EXPECT_EQ(result.verdict, Verdict::Pass);
  EXPECT_GE(asked.size(), 23U);
  for (const std::string& query : asked) {
    const auto [device, outcomes] = judge(nullptr, query + " fails -30");
    const bool noted =
        std::ranges::find(device.query_errors, query, &Reason::query) != device.query_errors.end();
    bool told = noted;
    for (const CaseResult& result : outcomes.results) {
      // A device must answer queries of its kernels (WGC.LA.1), and a 3.0 device the queries about
      // collectives (WGC.AV.4, WGC.AV.8, WGC.AV.9). Any other failed query may be a lack of the device.
      const bool refused = query.starts_with("CL_KERNEL_") && result.verdict == Verdict::LaunchError;
      const bool mandatory = query.starts_with("CL_DEVICE_OPENCL_C_") ||
                             query == "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT";
      const bool accused = mandatory && result.failure && result.failure->check == "queries";
      EXPECT_TRUE(refused || accused || result.verdict == Verdict::Pass || result.verdict == Verdict::Skip)
          << query << ": " << result.message;
      if (accused) told |= result.failure->message.find(query) != std::string::npos;
      if (result.reason) told |= result.reason->query.find(query) != std::string::npos;
      told |= result.message.find(query) != std::string::npos;
    }
    EXPECT_TRUE(told) << query;
  }
}

}  // namespace
}  // namespace wgcts::harness
