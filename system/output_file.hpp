// Files that appear whole or not at all.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "system/held_signals.hpp"

namespace wgcts::system {

/// Throws std::runtime_error, with a sentence that names file and cause, if OutputFile could not write there.
void check_writable(const std::string& path);

/// A file in the making. It grows in a temporary beside `path` and takes its place on commit(); until then,
/// and after any failure, an older file stays as it was. Links are written through. "-" is the standard
/// output; that and whatever is no regular file (a pipe, /dev/null) are written directly. While there is a
/// temporary, signals wait that would leave it behind. Every failure throws std::runtime_error with a
/// sentence that names file and cause.
class OutputFile {
 public:
  explicit OutputFile(std::string path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  /// Throws away what was not committed.
  ~OutputFile();

  void write(std::string_view text);
  void commit();

 private:
  void flush();
  [[noreturn]] void refuse(const std::string& cause) const;

  std::optional<HeldSignals> held_;
  std::string path_;       // as the user gave it
  std::string target_;     // what the temporary replaces; empty where written directly
  std::string temporary_;  // empty once it is renamed or removed
  std::string buffer_;
  int descriptor_ = -1;
};

}  // namespace wgcts::system
