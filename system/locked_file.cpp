#include "system/locked_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "system/error_words.hpp"
#include "system/streams.hpp"

namespace wgcts::system {
namespace {

/// Locks the file, or sets errno. A process that a killed run was starting holds the run's lock until its own
/// program starts, so the lock is tried for a second.
bool lock(int descriptor, int operation) {
  for (int tries = 20; flock(descriptor, operation | LOCK_NB) != 0; --tries) {
    if (errno != EWOULDBLOCK || tries == 0) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return true;
}

}  // namespace

std::unique_ptr<LockedFile> LockedFile::open(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC);
  if (descriptor < 0) {
    if (errno == ENOENT) return nullptr;
    cannot_write(path, error_words(errno));
  }
  std::unique_ptr<LockedFile> file(new LockedFile(path, descriptor));
  if (!lock(descriptor, LOCK_EX))
    cannot_write(path, errno == EWOULDBLOCK ? "another wgcts process is writing it" : error_words(errno));
  return file;
}

LockedFile::~LockedFile() { close(descriptor_); }

void LockedFile::append(std::string_view text) {
  if (const int error = write_all(descriptor_, text); error != 0) cannot_write(path_, error_words(error));
}

bool LockedFile::is_held(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool free = lock(descriptor, LOCK_SH);
  close(descriptor);
  return !free;
}

}  // namespace wgcts::system
