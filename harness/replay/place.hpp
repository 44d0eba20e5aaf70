// The place of a work-group: all properties that the conditions of a bug may use.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "reference/causes/wrong_model.hpp"
#include "results/device_facts.hpp"
#include "suites/case.hpp"

namespace wgcts::harness {

/// A builtin, and the type that it is called with.
using Subject = std::pair<const Builtin*, GenType>;
inline Subject subject_of(const Case& c) { return {c.builtin, c.type}; }

/// The builtins that a kernel calls, by their index.
using Members = std::bitset<builtins.size()>;
Members members_in(std::span<const Builtin* const> kernel);

struct Place {
  const Case& the_case;     ///< it must outlive the place
  bool whole_case = false;  ///< a place of the whole case, without results of its work-groups
  unsigned call = 1;        ///< number among the builtin's calls in the kernel, in order of execution
  unsigned call_site = 1;   ///< number among the calls of any builtin in the text of its function
  bool in_helper = false;   ///< a function that the kernel calls makes the call
  Members members{};        ///< the kernel's builtins
  Extents size{};           ///< of the work-group
  Extents enqueued{};
  Extents group{};  ///< get_group_id
  Extents last{};   ///< get_group_id of the launch's last work-group
  std::size_t index = 0, groups = 0;
  std::size_t source = 0;
  std::uint32_t values = 0;               ///< bits of value_kinds
  std::optional<SubGroups> sub_groups{};  ///< of the work-group; none if their layout is unknown
};

/// A list of places. It holds pointers because many lists share places.
using Places = std::vector<const Place*>;

Places places_in(std::span<const Place> all);

/// Kinds of input that a bug may depend on, as bits of Place::values.
inline constexpr std::array<std::string_view, 8> value_kinds{"negative", "zero",      "large",   "nan",
                                                             "inf",      "subnormal", "uniform", "ids"};

consteval std::uint32_t bit_of_kind(std::string_view kind) { return 1U << index_in(value_kinds, kind); }

/// The kinds of a work-group's values `x`, by local linear id.
template <class T>
std::uint32_t kinds_of(std::span<const T> x) {
  std::uint32_t kinds = 0;
  const auto mark = [&](std::uint32_t bit, bool is) { kinds |= is ? bit : 0; };
  constexpr double large = 0x1p24;
  // With one lane, the values are always uniform. A single 0 does not count as ids.
  bool uniform = true, ids = x.size() > 1;
  for (std::size_t lane = 0; lane < x.size(); ++lane) {
    const T v = x[lane];
    const ExactNumber wide = v;
    mark(bit_of_kind("negative"), v < T{0});
    mark(bit_of_kind("large"), abs(wide) >= large && !wide.is_infinite());
    mark(bit_of_kind("nan"), is_nan(v));
    mark(bit_of_kind("inf"), wide.is_infinite());
    mark(bit_of_kind("zero"), v == T{0});
    if constexpr (is_float_v<T>)
      mark(bit_of_kind("subnormal"), v != T{0} && abs(wide) < Limits<T>::min_normal());
    uniform &= same_bits(v, x[0]);
    ids &= wide == std::uint64_t{lane};
  }
  mark(bit_of_kind("uniform"), uniform);
  mark(bit_of_kind("ids"), ids);
  return kinds;
}

/// Whether the case is evidence about the driver's builtins. Whole programs and kernels with own functions
/// are not.
inline bool speaks_of_builtins(const Case& c) { return !is_program(c) && !c.form->own_functions; }

/// Whether a passing case is evidence against a bug seen at `wrong`. A kernel with own functions counts only
/// if one of the wrong kernels has some too.
inline bool speaks_against(const Case& passing, const Places& wrong) {
  return speaks_of_builtins(passing) ||
         (!is_program(passing) &&
          std::ranges::any_of(wrong, [](const Place* p) { return p->the_case.form->own_functions; }));
}

/// The sub-groups of a work-group of the case, if their layout is known.
std::optional<SubGroups> sub_groups_of(const Case& c, const DeviceFacts& facts, const Extents& size);

/// The place of a case as a whole, on a device with these facts.
Place place_of(const Case& c, const DeviceFacts& facts);
Place place_of(const Case&& c, const DeviceFacts& facts) = delete;

/// Orders cases from simple to complex.
inline auto complexity(const Case& c) {
  return std::tuple(is_program(c), c.local.is_max(), row_count(c.variant->key),
                    c.form->around != Surroundings::None, c.form->rank, c.dim, volume(c.local.extents));
}

}  // namespace wgcts::harness
