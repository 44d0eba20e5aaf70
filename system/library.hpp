// Shared libraries that are opened while the program runs.
#pragma once

#include <string>

#include "layers.hpp"

namespace wgcts::system {

/// A shared library that stays open until the process ends: a driver may have threads and exit handlers in
/// it.
class Library {
 public:
  /// Opens the file; a name without a slash is searched for where the system keeps libraries. Throws
  /// std::runtime_error with the system's words, which name the file.
  explicit Library(const std::string& file);

  /// The address of a function or variable that the library exports; null where it exports none of that name.
  void* symbol(const char* name) const;

 private:
  void* handle_;
};

/// The file whose code or data lies at this address; empty where that is not known.
std::string file_of(const void* address);

}  // namespace wgcts::system
