// Forms: how a kernel goes about calling a collective.
//
// A form is one file, suites/forms/NAME.cpp, which defines the function `Form NAME()` in
// wgcts::suites::forms. The file's name is the form's; CMake registers whatever files there are
// (suites/forms.hpp lists them).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/geometry.hpp"
#include "suites/builtin.hpp"
#include "suites/profile.hpp"
#include "suites/variant.hpp"

namespace wgcts::suites {

struct CallWriter;
struct Case;

/// Which builtins of a type share a kernel of the form. What they share is what compiling a kernel costs.
enum class KernelSharing : std::uint8_t {
  None,    ///< each has its own
  Family,  ///< a family together; the two predicates together
  Values,  ///< all that give values together; the two predicates together
  Type     ///< all of them, because their interplay is what is tested
};

/// Who gets the sizes of a plan row below the full profile, in which everyone gets all.
enum class Spread : std::uint8_t {
  All,   ///< every builtin and type, in every dimension
  Third  ///< every third of the row's sizes; the next type gets another third
};

/// A line of the plan: the form with variants at these local sizes.
///
/// A row costs a compilation for each size on drivers that specialise kernels (PoCL), and for each form on
/// others. So the standard profile has for everyone a few sizes that distinguish the classes of bugs, and
/// spreads the rest: if a size or a form goes wrong, it does for more than one type. The sizes of most forms
/// are no multiples of a sub-group and have several sub-groups. Extents differ, so that swapped x, y and z
/// show.
struct PlanRow {
  Profile least;              ///< the smallest profile that has it
  std::string_view variants;  ///< names, separated by spaces; empty: the plain launch
  std::string_view sizes[3];  ///< in 1, 2 and 3 dimensions, separated by spaces; may be empty
  /// The types that get it below the full profile, separated by spaces; empty: all.
  std::string_view types = {};
  Spread spread = Spread::All;
  std::string_view builtins = {};  ///< as `types`
};

/// The variants of the row; nullptr for an unknown name.
std::vector<const Variant*> variants_of(const PlanRow& row);

// What most forms do.
constexpr bool every_builtin(const Builtin&) { return true; }
constexpr bool every_case(const Case&) { return true; }
constexpr std::size_t its_own_lane(unsigned /*site*/, std::size_t lane, std::size_t /*lanes*/) {
  return lane;
}

/// What stands around a form's calls. Diagnosis looks for a simpler kernel with the same surroundings.
enum class Surroundings : std::uint8_t {
  Other,
  None,        ///< the simplest form
  Calls,       ///< other calls of the same builtin, before and behind
  Branch,      ///< a branch that work-groups take differently, and a helper function
  Loop,        ///< a loop with a uniform trip count
  NestedLoop,  ///< a loop inside a loop
  Literal,     ///< the value is a literal
  Computed     ///< the value is computed from ids
};

constexpr unsigned numbered_by_site(unsigned site) { return site + 1; }
constexpr unsigned numbered_by_member(unsigned /*site*/, unsigned member) { return member + 1; }

/// Why the plan combines forms that saturate the device with nothing.
inline constexpr std::string_view needs_full_device =
    "tests GPUs under full load; on a CPU it would only cost compile time";

struct Form {
  std::string_view name = {};  ///< the file's name, filled in by all_forms()
  std::string_view plan;       ///< how it calls a collective, in plain words
  /// Its place in plans and listings, which is its own: reports and drawn cases keep their order when forms
  /// are added behind. Which third of a row's sizes a type gets turns with it.
  unsigned rank;
  KernelSharing sharing = KernelSharing::Family;

  // The kernel's text.

  /// What the kernel does, for each of its builtins. Names that its text may use: `item`, `group` and
  /// `groups` are the work-item's global linear id without the offset, the linear group id and how many
  /// groups there are; `one` is 1 and `two` 2 in every launch, which no compiler knows; CallWriter uses `in`,
  /// `out`, `from` and `stride`. Every site of every builtin is stored exactly once.
  std::string (*body)(std::span<const CallWriter> builtins);
  /// What stands before the kernel for each of its builtins.
  std::string (*helpers)(const CallWriter& builtin) = nullptr;
  bool required_size = false;  ///< the kernel states its work-groups' size: reqd_work_group_size
  std::size_t keep = 0;        ///< elements a work-item of local memory, which the kernel takes as `keep`
  bool own_functions = false;  ///< what it calls are functions of its own, by the builtins' names
  bool straight = false;       ///< loads, calls and stores alone: what can be written in SPIR-V too
  /// The calls stand under the feature macro, so that the form judges whether query, list and macro agree.
  bool under_feature_macro = false;

  // The sites and what they are given.

  /// Calls of each builtin, loop iterations counted one by one; each has its own input and output.
  unsigned sites = 1;
  /// A saturated launch has so many times the work-groups that a GPU holds at once.
  std::size_t fills = 4;
  std::size_t walk = 8;  ///< at most so many work-groups walk a value through the lanes
  /// The work-item whose loaded value a lane's call at a site is given, of a work-group of `lanes`.
  std::size_t (*reads)(unsigned site, std::size_t lane, std::size_t lanes) = its_own_lane;
  /// The value that a work-item passes, by its lane and linear group id. nullptr: those of the data classes.
  std::int64_t (*value)(std::size_t lane, std::size_t group) = nullptr;
  bool loads = true;  ///< the values come through the buffer; false: the kernel's text computes value()
  std::optional<Extents> source =
      {};  ///< the local id that the text names in broadcasts; none: from a buffer

  // Its cases.

  bool (*has)(const Builtin&) = every_builtin;  ///< the builtins that it calls
  bool (*takes)(const Case&) = every_case;      ///< the local sizes and variants that it goes with
  /// A soak draws no larger work-groups, of which it would take few or none.
  std::size_t largest_drawn = std::size_t{1} << 20;
  std::span<const PlanRow> rows;
  std::span<const std::string_view> clauses = {};  ///< what its cases cite whatever their data

  /// Names of small kernels, besides the smallest, that may show the same failures
  /// (suites/programs/small_kernel.hpp); separated by spaces.
  std::string_view small_kernels = {};

  /// Why the plan combines it with no other value (suites/values.hpp); empty for a form that is combined.
  std::string_view left_out = {};

  // How its calls stand to each other. Diagnosis traces a wrong result back to another call.

  Surroundings around = Surroundings::Other;
  bool repeats = false;      ///< a function of the kernel calls the same builtin several times
  bool one_function = true;  ///< one function makes all calls of a builtin
  /// The number of a site's call among those of its builtin, from 1, in the order in which they are made.
  unsigned (*call_number)(unsigned site) = numbered_by_site;
  /// The number of a site's call in the text of the function that makes it, from 1. `member` is the builtin's
  /// place in the kernel, from 0.
  unsigned (*call_site_number)(unsigned site, unsigned member) = numbered_by_member;
  /// The site whose loaded values the first call takes, whose result is not used; nothing without such a
  /// call.
  std::optional<unsigned> unused_call = {};
};

/// Number of calls in the kernel's text. Compilers partly unroll loops.
constexpr std::size_t calls_in_text(const Form& form, std::size_t members) {
  return std::min(form.sites, 3U) * members;
}

// Milliseconds of processor time, measured on two cores of an EPYC. Drivers that compile for each local size
// spend time on each launch: PoCL 6.0 33 plus 10 for each call, PoCL 7.1 20 plus 6.5 for each call. Others
// spend it on kernels: Intel's runtime 2025.3.3 20 plus 5 for each call. A launch costs nothing there.
constexpr std::size_t price_of_launch(std::size_t calls) { return 27 + 8 * calls; }
constexpr std::size_t price_of_kernel(std::size_t calls) { return 20 + 5 * calls; }

}  // namespace wgcts::suites
