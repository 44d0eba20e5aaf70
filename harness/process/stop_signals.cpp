#include "harness/process/stop_signals.hpp"

#include <utility>

#include "system/signals.hpp"

namespace wgcts::harness {

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
