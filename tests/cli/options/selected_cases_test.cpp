// Which cases profile and selection come to.
#include <gtest/gtest.h>

#include <stdexcept>

#include "cli/options/option_groups.hpp"

namespace wgcts::cli {
namespace {

Options filtered(const char* filter) {
  Options options;
  options.selection.filters = {filter};
  return options;
}

TEST(SelectedCases, ASmallerProgramGoesByItsName) {
  const auto cases = selected_cases(filtered("program.uint.1d.3.18022-2"));
  ASSERT_EQ(cases.size(), 1U);
  EXPECT_EQ(name(cases.front()), "program.uint.1d.3.18022-2");
}

TEST(SelectedCases, EditsThatTheProgramDoesNotTakeAreWrongUsage) {
  EXPECT_THROW(selected_cases(filtered("program.uint.1d.3.18022-4000000")), std::invalid_argument);
}

}  // namespace
}  // namespace wgcts::cli
