// A case: the smallest thing that has a verdict. A plain value whose name is its parameters:
//
//     scan_inclusive_add.float.3d.4x3x5.solo
//     reduce_max.ulong.1d.max.chain.offset
//     reduce_max.ulong.1d.48.chain.offset.printing.noopt
//     program.int.1d.33.5053.noopt
//     program.int.1d.4.x1a2b3c4d
//
// A whole program has the number that it is drawn from where others have their form. One that is not drawn,
// because it was reduced, has an x and a hash of its content instead: a report holds the content.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "reference/geometry.hpp"
#include "suites/builtin.hpp"
#include "suites/forms.hpp"
#include "suites/given.hpp"

namespace wgcts::suites {

/// A local size as a plan names it: fixed, or "max", the largest that device and kernel take.
struct LocalSize {
  Extents extents{};  ///< all zero for "max"
  bool is_max() const { return extents[0] == 0; }
  auto operator<=>(const LocalSize&) const = default;
};

struct Case {
  const Builtin* builtin = nullptr;  ///< one of `subjects`
  GenType type{};
  unsigned dim = 1;
  LocalSize local;
  const Form* form = nullptr;              ///< one of all_forms(), or program_form
  const Variant* variant = plain_variant;  ///< a row of `variants`, or a combination of them
  std::uint64_t number = 0;                ///< that a whole program is drawn from, or its hash; 0 for others
  GivenProgram given{};                    ///< of a whole program that is not drawn
  bool operator==(const Case&) const = default;
  /// An order for containers, the same in every process; it means nothing else.
  std::strong_ordering operator<=>(const Case& other) const {
    const auto key = [](const Case& c) {
      return std::tie(c.builtin, c.type, c.dim, c.local, c.form, c.variant->key, c.number, c.given);
    };
    return key(*this) <=> key(other);
  }
};

/// Whether the case is a whole program.
inline bool is_program(const Case& c) { return c.builtin == &whole_program; }

/// What stands for a whole program in the case's name: "5053", "x1a2b3c4d".
std::string program_word(const Case& c);

/// "4x3x5" or "max".
std::string to_string(const LocalSize& local, unsigned dim);

/// The case's name.
std::string name(const Case& c);

/// The case of that name, whether or not a plan holds it; nothing if the name does not follow the grammar.
std::optional<Case> parse_case(std::string_view text);

/// The local size that `text` names for `dim` dimensions, or nothing.
std::optional<LocalSize> parse_local_size(std::string_view text, unsigned dim);

/// Kernels with several rows of a variant hold one operation of each family: a call costs as much as a third of
/// a kernel, and such kernels are many. Says in which of the three the builtin is, by the variant's
/// `compiled_key`; 0 for a builtin without an operation, and where there is one kernel.
unsigned third_of(const Builtin& builtin, std::uint64_t compiled_key);

/// Whether two builtins of a type stand in one kernel of the form, under a variant of that `compiled_key`.
bool share_a_kernel(const Form& form, std::uint64_t compiled_key, const Builtin& a, const Builtin& b);

/// The seed of the case's data: of its name and the run's seed alone.
std::uint64_t data_seed(const Case& c, std::uint64_t seed);

}  // namespace wgcts::suites
