// OpenCL functions that the loader or the driver lacks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>

#include "harness/process/discovery.hpp"
#include "harness/process/worker_connection.hpp"
#include "harness/schedule/schedule.hpp"
#include "system/library.hpp"
#include "tests/harness/driver/stub.hpp"

namespace wgcts::harness {
namespace {

namespace fs = std::filesystem;

/// A folder with the machine's loader, in which one function has another name.
class OldLoader {
 public:
  explicit OldLoader(const std::string& function) {
    const system::Library loader("libOpenCL.so.1");
    std::ifstream file(system::file_of(loader.symbol("clGetPlatformIDs")), std::ios::binary);
    std::string bytes{std::istreambuf_iterator(file), {}};
    const std::string name = '\0' + function + '\0';
    for (std::size_t at = 0; (at = bytes.find(name, at)) != std::string::npos;) bytes.at(at + 1) = 'x';
    std::ofstream(folder_ / "libOpenCL.so.1", std::ios::binary) << bytes;
  }
  OldLoader(const OldLoader&) = delete;
  OldLoader& operator=(const OldLoader&) = delete;
  ~OldLoader() { fs::remove_all(folder_); }

  WorkerSetup setup() const {
    WorkerSetup setup = stub_setup();
    setup.command.insert(setup.command.begin(), {"/usr/bin/env", "LD_LIBRARY_PATH=" + folder_.string()});
    return setup;
  }
  Reason reason(const std::string& function) const {
    return {"OpenCL loader", fmt::format("{} has no {}", (folder_ / "libOpenCL.so.1").string(), function)};
  }

 private:
  static fs::path new_folder() {
    std::string name = testing::TempDir() + "wgcts_loader_XXXXXX";
    return mkdtemp(name.data());
  }

  fs::path folder_ = new_folder();
};

Outcomes outcomes_of(const WorkerSetup& setup, std::initializer_list<const char*> ids) {
  const DeviceFacts device = discover(setup).devices.at(0);
  Request request;
  for (const char* id : ids) request.cases.push_back(parse_case(id).value());
  return judge_cases(setup, device, request, {[](const CaseResult&) {}});
}

// The loader is not the driver. Cases that do without the function are judged.
TEST(EntryPoints, AFunctionThatTheLoaderLacksIsASkip) {
  const Stub stub(
      "CL_DEVICE_SVM_CAPABILITIES is 1; CL_DEVICE_PARTITION_PROPERTIES is 4230; "
      "CL_DEVICE_PARTITION_MAX_SUB_DEVICES is 2; CL_DEVICE_LINKER_AVAILABLE is 1; "
      "CL_DEVICE_IL_VERSION says SPIR-V_1.2");
  const std::string plain = "reduce_add.int.1d.1.chain";
  for (const auto& [function, variant] : {std::pair{"clCloneKernel", "cloned"},
                                          {"clSVMAlloc", "svm"},
                                          {"clCreateSubDevices", "partition"},
                                          {"clLinkProgram", "linked"},
                                          {"clCompileProgram", "library"},
                                          {"clGetProgramInfo", "reloaded"},
                                          {"clCreateProgramWithIL", "il"}}) {
    const OldLoader loader(function);
    const Outcomes outcomes = outcomes_of(loader.setup(), {(plain + "." + variant).c_str(), plain.c_str()});
    EXPECT_EQ(outcomes.results.at(0).verdict, Verdict::Skip)
        << function << ": " << outcomes.results[0].message;
    ASSERT_TRUE(outcomes.results[0].reason) << function;
    const Reason& reason = *outcomes.results[0].reason;
    EXPECT_EQ(reason.query, loader.reason(function).query) << function;
    EXPECT_EQ(reason.answer, loader.reason(function).answer);
    EXPECT_EQ(outcomes.results.at(1).verdict, Verdict::Pass) << function << outcomes.results[1].message;
    EXPECT_TRUE(outcomes.worker_failures.empty() && outcomes.defects.empty()) << function;
  }
}

// The run asks each launch's event, and cannot ask with this loader.
TEST(EntryPoints, ALoaderWithoutQueriesOfEventsIsGoodEnough) {
  const Stub stub;
  const OldLoader loader("clGetEventInfo");
  const Outcomes outcomes = outcomes_of(loader.setup(), {"reduce_add.int.1d.1.chain"});
  EXPECT_EQ(outcomes.results.at(0).verdict, Verdict::Pass) << outcomes.results[0].message;
}

// Without a queue nothing can be judged.
TEST(EntryPoints, ALoaderThatMakesNoQueueJudgesNothing) {
  const Stub stub;
  const OldLoader loader("clCreateCommandQueueWithProperties");
  const Outcomes outcomes = outcomes_of(loader.setup(), {"reduce_add.int.1d.1.chain"});
  EXPECT_EQ(outcomes.results.at(0).verdict, Verdict::NotRun);
  EXPECT_EQ(outcomes.results[0].message,
            "not run: OpenCL loader: " + loader.reason("clCreateCommandQueueWithProperties").answer);
}

// Nor is it the suite's defect.
TEST(EntryPoints, ALoaderThatListsNoDevicesIsNamed) {
  const Stub stub;
  const DeviceFacts device = discover(stub_setup()).devices.at(0);
  for (const char* function : {"clGetDeviceIDs", "clGetDeviceInfo"}) {
    const OldLoader loader(function);
    const std::string remark = "OpenCL loader: " + loader.reason(function).answer;
    const Discovery found = discover(loader.setup());
    EXPECT_FALSE(found.death) << function;
    EXPECT_EQ(found.remarks, std::vector{remark});
    Request request;
    request.cases = {parse_case("reduce_add.int.1d.1.chain").value()};
    const Outcomes outcomes = judge_cases(loader.setup(), device, request, {[](const CaseResult&) {}});
    EXPECT_EQ(outcomes.results.at(0).verdict, Verdict::NotRun) << function;
    EXPECT_EQ(outcomes.results[0].message, "not run: " + remark);
  }
}

/// What the function throws.
std::string error_of(const std::function<void()>& function) {
  try {
    function();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing";
}

// A kernel run of the diagnosis, and the examination of a file.
TEST(EntryPoints, OtherOrdersNameTheLoaderToo) {
  const Stub stub;
  const OldLoader makes_no_queue("clCreateCommandQueueWithProperties"), builds_nothing("clBuildProgram");
  const DeviceFacts device = discover(builds_nothing.setup()).devices.at(0);
  const KernelRun run{.text = "__kernel void k() {}", .kernel = "k", .range = {1, {1, 1, 1}, {1, 1, 1}}};
  WorkerConnection connection(makes_no_queue.setup(), device, 1);
  EXPECT_EQ(error_of([&] { (void)connection.ask(run); }),
            "OpenCL loader: " + makes_no_queue.reason("clCreateCommandQueueWithProperties").answer);
  WorkerSetup setup = builds_nothing.setup();
  EXPECT_EQ(WorkerConnection(setup, device, 1).ask(run).verdict, Verdict::Skip);
  setup.implementation = Implementation{.file = "sums.cl", .text = "int work_group_reduce_add(int x);"};
  EXPECT_EQ(error_of([&] { (void)examined(setup, device); }),
            "OpenCL loader: " + builds_nothing.reason("clBuildProgram").answer);
}

// The stub's table has no clCloneKernel, which OpenCL 2.1 demands.
TEST(EntryPoints, AFunctionThatTheDriversTableLacksIsTheDrivers) {
  const Stub stub;
  WorkerSetup setup = stub_setup();
  setup.command.emplace_back(WGCTS_STUB_OPENCL);
  const CaseResult cloned = outcomes_of(setup, {"reduce_add.int.1d.1.chain.cloned"}).results.at(0);
  EXPECT_EQ(cloned.verdict, Verdict::LaunchError);
  EXPECT_EQ(cloned.message, "clCloneKernel returned CL_INVALID_OPERATION");
  const Stub old("CL_DEVICE_VERSION says OpenCL 2.0 old; CL_DEVICE_OPENCL_C_VERSION says OpenCL C 2.0");
  EXPECT_EQ(outcomes_of(setup, {"reduce_add.int.1d.1.chain.cloned"}).results.at(0).verdict, Verdict::Skip);
}

}  // namespace
}  // namespace wgcts::harness
