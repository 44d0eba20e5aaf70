#include "system/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "system/error_words.hpp"
#include "system/streams.hpp"

namespace wgcts::system {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t buffer_bytes = std::size_t{1} << 18;
constexpr mode_t permissions = 07777;

// The file that a path refers to.
struct Target {
  fs::path file;
  bool direct = false;         // not a regular file, so not replaceable
  std::optional<mode_t> mode;  // of the existing file
};

// The text of the kernel's links to open files (/dev/stdout, /dev/fd/3) is not a usable path.
bool leads_to_open_file(const fs::path& link) {
  std::error_code error;
  const auto folder = fs::canonical(link.has_parent_path() ? link.parent_path() : ".", error);
  return !error && folder.native().starts_with("/proc/");
}

Target find_target(const std::string& path) {
  if (path.empty()) throw std::runtime_error("cannot write a file with an empty name");
  struct stat status {};
  const bool exists = stat(path.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) cannot_write(path, error_words(errno));
  if (path.ends_with('/') || (exists && S_ISDIR(status.st_mode))) cannot_write(path, "it is a folder");
  if (exists && !S_ISREG(status.st_mode)) return {path, true, {}};
  fs::path file = path;
  // This loop also follows links to files that do not exist yet. stat() has rejected cycles.
  while (fs::is_symlink(file)) {
    if (leads_to_open_file(file)) return {path, true, {}};
    file = file.parent_path() / fs::read_symlink(file);
  }
  if (!exists) return {file, false, {}};
  // Without this test, a temporary file could replace a write-protected file.
  const int probe = open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (probe < 0) cannot_write(path, error_words(errno));
  close(probe);
  return {file, false, status.st_mode & permissions};
}

}  // namespace

void check_writable(const std::string& path) {
  if (path == "-") {
    const int flags = fcntl(STDOUT_FILENO, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) cannot_write(path, error_words(EBADF));
    return;
  }
  const Target target = find_target(path);
  if (!target.direct) {
    const OutputFile attempt(path);
  } else if (access(path.c_str(), W_OK) !=
             0) {  // not opened, because the reader of a pipe would take that for the report
    cannot_write(path, error_words(errno));
  }
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_ == "-") {
    std::fflush(stdout);  // keeps the order of outputs
    descriptor_ = STDOUT_FILENO;
    return;
  }
  const Target target = find_target(path_);
  if (target.direct) {
    descriptor_ = open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
    if (descriptor_ < 0) cannot_write(path_, error_words(errno));
    return;
  }
  target_ = target.file;
  const fs::path folder = target.file.has_parent_path() ? target.file.parent_path() : ".";
  held_.emplace();
  for (unsigned attempt = 0; descriptor_ < 0; ++attempt) {
    temporary_ = folder / fmt::format(".wgcts-{}-{}.tmp", getpid(), attempt);
    descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0 || errno == EEXIST) continue;
    const int error = errno;
    temporary_.clear();
    const bool none = error == ENOENT && !fs::is_directory(folder);  // /proc exists, and also gives ENOENT
    cannot_write(path_,
                 none ? fmt::format("the folder {} does not exist", folder.native()) : error_words(error));
  }
  if (target.mode && fchmod(descriptor_, *target.mode) != 0) {
    // The new file then has default permissions.
  }
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0 && descriptor_ != STDOUT_FILENO) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void OutputFile::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= buffer_bytes) flush();
}

void OutputFile::flush() {
  const int error = write_all(descriptor_, buffer_);
  if (error == EPIPE && descriptor_ == STDOUT_FILENO)
    throw std::system_error(error, std::generic_category(), "cannot write to standard output");
  if (error != 0) cannot_write(path_, error_words(error));
  buffer_.clear();
}

void OutputFile::commit() {
  flush();
  if (descriptor_ == STDOUT_FILENO) return;
  if (!temporary_.empty() && fsync(descriptor_) != 0) cannot_write(path_, error_words(errno));
  if (close(std::exchange(descriptor_, -1)) != 0) cannot_write(path_, error_words(errno));
  if (temporary_.empty()) return;
  if (rename(temporary_.c_str(), target_.c_str()) != 0) cannot_write(path_, error_words(errno));
  temporary_.clear();
  held_.reset();
}

void write_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace wgcts::system
