// This machine, its disks and its environment variables.
#pragma once

#include <map>
#include <string>

#include "layers.hpp"

namespace wgcts::system {

/// Unknown texts are empty.
struct Machine {
  std::string host;    ///< its name
  std::string kernel;  ///< "Linux 6.1.0 x86_64"
};
Machine this_machine();

/// Whether this process can write programs and libraries to the folder and run them there: it has the rights,
/// and the disk is not mounted `noexec`.
bool can_keep_programs(const std::string& folder);

std::map<std::string, std::string> environment();
/// Sets a variable for this process and its later children.
void set_variable(const char* name, const char* value);
void remove_variable(const char* name);

}  // namespace wgcts::system
