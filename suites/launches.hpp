// Launches that cover combinations of values (suites/values.hpp), each named by one of its cases. The others
// are those of the builtins that share its kernel. tests/suites/covering/write.cpp writes the names to the
// files of suites/launches, which cmake/launches.cmake embeds.
#pragma once

#include <span>
#include <string_view>

#include "layers.hpp"

namespace wgcts::suites {

/// Together with the standard profile's plan rows they meet every legal pair of values with its families, and
/// every legal triple of a form, a row of a variant and a dimension. The order is that of new pairs for their
/// cost.
std::span<const std::string_view> launches_for_pairs();

/// Of the full profile: they meet most triples of values that nothing else meets.
std::span<const std::string_view> launches_for_triples();

}  // namespace wgcts::suites
