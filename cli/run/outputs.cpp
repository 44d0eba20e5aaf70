#include "cli/run/outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <stdexcept>

#include "cli/run/resume.hpp"
#include "reference/lists.hpp"
#include "reports/formats.hpp"
#include "reports/html/page.hpp"
#include "reports/model/json.hpp"
#include "system/output_file.hpp"

namespace wgcts::cli {
namespace {

struct Output {
  const char* option;
  std::string Options::*path;
  void (*text)(const Report& report, const TextSink& sink);
  const char* help;
};

constexpr Output output_table[] = {
    {"--json", &Options::json, json_text,
     "write the report to this JSON file; - is standard output, for one output only"},
    {"--junit", &Options::junit, junit_text, "write JUnit XML to this file"},
    {"--html", &Options::html, html_text, "write an HTML page to this file"},
    {"--markdown", &Options::markdown, markdown_text, "write a Markdown summary to this file"},
};

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

void add_outputs(CLI::App& command, Options& to) {
  for (const Output& output : output_table)
    command.add_option(output.option, to.*output.path, output.help)->group("Output");
}

bool has_outputs(const Options& options) {
  return std::ranges::any_of(output_table, [&](const Output& o) { return !(options.*o.path).empty(); });
}

bool takes_standard_output(const Options& options) {
  return std::ranges::any_of(output_table, [&](const Output& o) { return options.*o.path == "-"; });
}

std::string output_options() { return joined(output_table, ", ", &Output::option); }

void check_outputs(const Options& options, const std::vector<NamedPath>& kept, const NamedPath& rewritten) {
  std::vector<NamedPath> paths;
  for (const Output& output : output_table) paths.push_back({output.option, options.*output.path});
  paths.push_back({"--implementation-log", options.implementation_log});
  check_output_paths(paths, kept);
  std::erase_if(paths, [](const NamedPath& path) { return path.what == "--json"; });
  check_output_paths(paths, {rewritten});
}

void check_output_paths(const std::vector<NamedPath>& outputs, const std::vector<NamedPath>& kept) {
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    if (output->path.empty()) continue;
    for (auto other = outputs.begin(); other != output; ++other)
      if (other->path == output->path || (!other->path.empty() && same_file(other->path, output->path)))
        wrong_usage("{} and {} cannot both go to {}", other->what, output->what,
                    output->path == "-" ? "standard output" : output->path);
    for (const NamedPath& file : kept)
      if (!file.path.empty() && same_file(file.path, output->path))
        wrong_usage("{} would overwrite {}, which is {}: choose another file", output->what, output->path,
                    file.what);
  }
  for (const NamedPath& output : outputs)
    if (!output.path.empty()) system::check_writable(output.path);
}

std::vector<NamedPath> reports_to_read(const std::vector<std::string>& paths, Repeated repeated) {
  std::vector<NamedPath> read;
  for (const std::string& path : paths) {
    for (const NamedPath& other : read) {
      if (path == "-" && other.path == "-") wrong_usage("only one report can come from standard input");
      if (repeated == Repeated::Refused && same_file(path, other.path))
        wrong_usage("{} and {} are the same report: give it once", other.path, path);
    }
    read.push_back({"a report that is read", path});
  }
  return read;
}

void check_folder(const std::string& folder, const std::string& option) {
  if (folder == "-") wrong_usage("{} needs the name of a folder, and - is standard output", option);
  std::error_code error, unseen;
  std::filesystem::create_directories(folder, error);
  if (!std::filesystem::is_directory(folder, unseen))
    wrong_usage("{} {}: cannot create this folder: {}", option, folder,
                std::filesystem::exists(folder, unseen) ? "it exists and is not a folder" : error.message());
  system::check_writable((std::filesystem::path(folder) / "any file").string());
}

void write_outputs(const Report& report, const Options& options, const std::string& journal) {
  std::exception_ptr failure;
  for (const Output& output : output_table) {
    const std::string& path = options.*output.path;
    if (path.empty()) continue;
    try {
      system::OutputFile file(path);
      output.text(report, [&](std::string_view piece) { file.write(piece); });
      file.commit();
      if (output.path == &Options::json && !journal.empty()) std::filesystem::remove(journal);
    } catch (const std::exception& error) {
      if (failure) continue;
      const bool kept = output.path == &Options::json && !journal.empty();
      failure = kept ? std::make_exception_ptr(
                           std::runtime_error(fmt::format("{}; {}", error.what(), kept_in_journal(journal))))
                     : std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace wgcts::cli
