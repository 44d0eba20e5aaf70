#include "system/machine.hpp"

#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace wgcts::system {

Machine this_machine() {
  utsname system{};
  if (uname(&system) != 0) return {};
  return {system.nodename, std::string(system.sysname) + " " + system.release + " " + system.machine};
}

bool can_keep_programs(const std::string& folder) {
  struct statvfs disk {};
  return access(folder.c_str(), W_OK | X_OK) == 0 && statvfs(folder.c_str(), &disk) == 0 &&
         (disk.f_flag & ST_NOEXEC) == 0;
}

std::map<std::string, std::string> environment() {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (const auto equals = text.find('='); equals != std::string_view::npos)
      variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return variables;
}

void set_variable(const char* name, const char* value) { setenv(name, value, 1); }
void remove_variable(const char* name) { unsetenv(name); }

}  // namespace wgcts::system
