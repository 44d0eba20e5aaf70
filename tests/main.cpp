// GoogleTest's main, with two differences: it exits with 77 if a test was skipped and none failed, so that CTest reports
// it as skipped; and tests do not see CTest's shard variables, which wgcts would obey itself.
#include <gtest/gtest.h>

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
  testing::InitGoogleTest(&count, arguments);
  testing::AddGlobalTestEnvironment(new WithoutShards);  // GoogleTest deletes it
  const int code = RUN_ALL_TESTS();
  const bool skipped = testing::UnitTest::GetInstance()->skipped_test_count() > 0;
  return code == 0 && skipped ? 77 : code;
}
