#include <gtest/gtest.h>

#include <cstdlib>

#include "cli/run/resume.hpp"
#include "tests/reports/folder.hpp"

namespace wgcts::cli {
namespace {

class ProvenanceTest : public FolderTest {};

TEST_F(ProvenanceTest, RecordsCommandDriverAndMachine) {
  setenv("POCL_WGCTS_TEST", "a=b", 1);
  setenv("WGCTS_OTHER", "x", 1);
  put(path("b.json"), "abc");
  Options options;
  options.command_line = {"wgcts", "run"};
  options.kit = "pocl";
  options.baseline = path("b.json");
  options.driver_cache = true;
  const RunSegment segment = this_segment(options, "2026-01-01T00:00:00Z");
  EXPECT_EQ(segment.started, "2026-01-01T00:00:00Z");
  EXPECT_EQ(segment.command, options.command_line);
  EXPECT_EQ(segment.kit, "pocl");
  EXPECT_TRUE(segment.driver_cache);
  EXPECT_GT(segment.jobs, 0U);
  EXPECT_EQ(segment.memory, 256U);
  EXPECT_EQ(segment.environment.at("POCL_WGCTS_TEST"), "a=b");
  EXPECT_FALSE(segment.environment.contains("WGCTS_OTHER")) << "only variables for drivers are recorded";
  EXPECT_EQ(segment.baseline_sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_FALSE(segment.host.empty() || segment.system.empty());
}

}  // namespace
}  // namespace wgcts::cli
