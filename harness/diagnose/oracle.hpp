// Who answers the questions of a diagnosis.
#pragma once

#include <functional>

#include "harness/process/lab.hpp"

namespace wgcts::harness {

/// The device as the search sees it: what a Lab does, or a test in its place.
struct Oracle {
  std::function<IsolatedRun(const Question&)> ask;  ///< may throw SuiteDefect: then nothing shows
  std::function<RunOutcome(const KernelRun&)> attempt;
  std::function<void()> renew = [] {};                ///< the next answer comes from a new process
  std::function<void(double)> allow = [](double) {};  ///< seconds that a stage of an answer may take
  std::function<double()> clock;                      ///< seconds, from whenever on
  DeviceFacts device;
  std::uint64_t seed = 0;
  double timeout = 60;  ///< what a stage may take where nothing is said
};

/// The lab must outlive it.
Oracle oracle_of(Lab& lab);

}  // namespace wgcts::harness
