#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "cli/options/options.hpp"
#include "cli/run/files.hpp"

namespace wgcts::cli {
namespace {

class Places : public testing::Test {
 protected:
  Places()
      : folder_(std::filesystem::path(testing::TempDir()) /
                ("wgcts_output_paths_" + std::to_string(getpid()))) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directory(folder_);
    std::ofstream(at("old.json")) << "{}";
    std::filesystem::create_symlink("old.json", at("link"));
    std::filesystem::create_hard_link(at("old.json"), at("twin"));
  }
  ~Places() override { std::filesystem::remove_all(folder_); }
  std::string at(const char* name) const { return (folder_ / name).string(); }

  std::filesystem::path folder_;
};

TEST_F(Places, AcceptsDifferentFiles) {
  EXPECT_NO_THROW(
      check_output_paths({{"--json", at("a")}, {"--html", at("b")}, {"--junit", ""}, {"--markdown", ""}},
                         {{"the baseline", at("old.json")}, {"the journal", ""}}));
  EXPECT_NO_THROW(check_output_paths({{"--json", "-"}}, {{"the report", "-"}}))
      << "standard input is not an output";
}

TEST_F(Places, RejectsTwoOutputsToTheSameFile) {
  EXPECT_THROW(check_output_paths({{"--json", at("a")}, {"--html", at("a")}}, {}), UsageError);
  EXPECT_THROW(check_output_paths({{"--json", at("a")}, {"--html", at("./a")}}, {}), UsageError);
  EXPECT_THROW(check_output_paths({{"--json", at("link")}, {"--html", at("old.json")}}, {}), UsageError);
  EXPECT_THROW(check_output_paths({{"--json", "-"}, {"--html", "-"}}, {}), UsageError);
}

TEST_F(Places, RejectsOutputsThatOverwriteAnInput) {
  for (const char* name : {"old.json", "link", "twin", "./old.json"})
    EXPECT_THROW(check_output_paths({{"--html", at(name)}}, {{"the report", at("old.json")}}), UsageError)
        << name;
  EXPECT_THROW(check_output_paths({{"--html", at("x.journal")}}, {{"the journal", at("x.journal")}}),
               UsageError)
      << "it does not exist yet";
}

TEST_F(Places, RejectsFilesThatCannotBeWritten) {
  EXPECT_THROW(check_output_paths({{"--json", at("no/such/folder")}}, {}), std::runtime_error);
  // Two invalid paths are not the same file.
  const std::string endless(300, 'a');
  try {
    check_output_paths({{"--json", endless}}, {{"the journal", endless + ".journal"}});
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_TRUE(std::string(error.what()).ends_with("File name too long")) << error.what();
  }
}

}  // namespace
}  // namespace wgcts::cli
