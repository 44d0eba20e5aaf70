// The estimated cost of a case, without a device.
#pragma once

#include <algorithm>

#include "suites/forms/form.hpp"

namespace wgcts::suites {

/// Number of calls in the kernel's text. Compilers partly unroll loops.
constexpr std::size_t calls_in_text(const Form& form, std::size_t members) {
  return std::min(form.sites, 3U) * members;
}

// Milliseconds of processor time, measured on two cores of an EPYC. Drivers that compile for each local size
// spend time on each launch: PoCL 6.0 33 plus 10 for each call, PoCL 7.1 20 plus 6.5 for each call. Others
// spend it on kernels: Intel's runtime 2025.3.3 20 plus 5 for each call. A launch costs nothing there.
constexpr std::size_t price_of_launch(std::size_t calls) { return 27 + 8 * calls; }
constexpr std::size_t price_of_kernel(std::size_t calls) { return 20 + 5 * calls; }

}  // namespace wgcts::suites
