// Which of several failing cases is the plainest to look at.
#pragma once

#include <tuple>

#include "suites/case.hpp"

namespace wgcts::harness {

/// How plain a case is: of two the lesser one.
inline auto complexity(const Case& c) {
  return std::tuple(is_program(c), c.local.is_max(), c.variant != plain_variant,
                    c.form->around != Surroundings::None, c.form->rank, c.dim, volume(c.local.extents));
}

}  // namespace wgcts::harness
