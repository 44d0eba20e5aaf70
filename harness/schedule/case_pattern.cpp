#include "harness/schedule/case_pattern.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace wgcts::harness {

CasePattern pattern_of(Aspect aspect, const Case& c) {
  const std::size_t size = c.local.is_max() ? 0 : volume(c.local.extents);
  switch (aspect) {
    case Aspect::Everything:
      return {};
    case Aspect::Builtin:
      return {.builtin = c.builtin};
    case Aspect::BuiltinOfType:
      // The failure of one program does not predict those of other programs of its type.
      return {.builtin = c.builtin, .type = c.type, .number = c.number};
    case Aspect::Type:
      return {.type = c.type};
    case Aspect::Size:
      return {.size = size};
    case Aspect::SizeInDimension:
      return {.size = size, .dim = c.dim};
    case Aspect::Dimension:
      return {.dim = c.dim};
    case Aspect::Form:
      return {.form = c.form};
    case Aspect::Variant:
      break;
  }
  throw std::logic_error("pattern_of() has no single pattern for a variant");
}

std::vector<CasePattern> patterns_of(Aspect aspect, const Case& c) {
  if (aspect != Aspect::Variant) return {pattern_of(aspect, c)};
  std::vector<const Variant*> rows = rows_of(*c.variant);
  if (rows.empty()) rows = {plain_variant};
  std::vector<CasePattern> patterns;
  for (const Variant* row : rows) patterns.push_back({.variant = row});
  return patterns;
}

std::string describe_launches(std::size_t number, const CasePattern& pattern) {
  std::string text = fmt::format("{} {}", number, number == 1 ? "launch" : "launches");
  if (pattern.builtin != nullptr) text += fmt::format(" of {}", pattern.builtin->name);
  if (pattern.type) text += fmt::format(" for {}", info(*pattern.type).name);
  if (pattern.size)
    text += *pattern.size == 0
                ? " of the largest size"
                : fmt::format(" of {} {}", *pattern.size, *pattern.size == 1 ? "work-item" : "work-items");
  if (pattern.dim) text += fmt::format(" in {}d", *pattern.dim);
  if (pattern.form != nullptr) text += fmt::format(" of form {}", pattern.form->name);
  if (pattern.variant != nullptr)
    text += pattern.variant == plain_variant ? " without variation"
                                             : fmt::format(" like {}", pattern.variant->name);
  return text;
}

}  // namespace wgcts::harness
