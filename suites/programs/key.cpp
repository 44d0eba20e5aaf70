#include "suites/programs/key.hpp"

#include "suites/case.hpp"

namespace wgcts::suites {

ProgramKey key_of(const Case& c) {
  ProgramKey key{c.type, c.dim, c.local.extents, c.number, c.given};
  for (unsigned d = 0; d < c.dim; ++d) key.offset[d] = c.variant->offset[d];
  key.remainder = c.variant->remainder;
  key.uniform_arithmetic = c.variant->uniform_arithmetic;
  return key;
}

std::string name(const ProgramKey& key) {
  return name(
      {&whole_program, key.type, key.dim, {key.local}, &program_form, plain_variant, key.seed, key.given});
}

}  // namespace wgcts::suites
