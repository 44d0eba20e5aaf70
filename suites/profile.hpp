// The profiles: how many cases a run has.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "reference/lists.hpp"

namespace wgcts::suites {

/// Each profile contains all cases of the previous ones, except soak, which has no plan: see suites/draw.hpp.
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
     "every triple of such values, and every size, form and variant with every builtin and type"},
    {Profile::Soak, "soak", "random cases until --time-budget ends, or until the run is interrupted"},
}};

constexpr const ProfileInfo& info(Profile profile) { return profiles[static_cast<std::size_t>(profile)]; }

constexpr const ProfileInfo* profile_named(std::string_view name) {
  return find_row(profiles, name, &ProfileInfo::name);
}

}  // namespace wgcts::suites
