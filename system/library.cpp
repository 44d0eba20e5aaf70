#include "system/library.hpp"

#include <dlfcn.h>

#include <stdexcept>

namespace wgcts::system {

Library::Library(const std::string& file) : handle_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ != nullptr) return;
  const char* why = dlerror();
  throw std::runtime_error(why != nullptr ? why : file + ": cannot be loaded");
}

void* Library::symbol(const char* name) const { return dlsym(handle_, name); }

std::string file_of(const void* address) {
  Dl_info info{};
  return address != nullptr && dladdr(address, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
}

}  // namespace wgcts::system
