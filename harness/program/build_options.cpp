#include "harness/program/build_options.hpp"

#include <fmt/format.h>

namespace wgcts::harness {

unsigned cl_std_of(const Case& c, const DeviceFacts& facts) {
  const unsigned asked = c.variant->cl_std;
  return asked != 0 ? asked : facts.usual_cl_std;
}

const Variant* program_variant(const Case& c) {
  return acts_on_program(c.variant->situation) ? c.variant : plain_variant;
}

std::string build_options(const Case& c, const DeviceFacts& facts) {
  const unsigned mode = cl_std_of(c, facts);
  const auto extra = c.variant->options;
  return fmt::format("-cl-std=CL{}.{}{}{}", mode / 10, mode % 10, extra.empty() ? "" : " ", extra);
}

}  // namespace wgcts::harness
