// The profiles: how many cases a run has.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "layers.hpp"

namespace wgcts::suites {

/// Each profile contains all cases of the previous ones, except soak, which has no plan: see suites/draw.hpp.
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

}  // namespace wgcts::suites
