// Places of work-groups, with all properties that the conditions of a bug may use, and the simplest
// conditions that separate wrong places from correct ones.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/geometry.hpp"
#include "reference/lists.hpp"
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

/// A call by a work-group, or a whole case: the properties that conditions may use.
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

inline Places places_in(std::span<const Place> all) {
  return mapped(all, [](const Place& place) { return &place; });
}

/// Kinds of input that a bug may depend on, as bits of Place::values.
inline constexpr std::array<std::string_view, 8> value_kinds{"negative", "zero",      "large",   "nan",
                                                             "inf",      "subnormal", "uniform", "ids"};

consteval std::uint32_t bit_of_kind(std::string_view kind) { return 1U << index_in(value_kinds, kind); }

/// Whether the predicate holds at the place. A predicate on work-groups holds for a case without results.
bool holds(const Predicate& predicate, const Place& place);
bool holds(const Where& where, const Place& place);

/// All conditions that hold at every wrong place but not at every correct one.
Where conditions_for(const Places& wrong, const Places& right);

/// The description length of a condition. If two separate equally well, the shorter one is reported.
double bits_to_state(const Predicate& predicate);

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
