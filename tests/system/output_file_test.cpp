#include "system/output_file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "tests/reports/folder.hpp"

namespace wgcts::system {
namespace {

using reports::FolderTest;

class OutputFileTest : public FolderTest {
 protected:
  static void write(const std::string& path, std::string_view text) {
    OutputFile file(path);
    file.write(text);
    file.commit();
  }

  /// The error message of `action`; "" if it does not fail.
  template <class F>
  static std::string refusal(F&& action) {
    try {
      action();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(OutputFileTest, AppearsOnlyOnCommit) {
  OutputFile file(path("report"));
  file.write("one ");
  file.write("two");
  EXPECT_FALSE(std::filesystem::exists(path("report")));
  file.commit();
  EXPECT_EQ(content(path("report")), "one two");
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFileTest, TheOldFileStaysUntilCommit) {
  put(path("report"), "old");
  {
    OutputFile file(path("report"));
    file.write(std::string(1 << 20, 'x'));
    EXPECT_EQ(content(path("report")), "old");
  }
  EXPECT_EQ(content(path("report")), "old");
  EXPECT_EQ(files(), 1);
  write(path("report"), "new");
  EXPECT_EQ(content(path("report")), "new");
}

TEST_F(OutputFileTest, NewFilesFollowTheUmaskAndOldOnesKeepTheirMode) {
  const mode_t before = umask(027);
  write(path("new"), "");
  umask(before);
  put(path("old"), "");
  chmod(path("old").c_str(), 0604);
  write(path("old"), "");
  struct stat status {};
  stat(path("new").c_str(), &status);
  EXPECT_EQ(status.st_mode & 07777, 0640U);
  stat(path("old").c_str(), &status);
  EXPECT_EQ(status.st_mode & 07777, 0604U);
}

TEST_F(OutputFileTest, TwoWritersUseDifferentTemporaries) {
  OutputFile a(path("a")), b(path("b"));
  a.write("A");
  b.write("B");
  a.commit();
  b.commit();
  EXPECT_EQ(content(path("a")) + content(path("b")), "AB");
}

TEST_F(OutputFileTest, RelativeNamesAndLongOnes) {
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(folder_);
  EXPECT_EQ(refusal([] { write("plain", "x"); }), "");
  std::filesystem::current_path(here);
  EXPECT_EQ(content(path("plain")), "x");
  const std::string longest(255, 'n');
  write(path(longest), "y");
  EXPECT_EQ(content(path(longest)), "y");
}

TEST_F(OutputFileTest, LinksAreFollowed) {
  std::filesystem::create_directory(path("there"));
  put(path("there/report"), "old");
  std::filesystem::create_symlink("there/report", path("link"));
  std::filesystem::create_symlink("link", path("link to link"));
  write(path("link to link"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_TRUE(std::filesystem::is_symlink(path("link to link")));
  EXPECT_EQ(content(path("there/report")), "new");

  std::filesystem::create_symlink(path("there/to come"), path("dangling"));
  check_writable(path("dangling"));
  EXPECT_FALSE(std::filesystem::exists(path("there/to come")));
  write(path("dangling"), "came");
  EXPECT_EQ(content(path("there/to come")), "came");
}

TEST_F(OutputFileTest, ErrorsNameFileAndCause) {
  put(path("file"), "");
  std::filesystem::create_symlink("circle", path("circle"));
  const std::pair<std::string, std::string> rows[] = {
      {path("no/such/report"), "the folder " + path("no/such") + " does not exist"},
      {"/proc/report", "No such file or directory"},
      {path("file/report"), "Not a directory"},
      {path(""), "it is a folder"},
      {folder_, "it is a folder"},
      {path("report/"), "it is a folder"},
      {path("circle"), "Too many levels of symbolic links"},
      {path(std::string(256, 'n')), "File name too long"},
  };
  for (const auto& [file, cause] : rows) {
    const auto sentence = "cannot write " + file + ": " + cause;
    EXPECT_EQ(refusal([&] { check_writable(file); }), sentence);
    EXPECT_EQ(refusal([&] { write(file, "text"); }), sentence);
  }
  EXPECT_EQ(refusal([] { check_writable(""); }), "cannot write a file with an empty name");
  EXPECT_EQ(files(), 2);
}

TEST_F(OutputFileTest, PermissionsAreRespected) {
  put(path("protected"), "old");
  chmod(path("protected").c_str(), 0444);
  std::filesystem::create_directory(path("locked"));
  chmod(path("locked").c_str(), 0555);
  chmod(folder_.c_str(), 0777);
  const bool root = geteuid() == 0;
  ASSERT_EQ(root ? seteuid(65534) : 0, 0);
  const auto file = refusal([&] { check_writable(path("protected")); });
  const auto folder = refusal([&] { check_writable(path("locked/report")); });
  const auto writing = refusal([&] { write(path("locked/report"), ""); });
  ASSERT_EQ(root ? seteuid(0) : 0, 0);
  EXPECT_EQ(file, "cannot write " + path("protected") + ": Permission denied");
  EXPECT_EQ(folder, "cannot write " + path("locked/report") + ": Permission denied");
  EXPECT_EQ(writing, folder);
  EXPECT_EQ(content(path("protected")), "old");
}

TEST_F(OutputFileTest, TheCheckLeavesNoFiles) {
  check_writable(path("report"));
  EXPECT_EQ(files(), 0);
  put(path("report"), "old");
  check_writable(path("report"));
  EXPECT_EQ(content(path("report")), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFileTest, FullDisk) {
  EXPECT_EQ(refusal([] { check_writable("/dev/full"); }), "");
  EXPECT_EQ(refusal([] { write("/dev/full", "text"); }), "cannot write /dev/full: No space left on device");

  // A limit on the file size simulates a full disk.
  put(path("report"), "old");
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  auto* const old_handler = signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 1000;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto on_commit = refusal([&] { write(path("report"), std::string(2000, 'x')); });
  const auto on_write = refusal([&] { write(path("report"), std::string(1 << 20, 'x')); });
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, old_handler);
  EXPECT_EQ(on_commit, "cannot write " + path("report") + ": File too large");
  EXPECT_EQ(on_write, on_commit);
  EXPECT_EQ(content(path("report")), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFileTest, DevicesAndPipesAreWrittenDirectly) {
  check_writable("/dev/null");
  write("/dev/null", "text");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));

  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  check_writable(path("pipe"));  // and does not wait for a reader
  std::string got;
  std::thread reader([&] { got = content(path("pipe")); });
  write(path("pipe"), "through the pipe");
  reader.join();
  EXPECT_EQ(got, "through the pipe");
  EXPECT_EQ(files(), 1);

  // /dev/stdout refers to an open file, which cannot be replaced.
  put(path("open"), "before ");
  const int descriptor = open(path("open").c_str(), O_WRONLY | O_CLOEXEC);
  const auto link = "/dev/fd/" + std::to_string(descriptor);
  check_writable(link);
  write(link, "after");
  close(descriptor);
  EXPECT_EQ(content(path("open")), "before after");
}

// A signal during the write must leave the complete file and no temporary.
TEST_F(OutputFileTest, ASignalWaitsForTheEndOfTheFile) {
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) {
    const pid_t child = fork();
    if (child == 0) {
      {
        OutputFile file(path("x"));
        file.write("half ");
        raise(signal);
        file.write("and half");
        file.commit();
      }
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << "it ends all the same";
    EXPECT_EQ(content(path("x")), "half and half");
    EXPECT_EQ(files(), 1);
    std::filesystem::remove(path("x"));
  }
}

TEST_F(OutputFileTest, StandardOutput) {
  testing::internal::CaptureStdout();
  std::printf("first, ");
  check_writable("-");
  write("-", "then this");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "first, then this");

  const int saved = dup(STDOUT_FILENO);
  const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
  dup2(full, STDOUT_FILENO);
  const auto sentence = refusal([] { write("-", "text"); });
  close(STDOUT_FILENO);
  const auto closed = refusal([] { check_writable("-"); });
  dup2(saved, STDOUT_FILENO);
  close(saved);
  close(full);
  EXPECT_EQ(sentence, "cannot write to standard output: No space left on device");
  EXPECT_EQ(closed, "cannot write to standard output: Bad file descriptor");
}

}  // namespace
}  // namespace wgcts::system
