#include "cli/run/provenance.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/reports/folder.hpp"

namespace wgcts::cli {
namespace {

class ProvenanceTest : public FolderTest {};

TEST_F(ProvenanceTest, SaysHowTheRunCameAbout) {
  setenv("POCL_WGCTS_TEST", "a=b", 1);
  setenv("WGCTS_OTHER", "x", 1);
  put(path("b.json"), "abc");
  Options options;
  options.command_line = {"wgcts", "run"};
  options.kit = "pocl";
  options.baseline = path("b.json");
  options.driver_cache = true;
  const Leg leg = this_leg(options, "2026-01-01T00:00:00Z");
  EXPECT_EQ(leg.started, "2026-01-01T00:00:00Z");
  EXPECT_EQ(leg.command, options.command_line);
  EXPECT_EQ(leg.kit, "pocl");
  EXPECT_TRUE(leg.driver_cache);
  EXPECT_GT(leg.jobs, 0U);
  EXPECT_EQ(leg.memory, 256U);
  EXPECT_EQ(leg.environment.at("POCL_WGCTS_TEST"), "a=b");
  EXPECT_FALSE(leg.environment.contains("WGCTS_OTHER")) << "what acts on no driver is nobody's business";
  EXPECT_EQ(leg.baseline_sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_FALSE(leg.host.empty() || leg.system.empty());
}

}  // namespace
}  // namespace wgcts::cli
