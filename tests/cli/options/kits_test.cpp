// The list of kits, and the error for an unknown one.
#include <gtest/gtest.h>

#include "cli/options/options.hpp"
#include "tests/reports/folder.hpp"

namespace wgcts::cli {
namespace {

class KitsTest : public reports::FolderTest {
 protected:
  void make(const std::string& kit) const {
    std::filesystem::create_directories(path("kits/" + kit));
    put(path("kits/" + kit + "/launch"), "#!/bin/sh\n");
  }
  std::string refusal(const std::string& kit) const {
    try {
      (void)kit_launcher(path("wgcts"), kit);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(KitsTest, AreFoundBesideTheProgram) {
  make("pocl");
  make("intel");
  std::filesystem::create_directories(path("kits/half-made"));
  EXPECT_EQ(kits_beside(path("wgcts")), (std::vector<std::string>{"intel", "pocl"}));
  EXPECT_EQ(kit_launcher(path("wgcts"), "pocl"), path("kits/pocl/launch"));
}

TEST_F(KitsTest, TheErrorForAnUnknownKitListsTheKits) {
  EXPECT_NE(refusal("foo").find("'foo', and no other kit"), std::string::npos) << refusal("foo");
  make("pocl");
  make("intel");
  for (const char* kit : {"foo", "", ".", "../kits/pocl", "half-made"})
    EXPECT_NE(refusal(kit).find("the kits are intel, pocl"), std::string::npos)
        << kit << ": " << refusal(kit);
}

}  // namespace
}  // namespace wgcts::cli
