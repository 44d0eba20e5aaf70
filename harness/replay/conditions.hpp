// Places of work-groups, with all properties that the conditions of a bug may use, and the simplest
// conditions that separate wrong places from correct ones.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "reference/causes/wrong_model.hpp"
#include "results/bug.hpp"
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
  /// Number among the builtin's calls in order of execution: in the kernel, and in this run of its function.
  unsigned call = 1, call_in_function = 1;
  unsigned call_site = 1;  ///< number among the calls of any builtin in the text of its function
  bool in_helper = false;  ///< a function that the kernel calls makes the call
  Members members{};       ///< the kernel's builtins
  Extents size{};          ///< of the work-group
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

/// Whether the predicate holds at the place. A predicate on work-groups holds for a case without results.
bool holds(const Predicate& predicate, const Place& place);
bool holds(const Where& where, const Place& place);

/// All conditions that hold at every wrong place but not at every correct one.
Where conditions_for(const Places& wrong, const Places& right);

/// The description length of a condition. If two separate equally well, the shorter one is reported.
double bits_to_state(const Predicate& predicate);

/// log2 of the binomial coefficient (n choose k).
double bits_of_set(double k, double n);

/// The build option of a variant as a name of Feature::Option: "-cl-std=CL2.0", "default".
std::string option_of(const Variant& variant);
/// The row of variants that adds the option; nullptr if there is none.
const Variant* variant_with_option(std::string_view option);

/// The name of a row of variants in Feature::Variant; "plain" for the row without a name.
std::string_view name_of(const Variant& row);
/// The row of that name; nullptr if there is none.
const Variant* variant_of_name(std::string_view name);
/// The most likely threshold from `least` to `most`: the largest power of two, else a multiple of the largest
/// power of two, else `most`.
std::size_t preferred_threshold(std::size_t least, std::size_t most);

/// A set of places, one bit each.
using PlaceSet = std::vector<std::uint64_t>;

constexpr std::size_t words_for(std::size_t places) { return (places + 63) / 64; }

inline PlaceSet those_of(const Places& places, auto condition) {
  PlaceSet bits(words_for(places.size()));
  for (std::size_t i = 0; i < places.size(); ++i)
    if (condition(*places[i])) bits[i / 64] |= std::uint64_t{1} << (i % 64);
  return bits;
}

inline std::size_t count_of(const PlaceSet& bits) {
  std::size_t n = 0;
  for (const std::uint64_t word : bits) n += static_cast<std::size_t>(std::popcount(word));
  return n;
}

inline bool has_place(const PlaceSet& bits, std::size_t place) {
  return (bits[place / 64] >> place % 64 & 1) != 0;
}

/// The first of `count` places that is not in the set; none if all are.
inline std::optional<std::size_t> first_outside(const PlaceSet& bits, std::size_t count) {
  for (std::size_t place = 0; place < count; ++place)
    if (!has_place(bits, place)) return place;
  return std::nullopt;
}

inline PlaceSet both(PlaceSet a, const PlaceSet& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] |= b[i];
  return a;
}

inline PlaceSet without(PlaceSet a, const PlaceSet& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] &= ~b[i];
  return a;
}

/// The description length of one more bug.
inline constexpr double bits_of_a_bug = 16;

/// The description length of `wrong` observations of `of` that contradict a hypothesis. Each takes bits for
/// its number, for another bug that must act there, and for its results.
double bits_of_contradictions(std::size_t wrong, std::size_t of);

/// The description length of `some` exceptions of `of` places to conditions. Either each is a contradiction,
/// or together they are where a condition decides that no feature states.
double bits_of_exceptions(std::size_t some, std::size_t of);

/// How to count correct places where the conditions hold.
enum class RightPlaces : std::uint8_t {
  Contradict,  ///< the fault is deterministic and would have changed their results
  MayHideIt    ///< values, such as equal ones, may hide the fault
};

/// A conjunction of conditions, and how well it separates wrong places from correct ones.
struct Boundary {
  Where where{};
  double bits = 0;              ///< to state the conditions
  double exceptions = 0;        ///< bits to state the exceptions
  std::size_t violated = 0;     ///< correct places where it holds
  std::vector<Where> rivals{};  ///< other conjunctions whose description is almost as short

  bool holds(const Place& place) const;
  /// The same for a call in a whole program. Conditions on the form, the call's number, its function and
  /// other calls count as true.
  bool may_hold_in_program(const Place& place) const;
  double description_length() const { return bits + exceptions; }
};

/// The conjunction with the shortest description, exceptions included.
Boundary boundary_between(const Places& wrong, const Places& right,
                          RightPlaces meaning = RightPlaces::Contradict);

}  // namespace wgcts::harness
