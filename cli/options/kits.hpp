// The kits: drivers that scripts/setup has made, in folders beside the program where it was built.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "layers.hpp"

namespace wgcts::cli {

/// The names of the kits beside this program, sorted.
std::vector<std::string> kits_beside(const std::filesystem::path& program);

/// What starts a program with the kit's driver: a file of the kit's. Throws UsageError, which names the kits
/// that there are, where there is none of that name.
std::filesystem::path kit_launcher(const std::filesystem::path& program, const std::string& kit);

}  // namespace wgcts::cli
