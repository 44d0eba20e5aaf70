// Launches that run something else than what was asked for.
#pragma once

#include <CL/cl.h>

#include <array>
#include <optional>
#include <string>

#include "calls.hpp"

namespace wgfault {

struct Launch {
  cl_uint dims = 0;
  std::array<size_t, 3> offset{}, global{1, 1, 1}, local{1, 1, 1};
  bool has_local = false;

  Launch(cl_uint dims, const size_t* offset, const size_t* global, const size_t* local);
  Facts facts(const std::string& kernel_text) const;

  // "drop-remainder", "drop-last-group", "ignore-offset", ...; false if the action is none of these.
  bool change(const std::string& action);
};

// The launch of a kernel object before this one.
std::optional<Launch> last_launch(cl_kernel kernel);
void remember_launch(cl_kernel kernel, const Launch& launch);
void forget_launch(cl_kernel kernel);  // a new kernel may have an old one's handle

}  // namespace wgfault
