// What this machine is, and the variables that it was set up with.
#pragma once

#include <map>
#include <string>

#include "layers.hpp"

namespace wgcts::system {

/// Texts are empty where the system does not tell.
struct Machine {
  std::string host;    ///< its name
  std::string kernel;  ///< "Linux 6.1.0 x86_64"
};
Machine this_machine();

/// The variables of this process's environment.
std::map<std::string, std::string> environment();
/// Changes one for this process, and for those that it starts from here on.
void set_variable(const char* name, const char* value);
void remove_variable(const char* name);

}  // namespace wgcts::system
