#include "harness/process/event_loop.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "system/processes.hpp"
#include "system/signals.hpp"

namespace wgcts::harness {
namespace {

/// A loop needs six file descriptors. The start of a worker needs eight more, and keeps three of them open.
/// The other descriptors are for the files of a run.
constexpr std::size_t needed_descriptors = 24;

}  // namespace

Loop::Loop() {
  if (const std::string lack = system::lack_of_descriptors(needed_descriptors); !lack.empty())
    throw std::runtime_error(lack);
  if (const int error = uv_loop_init(&loop_); error != 0)
    throw std::runtime_error(fmt::format("no worker can be started: {}", uv_strerror(error)));
}

StopSignals::StopSignals(uv_loop_t* loop, std::function<void()> on_signal)
    : handles_(system::stop_signals().size()), on_signal_(std::move(on_signal)) {
  for (std::size_t i = 0; i < handles_.size(); ++i) {
    const int number = system::stop_signals()[i];
    uv_signal_init(loop, &handles_[i]);
    handles_[i].data = this;
    if (!system::is_ignored(number))
      uv_signal_start(
          &handles_[i], [](uv_signal_t* s, int) { static_cast<StopSignals*>(s->data)->on_signal_(); },
          number);
    uv_unref(reinterpret_cast<uv_handle_t*>(&handles_[i]));
  }
}

void StopSignals::close() {
  for (uv_signal_t& handle : handles_) uv_close(reinterpret_cast<uv_handle_t*>(&handle), nullptr);
}

}  // namespace wgcts::harness
