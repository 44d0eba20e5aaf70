// A kernel to the letter: what a worker runs as it stands, and a program of few lines can hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reference/geometry.hpp"
#include "results/case_result.hpp"
#include "suites/variant.hpp"

namespace wgcts::harness {

/// One launch of one kernel, or what a situation makes of it. Its arguments, in this order, are the input
/// buffer, the output buffer, and those of the next three that are not empty. Under Situation::Brimful two
/// more come last: all local memory that is left, and how many words of it there are.
struct Trial {
  std::string text;     ///< the program, in OpenCL C
  std::string kernel;   ///< the kernel's name
  std::string options;  ///< for clBuildProgram
  NDRange range;        ///< with offset
  std::vector<std::byte> input;
  std::size_t output = 0;                ///< bytes of the output buffer
  std::byte poison{0xa5};                ///< what each of them holds before the launch
  std::vector<std::uint32_t> from{};     ///< a buffer of uint
  std::vector<std::uint32_t> numbers{};  ///< each an argument of type uint
  std::size_t local = 0;                 ///< bytes of local memory
  /// How the host goes about it. Unsized: `range` says a local size, and none is enqueued.
  Situation situation = Situation::None;
  std::string part{};  ///< another part of the program, which is linked to it; empty without
};

/// What came of it.
struct TrialRun {
  /// Pass: it came to its end, whatever it wrote; else as for a case.
  Verdict verdict = Verdict::NotRun;
  std::optional<Stage> stage{};   ///< what the driver was at when it died, hung or refused
  std::string message, log;       ///< of those
  std::vector<std::byte> output;  ///< where it came to its end
  /// What other launches on the same input wrote, where that is not the same.
  std::vector<std::vector<std::byte>> others{};
};

}  // namespace wgcts::harness
