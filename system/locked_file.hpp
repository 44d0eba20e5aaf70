// A file that only one process can write at a time.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "layers.hpp"

namespace wgcts::system {

/// An existing file, locked against other processes until this object is destroyed or the process ends in any
/// way. Throws std::runtime_error with the file's name and the system's message.
class LockedFile {
 public:
  /// Opens the file for appending. Null if it does not exist.
  static std::unique_ptr<LockedFile> open(const std::string& path);
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;
  ~LockedFile();

  /// Does not buffer.
  void append(std::string_view text);

  static bool is_held(const std::string& path);

 private:
  LockedFile(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::string path_;
  int descriptor_;
};

}  // namespace wgcts::system
