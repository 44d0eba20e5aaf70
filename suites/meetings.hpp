// Which values meet in a plan, and which can.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "suites/values.hpp"

namespace wgcts::suites {

/// A set of families, a bit for each.
using Families = std::uint8_t;
constexpr Families bit_of(Family family) {
  return static_cast<Families>(1U << static_cast<unsigned>(family));
}

/// For each pair of values of two parameters, the families that meet it; for a value with itself, those that
/// meet the value.
class PairTable {
 public:
  PairTable() : families_(size() * size()) {}
  Families operator()(ValueId a, ValueId b) const { return families_[a * size() + b]; }
  void add(ValueId a, ValueId b, Families families) {
    families_[a * size() + b] |= families;
    families_[b * size() + a] |= families;
  }
  /// What the families meet in a launch of these values. One with values that many devices lack counts for
  /// pairs of them alone: a device that skips it must meet its other pairs elsewhere.
  void add(const Values& values, Families families);
  static std::size_t size() { return all_values().size(); }

 private:
  std::vector<Families> families_;
};

/// Whether a launch with both values does not show what they do together: collectives that another part of the program
/// calls are compiled without the attributes of the kernel. Such a launch meets an attribute with its host alone.
bool is_hidden(const Values& values, ValueId a, ValueId b);

/// The pairs that a legal case has, by family.
const PairTable& legal_pairs();

/// Whether a pair is met when one family meets it. Beside each attribute, option and host, a form that has a
/// kernel for each family would cost six times as much, and the largest work-group takes as long as a hundred
/// others.
bool takes_one_family(ValueId a, ValueId b);

/// The families that still have to meet the pair.
inline Families open_families(const PairTable& met, ValueId a, ValueId b) {
  const auto open = static_cast<Families>(legal_pairs()(a, b) & ~met(a, b));
  return met(a, b) != 0 && takes_one_family(a, b) ? Families{0} : open;
}

/// Why no legal case has both values: empty where one does.
std::string_view why_not(ValueId a, ValueId b);

/// The pairs that the cases meet.
PairTable pairs_met(const std::vector<Case>& cases);

/// The parts of a sum.
struct Share {
  std::size_t met = 0, legal = 0;
};

/// How many pairs of values the table meets with some family, of those that are legal; and how many triples
/// of a family and a pair.
Share share_of_pairs(const PairTable& met);
Share share_with_families(const PairTable& met);

/// How many triples of a form, a row of an axis and a dimension the cases have, of those that are legal.
Share share_of_form_row_dimension(const std::vector<Case>& cases);

/// Calls visit(a, b) for each pair of values of two parameters, a's parameter the first.
template <class Visit>
void for_each_pair(Visit visit) {
  const auto values = all_values();
  for (std::size_t a = 0; a < values.size(); ++a)
    for (std::size_t b = a + 1; b < values.size(); ++b)
      if (values[a].parameter != values[b].parameter) visit(static_cast<ValueId>(a), static_cast<ValueId>(b));
}

/// The case of these values, of a builtin; nothing where the rows of the variant contradict each other.
std::optional<Case> case_of(const Values& values, const LocalSize& local, const Builtin& builtin);

/// A builtin that stands for the family.
const Builtin& of_family(Family family);

}  // namespace wgcts::suites
