#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "results/case_result.hpp"

namespace wgcts::results {
namespace {

TEST(WorkerFailure, SurvivesARoundTrip) {
  const WorkerFailure failures[] = {{"at its end", SIGSEGV, 0, "double free"}, {"while idle", 0, 99, ""}};
  for (const WorkerFailure& failure : failures)
    EXPECT_EQ(worker_failure_from_json(nlohmann::json::parse(to_json(failure).dump())), failure);
}

TEST(WorkerFailure, Description) {
  EXPECT_EQ(describe({"at its end", SIGSEGV}), "a worker was killed by SIGSEGV at its end");
  EXPECT_EQ(describe({"while idle", 0, 99}), "a worker ended with exit code 99 while idle");
}

TEST(WorkerFailure, RejectsInvalidJson) {
  for (const char* text : {"{}", R"({"stage": 1, "signal": 2})", R"({"stage": "x", "signal": -1})",
                           R"({"stage": "x", "exit_code": "2"})", R"({"stage": "x"})"})
    EXPECT_ANY_THROW(worker_failure_from_json(nlohmann::json::parse(text))) << text;
}

TEST(WorkerFailure, WritesALogAsValidUtf8) {
  EXPECT_NO_THROW((void)to_json({"at its end", SIGSEGV, 0, "\xff\xfe"}).dump());
}

}  // namespace
}  // namespace wgcts::results
