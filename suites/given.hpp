// The content of programs, for cases and keys.
#pragma once

#include <compare>
#include <memory>
#include <string>
#include <string_view>

#include "layers.hpp"

namespace wgcts::suites {

struct LegalProgram;

/// Whether the text is a hash as reports name programs and bugs by: eight hexadecimal digits.
constexpr bool is_hash(std::string_view text) {
  return text.size() == 8 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// A program that is given instead of drawn (see given_program.hpp).
struct GivenProgram {
  std::string hash{};  ///< of its content: eight hexadecimal digits; empty for all other cases
  /// The content. Empty if only the name is known, which compares equal to the case with the content.
  std::shared_ptr<const LegalProgram> program{};
  bool operator==(const GivenProgram& other) const { return hash == other.hash; }
  auto operator<=>(const GivenProgram& other) const { return hash <=> other.hash; }
};

}  // namespace wgcts::suites
