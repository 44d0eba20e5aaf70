// The cases of a profile and selection.
#include <gtest/gtest.h>

#include <stdexcept>

#include "cli/options/options.hpp"

namespace wgcts::cli {
namespace {

Options filtered(const char* filter) {
  Options options;
  options.selection.filters = {filter};
  return options;
}

// The name has only a hash of the program, whose content is in a report.
TEST(SelectedCases, AReducedProgramNeedsItsReport) {
  try {
    selected_cases(filtered("program.uint.1d.3.x1a2b3c4d"));
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("--program FILE"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace wgcts::cli
