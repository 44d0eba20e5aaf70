// A file that only one process can write at a time.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "layers.hpp"

namespace wgcts::system {

/// An existing file, locked against other processes until this object is destroyed or the process ends in any
/// way. Throws std::runtime_error with the system's message, without the file's name.
class LockedFile {
 public:
  /// Opens the file for appending. Empty if it does not exist.
  static std::optional<LockedFile> open(const std::string& path);
  LockedFile(LockedFile&& other) noexcept;
  LockedFile& operator=(LockedFile&& other) noexcept;
  ~LockedFile();

  /// Appends the text without buffering.
  void append(std::string_view text);

  /// Whether a process has locked the file.
  static bool is_held(const std::string& path);

 private:
  explicit LockedFile(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace wgcts::system
