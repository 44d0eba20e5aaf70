// The content of programs, for cases and keys.
#pragma once

#include <compare>
#include <memory>
#include <string>

#include "layers.hpp"

namespace wgcts::suites {

struct LegalProgram;

/// A program that is given instead of drawn (see given_program.hpp).
struct GivenProgram {
  std::string hash{};  ///< of its content: eight hexadecimal digits; empty for all other cases
  /// The content. Empty if only the name is known, which compares equal to the case with the content.
  std::shared_ptr<const LegalProgram> program{};
  bool operator==(const GivenProgram& other) const { return hash == other.hash; }
  auto operator<=>(const GivenProgram& other) const { return hash <=> other.hash; }
};

}  // namespace wgcts::suites
