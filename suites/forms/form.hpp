// Forms: the ways in which a kernel calls a collective. Each is a row of a list in this folder, with its
// cases in each profile.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/geometry.hpp"
#include "reference/lists.hpp"
#include "suites/builtin.hpp"
#include "suites/variant.hpp"

namespace wgcts::suites {

/// Each profile contains all cases of the previous ones, except soak, which has no plan: see class Draw of
/// suites/plan.hpp.
enum class Profile : std::uint8_t { Smoke, Standard, Full, Soak };

struct ProfileInfo {
  Profile profile;
  std::string_view name;
  std::string_view plan;
};

inline constexpr std::array<ProfileInfo, 4> profiles{{
    {Profile::Smoke, "smoke", "every builtin with every type and dimension, with different sizes"},
    {Profile::Standard, "standard",
     "every pair of values of type, shape, size, form and variant, for each family of builtins"},
    {Profile::Full, "full",
     "every triple of such values, and each size, each form and each variant with each builtin and type"},
    {Profile::Soak, "soak", "random cases until --time-budget ends, or until the run is interrupted"},
}};

constexpr const ProfileInfo& info(Profile profile) { return profiles[static_cast<std::size_t>(profile)]; }

constexpr const ProfileInfo* profile_named(std::string_view name) {
  return find_row(profiles, name, &ProfileInfo::name);
}

struct CallWriter;
struct Case;

/// Which builtins of a type share a kernel of the form. Sharing saves compilations.
enum class KernelSharing : std::uint8_t {
  None,    ///< each has its own kernel
  Family,  ///< those of a family; the two predicates together
  Values,  ///< all that return values; the two predicates together
  Type     ///< all, because the form tests how they work together
};

/// The distribution of a plan row's sizes. In the full profile, every builtin and type gets all sizes.
enum class Spread : std::uint8_t {
  All,   ///< every builtin and type, in every dimension
  Third  ///< each gets every third size of the row; the next type gets other sizes
};

/// A line of the plan: the form with variants at these local sizes.
///
/// A row costs a compilation for each size on drivers that specialise kernels (PoCL), and for each form on
/// others. So the standard profile has a few sizes for every builtin and type, which distinguish the classes
/// of bugs. It spreads the rest, because a failing size or form fails with more than one type. The sizes of
/// most forms have several sub-groups, and are no multiples of a sub-group. Extents differ, so that swapped
/// x, y and z show.
struct PlanRow {
  Profile least;              ///< the smallest profile that has it
  std::string_view variants;  ///< names, separated by spaces; empty: the plain launch
  std::string_view sizes[3];  ///< in 1, 2 and 3 dimensions, separated by spaces; may be empty
  /// The types that get the row below the full profile, separated by spaces; empty: all.
  std::string_view types = {};
  Spread spread = Spread::All;
  std::string_view builtins = {};  ///< as `types`
};

/// The variants of the row; nullptr for an unknown name.
std::vector<const Variant*> variants_of(const PlanRow& row);

/// The constructs around a form's calls. The diagnosis looks for a simpler kernel with the same constructs.
enum class Surroundings : std::uint8_t {
  Other,
  None,       ///< the simplest form
  Calls,      ///< other calls of the same builtin, before and after
  Branch,     ///< a branch that work-groups take differently, and a helper function
  Loop,       ///< a loop with a uniform trip count
  NestedLoop  ///< a loop inside a loop
};

/// Number of work-groups of a launch whose form computes its values. A launch has spare work-groups, too.
inline constexpr std::size_t groups_of_computed_values = 8;
inline constexpr std::size_t spare_groups = 5;

/// Why the plan does not combine forms that saturate the device with other values.
inline constexpr std::string_view needs_full_device =
    "tests GPUs under full load; on a CPU it would only cost compile time";

struct Form {
  std::string_view name;
  std::string_view plan;  ///< a description
  /// Its index in all_forms(), which determines its position in plans and listings, and which third of a
  /// row's sizes a type gets.
  unsigned rank = 0;
  KernelSharing sharing = KernelSharing::Values;

  // The kernel's text.

  /// The statements for the kernel's builtins. They may use these names: `item`, `group` and `groups` are the
  /// work-item's global linear id without the offset, the linear group id, and the number of work-groups;
  /// `one` is 1 and `two` is 2 in every launch, unknown to the compiler; CallWriter uses `in`, `out`, `from`
  /// and `stride`. Every site of every builtin is stored exactly once.
  std::string (*body)(std::span<const CallWriter> builtins);
  /// The text before the kernel for each of its builtins.
  std::string (*helpers)(const CallWriter& builtin) = nullptr;
  bool required_size = false;  ///< the kernel has reqd_work_group_size
  std::size_t keep = 0;        ///< elements of the kernel's local memory `keep` for each work-item
  bool own_functions = false;  ///< calls functions of its own with the names of builtins
  bool straight = false;       ///< only loads, calls and stores, which SPIR-V modules can have too
  /// The calls are under the feature macro, so the form tests whether query, list and macro agree.
  bool under_feature_macro = false;

  // The sites and their inputs.

  /// Calls of each builtin, with each loop iteration. Each has its own input and output.
  unsigned sites = 1;
  /// The work-groups of a saturated launch, as a multiple of those that a GPU holds at once.
  std::size_t fills = 4;
  std::size_t walk = 8;  ///< limit of the work-groups that walk a value through the lanes
  /// The lane whose loaded value a lane passes at a site, in a work-group of `lanes`.
  std::size_t (*reads)(unsigned site, std::size_t lane, std::size_t lanes) = [](unsigned, std::size_t lane,
                                                                                std::size_t) { return lane; };
  /// The value that a work-item passes, by its lane and linear group id. nullptr: those of the data classes.
  std::int64_t (*value)(std::size_t lane, std::size_t group) = nullptr;
  bool loads = true;                   ///< the values come from the buffer; false: the text computes value()
  std::optional<Extents> source = {};  ///< the local id in the text of broadcasts; none: from a buffer

  // Its cases.

  bool (*has)(const Builtin&) = [](const Builtin&) { return true; };  ///< the builtins that it calls
  /// The local sizes and variants that it can have.
  bool (*takes)(const Case&) = [](const Case&) { return true; };
  /// The largest work-group that a soak draws, because the form takes few or no larger ones.
  std::size_t largest_drawn = std::size_t{1} << 20;
  std::vector<PlanRow> rows;
  std::span<const std::string_view> clauses = {};  ///< cited by its cases, whatever their data

  /// Names of small kernels, besides the smallest, that may show the same failures
  /// (suites/programs/small_kernel.hpp); separated by spaces.
  std::string_view small_kernels = {};

  /// Why the plan combines it with no other value (suites/values.hpp); empty for a form that is combined.
  std::string_view left_out = {};

  // The order of its calls, for the diagnosis, which traces a wrong result back to another call.

  Surroundings around = Surroundings::Other;
  bool repeats = false;      ///< a function of the kernel calls the same builtin several times
  bool one_function = true;  ///< one function makes all calls of a builtin
  /// The number of a site's call among those of its builtin, from 1, in the order of execution.
  unsigned (*call_number)(unsigned site) = [](unsigned site) { return site + 1; };
  /// The number of a site's call in the text of its function, from 1. `member` is the builtin's index in the
  /// kernel.
  unsigned (*call_site_number)(unsigned site, unsigned member) = [](unsigned, unsigned member) {
    return member + 1;
  };
  /// Whether the work-groups with this linear group id make the site's call in a function that the kernel
  /// calls.
  bool (*in_helper)(unsigned site, std::size_t group) = [](unsigned, std::size_t) { return false; };
  /// The site whose loaded values the first call gets, if the result of that call is unused.
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

// A new form has a file and a list of its own. all_forms() has it last, so that the order of reports and of
// drawn cases stays the same.
std::vector<Form> usual_forms();
std::vector<Form> busy_forms();
std::vector<Form> own_forms();

/// Every form, by rank. They live as long as the program, and their addresses increase with rank.
std::span<const Form> all_forms();

/// The form of programs, which is not in all_forms(). It defines their sizes, variants and clauses.
extern const Form program_form;

/// The form of that name, program_form among them, or nullptr.
const Form* form_named(std::string_view name);

/// The form with these surroundings. There is one of each; nullptr for Other.
const Form* form_with(Surroundings around);

}  // namespace wgcts::suites
