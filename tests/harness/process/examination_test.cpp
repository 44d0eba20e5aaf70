// The check of a file of builtins in workers that end badly. No driver is involved.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#include "harness/process/discovery.hpp"
#include "tests/harness/able_device.hpp"

namespace wgcts::harness {
namespace {

/// The message of examined() if each worker ends like this while it compiles the file, and whether the file
/// is blamed.
std::pair<std::string, bool> said_if(const std::string& end, const std::string& launcher = "") {
  WorkerSetup setup{
      {"/bin/sh", "-c",
       R"(echo '{"event": "hello"}'; read order; echo '{"event": "at", "stage": "build"}'; )" + end},
      20};
  setup.launcher = launcher;
  setup.implementation = Implementation{.file = "own.cl"};
  try {
    (void)examined(setup, able_device());
  } catch (const DoesNotCompile& blamed) {
    return {blamed.what(), true};
  } catch (const std::runtime_error& excused) {
    return {excused.what(), false};
  }
  return {"", false};
}

TEST(Examination, AWorkerThatOthersEndedDoesNotBlameTheFile) {
  const auto [said, blames] = said_if("kill -TERM $$");
  EXPECT_FALSE(blames) << said;
  EXPECT_EQ(said, "own.cl was not compiled on " + able_device().name +
                      ": the worker was killed by SIGTERM while building a program, and not by the driver");
  EXPECT_FALSE(said_if("exit 255", "ssh board").second);
}

// As for a case in a run.
TEST(Examination, ADeviceThatOthersUseDoesNotBlameTheFile) {
  const std::string refusal =
      R"(echo '{"event": "refused", "verdict": "launch_error", "message": "no", "log": "", "stage": "context", )";
  EXPECT_FALSE(said_if(refusal + R"("error": -2}'; exit)").second);
  const std::string once = testing::TempDir() + "wgcts_refused_" + std::to_string(getpid());
  std::filesystem::remove(once);
  const std::string first =
      "[ -e " + once + " ] || { : > " + once + "; " + refusal + R"("error": -5}'; exit; }; )";
  const auto [said, blames] =
      said_if(first + R"(echo '{"event": "examined", "defines": []}'; echo '{"event": "done"}'; read end)");
  std::filesystem::remove(once);
  EXPECT_EQ(said, "");
  EXPECT_EQ(said_if(refusal + R"("error": -5}'; exit)"), (std::pair{std::string("no"), false}))
      << "it is refused each time, before the file is compiled";
}

TEST(Examination, ACompilerThatCrashesDoes) {
  EXPECT_TRUE(said_if("kill -SEGV $$").second);
  EXPECT_TRUE(
      said_if(
          R"(echo '{"event": "refused", "verdict": "build_error", "message": "no", "log": "", "error": -11}'; )"
          R"(echo '{"event": "done"}'; read end)")
          .second);
}

}  // namespace
}  // namespace wgcts::harness
