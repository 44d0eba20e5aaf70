// The length of tests that draw their cases: a default, or the value of an environment variable.
#pragma once

#include <chrono>
#include <cstdlib>
#include <string>

namespace wgcts::harness {

/// WGCTS_DRAWN_SEED selects the draws, WGCTS_DRAWN_SECONDS limits the time.
class LongRun {
 public:
  using Clock = std::chrono::steady_clock;

  /// `name`: the variable with the number. `otherwise`: the default.
  LongRun(const char* name, std::size_t otherwise) : wanted(from_environment(name, otherwise)) {}

  bool goes_on(std::size_t done) const { return done < wanted && Clock::now() < end_; }

  const std::size_t wanted;
  const std::size_t seed = from_environment("WGCTS_DRAWN_SEED", 1);

 private:
  static std::size_t from_environment(const char* name, std::size_t otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : std::stoull(text);
  }

  Clock::time_point end_ =
      Clock::now() + std::chrono::seconds(from_environment("WGCTS_DRAWN_SECONDS", 24UL * 60 * 60));
};

}  // namespace wgcts::harness
