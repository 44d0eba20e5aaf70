// GoogleTest's main, with three differences: it exits with 77 if a test was skipped and none failed, so that
// CTest reports it as skipped; tests do not see CTest's shard variables, which wgcts would obey itself; and
// signals that end a run have their default action, also in a program that a shell started in the background.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

namespace {

/// Runs when GoogleTest has read the variables.
class WithoutShards : public testing::Environment {
  void SetUp() override {
    for (const char* name : {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX"}) unsetenv(name);
  }
};

}  // namespace

int main(int count, char** arguments) {
  for (const int number : {SIGINT, SIGQUIT, SIGHUP}) std::signal(number, SIG_DFL);
  testing::InitGoogleTest(&count, arguments);
  testing::AddGlobalTestEnvironment(new WithoutShards);  // GoogleTest deletes it
  const int code = RUN_ALL_TESTS();
  const bool skipped = testing::UnitTest::GetInstance()->skipped_test_count() > 0;
  return code == 0 && skipped ? 77 : code;
}
