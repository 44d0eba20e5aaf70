// Combinations of variants.
#include "suites/variant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <ranges>

#include "reference/lists.hpp"
#include "suites/parse.hpp"

namespace wgcts::suites {
namespace {

/// A combination with the texts that it refers to.
struct Combination {
  std::string name, options;
  Variant variant;
};

/// Adds the row's settings to the combination. The rows do not contradict each other.
void add(Variant& v, const Variant& row) {
  constexpr Variant unset;
  const auto set = [&](auto Variant::*field) {
    if (row.*field != unset.*field) v.*field = row.*field;
  };
  const auto set_all = [&](auto... fields) { (set(fields), ...); };
  set_all(&Variant::offset, &Variant::passed, &Variant::remainder, &Variant::groups, &Variant::saturates,
          &Variant::cl_std, &Variant::unversioned, &Variant::situation, &Variant::required,
          &Variant::attribute, &Variant::reported_query, &Variant::sub_group, &Variant::uniform_arithmetic,
          &Variant::open, &Variant::takes_remainders, &Variant::takes_sub_groups);
  v.key |= row.key;
  v.compiled_key |= row.compiled_key;
  v.walk = std::min(v.walk, row.walk);
  v.least_version = std::max(v.least_version, row.least_version);
  v.address_bits = std::max(v.address_bits, row.address_bits);
}

/// Whether both have rows of one axis, or both need the host situation or the kernel's extra argument.
bool contradict(const Variant& a, const Variant& b) {
  const bool axes = row_count(a.key) + row_count(b.key) != row_count(a.key | b.key);
  const bool situations = a.situation != Situation::None && b.situation != Situation::None;
  return axes || situations || (!a.reported_query.empty() && !b.reported_query.empty());
}

/// The variant of these rows, which do not contradict each other.
const Variant* variant_of(std::uint64_t key) {
  static std::mutex mutex;
  static std::map<std::uint64_t, Combination> combinations;  // addresses must be stable
  const Variant keyed{.key = key};
  const auto rows = rows_of(keyed);
  if (rows.empty()) return plain_variant;
  if (rows.size() == 1) return rows.front();
  const std::scoped_lock lock(mutex);
  const auto [place, is_new] = combinations.try_emplace(key);
  Combination& combination = place->second;
  if (is_new) {
    const auto with_options = picked(rows, [](const Variant* row) { return !row->options.empty(); });
    combination.name = joined(rows, ".", &Variant::name);
    combination.options = joined(with_options, " ", &Variant::options);
    combination.variant = {
        .name = combination.name, .walk = plain_variant->walk, .options = combination.options};
    for (const Variant* row : rows) add(combination.variant, *row);
  }
  return &combination.variant;
}

}  // namespace

const Variant* variant_named(std::string_view name) {
  if (name.empty()) return plain_variant;
  std::vector<const Variant*> rows;
  std::uint64_t key = 0;
  for (const auto word : split(name, '.')) {
    const auto* const row = std::ranges::find(variants, word, &Variant::name);
    if (row == variants.end() || row == plain_variant) return nullptr;
    if (std::ranges::any_of(rows, [&](const Variant* other) { return contradict(*other, *row); }))
      return nullptr;
    rows.push_back(row);
    key |= row->key;
  }
  // combined() row by row would keep each intermediate combination in memory.
  const Variant* found = variant_of(key);
  return found->name == name ? found : nullptr;  // otherwise its rows are not in the order of their axes
}

const Variant* combined(const Variant& a, const Variant& b) {
  return contradict(a, b) ? nullptr : variant_of(a.key | b.key);
}

std::vector<const Variant*> rows_of(const Variant& v) {
  std::vector<const Variant*> rows;
  for (std::size_t axis = 0; axis < axis_count; ++axis)
    if (const Variant& row = row_of(v, static_cast<Axis>(axis)); row.key != 0) rows.push_back(&row);
  return rows;
}

const Variant* without(const Variant& v, Axis axis) { return variant_of(v.key & ~mask_of(axis)); }

std::string plan_of(const Variant& v) {
  return v.key == 0 ? std::string(v.plan) : joined(rows_of(v), "; ", &Variant::plan);
}

const Variant* company_of(const Variant& v) {
  return variant_of(v.key & (mask_of(Axis::Beside) | mask_of(Axis::Alive)));
}

std::string in_company(const Variant& v, std::string statements) {
  for (const Variant* row : rows_of(v) | std::views::reverse) {
    const auto& [before, after, wrong] = row->company;
    statements = fmt::format("{}{}{}", before, statements, after);
    if (!wrong.empty()) statements += fmt::format("    if ({}) told[{}] = 1;\n", wrong, told_word(*row));
  }
  return statements;
}

}  // namespace wgcts::suites
