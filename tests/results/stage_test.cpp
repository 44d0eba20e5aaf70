#include "results/stage.hpp"

#include <gtest/gtest.h>

namespace wgcts::results {
namespace {

TEST(Stages, TableIsInTheOrderOfTheEnumeration) {
  for (const StageInfo& row : stages) {
    EXPECT_EQ(&info(row.stage), &row) << row.name;
    EXPECT_EQ(stage_from(row.name), row.stage);
  }
  EXPECT_THROW(stage_from("lunch"), std::invalid_argument);
}

TEST(Stages, DataAndJudgeAreNotTimeOfTheDriver) {
  for (const StageInfo& row : stages)
    EXPECT_EQ(is_drivers(row.stage), row.stage != Stage::Data && row.stage != Stage::Judge) << row.name;
}

}  // namespace
}  // namespace wgcts::results
