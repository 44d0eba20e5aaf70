#include "harness/process/event_loop.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "system/processes.hpp"

namespace wgcts::harness {
namespace {

/// A loop needs six descriptors, and eight more while a worker starts, of which three stay. The rest is for
/// the files of a run.
constexpr std::size_t needed_descriptors = 24;

}  // namespace

Loop::Loop() {
  if (const std::string lack = system::lack_of_descriptors(needed_descriptors); !lack.empty())
    throw std::runtime_error(lack);
  if (const int error = uv_loop_init(&loop_); error != 0)
    throw std::runtime_error(fmt::format("no worker can be started: {}", uv_strerror(error)));
}

}  // namespace wgcts::harness
