// Whole programs by their content, where a case or a key holds one.
#pragma once

#include <compare>
#include <memory>
#include <string>

#include "layers.hpp"

namespace wgcts::suites {

struct LegalProgram;

/// A whole program that is given and not drawn (see given_program.hpp).
struct GivenProgram {
  std::string hash{};  ///< of its content: eight hexadecimal digits; empty for all other cases
  /// The content; nothing where a name alone is known, which equals the case that has it.
  std::shared_ptr<const LegalProgram> program{};
  bool operator==(const GivenProgram& other) const { return hash == other.hash; }
  auto operator<=>(const GivenProgram& other) const { return hash <=> other.hash; }
};

}  // namespace wgcts::suites
