// Settings of runs with tests/harness/fake_worker.py.
#pragma once

namespace wgcts::harness {

/// Seconds that a test worker may be silent: on a busy machine it takes a second to start.
inline constexpr double patience = 4;

/// The case that a fake worker fails.
inline constexpr const char* guilty = "reduce_min.float.1d.33.chain";

}  // namespace wgcts::harness
