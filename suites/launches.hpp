// Lists of cases by name, which tools wrote to the files of suites/launches. cmake/launches.cmake embeds
// them. A launch that covers combinations of values (suites/values.hpp) is named by one of its cases. Its
// other cases are those of the builtins in the same kernel. tests/suites/covering/write.cpp writes these
// lists.
#pragma once

#include <span>
#include <string_view>

#include "layers.hpp"

namespace wgcts::suites {

/// Together with the standard profile's plan rows they meet every legal pair of values with its families, and
/// every legal triple of a form, a row of a variant and a dimension. The order is that of new pairs for their
/// cost. Further launches follow, which meet the most other triples of values for their cost.
std::span<const std::string_view> standard_launches();

/// Together with all other cases of the full profile they meet every triple of legal_triples().
std::span<const std::string_view> full_launches();

/// Programs that together have every collective family in every legal place at least twice, with types that
/// every device supports; followed by one program of each other type. A family counts in a program only if
/// wrong results would show. Chosen by tests/suites/programs/choose.cpp.
std::span<const std::string_view> fixed_set();

/// Programs of that set under variants. Each row of a variant that programs can have is met by three of them.
/// A row that many devices lack is met by two, in cases of its own. Written by
/// tests/suites/programs/vary.cpp.
std::span<const std::string_view> fixed_set_under_variants();

/// Programs that call the collectives of cl_khr_work_group_uniform_arithmetic, for devices that have it. They
/// show wrong answers of each operation, in two programs at least. Written by the same tool.
std::span<const std::string_view> fixed_set_of_uniform_arithmetic();

}  // namespace wgcts::suites
