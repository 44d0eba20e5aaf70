#include <gtest/gtest.h>

#include "results/timing.hpp"

namespace wgcts::results {
namespace {

TEST(Stages, TableIsInTheOrderOfTheEnumeration) {
  for (const StageInfo& row : stages) EXPECT_EQ(&info(row.stage), &row) << row.name;
}

TEST(Stages, DataAndJudgeAreNotTimeOfTheDriver) {
  for (const StageInfo& row : stages)
    EXPECT_EQ(is_drivers(row.stage), row.stage != Stage::Data && row.stage != Stage::Judge) << row.name;
}

}  // namespace
}  // namespace wgcts::results
