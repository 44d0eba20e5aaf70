#include "cli/run/output_paths.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/options/options.hpp"
#include "system/output_file.hpp"

namespace wgcts::cli {
namespace {

// The file that a path refers to; empty for an invalid path. The loop follows links to files that do not
// exist yet, which weakly_canonical() does not.
std::filesystem::path target_of(const std::string& name) {
  constexpr int most_links = 40;  // the limit of Linux; open() reports a cycle
  std::filesystem::path file = name;
  std::error_code error;
  for (int i = 0; i < most_links && std::filesystem::is_symlink(file, error); ++i)
    file = file.parent_path() / std::filesystem::read_symlink(file, error);
  return std::filesystem::weakly_canonical(std::filesystem::absolute(file, error), error);
}

bool same_file(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return false;
  std::error_code error;
  const auto target = target_of(a);
  return (!target.empty() && target == target_of(b)) || std::filesystem::equivalent(a, b, error);
}

}  // namespace

void check_output_paths(const std::vector<NamedPath>& outputs, const std::vector<NamedPath>& kept) {
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    if (output->path.empty()) continue;
    if (output->path.starts_with("--"))
      throw UsageError(fmt::format("{} needs a file name, and {} is an option", output->what, output->path));
    for (auto other = outputs.begin(); other != output; ++other)
      if (other->path == output->path || (!other->path.empty() && same_file(other->path, output->path)))
        throw UsageError(fmt::format("{} and {} cannot both go to {}", other->what, output->what,
                                     output->path == "-" ? "standard output" : output->path));
    for (const NamedPath& file : kept)
      if (!file.path.empty() && same_file(file.path, output->path))
        throw UsageError(fmt::format("{} would overwrite {}, which is {}: choose another file", output->what,
                                     output->path, file.what));
  }
  for (const NamedPath& output : outputs)
    if (!output.path.empty()) system::check_writable(output.path);
}

}  // namespace wgcts::cli
