// Atomic writing of files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "system/signals.hpp"

namespace wgcts::system {

/// Throws std::runtime_error, with file and cause, if OutputFile could not write there.
void check_writable(const std::string& path);

/// Writes a temporary file beside `path`, which replaces `path` on commit(). Until then, and after any
/// failure, the old file is unchanged. Symbolic links are followed. Standard output ("-"), pipes and devices
/// are written directly. While the temporary file exists, stop signals are blocked. Failures throw
/// std::runtime_error with file and cause. If the reader of standard output has closed it, this is a
/// std::system_error with std::errc::broken_pipe.
class OutputFile {
 public:
  explicit OutputFile(std::string path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  void write(std::string_view text);
  void commit();

 private:
  void flush();

  std::optional<HeldSignals> held_;
  std::string path_;       // as given
  std::string target_;     // the file that is replaced; empty if written directly
  std::string temporary_;  // empty after it was renamed or deleted
  std::string buffer_;
  int descriptor_ = -1;
};

void write_file(const std::string& path, std::string_view text);

}  // namespace wgcts::system
