#include "harness/program/noinline.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "suites/programs/draw_program.hpp"

namespace wgcts::harness {

bool uses_noinline(const Case& c) {
  return is_program(c) && std::ranges::any_of(draw_program(key_of(c)).program.functions, &Function::noinline);
}

std::string noinline_observation(Verdict with) {
  return fmt::format("__attribute__((noinline)): {}", info(with).name);
}

}  // namespace wgcts::harness
