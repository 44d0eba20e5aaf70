// The register of rules. Every check cites one, and no check fails a device without one.
#pragma once

#include <algorithm>
#include <span>

#include "clauses_table.hpp"
#include "reference/lists.hpp"

namespace wgcts::reference {

/// The clause with that id; nullptr if there is none.
constexpr const Clause* find_clause(std::string_view id) { return find_row(clauses, id, &Clause::id); }

/// The sections of a clause: one to three, the most important first.
constexpr std::span<const Section* const> sections_of(const Clause& clause) {
  const auto end = std::ranges::find(clause.sections, nullptr);
  return {clause.sections.begin(), end};
}

/// The sections in one line, separated by "; ".
inline std::string citation(const Clause& clause) {
  return joined(sections_of(clause), "; ", [](const Section* section) { return citation(*section); });
}

/// The citation for a check that fails a device. Does not compile for an unknown id or an Undefined rule.
consteval std::string_view cite(std::string_view id) {
  const Clause* clause = find_clause(id);
  if (clause == nullptr) throw "no such clause";
  if (clause->tier == Tier::Undefined) throw "undefined behaviour is observed, not judged";
  return clause->id;
}

}  // namespace wgcts::reference
