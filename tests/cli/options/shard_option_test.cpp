#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "cli/options/options.hpp"

namespace wgcts::cli {
namespace {

using Variables = std::map<std::string, std::string>;

ChosenShard chosen(const Variables& variables, std::optional<Shard> option = {}) {
  Options options;
  options.shard = option;
  return choose_shard(options, variables);
}

std::string refusal(const Variables& variables) {
  try {
    (void)chosen(variables);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(ShardOption, TheDefaultIsTheWholeSelection) {
  EXPECT_TRUE(chosen({}).shard.whole());
  EXPECT_TRUE(chosen({{"GTEST_TOTAL_SHARDS", ""}, {"GTEST_SHARD_INDEX", ""}}).shard.whole());
  EXPECT_TRUE(chosen({{"GTEST_TOTAL_SHARDS", "1"}, {"GTEST_SHARD_INDEX", "0"}}).shard.whole());
}

TEST(ShardOption, ReadsTheVariablesOfTestRunners) {
  EXPECT_EQ(chosen({{"GTEST_TOTAL_SHARDS", "3"}, {"GTEST_SHARD_INDEX", "0"}}).shard, (Shard{1, 3}));
  EXPECT_EQ(chosen({{"TEST_TOTAL_SHARDS", "3"}, {"TEST_SHARD_INDEX", "2"}}).shard, (Shard{3, 3}));
  EXPECT_EQ(
      chosen({{"SLURM_ARRAY_TASK_COUNT", "4"}, {"SLURM_ARRAY_TASK_ID", "7"}, {"SLURM_ARRAY_TASK_MIN", "5"}})
          .shard,
      (Shard{3, 4}));
  EXPECT_EQ(chosen({{"SLURM_ARRAY_TASK_COUNT", "4"},
                    {"SLURM_ARRAY_TASK_ID", "16"},
                    {"SLURM_ARRAY_TASK_MIN", "10"},
                    {"SLURM_ARRAY_TASK_STEP", "2"}})
                .shard,
            (Shard{4, 4}));
}

TEST(ShardOption, TheOptionOverridesTheVariables) {
  const auto c = chosen({{"TEST_TOTAL_SHARDS", "nonsense"}, {"TEST_SHARD_STATUS_FILE", "/x"}}, Shard{1, 2});
  EXPECT_EQ(c.shard, (Shard{1, 2}));
  EXPECT_TRUE(c.status_files.empty());
}

TEST(ShardOption, SeveralTestRunnersMustAgree) {
  Variables both{{"TEST_TOTAL_SHARDS", "3"},  {"TEST_SHARD_INDEX", "1"},  {"TEST_SHARD_STATUS_FILE", "/b"},
                 {"GTEST_TOTAL_SHARDS", "3"}, {"GTEST_SHARD_INDEX", "1"}, {"GTEST_SHARD_STATUS_FILE", "/a"}};
  EXPECT_EQ(chosen(both).shard, (Shard{2, 3}));
  EXPECT_EQ(chosen(both).status_files, (std::vector<std::string>{"/a", "/b"}));
  both["GTEST_SHARD_INDEX"] = "2";
  EXPECT_NE(refusal(both).find("TEST_SHARD_INDEX selects 2/3"), std::string::npos) << refusal(both);
  // 1/1 and 1/3 contradict each other too.
  both["GTEST_SHARD_INDEX"] = "0";
  both["GTEST_TOTAL_SHARDS"] = "1";
  EXPECT_NE(refusal(both), "");
}

TEST(ShardOption, RejectsInvalidVariables) {
  for (const Variables& wrong : std::vector<Variables>{
           {{"GTEST_TOTAL_SHARDS", "3"}},
           {{"GTEST_SHARD_INDEX", "0"}},
           {{"GTEST_TOTAL_SHARDS", "3"}, {"GTEST_SHARD_INDEX", "3"}},
           {{"GTEST_TOTAL_SHARDS", "0"}, {"GTEST_SHARD_INDEX", "0"}},
           {{"GTEST_TOTAL_SHARDS", "3"}, {"GTEST_SHARD_INDEX", "-1"}},
           {{"TEST_TOTAL_SHARDS", "three"}, {"TEST_SHARD_INDEX", "0"}},
           {{"TEST_TOTAL_SHARDS", "3 "}, {"TEST_SHARD_INDEX", "0"}},
           {{"TEST_TOTAL_SHARDS", "99999999999999999999"}, {"TEST_SHARD_INDEX", "0"}},
           {{"TEST_TOTAL_SHARDS", "1000001"}, {"TEST_SHARD_INDEX", "0"}},
           {{"SLURM_ARRAY_TASK_ID", "1"}},
           {{"SLURM_ARRAY_TASK_COUNT", "3"}, {"SLURM_ARRAY_TASK_ID", "1"}, {"SLURM_ARRAY_TASK_MIN", "2"}},
           // --array=0,3,7
           {{"SLURM_ARRAY_TASK_COUNT", "3"}, {"SLURM_ARRAY_TASK_ID", "7"}, {"SLURM_ARRAY_TASK_MIN", "0"}},
           {{"SLURM_ARRAY_TASK_COUNT", "3"}, {"SLURM_ARRAY_TASK_ID", "1"}, {"SLURM_ARRAY_TASK_STEP", "0"}},
           {{"SLURM_ARRAY_TASK_COUNT", "3"}, {"SLURM_ARRAY_TASK_ID", "1"}, {"SLURM_ARRAY_TASK_STEP", "2"}}}) {
    EXPECT_NE(refusal(wrong).find("--shard K/N"), std::string::npos)
        << wrong.begin()->first << " " << refusal(wrong);
  }
}

TEST(ShardOption, TouchesTheStatusFile) {
  const auto path = std::filesystem::path(testing::TempDir()) / "wgcts_shard_status";
  std::filesystem::remove(path);
  touch_status_files({{2, 3}, "TEST_SHARD_INDEX", {path.string()}});
  EXPECT_TRUE(std::filesystem::exists(path));
  std::filesystem::remove(path);
  EXPECT_THROW(touch_status_files({{2, 3}, "", {"/nonexistent/status"}}), std::runtime_error);
}

}  // namespace
}  // namespace wgcts::cli
