// Delta debugging over cases: from one that shows a bug to the simplest that still does.
#pragma once

#include <functional>
#include <vector>

#include "harness/process/worker_connection.hpp"
#include "results/bug.hpp"

namespace wgcts::harness {

/// Whether the bug shows in this.
template <class T>
using Shows = std::function<bool(const T&)>;

/// Whether there is time for another experiment.
using TimeLeft = std::function<bool()>;

/// The simplest experiment found that shows what `start` shows: simpler in its form, then in the company of
/// its call, its dimensions, its local size, and how it is launched and built. `suspects` are numbers of
/// work-items where something may begin, which are tried before others. Asks `shows` only while there is
/// time, and nothing twice.
Experiment simplest(const Experiment& start, const std::vector<std::size_t>& suspects,
                    const Shows<Experiment>& shows, const TimeLeft& time_left);

/// The numbers that a diagnosis names as sizes or extents, and those beside them.
std::vector<std::size_t> suspect_sizes(const Where& where);

}  // namespace wgcts::harness
