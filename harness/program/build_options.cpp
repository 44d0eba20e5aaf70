#include "harness/program/build_options.hpp"

#include <fmt/format.h>

namespace wgcts::harness {
namespace {

/// The options of a file of builtins, after a space.
std::string implementation_options(const DeviceFacts& facts) {
  return facts.implementation && !facts.implementation->options.empty() ? " " + facts.implementation->options
                                                                        : "";
}

std::string standard(unsigned mode) { return fmt::format("-cl-std=CL{}.{}", mode / 10, mode % 10); }

}  // namespace

unsigned cl_std_of(const Case& c, const DeviceFacts& facts) {
  const unsigned asked = c.variant->cl_std;
  return asked != 0 ? asked : facts.usual_cl_std;
}

std::string usual_options(const DeviceFacts& facts) {
  return standard(facts.usual_cl_std) + implementation_options(facts);
}

const Variant* program_variant(const Case& c) {
  return acts_on_program(c.variant->situation) ? &row_of(*c.variant, Axis::Host) : plain_variant;
}

std::string build_options(const Case& c, const DeviceFacts& facts) {
  if (c.variant->situation == Situation::Module) return "";  // -cl-std applies to source code only
  if (c.variant->unversioned) return std::string(c.variant->options);
  std::string options = standard(cl_std_of(c, facts));
  if (!c.variant->options.empty()) options.append(" ").append(c.variant->options);
  return options + implementation_options(facts);
}

}  // namespace wgcts::harness
