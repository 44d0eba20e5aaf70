// A file that one process at a time may write.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "layers.hpp"

namespace wgcts::system {

/// A file that is there already, held against other processes until this object goes, or the process ends by
/// whatever death. Errors are thrown as std::runtime_error with the system's words, without the file's name.
class LockedFile {
 public:
  /// Nothing where there is no such file. What is written goes to its end.
  static std::optional<LockedFile> open(const std::string& path);
  LockedFile(LockedFile&& other) noexcept;
  LockedFile& operator=(LockedFile&& other) noexcept;
  ~LockedFile();

  /// When this returns, the text has left the process.
  void append(std::string_view text);

  /// Whether a process holds the file.
  static bool is_held(const std::string& path);

 private:
  explicit LockedFile(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace wgcts::system
