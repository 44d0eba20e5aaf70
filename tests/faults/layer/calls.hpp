// Whether an entry point is to misbehave this time, and the ways in which it can.
#pragma once

#include <CL/cl.h>

#include <map>
#include <optional>
#include <string>

#include "order.hpp"

namespace wgfault {

// What is known about one call. Every call has "count": how often this entry point was reached, from 1.
struct Facts {
  std::map<std::string, long long> numbers;
  std::map<std::string, std::string> texts;
};

// The order's line for this call, if its conditions hold.
const Call* ordered(const std::string& entry, Facts facts);

// Every entry point counts from 1 again.
void forget_counts();

// Does what can be done without the driver: crash, hang, babble, wait. An error code means: return it.
// Success means: claim success and do nothing. Nothing means: go on to the driver.
std::optional<cl_int> misbehave(const Call& call);

cl_int error_code(const std::string& name);

}  // namespace wgfault
