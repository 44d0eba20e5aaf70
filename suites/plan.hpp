// Which cases there are.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suites/case.hpp"

namespace wgcts::suites {

/// How much of the space of cases a run covers; each holds all of those before it, but for soak, which has no
/// plan: see suites/draw.hpp.
enum class Profile : std::uint8_t { Smoke, Standard, Full, Soak };

struct ProfileInfo {
  Profile profile;
  std::string_view name;
  std::string_view plan;
};

inline constexpr std::array<ProfileInfo, 4> profiles{{
    {Profile::Smoke, "smoke", "every builtin, type and dimension once"},
    {Profile::Standard, "standard",
     "every size, form and launch with every builtin, spread over types and dimensions"},
    {Profile::Full, "full", "every size, form and launch with every builtin and type in every dimension"},
    {Profile::Soak, "soak", "cases drawn from the seed, of any size, form and launch, until --time-budget"},
}};

constexpr const ProfileInfo& info(Profile profile) { return profiles[static_cast<std::size_t>(profile)]; }

/// Who gets the sizes of a row.
enum class Spread : std::uint8_t {
  All,   ///< every builtin and type, in every dimension
  Third  ///< every third of the row's sizes, another third with the next type; everything in the full profile
};

/// A line of the plan: a form and a variant at these local sizes.
struct PlanRow {
  Profile least;  ///< the smallest profile that holds it
  Form form;
  Variant variant;
  Spread spread;
  std::string_view sizes[3];  ///< in 1, 2 and 3 dimensions, separated by spaces
};

/// The plan as written.
std::span<const PlanRow> plan_rows();

/// Every case of the profile, none for soak, in the order of builtins, types, dimensions and plan rows.
std::vector<Case> plan(Profile profile);

/// Whether the case makes sense: its form has the builtin, takes the size and goes with the variant.
bool is_legal(const Case& c);

/// `cases`, and behind them the legal ones that a filter names in full though the profile does not hold them,
/// so that a case from any report can be replayed.
std::vector<Case> with_named(std::vector<Case> cases, const std::vector<std::string>& filters);

}  // namespace wgcts::suites
