// The case of a drawn program, without variant. Programs are drawn from it.
#pragma once

#include "suites/case.hpp"

namespace wgcts::suites {

inline Case program_case(GenType type, unsigned dim, const Extents& local, std::uint64_t number) {
  return {&whole_program, type, dim, {local}, &program_form, plain_variant, number};
}

}  // namespace wgcts::suites
