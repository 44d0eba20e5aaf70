#include "cli/options/kits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <system_error>

#include "cli/options/options.hpp"
#include "reference/lists.hpp"

namespace wgcts::cli {
namespace {

constexpr const char* launcher_name = "launch";

std::filesystem::path kits_folder(const std::filesystem::path& program) {
  return program.parent_path() / "kits";
}

}  // namespace

std::vector<std::string> kits_beside(const std::filesystem::path& program) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& kit : std::filesystem::directory_iterator(kits_folder(program), error))
    if (std::filesystem::exists(kit.path() / launcher_name, error)) names.push_back(kit.path().filename());
  std::ranges::sort(names);
  return names;
}

std::filesystem::path kit_launcher(const std::filesystem::path& program, const std::string& kit) {
  const auto kits = kits_beside(program);
  if (is_in(kit, kits)) return kits_folder(program) / kit / launcher_name;
  throw UsageError(
      kits.empty()
          ? fmt::format("there is no kit '{}', and no other kit; make one with scripts/setup NAME", kit)
          : fmt::format("there is no kit '{}'; the kits are {}; make others with scripts/setup NAME", kit,
                        fmt::join(kits, ", ")));
}

}  // namespace wgcts::cli
