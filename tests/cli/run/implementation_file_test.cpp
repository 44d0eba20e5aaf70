// Whatever --implementation names: a text that can be judged, or one sentence.
#include "cli/run/implementation_file.hpp"

#include <gtest/gtest.h>

#include "cli/options/options.hpp"
#include "tests/reports/folder.hpp"

namespace wgcts::cli {
namespace {

class ImplementationFileTest : public reports::FolderTest {
 protected:
  static std::string why_not(const std::string& file) {
    try {
      (void)read_implementation(file);
    } catch (const UsageError& error) {
      const std::string said = error.what(), begin = "--implementation " + file + ": ";
      EXPECT_TRUE(said.starts_with(begin)) << said;
      return said.substr(begin.size());
    }
    return "";
  }
};

TEST_F(ImplementationFileTest, IsReadWithItsDigest) {
  put(path("my.cl"), "abc");
  const auto file = read_implementation(path("my.cl"));
  EXPECT_EQ(file.file, path("my.cl"));
  EXPECT_EQ(file.text, "abc");
  EXPECT_EQ(file.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_F(ImplementationFileTest, WhatIsNoneHasASentence) {
  EXPECT_EQ(why_not(path("nothing.cl")), "it cannot be read: No such file or directory");
  EXPECT_EQ(why_not(path(".")), "this is a folder, not a file of OpenCL C");
  EXPECT_EQ(why_not("/proc/self/mem"), "it cannot be read: Input/output error");
  EXPECT_EQ(why_not("/dev/null"), "there is nothing in it");
  EXPECT_EQ(why_not("/dev/zero"), "it is larger than 16 MiB") << "it has no end";
  put(path("nul.cl"), std::string("int f(void);\0int g(void);", 25));
  EXPECT_EQ(why_not(path("nul.cl")), "it holds a NUL byte, which no OpenCL C does");
}

}  // namespace
}  // namespace wgcts::cli
