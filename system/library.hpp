// Shared libraries that are loaded at run time.
#pragma once

#include <string>

#include "layers.hpp"

namespace wgcts::system {

/// A shared library. It stays loaded until the process ends, because it may contain code of a driver's
/// threads and exit handlers.
class Library {
 public:
  /// Loads the file. A name without a slash is searched in the system's library path. Throws
  /// std::runtime_error with the system's message, which names the file.
  explicit Library(const std::string& file);

  /// The address of an exported function or variable; null if the library does not export this name.
  void* symbol(const char* name) const;

 private:
  void* handle_;
};

/// The file that contains this address; empty if unknown.
std::string file_of(const void* address);

}  // namespace wgcts::system
