// Jobs on the stub, which refuses, gives too little, or answers oddly.
#include "harness/driver/runner.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cfenv>
#include <limits>
#include <map>
#include <thread>

#include "harness/driver/device_query.hpp"
#include "harness/driver/device_run.hpp"
#include "harness/driver/drivers.hpp"
#include "system/backtrace.hpp"
#include "tests/harness/driver/stub.hpp"

namespace wgcts::harness {
namespace {

/// A clock on which everything takes a second, but the first build this many.
Clock clock_with_build_of(long seconds) {
  return [now = 0L, seconds]() mutable {
    now += now == 1 ? seconds : 1;
    return std::chrono::steady_clock::time_point{} + std::chrono::seconds(now);
  };
}

/// The number of times that a launch is repeated depends only on this clock, not on this machine.
Runner stub_runner(std::optional<Implementation> implementation = {}, Clock clock = clock_with_build_of(1)) {
  const cl::Device device = all_devices().devices.at(0);
  return {device, query_facts(device), 1, default_memory, std::move(implementation), std::move(clock)};
}

Runner runner_with_slow_compiler() { return stub_runner({}, clock_with_build_of(1000)); }

Job job_of(std::initializer_list<const char*> ids) {
  Job job;
  for (const char* id : ids) job.cases.push_back(parse_case(id).value());
  return job;
}

/// All reports of a run.
struct Told {
  Told() = default;
  /// Of a job with these cases.
  explicit Told(std::initializer_list<const char*> ids, Runner runner = stub_runner()) {
    runner.run(job_of(ids), listener(), progress);
  }

  std::map<std::string, CaseResult> results;
  std::map<std::string, std::string> defects;
  std::vector<Stage> stages;
  std::function<void(const Case&, const RawOutput&)> output;
  Progress progress{[this](Stage stage) { stages.push_back(stage); }};
  Listener listener() {
    return {[](Phase, const std::vector<Case>&) {},
            [this](const CaseResult& result) { results[name(result.the_case)] = result; },
            [](const Timing&) {},
            [this](const std::vector<Case>& cases, const std::string& why) {
              for (const Case& c : cases) defects[name(c)] = why;
            },
            [this](const std::vector<Case>& cases, const Refusal& refusal, Stage stage) {
              for (const Case& c : cases) results[name(c)] = {c, refusal.conclusion(stage)};
            },
            output};
  }
};

const char* const sum = "reduce_add.int.1d.33.chain";
const char* const scan = "scan_exclusive_max.int.2d.5x3.solo";

TEST(Runner, JudgesTheResults) {
  const Stub stub;
  Told told({sum, scan, "broadcast.int.3d.2x3x4.chain.offset"});
  EXPECT_EQ(told.results.size(), 3U);
  for (const auto& [id, result] : told.results) {
    EXPECT_EQ(result.verdict, Verdict::Pass) << id << (result.failure ? result.failure->message : "");
    EXPECT_FALSE(result.data_reduced) << id;
  }
  EXPECT_TRUE(told.defects.empty());
}

// Only the driver's stages count as the driver's time. Each stage is reported before it begins.
TEST(Runner, ReportsItsStages) {
  const Stub stub;
  Told told({sum});
  EXPECT_EQ(told.stages,
            (std::vector{Stage::Data, Stage::Build, Stage::Build, Stage::Create, Stage::Data, Stage::Data,
                         Stage::Create, Stage::Data, Stage::Buffers, Stage::Launch, Stage::Launch,
                         Stage::Read, Stage::Data, Stage::Buffers, Stage::Judge, Stage::Judge}));
}

std::size_t launched(const Stub& stub) {
  return static_cast<std::size_t>(std::ranges::count(stub.asked(), "clEnqueueNDRangeKernel"));
}

// Races show only sometimes. On a GPU with a long compile time launches are repeated, and one wrong launch is
// a failure.
TEST(Runner, ALaunchThatIsWrongOnceIsWrong) {
  for (const int wrong : {1, 2, 5}) {
    const Stub stub("CL_DEVICE_TYPE is 4; clEnqueueNDRangeKernel#" + std::to_string(wrong) + " skips");
    Told told({sum}, runner_with_slow_compiler());
    EXPECT_EQ(launched(stub), 5U);
    const CaseResult& result = told.results.at(sum);
    EXPECT_EQ(result.verdict, Verdict::Fail);
    const std::string seen =
        "of 5 launches on the same data number " + std::to_string(wrong) + " is wrong and number ";
    EXPECT_NE(result.failure->message.find(seen), std::string::npos) << result.failure->message;
  }
}

// Results may legally differ between launches, such as sums that round.
TEST(Runner, LegalDifferencesHideNoWrongLaunch) {
  std::string script = "CL_DEVICE_TYPE is 4; clEnqueueNDRangeKernel#5 skips";
  for (const char* launch : {"2", "3", "4"})
    script += std::string("; clEnqueueNDRangeKernel#") + launch + " answers " + launch;
  const Stub stub(script);
  Told told({"any.int.1d.33.solo"}, runner_with_slow_compiler());
  const CaseResult& result = told.results.at("any.int.1d.33.solo");
  ASSERT_EQ(result.verdict, Verdict::Fail);
  EXPECT_NE(result.failure->message.find("number 5 is wrong"), std::string::npos) << result.failure->message;
}

TEST(Runner, LaunchesOnceIfCompilingIsFast) {
  const Stub stub("CL_DEVICE_TYPE is 4");
  Told told({sum});
  EXPECT_EQ(launched(stub), 1U);
}

TEST(Runner, EqualLaunchesAreReportedOnce) {
  const Stub stub("CL_DEVICE_TYPE is 4");
  Told told({sum, scan}, runner_with_slow_compiler());
  EXPECT_EQ(launched(stub), 10U);
  for (const char* id : {sum, scan}) EXPECT_EQ(told.results.at(id).verdict, Verdict::Pass) << id;
}

/// The refusal of the job, with its stage.
struct Refused {
  bool worker_ends = false;
  std::string what, log;
  Verdict verdict = Verdict::Pass;
  Stage stage{};
  std::size_t calls = 0;  ///< of the function that refused
  cl_int error = CL_SUCCESS;
};
Refused refused_by(const std::string& script, const std::string& entry, const char* id = sum,
                   Clock clock = clock_with_build_of(1)) {
  const Stub stub(script);
  Runner runner = stub_runner({}, std::move(clock));
  Told told;
  Refused refused;
  try {
    runner.run(job_of({id}), told.listener(), told.progress);
    if (const CaseResult& result = told.results[id]; result.verdict == Verdict::LaunchError)
      refused = {false, result.message, result.log, result.verdict, result.stage.value()};
  } catch (const Refusal& refusal) {
    refused = {true, refusal.what(), refusal.log, refusal.verdict, told.progress.stage(), 0, refusal.error};
  }
  refused.calls = static_cast<std::size_t>(std::ranges::count(stub.asked(), entry));
  return refused;
}

TEST(Runner, ARefusedLaunchIsNotRepeated) {
  for (const auto& [entry, stage] : {std::pair{"clEnqueueNDRangeKernel", Stage::Launch},
                                     {"clFinish", Stage::Launch},
                                     {"clEnqueueReadBuffer", Stage::Read}}) {
    const Refused refused = refused_by(std::string(entry) + "#1 fails -5", entry);
    EXPECT_EQ(refused.verdict, Verdict::LaunchError) << entry;
    EXPECT_EQ(refused.what, std::string(entry) + " returned CL_OUT_OF_RESOURCES");
    EXPECT_EQ(refused.stage, stage) << entry;
    EXPECT_EQ(refused.calls, 1U) << entry;
  }
}

// The same launch has run, so neither less data nor a skip for lack of local memory is the answer. Both would
// hide wrong results of the launches before.
TEST(Runner, ARefusedRepetitionIsARefusal) {
  for (const auto& [error, id] : {std::pair{"-4", sum}, {"-5", "reduce_add.int.1d.99.twice"}}) {
    const std::string fails = std::string(" fails ") + error;
    const Refused refused = refused_by(
        "CL_DEVICE_TYPE is 4; clEnqueueNDRangeKernel#2" + fails + "; clEnqueueNDRangeKernel#4" + fails,
        "clEnqueueNDRangeKernel", id, clock_with_build_of(1000));
    EXPECT_TRUE(refused.worker_ends) << id;
    EXPECT_EQ(refused.verdict, Verdict::LaunchError) << id;
    EXPECT_EQ(refused.calls, 2U) << id;
  }
}

// Judging may take long. The time until it is done is not the driver's.
TEST(Runner, ARefusalWaitsForTheJudgeInAStageOfTheSuite) {
  const Stub stub("clFinish#2 fails -5");
  Runner runner = stub_runner();
  Told told;
  std::size_t stages_before = 0;
  told.output = [&](const Case&, const RawOutput&) {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    stages_before = told.stages.size();
  };
  EXPECT_THROW(runner.run(job_of({sum, scan}), told.listener(), told.progress), Refusal);
  ASSERT_EQ(told.stages.size(), stages_before + 1);
  EXPECT_EQ(told.stages[stages_before - 1], Stage::Judge);
  EXPECT_EQ(told.progress.stage(), Stage::Launch) << "the refusal is told with its stage";
}

// A driver may change the rounding of threads that call it, or flush their subnormals. Here each launch is
// rounded correctly, the first one before the change.
TEST(Runner, ADriversRoundingIsNotThatOfTheJudge) {
  const char* sums = "reduce_add.float.1d.33.chain";
  const auto verdict_of = [&](const char* script) {
    const Stub stub(script);
    Told told({sums});
    system::note_suites_work(false);  // as after an order: back to the driver's rounding
    std::fesetround(FE_TONEAREST);
    return told.results.at(sums).verdict;
  };
  EXPECT_EQ(verdict_of("clFinish rounds to zero"), Verdict::Pass);
  EXPECT_EQ(verdict_of("clBuildProgram rounds to zero"), Verdict::Fail) << "its sums are rounded to zero";
}

// On PoCL 7.1 a launch can fail although all its calls succeed. Only its event tells.
TEST(Runner, ALaunchThatFailsOnTheDeviceIsRefused) {
  for (const char* variant : {"", ".relaunched", ".unordered", ".threads"}) {
    const std::string id = sum + std::string(variant);
    const Refused refused = refused_by("launch_of_33 fails -1", "clEnqueueReadBuffer", id.c_str());
    EXPECT_EQ(refused.verdict, Verdict::LaunchError) << id;
    EXPECT_EQ(refused.what, "the event of clEnqueueNDRangeKernel returned CL_DEVICE_NOT_FOUND") << id;
    EXPECT_EQ(refused.stage, Stage::Launch) << id;
    EXPECT_EQ(refused.calls, 0U) << id;
  }
  const Refused repeated = refused_by("CL_DEVICE_TYPE is 4; launch_of_33#3 fails -5",
                                      "clEnqueueNDRangeKernel", sum, clock_with_build_of(1000));
  EXPECT_EQ(repeated.what, "the event of clEnqueueNDRangeKernel returned CL_OUT_OF_RESOURCES");
  EXPECT_EQ(repeated.calls, 3U);
}

// A worker whose device still works continues after such a launch, so that the other launches need no new
// process. Another program may be at fault for a lack of resources.
TEST(Runner, ARefusedLaunchIsReported) {
  const char *refused = "reduce_add.int.1d.33.chain", *beside = "scan_exclusive_max.int.1d.33.chain",
             *other = "reduce_add.int.1d.7.chain";
  for (const char* script : {"launch_of_33 fails -1", "clEnqueueNDRangeKernel#1 fails -56"}) {
    const Stub stub(script);
    Told told({refused, beside, other});
    for (const char* id : {refused, beside}) {
      EXPECT_EQ(told.results[id].verdict, Verdict::LaunchError) << id << script;
      EXPECT_EQ(told.results[id].stage, Stage::Launch);
    }
    EXPECT_EQ(told.results[other].verdict, Verdict::Pass) << script;
  }
  const char* solo = "reduce_add.int.1d.33.solo";
  EXPECT_EQ(refused_by("clEnqueueReadBuffer fails -36", "", solo).stage, Stage::Read);
  for (const char* script :
       {"launch_of_33 fails -5", "launch_of_33 fails -1; clEnqueueWriteBuffer#3+ fails -36"})
    EXPECT_TRUE(refused_by(script, "", solo).worker_ends) << script;
}

// A limit of the machine may be the reason. The worker then ends and names it.
TEST(Runner, AFailedLaunchAtALimitOfTheMachineIsNotReported) {
  EXPECT_FALSE(refused_by("launch_of_33 fails -1", "", "reduce_add.int.1d.33.solo").worker_ends);
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const int next = dup(STDERR_FILENO);
  close(next);
  const rlimit reached{static_cast<rlim_t>(next), before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &reached), 0);
  const Refused refused = refused_by("launch_of_33 fails -1", "", "reduce_add.int.1d.33.solo");
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_TRUE(refused.worker_ends);
}

// An event that does not answer proves nothing.
TEST(Runner, AFailedEventQueryIsNoRefusal) {
  const Refused refused = refused_by("clGetEventInfo fails -30", "clGetEventInfo");
  EXPECT_EQ(refused.what, "");
  EXPECT_NE(refused.calls, 0U);
}

TEST(Runner, ARefusedBuildHasItsLog) {
  const Refused refused = refused_by("clBuildProgram fails -11", "clBuildProgram");
  EXPECT_EQ(refused.verdict, Verdict::BuildError);
  EXPECT_EQ(refused.what, "clBuildProgram with -cl-std=CL3.0 returned CL_BUILD_PROGRAM_FAILURE");
  EXPECT_NE(refused.log.find("stub: no such program"), std::string::npos);
  EXPECT_EQ(refused.stage, Stage::Build);
  const Refused dumb =
      refused_by("clBuildProgram fails -11; CL_PROGRAM_BUILD_LOG fails -30", "clBuildProgram");
  EXPECT_EQ(dumb.verdict, Verdict::BuildError);
  EXPECT_EQ(dumb.log, "CL_PROGRAM_BUILD_LOG: CL_INVALID_VALUE");
  const Refused kernelless = refused_by("clCreateKernel fails -46", "clCreateKernel");
  EXPECT_EQ(kernelless.verdict, Verdict::BuildError);
  EXPECT_EQ(kernelless.stage, Stage::Create);
}

// A good build needs no log.
TEST(Runner, AFailedLogQueryIsNoRefusal) {
  EXPECT_EQ(refused_by("CL_PROGRAM_BUILD_LOG fails -30", "clBuildProgram").what, "");
}

TEST(Runner, AContextThatIsRefusedIsARefusal) {
  const Stub stub("clCreateContext fails -6");
  EXPECT_THROW(stub_runner(), Refusal);
}

// Without CL_CONTEXT_PLATFORM the platform is implementation-defined, and may be invalid.
TEST(Runner, EachContextHasItsPlatform) {
  const Stub stub("contexts need platforms");
  for (const char* id : {sum, "reduce_add.int.1d.33.chain.partition"}) {
    Told told({id});
    EXPECT_EQ(told.results[id].verdict, Verdict::Pass) << id;
  }
  const cl::Device device = all_devices().devices.at(0);
  Progress progress([](Stage) {});
  EXPECT_FALSE(definitions(device, query_facts(device), {.file = "empty.cl"}, progress).empty());
}

// A refused buffer leads to less data, which is reported. The next launch gets all its data.
TEST(Runner, ARefusedBufferShrinksTheDataOfThatLaunchAlone) {
  Runner runner = [] {
    const Stub stub;
    return stub_runner();
  }();
  for (const char* script : {"clCreateBuffer#1 fails -4", "clCreateBuffer#1 fails -5",
                             "clEnqueueFillBuffer#1 fails -5", "clEnqueueNDRangeKernel#1 fails -4"}) {
    const Stub stub(script);
    Told told;
    runner.run(job_of({sum, scan}), told.listener(), told.progress);
    ASSERT_EQ(told.results.size(), 2U) << script;
    EXPECT_EQ(told.results[sum].verdict, Verdict::Pass) << script;
    EXPECT_EQ(told.results[sum].data_reduced, default_memory / 2 / 8) << script;
    EXPECT_EQ(told.results[scan].verdict, Verdict::Pass) << script;
    EXPECT_FALSE(told.results[scan].data_reduced) << script;
  }
}

// Some situations have several launches, each with its own buffers. A refusal before the first launch is that
// of a buffer.
TEST(Runner, TheBuffersOfSeveralLaunchesMayBeRefused) {
  for (const auto& [script, variant] : {std::pair{"clCreateBuffer#5 fails -5", ".unordered"},
                                        {"clCreateBuffer#6 fails -5", ".threads"},
                                        {"clEnqueueFillBuffer#3 fails -5", ".relaunched"},
                                        {"clFinish#1 fails -5", ".unordered"}}) {
    const std::string id = sum + std::string(variant);
    const Stub stub(script);
    Told told({id.c_str()});
    EXPECT_EQ(told.results[id].verdict, Verdict::Pass) << script << variant << told.results[id].message;
    EXPECT_TRUE(told.results[id].data_reduced) << script << variant;
  }
}

// Launches in flight together have different data. If one gets the results of another, a judged one is wrong.
TEST(Runner, ALaunchWithTheResultsOfAnotherIsWrong) {
  for (const char* variant : {".unordered", ".threads"}) {
    const std::string id = sum + std::string(variant);
    const Stub stub("clEnqueueNDRangeKernel#2+ repeats");
    Told told({id.c_str()});
    ASSERT_EQ(told.results[id].verdict, Verdict::Fail) << id;
    EXPECT_TRUE(std::ranges::count(told.results[id].clauses, "WGC.LA.6")) << id;
  }
}

// The stride is the fourth of six arguments. It differs in the launch before.
TEST(Runner, ALaunchWithAScalarOfTheLaunchBeforeIsWrong) {
  const std::string relaunched = sum + std::string(".relaunched");
  const Stub stub("clSetKernelArg#10 skips");
  Told told({relaunched.c_str(), "scan_exclusive_max.int.1d.33.chain.relaunched"});
  const auto fails = [](const auto& result) { return result.second.verdict == Verdict::Fail; };
  EXPECT_TRUE(std::ranges::any_of(told.results, fails)) << "the first stream has the same place";
}

// CL_DEVICE_GLOBAL_MEM_SIZE is the memory of all buffers together.
TEST(Runner, TheBuffersOfALaunchFitIntoTheDevice) {
  const Stub stub(
      "CL_DEVICE_GLOBAL_MEM_SIZE is 1000000; CL_DEVICE_MAX_MEM_ALLOC_SIZE is 1000000; "
      "memory takes 1000000");
  for (const char* variant : {"", ".unordered", ".threads", ".relaunched"}) {
    const std::string id = "reduce_add.int.1d.256.chain" + std::string(variant);
    Told told({id.c_str()});
    EXPECT_EQ(told.results[id].verdict, Verdict::Pass) << variant << told.results[id].message;
    EXPECT_FALSE(told.results[id].data_reduced) << variant;
  }
}

// If the driver chooses the local size, each work-item may be a work-group, with its own sources of
// broadcasts. No buffer may exceed CL_DEVICE_MAX_MEM_ALLOC_SIZE.
TEST(Runner, TheSourcesOfBroadcastsFitIntoABuffer) {
  const Stub stub("CL_DEVICE_MAX_MEM_ALLOC_SIZE is 200000; buffers take 200000");
  const char* unsized = "reduce_add.int.1d.100.chain.unsized";
  Told told({unsized});
  EXPECT_NE(told.results[unsized].verdict, Verdict::LaunchError) << told.results[unsized].message;
  EXPECT_FALSE(told.results[unsized].data_reduced);
}

// The interpreter of a program is work of the suite, also after a refused buffer.
TEST(Runner, ARefusedBufferOfAProgramLeavesTheSuitesWorkToTheSuite) {
  const Stub stub("clCreateBuffer#1 fails -4");
  Told told({"program.uint.1d.3.18022"});
  const auto refused = std::ranges::find(told.stages, Stage::Buffers);
  ASSERT_NE(refused, told.stages.end());
  EXPECT_EQ(*(refused + 1), Stage::Data) << info(*(refused + 1)).name;
}

TEST(Runner, ADeviceWithoutBuffersIsReported) {
  const Stub stub("buffers take 16");
  Told told({sum});
  EXPECT_EQ(told.results[sum].verdict, Verdict::LaunchError);
  EXPECT_EQ(told.results[sum].stage, Stage::Buffers);
  // Another process may have more host memory.
  EXPECT_EQ(refused_by("clEnqueueFillBuffer fails -6", "clEnqueueFillBuffer").error, CL_OUT_OF_HOST_MEMORY);
}

// An exception of the suite affects no other case, and is no crash.
TEST(Runner, AnExceptionOfTheSuiteIsADefectOfItsCase) {
  const Stub stub;
  Runner runner = stub_runner();
  Told told;
  told.output = [](const Case& c, const RawOutput&) {
    if (name(c) == sum) throw std::bad_alloc();
  };
  const char* other = "reduce_min.int.1d.33.chain";
  runner.run(job_of({sum, other, scan}), told.listener(), told.progress);
  EXPECT_EQ(told.defects, (std::map<std::string, std::string>{{sum, "std::bad_alloc"}}));
  EXPECT_EQ(told.results.size(), 2U);
  for (const char* id : {other, scan}) EXPECT_EQ(told.results[id].verdict, Verdict::Pass) << id;
}

/// The reason for which the case is skipped with this script.
Reason skipped_for(const std::string& script, const char* id,
                   std::optional<Implementation> implementation = {}) {
  const Stub stub(script);
  Runner runner = stub_runner(std::move(implementation));
  Told told;
  runner.run(job_of({id}), told.listener(), told.progress);
  EXPECT_EQ(told.results[id].verdict, Verdict::Skip) << script;
  const auto& reason = told.results[id].reason;
  return reason ? *reason : Reason{};
}

// Each step may take as long as a build: a driver that is slow in all of them is not silent.
TEST(Runner, SaysThatItBuildsBeforeEachStepOfABuild) {
  const std::pair<const char*, std::ptrdiff_t> steps[] = {{"", 1}, {".linked", 3}, {".library", 4}};
  for (const auto& [variant, count] : steps) {
    const Stub stub;
    Runner runner = stub_runner();
    Told told;
    const std::string id = std::string("reduce_add.int.1d.33.chain") + variant;
    runner.run(job_of({id.c_str()}), told.listener(), told.progress);
    EXPECT_EQ(std::ranges::count(told.stages, Stage::Build), 1 + count) << id;
  }
}

// A failed query does not prove that the device lacks something. A skip would make the run look good.
TEST(Runner, AFailedKernelQueryIsARefusal) {
  const Refused refused = refused_by("CL_KERNEL_WORK_GROUP_SIZE fails -6", "CL_KERNEL_WORK_GROUP_SIZE");
  EXPECT_EQ(refused.verdict, Verdict::LaunchError);
  EXPECT_EQ(refused.what,
            "clGetKernelWorkGroupInfo of CL_KERNEL_WORK_GROUP_SIZE returned CL_OUT_OF_HOST_MEMORY");
  EXPECT_EQ(refused.stage, Stage::Create);
  EXPECT_EQ(refused.calls, 1U);
}

// The suite does not allocate again the local memory that the kernel itself uses (WGC.LA.9).
TEST(Runner, FillingLocalMemoryLeavesWhatTheKernelUses) {
  const char* brimful = "reduce_add.int.1d.33.chain.brimful";
  EXPECT_EQ(skipped_for("CL_KERNEL_LOCAL_MEM_SIZE is 65536", brimful).query, "CL_KERNEL_LOCAL_MEM_SIZE");
  EXPECT_EQ(refused_by("CL_KERNEL_LOCAL_MEM_SIZE fails -6", "CL_KERNEL_LOCAL_MEM_SIZE", brimful).what,
            "clGetKernelWorkGroupInfo of CL_KERNEL_LOCAL_MEM_SIZE returned CL_OUT_OF_HOST_MEMORY");
}

// Drivers may report any part of the host's memory as local. Each work-group fills it, so a limit keeps a
// case short. The stub refuses arguments of more than 4 MiB.
TEST(Runner, AKernelFillsALimitedPartOfALargeLocalMemory) {
  const char* brimful = "reduce_add.int.1d.33.chain.brimful";
  const Stub stub("CL_DEVICE_LOCAL_MEM_SIZE is 17179869184");
  Told told({brimful});
  EXPECT_EQ(told.results[brimful].verdict, Verdict::Pass);
}

TEST(Runner, NoLocalMemoryIsFilledIfItsSizeIsUnknown) {
  const Reason reason =
      skipped_for("CL_DEVICE_LOCAL_MEM_SIZE fails -30", "reduce_add.int.1d.33.chain.brimful");
  EXPECT_EQ(reason.query, "CL_DEVICE_LOCAL_MEM_SIZE");
  EXPECT_EQ(reason.answer, "CL_INVALID_VALUE");
}

// Both answers may change with the __local argument, so they are queried after it is set.
TEST(Runner, KernelLimitsAreQueriedAgainAfterLocalMemoryIsSet) {
  const char* twice = "reduce_add.int.1d.33.twice";
  EXPECT_EQ(skipped_for("CL_KERNEL_WORK_GROUP_SIZE#2+ is 16", twice).answer, "16");
  EXPECT_EQ(skipped_for("CL_KERNEL_LOCAL_MEM_SIZE is 70000", twice).query, "CL_KERNEL_LOCAL_MEM_SIZE");
  EXPECT_EQ(refused_by("CL_KERNEL_LOCAL_MEM_SIZE fails -6", "CL_KERNEL_LOCAL_MEM_SIZE", twice).what,
            "clGetKernelWorkGroupInfo of CL_KERNEL_LOCAL_MEM_SIZE returned CL_OUT_OF_HOST_MEMORY");
}

// The driver may need local memory for a kernel that declares none.
TEST(Runner, AKernelMayNeedMoreLocalMemoryThanTheDeviceHas) {
  const Reason reason = skipped_for("CL_KERNEL_LOCAL_MEM_SIZE is 70000", sum);
  EXPECT_EQ(reason.query, "CL_KERNEL_LOCAL_MEM_SIZE");
  EXPECT_EQ(reason.answer, "70000, but CL_DEVICE_LOCAL_MEM_SIZE is 65536");
  EXPECT_EQ(
      refused_by("CL_KERNEL_LOCAL_MEM_SIZE is 70000; clFinish fails -5", "CL_KERNEL_LOCAL_MEM_SIZE").what,
      "");
  const Stub stub("CL_KERNEL_LOCAL_MEM_SIZE is 1000; CL_DEVICE_LOCAL_MEM_SIZE fails -30");
  Told told({sum});
  EXPECT_EQ(told.results[sum].verdict, Verdict::Pass) << "a failed query proves no lack";
}

// A limit of the machine or a process that does not end may be the reason, as for every refused call. The
// device lives on.
TEST(Runner, AKernelThatRefusesAQueryIsARefusedLaunch) {
  for (const char* query : {"CL_KERNEL_WORK_GROUP_SIZE", "CL_KERNEL_LOCAL_MEM_SIZE"})
    for (const char* id : {"program.uint.1d.3.18022", "reduce_add.int.1d.33.twice"}) {
      const Stub stub(std::string(query) + " fails -30");
      Told told({id});
      const CaseResult& result = told.results[id];
      EXPECT_EQ(result.verdict, Verdict::LaunchError) << id;
      EXPECT_EQ(result.stage, Stage::Create) << id;
      EXPECT_EQ(result.message,
                "clGetKernelWorkGroupInfo of " + std::string(query) + " returned CL_INVALID_VALUE");
    }
}

// Every call of a lost device fails. The worker then ends.
TEST(Runner, ALostDeviceDoesNotFailByAQuery) {
  const Refused refused = refused_by("CL_KERNEL_WORK_GROUP_SIZE fails -30; clCreateBuffer fails -33",
                                     "CL_KERNEL_WORK_GROUP_SIZE");
  EXPECT_EQ(refused.verdict, Verdict::LaunchError);
  EXPECT_EQ(refused.what, "clGetKernelWorkGroupInfo of CL_KERNEL_WORK_GROUP_SIZE returned CL_INVALID_VALUE");
}

// Program cases make the same queries. A failed query is no lack of the device.
TEST(Runner, AFailedKernelQueryOfAProgramIsARefusal) {
  for (const char* query : {"CL_KERNEL_WORK_GROUP_SIZE", "CL_KERNEL_LOCAL_MEM_SIZE"}) {
    const Refused refused = refused_by(std::string(query) + " fails -6", query, "program.uint.1d.3.18022");
    EXPECT_EQ(refused.verdict, Verdict::LaunchError) << query;
    EXPECT_EQ(refused.what,
              "clGetKernelWorkGroupInfo of " + std::string(query) + " returned CL_OUT_OF_HOST_MEMORY");
  }
}

// No legal choice of a size gives that, so it is no skip.
TEST(Runner, AWorkGroupIsNoLargerThanItsNDRange) {
  const char* unsized = "reduce_add.int.2d.5x3.chain.unsized";
  const Stub stub("clEnqueueReadBuffer skips");
  Told told({unsized, "reduce_add.int.2d.7x3.chain.unsized"});
  EXPECT_EQ(told.results.size(), 2U);
  for (const auto& [id, result] : told.results) {
    EXPECT_EQ(result.verdict, Verdict::Fail) << id;
    EXPECT_EQ(result.clauses, std::vector<std::string>{"WGC.LA.4"});
  }
  ASSERT_TRUE(told.results[unsized].failure);
  const std::string& message = told.results[unsized].failure->message;
  EXPECT_TRUE(message.starts_with(fmt::format("get_local_size(0) returned {}, but the global size is ",
                                              std::numeric_limits<std::size_t>::max())))
      << message;
}

// A work-item function has no value 0 for a size. The size is not guessed instead.
TEST(Runner, AReportedSizeOfZeroIsWrong) {
  const Stub stub("get_local_size is 0");
  const char* unsized = "reduce_add.int.1d.33.chain.unsized";
  const CaseResult result = Told({unsized}).results.at(unsized);
  ASSERT_EQ(result.verdict, Verdict::Fail);
  EXPECT_EQ(result.failure->clause, "WGC.LA.4");
  EXPECT_TRUE(result.failure->message.starts_with("get_local_size(0) returned 0, but the global size is "))
      << result.failure->message;
}

// The driver may choose another size each time. More and smaller work-groups need sources, too.
TEST(Runner, ADriverMayChooseASmallerLocalSizeInTheNextLaunch) {
  for (const char* id : {"broadcast.int.1d.64.solo.unsized", "broadcast.int.1d.64.chain.unsized"})
    for (const char* script : {"chosen_size#2 is 8", "chosen_size#1 is 64; chosen_size#2 is 8"}) {
      const Reason reason = skipped_for(script, id);
      EXPECT_EQ(reason.query, "local_work_size of NULL") << id << ": " << script;
      EXPECT_NE(reason.answer.find(" in one launch and 8 in the next"), std::string::npos) << reason.answer;
    }
}

// The first of two launches finds the driver's local size. If it is lost, no two sizes differ.
TEST(Runner, ALostLaunchWithoutALocalSizeIsWrong) {
  const Stub stub("clEnqueueNDRangeKernel#1 skips");
  const char* unsized = "reduce_add.int.1d.33.chain.unsized";
  const CaseResult result = Told({unsized}).results.at(unsized);
  ASSERT_EQ(result.verdict, Verdict::Fail) << (result.reason ? result.reason->answer : std::string());
  EXPECT_EQ(result.failure->clause, "WGC.LA.4");
}

// Each launch has a report of its own.
TEST(Runner, ARepeatedLaunchWithoutItsOffsetIsWrong) {
  const char* with_offset = "reduce_add.int.1d.33.chain.toldoffset";
  for (const char* script : {"", "; clEnqueueNDRangeKernel#3 repeats"}) {
    const Stub stub(std::string("CL_DEVICE_TYPE is 4") + script);
    const CaseResult result = Told({with_offset}, runner_with_slow_compiler()).results.at(with_offset);
    EXPECT_EQ(launched(stub), 5U);
    ASSERT_EQ(result.verdict, *script == 0 ? Verdict::Pass : Verdict::Fail)
        << (result.failure ? result.failure->message : std::string());
    if (result.failure) {
      EXPECT_TRUE(result.failure->message.starts_with("get_global_offset returned 0, "))
          << result.failure->message;
      EXPECT_NE(result.failure->message.find("number 3 is wrong"), std::string::npos);
    }
  }
}

// WGC.U.12: a kernel need not compile with every sub-group size that the device lists.
TEST(Runner, AKernelNeedNotCompileWithItsSubGroupSize) {
  const char* required = "reduce_add.int.1d.33.chain.subgroup16";
  for (const char* script : {"clBuildProgram#1 fails -11", "clCreateKernel#1 fails -46"}) {
    const Reason reason = skipped_for(script, required);
    EXPECT_EQ(reason.query, "intel_reqd_sub_group_size(16)") << script;
    EXPECT_NE(reason.answer.find("the kernel builds without it"), std::string::npos) << reason.answer;
  }
  EXPECT_EQ(skipped_for("clCompileProgram#1 fails -15", "reduce_add.int.1d.33.chain.subgroup16.linked").query,
            "intel_reqd_sub_group_size(16)");
  EXPECT_EQ(refused_by("clBuildProgram fails -11", "clBuildProgram", required).verdict, Verdict::BuildError)
      << "it does not build without the size either";
  EXPECT_EQ(refused_by("clBuildProgram#1 fails -11", "clBuildProgram").calls, 1U);
}

// The driver has built the program with the size, so the size is no reason to refuse its binary (WGC.BU.5).
TEST(Runner, ABinaryWithASubGroupSizeMustLoad) {
  const char *first = "reduce_add.int.1d.33.chain.subgroup16.reloaded",
             *second = "any.int.1d.33.solo.subgroup16.reloaded";
  for (const char* script : {"clCreateProgramWithBinary#1 fails -42", "clBuildProgram#2 fails -11"}) {
    const Refused refused = refused_by(script, "clCreateKernel", first);
    EXPECT_TRUE(refused.worker_ends) << script;
    EXPECT_EQ(refused.verdict, Verdict::BuildError) << script;
    EXPECT_EQ(refused.calls, 0U) << script << ": it is not built without the size";
  }
  EXPECT_EQ(skipped_for("clBuildProgram#1 fails -11", first).query, "intel_reqd_sub_group_size(16)");
  // The driver refuses the program, the first kernel, and the first binary of the second kernel.
  const Stub stub(
      "clCreateProgramWithBinary#1 fails -42; clBuildProgram#1 fails -11; clBuildProgram#2 fails -11");
  Told told({first, second});
  EXPECT_EQ(told.results[first].verdict, Verdict::Skip);
  EXPECT_EQ(told.results[second].verdict, Verdict::Pass);
}

// It says nothing about the size. The supervisor runs the case again.
TEST(Runner, ALackOfResourcesInABuildIsNoUnsupportedSubGroupSize) {
  for (const int error : {CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY, CL_MEM_OBJECT_ALLOCATION_FAILURE}) {
    const std::string script = fmt::format("clBuildProgram#1 fails {}", error);
    EXPECT_EQ(refused_by(script.c_str(), "clBuildProgram", "reduce_add.int.1d.33.chain.subgroup16").calls, 1U)
        << script;
    // The second build is that without the size, or that of one of two kernels. The scripts differ, because a
    // new script sets the counters to 0.
    const Refused without_size =
        refused_by(fmt::format("clBuildProgram#2 fails {}; clBuildProgram#1 fails -11", error),
                   "clBuildProgram", "reduce_add.int.1d.33.chain.subgroup16");
    EXPECT_EQ(without_size.error, error);
    EXPECT_EQ(without_size.calls, 2U);
    const Stub stub("clBuildProgram#1 fails -11; clBuildProgram#2 fails " + std::to_string(error));
    Told told;
    Runner runner = stub_runner();
    EXPECT_THROW(
        runner.run(job_of({"reduce_add.int.1d.33.chain.subgroup16", sum}), told.listener(), told.progress),
        Refusal);
    EXPECT_TRUE(told.results.empty());
  }
}

// Of the kernels of a program, only those are skipped that do not build with their size. The worker goes on.
TEST(Runner, OtherKernelsOfTheProgramKeepTheirSubGroupSize) {
  const char *first = "reduce_add.int.1d.33.chain.subgroup16", *second = "any.int.1d.33.solo.subgroup16";
  struct Script {
    const char* text;
    std::initializer_list<const char*> ids;
    std::vector<Verdict> verdicts;
    std::ptrdiff_t builds;
  };
  // Builds: the program, each kernel with its size, those that were refused without it, and what is left.
  // The scripts differ, because a new script sets the counters to 0.
  for (const auto& [text, ids, verdicts, builds] : std::initializer_list<Script>{
           {"clBuildProgram#1 fails -11; clBuildProgram#2 fails -11",
            {first, second, sum},
            {Verdict::Skip, Verdict::Pass, Verdict::Pass},
            5},
           {"clBuildProgram#1 fails -11; clBuildProgram#2 fails -11; clBuildProgram#3 fails -11",
            {first, sum, second},
            {Verdict::Skip, Verdict::Pass, Verdict::Skip},
            5},
           {"clBuildProgram#3 fails -11; clBuildProgram#2 fails -11; clBuildProgram#1 fails -11",
            {first, second},
            {Verdict::Skip, Verdict::Skip},
            4}}) {
    const Stub stub(text);
    Runner runner = stub_runner();
    Told told;
    runner.run(job_of(ids), told.listener(), told.progress);
    std::vector<Verdict> given;
    for (const char* id : ids) given.push_back(told.results[id].verdict);
    EXPECT_EQ(given, verdicts) << text;
    EXPECT_EQ(std::ranges::count(stub.asked(), "clBuildProgram"), builds) << text;
  }
}

// The kernel is refused for another reason than its size.
TEST(Runner, AProgramWhoseKernelsBuildOneByOneIsRefused) {
  for (const char* text : {"clBuildProgram#1 fails -11", "clBuildProgram fails -11"}) {
    const Stub stub(text);
    Runner runner = stub_runner();
    Told told;
    EXPECT_THROW(
        runner.run(job_of({"reduce_add.int.1d.33.chain.subgroup16", sum}), told.listener(), told.progress),
        Refusal)
        << text;
    EXPECT_EQ(told.progress.stage(), Stage::Build);
    EXPECT_TRUE(told.results.empty());
  }
}

// A wrong copy is not a wrong result of the collective beside it (WGC.CF.4). A combination names the row.
TEST(Runner, OtherStatementsAreJudgedApartFromTheCollective) {
  const auto judged = [](const char* script, const char* id) {
    const Stub stub(script);
    Told told({id});
    return told.results[id];
  };
  const char* both = "reduce_add.int.1d.33.chain.copying.arrays";
  for (const auto& [script, id, row, clause] :
       {std::tuple("told is 3", both, "(copying)", "WGC.CF.4"),
        {"told is 4", both, "(arrays)", "WGC.CF.4"},
        {"told is 3", "reduce_add.int.1d.33.chain.brimful", "(brimful)", "WGC.LA.9"}}) {
    const CaseResult result = judged(script, id);
    ASSERT_EQ(result.verdict, Verdict::Fail) << row;
    EXPECT_EQ(result.failure->clause, clause);
    EXPECT_EQ(result.failure->check, "other statements");
    EXPECT_EQ(result.failure->wrong, 0U);
    EXPECT_NE(result.failure->message.find(row), std::string::npos) << result.failure->message;
  }
  EXPECT_EQ(judged("", both).verdict, Verdict::Pass);
}

/// A script in which the launch is refused twice, and then another kernel runs. Each script is different,
/// because calls are counted until the script changes.
std::string refused_twice() {
  static int number = 0;
  return "clEnqueueNDRangeKernel#1 fails -5; clEnqueueNDRangeKernel#2 fails -5; unused fails " +
         std::to_string(++number);
}

// Before OpenCL 3.1, a launch may be refused for lack of local memory (WGC.LA.9). A form, a variant, a
// program or a file of builtins may declare it.
TEST(Runner, LocalMemoryMayRunOutBeforeOpenCL31) {
  const char* brimful = "reduce_add.int.1d.33.chain.brimful";
  const Reason reason = skipped_for(refused_twice(), brimful);
  EXPECT_EQ(reason.query, "clEnqueueNDRangeKernel");
  EXPECT_EQ(reason.answer, "CL_OUT_OF_RESOURCES");
  // It is tried again with the same data: less of it does not fit a large work-group.
  const std::string large = refused_twice() +
                            "; CL_DEVICE_MAX_WORK_GROUP_SIZE is 65536; CL_DEVICE_MAX_WORK_ITEM_SIZES is "
                            "65536; CL_KERNEL_WORK_GROUP_SIZE is 65536";
  EXPECT_EQ(skipped_for(large, "reduce_add.int.1d.max.chain.brimful").query, "clEnqueueNDRangeKernel");
  const char* with_local_arrays = "program.int.1d.4.19170";
  EXPECT_EQ(skipped_for(refused_twice(), with_local_arrays).query, "clEnqueueNDRangeKernel");
  const Implementation shares_memory{.file = "f.cl", .text = "int f(int);", .local_memory = 64};
  EXPECT_EQ(skipped_for(refused_twice(), sum, shares_memory).query, "clEnqueueNDRangeKernel");
  EXPECT_EQ(refused_by(refused_twice(), "clFinish").verdict, Verdict::LaunchError);
  // A leak, or another process, also refuses kernels that need no local memory.
  for (const std::string& script :
       {refused_twice() + "; CL_DEVICE_VERSION says OpenCL 3.1 stub",
        std::string("clEnqueueNDRangeKernel fails -54"), std::string("clFinish fails -5"),
        std::string("clEnqueueNDRangeKernel fails -5")})
    EXPECT_EQ(refused_by(script, "clFinish", brimful).verdict, Verdict::LaunchError) << script;
  // The resources may be free again at the next attempt, and there is only one.
  EXPECT_EQ(refused_by("clEnqueueNDRangeKernel#1 fails -5", "clEnqueueNDRangeKernel", brimful).calls, 2U);
  EXPECT_EQ(refused_by(refused_twice(), "clEnqueueNDRangeKernel", brimful).calls, 3U);
}

// A driver may also need local memory for the collectives. The local size is then a reason for a refusal,
// unless it is 1, or the driver chooses it. A driver that refuses every launch therefore fails.
TEST(Runner, ADriversOwnLocalMemoryMayRunOutBeforeOpenCL31) {
  const std::string refusal = "clEnqueueNDRangeKernel fails -5", uses = "; CL_KERNEL_LOCAL_MEM_SIZE is 1024";
  const char* program = "program.uint.1d.3.18022";
  for (const char* id : {sum, program})
    EXPECT_EQ(skipped_for(refused_twice() + uses, id).query, "clEnqueueNDRangeKernel") << id;
  EXPECT_EQ(refused_by(refused_twice() + uses, "clEnqueueNDRangeKernel").calls, 3U);
  for (const char* id : {"reduce_add.int.1d.1.chain", "reduce_add.int.1d.33.chain.unsized"})
    EXPECT_EQ(refused_by(refusal + uses, "", id).verdict, Verdict::LaunchError) << id;
  for (const std::string& script :
       {refusal, refusal + uses, refused_twice() + uses + "; CL_DEVICE_VERSION says OpenCL 3.1 stub",
        "clEnqueueNDRangeKernel fails -54" + uses, "clFinish fails -5" + uses,
        refusal + uses + "; clEnqueueWriteBuffer#5+ fails -36"})
    for (const char* id : {sum, program})
      EXPECT_EQ(refused_by(script, "", id).verdict, Verdict::LaunchError) << id << ": " << script;
}

// No kernel writes behind its report to the host.
TEST(Runner, AWriteBehindTheReportFails) {
  const char* copying = "reduce_add.int.1d.33.chain.copying";
  for (const std::size_t word : {told_words, told_words + canary_elements - 1}) {
    const auto script = fmt::format("told is {}", word);
    const Stub stub(script);
    Told told({copying});
    const CaseResult& result = told.results[copying];
    ASSERT_EQ(result.verdict, Verdict::Fail) << script;
    EXPECT_EQ(result.failure->check, "canary");
    EXPECT_EQ(result.failure->clause, "WGC.ME.1");
  }
}

// Of three compute units, each of three parts has one.
TEST(Runner, ASubDeviceIsUsedLikeADevice) {
  const char* on_part = "reduce_add.int.1d.33.chain.partition";
  for (const char* units : {"1", "2", "3", "5"}) {
    const Stub stub("CL_DEVICE_MAX_COMPUTE_UNITS is " + std::string(units));
    Told told({on_part});
    EXPECT_EQ(told.results[on_part].verdict, Verdict::Pass) << units;
  }
}

// WGC.LA.7: a device that can be partitioned need not support each number of compute units.
TEST(Runner, ADeviceNeedNotSupportEachPartition) {
  const char* on_part = "reduce_add.int.1d.33.chain.partition";
  for (const auto& [error, name] :
       {std::pair{"-18", "CL_DEVICE_PARTITION_FAILED"}, {"-30", "CL_INVALID_VALUE"}}) {
    const Reason reason = skipped_for("clCreateSubDevices fails " + std::string(error), on_part);
    EXPECT_EQ(reason.query, "clCreateSubDevices");
    EXPECT_EQ(reason.answer, name);
  }
  const Refused refused = refused_by("clCreateSubDevices fails -33", "clCreateSubDevices", on_part);
  EXPECT_EQ(refused.verdict, Verdict::LaunchError);
  EXPECT_EQ(refused.what, "clCreateSubDevices returned CL_INVALID_DEVICE");
  EXPECT_EQ(refused_by("clCreateSubDevices skips", "clCreateSubDevices", on_part).what,
            "clCreateSubDevices returned no sub-device");
}

// clCreateContext may find that a device is "currently not available", because another program has it.
TEST(Runner, ASubDeviceThatIsNotAvailableIsASkip) {
  const char* on_part = "reduce_add.int.1d.33.chain.partition";
  const std::string units = "CL_DEVICE_MAX_COMPUTE_UNITS is 2; ";
  const Reason reason = skipped_for(units + "context_on_2 fails -2", on_part);
  EXPECT_EQ(reason.query, "clCreateContext of a sub-device");
  EXPECT_EQ(reason.answer, "CL_DEVICE_NOT_AVAILABLE");
}

// The first one often works as the whole device does.
TEST(Runner, UsesTheLastSubDevice) {
  const char* on_part = "reduce_add.int.1d.33.chain.partition";
  const std::string units = "CL_DEVICE_MAX_COMPUTE_UNITS is 2; ";
  {
    const Stub stub(units + "context_on_1 fails -33");
    Told told({on_part});
    EXPECT_EQ(told.results[on_part].verdict, Verdict::Pass);
  }
  EXPECT_EQ(refused_by(units + "context_on_2 fails -33", "clCreateContext", on_part).verdict,
            Verdict::LaunchError);
}

// A driver may use an older offset if it gets none.
TEST(Runner, APlainLaunchPassesNoOffsetAndOthersPassZeros) {
  const std::pair<const char*, const char*> rows[] = {
      {"no_offset fails -5", "reduce_add.int.1d.33.chain"},
      {"given_offset fails -5", "reduce_add.int.1d.33.chain.relaunched"}};
  for (const auto& [fails, id] : rows)
    for (const auto& [unused, other] : rows) {
      if (id == other) {
        EXPECT_EQ(refused_by(fails, "clEnqueueNDRangeKernel", id).verdict, Verdict::LaunchError) << id;
      } else {
        const Stub stub(fails);
        Told told({other});
        EXPECT_EQ(told.results[other].verdict, Verdict::Pass) << other;
      }
    }
}

// A device may accept only SPIR-V 1.2. The stub refuses modules of versions that it does not list.
TEST(Runner, AModuleHasAVersionThatTheDeviceAccepts) {
  const char* module = "reduce_add.int.1d.33.chain.il";
  for (const char* listed : {"SPIR-V_1.2", "SPIR-V_1.0 SPIR-V_1.1", "SPIR-V_1.4 SPIR-V_1.3"})
    EXPECT_EQ(
        refused_by("CL_DEVICE_IL_VERSION says " + std::string(listed), "clCreateProgramWithIL", module).what,
        "")
        << listed;
}

}  // namespace
}  // namespace wgcts::harness
