// A case: the smallest unit with a verdict. Its name contains all its parameters:
//
//     scan_inclusive_add.float.3d.4x3x5.solo
//     reduce_max.ulong.1d.max.chain.offset
//     reduce_max.ulong.1d.48.chain.offset.printing.noopt
//     program.int.1d.33.5053.noopt
//     program.int.1d.4.x1a2b3c4d
//
// A program is drawn from a number, which its name has instead of a form. A reduced program has an x and a
// hash of its content. Reports contain the content.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "reference/geometry.hpp"
#include "suites/builtin.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::suites {

/// The local size of a case: fixed, or "max", the largest that device and kernel allow.
struct LocalSize {
  Extents extents{};  ///< all zero for "max"
  bool is_max() const { return extents[0] == 0; }
  auto operator<=>(const LocalSize&) const = default;
};

struct LegalProgram;

/// A program that is given instead of drawn (suites/programs/draw_program.hpp).
struct GivenProgram {
  std::optional<std::uint32_t> hash{};  ///< of its content; nothing for all other cases
  /// The content. Empty if only the name is known. The hash alone determines equality.
  std::shared_ptr<const LegalProgram> program{};
  bool operator==(const GivenProgram& other) const { return hash == other.hash; }
  auto operator<=>(const GivenProgram& other) const { return hash <=> other.hash; }
};

/// Whether the text is a hash of a program or a bug in reports: eight hexadecimal digits.
constexpr bool is_hash(std::string_view text) {
  return text.size() == 8 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

struct Case {
  const Builtin* builtin = nullptr;  ///< one of `subjects`
  GenType type{};
  unsigned dim = 1;
  LocalSize local;
  const Form* form = nullptr;              ///< one of all_forms(), or program_form
  const Variant* variant = plain_variant;  ///< a row of `variants`, or a combination of them
  std::uint64_t number = 0;                ///< of a drawn program, or its hash; 0 for others
  GivenProgram given{};                    ///< of a program that is not drawn
  bool operator==(const Case&) const = default;
  // An order for containers, the same in every process. It has no other meaning.
  std::strong_ordering operator<=>(const Case& other) const {
    const auto key = [](const Case& c) {
      return std::tie(c.builtin, c.type, c.dim, c.local, c.form, c.variant->key, c.number, c.given);
    };
    return key(*this) <=> key(other);
  }
};

inline bool is_program(const Case& c) { return c.builtin == &whole_program; }

/// The program's part of the case's name: "5053", "x1a2b3c4d".
std::string program_word(const Case& c);

/// "4x3x5" or "max".
inline std::string to_string(const LocalSize& local, unsigned dim) {
  return local.is_max() ? "max" : reference::to_string(local.extents, dim);
}

std::string name(const Case& c);

/// Parses a case's name. The case need not be in a plan. Nothing if the name does not follow the grammar.
std::optional<Case> parse_case(std::string_view text);

std::optional<LocalSize> parse_local_size(std::string_view text, unsigned dim);

/// Why the case is not legal: its parts exclude each other. Empty for a legal case.
std::string_view objection(const Case& c);

/// Whether the case is legal. Only legal cases are planned, drawn or run.
inline bool is_legal(const Case& c) { return objection(c).empty(); }

/// A kernel with several variant rows has only one operation of each family, because there are many such
/// kernels, and a call costs a third of a kernel. Returns the builtin's third, which depends on the variant's
/// `compiled_key`. 0 for a builtin without an operation, and if there is one kernel.
unsigned third_of(const Builtin& builtin, std::uint64_t compiled_key);

/// Whether two builtins of a type share a kernel of the form, with a variant of that `compiled_key`.
bool share_a_kernel(const Form& form, std::uint64_t compiled_key, const Builtin& a, const Builtin& b);

std::uint64_t data_seed(const Case& c, std::uint64_t seed);

}  // namespace wgcts::suites
