#include "cli/outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "reports/html.hpp"
#include "reports/json.hpp"
#include "reports/junit.hpp"
#include "reports/markdown.hpp"
#include "reports/output_file.hpp"

namespace wgcts {
namespace {

struct Output {
  const char* option;
  std::string Options::*path;
  void (*text)(const Report& report, const TextSink& sink);
  const char* help;
};

constexpr Output outputs[] = {
    {"--json", &Options::json, json_text, "write the report here; - is standard output, for one of these"},
    {"--junit", &Options::junit, junit_text, "write JUnit XML here, for CI"},
    {"--html", &Options::html, html_text, "write a page for people here"},
    {"--markdown", &Options::markdown, markdown_text, "write a summary for a pull request here"},
};

// Where a name leads. Links are followed by hand, as they may name a file that is still to come.
std::filesystem::path place_of(const std::string& name) {
  constexpr int most_links = 40;  // what Linux follows; circles are refused where files are opened
  std::filesystem::path file = name;
  std::error_code error;
  for (int i = 0; i < most_links && std::filesystem::is_symlink(file, error); ++i)
    file = file.parent_path() / std::filesystem::read_symlink(file, error);
  return std::filesystem::weakly_canonical(std::filesystem::absolute(file, error), error);
}

bool same_place(const std::string& a, const std::string& b) {
  if (a == b) return true;
  return a != "-" && b != "-" && place_of(a) == place_of(b);
}

}  // namespace

void add_outputs(CLI::App& command, Options& to) {
  for (const Output& output : outputs)
    command.add_option(output.option, to.*output.path, output.help)->group("Output");
}

bool has_outputs(const Options& options) {
  return std::ranges::any_of(outputs, [&](const Output& o) { return !(options.*o.path).empty(); });
}

bool takes_standard_output(const Options& options) {
  return std::ranges::any_of(outputs, [&](const Output& o) { return options.*o.path == "-"; });
}

std::string output_options() {
  std::string names;
  for (const Output& output : outputs) names.append(names.empty() ? "" : ", ").append(output.option);
  return names;
}

void check_outputs(const Options& options) {
  std::vector<const Output*> wanted;
  for (const Output& output : outputs) {
    const std::string& path = options.*output.path;
    if (path.empty()) continue;
    for (const Output* other : wanted)
      if (same_place(options.*other->path, path))
        throw UsageError(fmt::format("{} and {} cannot both go to {}", other->option, output.option,
                                     path == "-" ? "the standard output" : path));
    wanted.push_back(&output);
  }
  for (const Output* output : wanted) check_writable(options.*output->path);
}

void write_outputs(const Report& report, const Options& options) {
  std::exception_ptr first_failure;
  for (const Output& output : outputs) {
    const std::string& path = options.*output.path;
    if (path.empty()) continue;
    try {
      OutputFile file(path);
      output.text(report, [&](std::string_view piece) { file.write(piece); });
      file.commit();
    } catch (const std::exception&) {
      if (!first_failure) first_failure = std::current_exception();
    }
  }
  if (first_failure) std::rethrow_exception(first_failure);
}

}  // namespace wgcts
