// The kernels of the stub: it finds collectives in the kernel's text and computes them natively.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stub_opencl {

struct Range {
  std::array<std::size_t, 3> global{1, 1, 1}, local{1, 1, 1}, offset{};
};

/// The arguments of all kernels; those of a diagnosis may lack `from`.
struct Arguments {
  std::vector<std::byte>* in = nullptr;
  std::vector<std::byte>* out = nullptr;
  std::vector<std::byte>* from = nullptr;
  std::uint32_t stride = 0;
  bool limits_sources = false;  ///< the kernel's text limits `from` to the work-group
  int yes = 1;                  ///< what a predicate returns for true
};

/// The text from the kernel's name to the next kernel; empty if the program has no kernel of that name.
std::string text_of(const std::string& program, const std::string& name);

/// Whether the program has a kernel of that name.
bool has_kernel(const std::string& program, const std::string& name);

/// Writes what the calls in the kernel's text give.
void run_kernel(const std::string& program, const std::string& name, const Arguments& arguments,
                const Range& range);

}  // namespace stub_opencl
