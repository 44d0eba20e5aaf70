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

std::optional<ProgramKey> parse_program_key(std::string_view text) {
  const auto c = parse_case(text);
  if (!c || !is_program(*c) || c->local.is_max() || c->variant != plain_variant) return std::nullopt;
  return key_of(*c);
}

}  // namespace wgcts::suites
