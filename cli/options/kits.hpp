// Kits: drivers that scripts/setup installed into the folder kits/ beside the built program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "layers.hpp"

namespace wgcts::cli {

/// The names of the kits beside this program, sorted.
std::vector<std::string> kits_beside(const std::filesystem::path& program);

/// The kit's launcher, a program that starts another one with the kit's driver. Throws UsageError, with the
/// names of the existing kits, if this one does not exist.
std::filesystem::path kit_launcher(const std::filesystem::path& program, const std::string& kit);

}  // namespace wgcts::cli
