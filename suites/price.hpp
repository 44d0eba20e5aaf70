// What a case costs, before any device is known.
#pragma once

#include <algorithm>

#include "suites/forms/form.hpp"

namespace wgcts::suites {

/// Calls in the kernel's text; loops are unrolled in part.
constexpr std::size_t calls_in_text(const Form& form, std::size_t members) {
  return std::min(form.sites, 3U) * members;
}

// Milliseconds of processor time, measured on two cores of an EPYC. Drivers that compile for each local size
// pay for a launch: PoCL 6.0 33 and 10 a call, PoCL 7.1 20 and 6.5 a call. Others pay for a kernel and a
// program: Intel's runtime 2025.3.3 20 and 5 a call, and 90. A launch is free there.
constexpr std::size_t price_of_launch(std::size_t calls) { return 27 + 8 * calls; }
constexpr std::size_t price_of_kernel(std::size_t calls) { return 20 + 5 * calls; }
constexpr std::size_t price_of_program = 90;
/// What the suite takes itself, to make and to judge so many results, and the driver to compute them: 70 ns
/// each on Intel's runtime.
constexpr std::size_t price_of_results(std::size_t results) { return results / 14'000; }

}  // namespace wgcts::suites
