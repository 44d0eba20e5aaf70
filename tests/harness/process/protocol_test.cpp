#include "harness/process/protocol.hpp"

#include <gtest/gtest.h>

namespace wgcts::harness {
namespace {

template <class T>
T round_trip(const Event& event) {
  const auto back = parse_event(to_line(event));
  return std::get<T>(back.value());
}

DeviceAddress any_address() {
  DeviceAddress address;
  address.identity = {"a \"platform\"", "name", "1.0", "uuid 01", 1, 2};
  address.failed_queries = {"CL_DEVICE_NAME", "CL_DEVICE_PROFILE"};
  return address;
}

TEST(Protocol, AWorkOrderSurvivesARoundTrip) {
  const Work work{any_address(),
                  18446744073709551615U,
                  {{parse_case("reduce_add.half.1d.33.chain").value()}, true, {builtin_named("broadcast")}}};
  const auto back = std::get<Work>(parse_order(to_line(Order{work})));
  EXPECT_EQ(back.device, any_address());
  EXPECT_EQ(back.seed, work.seed);
  EXPECT_EQ(back.job.cases, work.job.cases);
  EXPECT_TRUE(back.job.alone);
  EXPECT_EQ(back.job.without, work.job.without);
}

KernelRun any_run() {
  KernelRun run{.text = "__kernel void k(__global const int *in, __global int *out) { out[0] = in[0]; }",
                .kernel = "k",
                .options = "-cl-std=CL3.0",
                .range = {2, {2, 1, 1}, {4, 3, 1}, {1, 2, 0}}};
  run.arguments = {input_argument(Type::Short, {std::byte{1}, std::byte{0xff}}),
                   output_argument(Type::Double, 8), input_argument({1, 0}), scalar_argument(3),
                   local_argument(Type::Int, 4)};
  run.arguments[1].bytes.assign(8, std::byte{0x7e});
  run.arguments[3].other = scalar_argument(2).bytes;
  return run;
}

std::string line_of(const KernelRun& run) { return to_line(Order{RunKernel{any_address(), 5, 1000, run}}); }

// A worker with 32 bits may have a supervisor with 64.
TEST(Protocol, TheLimitOfBuffersMayExceedTheSizesOfTheWorker) {
  constexpr std::uint64_t memory = std::uint64_t{1} << 33;
  EXPECT_EQ(
      std::get<RunKernel>(parse_order(to_line(Order{RunKernel{any_address(), 5, memory, any_run()}}))).memory,
      memory);
}

TEST(Protocol, AKernelRunSurvivesARoundTrip) {
  const KernelRun run = any_run();
  const auto back = std::get<RunKernel>(parse_order(line_of(run)));
  EXPECT_EQ(back.device, any_address());
  EXPECT_EQ(back.seed, 5U);
  EXPECT_EQ(back.memory, 1000U);
  EXPECT_EQ(to_line(Order{back}), line_of(run));
  EXPECT_EQ(back.run.text, run.text);
  EXPECT_EQ(back.run.range.global, run.range.global);
  EXPECT_EQ(back.run.range.offset, run.range.offset);
  EXPECT_EQ(back.run.arguments, run.arguments);
  EXPECT_TRUE(back.run.takes_zeros);
  KernelRun linked = run;
  linked.situation = Situation::Linked;
  linked.part = "int part_all(int x);";
  linked.takes_zeros = false;
  const auto other = std::get<RunKernel>(parse_order(line_of(linked)));
  EXPECT_EQ(other.run.situation, Situation::Linked);
  EXPECT_EQ(other.run.part, linked.part);
  EXPECT_FALSE(other.run.takes_zeros);
  std::string line = line_of(linked);
  line.replace(line.find("\"situation\":2"), 13, "\"situation\":99");
  EXPECT_THROW(parse_order(line), std::exception);
}

TEST(Protocol, AJobNamesTheOtherCasesOfItsProgram) {
  Work work{{}, 1, {.cases = {parse_case("reduce_add.int.1d.33.chain").value()}}};
  EXPECT_EQ(std::get<Work>(parse_order(to_line(Order{work}))).job, work.job);
  work.job.built_with = {parse_case("program.int.1d.4.7").value(), work.job.cases[0]};
  EXPECT_EQ(std::get<Work>(parse_order(to_line(Order{work}))).job, work.job);
}

TEST(Protocol, AKernelRunThatIsTooLargeIsRefused) {
  KernelRun large = any_run();
  large.arguments[1].elements = most_run_bytes / 8 + 1;
  EXPECT_THROW((void)parse_order(line_of(large)), std::invalid_argument);
  KernelRun torn = any_run();
  torn.arguments[0].bytes.pop_back();
  EXPECT_THROW((void)parse_order(line_of(torn)), std::invalid_argument);
  KernelRun unpoisoned = any_run();
  unpoisoned.arguments[1].bytes.clear();
  EXPECT_THROW((void)parse_order(line_of(unpoisoned)), std::invalid_argument);
  KernelRun flat = any_run();
  flat.range.dim = 0;
  EXPECT_THROW((void)parse_order(line_of(flat)), std::invalid_argument);
}

TEST(Protocol, AnImplementationIsPartOfItsOrders) {
  const Implementation file{"my \"file\".cl", "0123", "int f(int x)\n{ return x; } // \xc3\xa4"};
  const auto examine = std::get<Examine>(parse_order(to_line(Order{Examine{any_address(), file}})));
  EXPECT_EQ(examine.device, any_address());
  EXPECT_EQ(examine.implementation, file);
  Work work{{}, 1, {.cases = {parse_case("reduce_add.int.1d.33.chain").value()}}};
  EXPECT_FALSE(std::get<Work>(parse_order(to_line(Order{work}))).implementation);
  work.implementation = file;
  EXPECT_EQ(std::get<Work>(parse_order(to_line(Order{work}))).implementation, file);
  work.implementation = Implementation{"my.spv", "0123", "", {0x07230203, 0xffffffff, 0}};
  EXPECT_EQ(std::get<Work>(parse_order(to_line(Order{work}))).implementation, work.implementation);
  const std::vector<std::string> defines{"work_group_all(int)"};
  EXPECT_EQ(round_trip<Examined>(Examined{defines}).defines, defines);
}

TEST(Protocol, EventsSurviveARoundTrip) {
  EXPECT_EQ(round_trip<Begin>(Begin{Phase::Launch, {4, 5}}).cases, (std::vector<std::size_t>{4, 5}));
  Timing timing;
  timing[Activity::Build] = 1.25;
  EXPECT_EQ(round_trip<Spent>(Spent{timing}).timing, timing);
  EXPECT_EQ(round_trip<Refused>(Refused{{Verdict::LaunchError, "no", "log"}}).message, "no");
  EXPECT_FALSE(round_trip<Refused>(Refused{{Verdict::LaunchError, "no", "log"}}).stage);
  EXPECT_EQ(round_trip<Refused>(Refused{{Verdict::LaunchError, "no"}, 0, {1, 2}}).cases,
            (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(round_trip<Refused>(Refused{{Verdict::LaunchError, "no", "", Stage::Context}}).stage,
            Stage::Context);
  EXPECT_EQ(round_trip<Refused>(Refused{{Verdict::LaunchError, "no"}, out_of_host_memory}).error,
            out_of_host_memory);
  (void)round_trip<Alive>(Alive{});
  EXPECT_EQ(round_trip<Defect>(Defect{"vacuous"}).message, "vacuous");
  EXPECT_EQ(round_trip<Defect>(Defect{"vacuous", {3, 1}}).cases, (std::vector<std::size_t>{3, 1}));
  const At at = round_trip<At>(At{Stage::Buffers, "P"});
  EXPECT_EQ(at.stage, Stage::Buffers);
  EXPECT_EQ(at.platform, "P");
  EXPECT_EQ(round_trip<Hello>(Hello{"memory"}).limits, "memory");
  EXPECT_EQ(round_trip<Hello>(Hello{"", 4}).processors, 4U);
  const Alive alive = round_trip<Alive>(Alive{{1.5, 2.5}});
  EXPECT_EQ(alive.spent.running, 1.5);
  EXPECT_EQ(alive.spent.waiting, 2.5);
  EXPECT_EQ(round_trip<Remark>(Remark{"no devices"}).text, "no devices");
  EXPECT_TRUE(round_trip<Remark>(Remark{"no loader", true}).no_library);
  CaseResult result{parse_case("any.int.1d.33.chain").value(), Verdict::Pass};
  result.observed = {"true value: -1"};
  const std::vector<std::byte> bytes{std::byte{0}, std::byte{0xff}, std::byte{0x1a}};
  const auto written = round_trip<Written>(Written{2, {4, 3, 1}, 9, 1, bytes});
  EXPECT_EQ(written.bytes, bytes);
  EXPECT_EQ(written.local, (Extents{4, 3, 1}));
  EXPECT_EQ(written.site, 1U);
  const RunOutcome::Outputs outputs{bytes, {}};
  EXPECT_EQ(round_trip<Ran>(Ran{outputs}).outputs, outputs);
  EXPECT_EQ(round_trip<Judged>(Judged{7, result}).result.observed, result.observed);
}

// A driver may print anything on standard output. Its text must be neither an event nor an error.
TEST(Protocol, OutputOfADriverIsNoEvent) {
  for (const char* line :
       {"", "{", "{}", "warning: {\"event\": \"done\"}", "{\"event\": \"no such\"}",
        "{\"event\": \"judged\"}", "{\"event\": \"begin\", \"phase\": 2}", "{\"event\": 3}",
        "{\"event\": \"begin\", \"phase\": 9, \"cases\": []}", "[1, 2]",
        "{\"event\": \"spent\", \"timing\": {\"start\": 1}}", "{\"event\": \"at\", \"stage\": \"lunch\"}",
        R"({"event": "written", "index": 0, "local": [1, 1, 1], "groups": 1, "site": 0, "bytes": "0g"})"})
    EXPECT_FALSE(parse_event(line)) << line;
}

TEST(Protocol, OtherLinesAreNoOrders) {
  for (
      const char* line :
      {"", "{}", "{\"order\": \"dance\"}", "{\"order\": \"work\"}",
       R"({"order": "work", "device": {"identity": {"platform": "", "name": "", "driver": "", "hardware": "", "twin": 0, "twins": 1}}, "seed": 1, "memory": 1, "alone": false, "without": ["nobody"], "cases": ["any.int.1d.33.chain"]})",
       R"({"order": "work", "device": {"identity": {"platform": "", "name": "", "driver": "", "hardware": "", "twin": 0, "twins": 1}}, "seed": 1, "memory": 1, "alone": false, "without": [], "cases": ["any.float.1d.33.chain"]})",
       R"({"order": "work", "device": {"identity": {"platform": "", "name": "", "driver": "", "hardware": "", "twin": 0, "twins": 1}}, "seed": 1, "memory": 1, "alone": false, "without": [], "cases": []})"})
    try {
      (void)parse_order(line);
      ADD_FAILURE() << line;
    } catch (const std::exception& error) {
      EXPECT_EQ(std::string_view(error.what()).find("json.exception"), std::string_view::npos)
          << error.what();
    }
}

// Found by fuzzing: converting such a number is undefined.
TEST(Protocol, RefusesFractionsForWholeNumbers) {
  for (const char* line : {R"({"event": "begin", "phase": 1e300, "cases": []})",
                           R"({"event": "begin", "phase": 1, "cases": [-1.5e30]})",
                           R"({"event": "begin", "phase": 0.5, "cases": []})"})
    EXPECT_FALSE(parse_event(line)) << line;
  EXPECT_THROW(
      parse_order(
          R"({"order": "work", "device": {"identity": {"platform": "", "name": "", "driver": "", "hardware": "", "twin": 1e99, "twins": 1}}, "seed": 1, "memory": 1, "alone": false, "without": [], "cases": ["any.int.1d.33.chain"]})"),
      std::invalid_argument);
  EXPECT_TRUE(parse_event(
      R"({"event": "spent", "timing": {"start": 0.5, "build": 1, "launch": 0, "transfer": 0, "data": 0, "judge": 0, "idle": 0}})"));
}

}  // namespace
}  // namespace wgcts::harness
