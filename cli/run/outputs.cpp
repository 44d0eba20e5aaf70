#include "cli/run/outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "cli/run/journal_writer.hpp"
#include "reports/html/page.hpp"
#include "reports/junit.hpp"
#include "reports/markdown.hpp"
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

constexpr Output outputs[] = {
    {"--json", &Options::json, json_text,
     "write the report to this JSON file; - is standard output, for one of the outputs"},
    {"--junit", &Options::junit, junit_text, "write JUnit XML to this file"},
    {"--html", &Options::html, html_text, "write an HTML page to this file"},
    {"--markdown", &Options::markdown, markdown_text, "write a Markdown summary to this file"},
};

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

void check_outputs(const Options& options, const std::vector<NamedPath>& kept) {
  std::vector<NamedPath> paths;
  for (const Output& output : outputs) paths.push_back({output.option, options.*output.path});
  paths.push_back({"--implementation-log", options.implementation_log});
  check_output_paths(paths, kept);
}

void write_outputs(const Report& report, const Options& options, const std::string& journal) {
  std::string failure;
  for (const Output& output : outputs) {
    const std::string& path = options.*output.path;
    if (path.empty()) continue;
    try {
      system::OutputFile file(path);
      output.text(report, [&](std::string_view piece) { file.write(piece); });
      file.commit();
      if (output.path == &Options::json && !journal.empty()) std::filesystem::remove(journal);
    } catch (const std::exception& error) {
      if (!failure.empty()) continue;
      failure = error.what();
      const bool kept = output.path == &Options::json && !journal.empty();
      if (kept) failure += "; " + kept_in_journal(journal);
    }
  }
  if (!failure.empty()) throw std::runtime_error(failure);
}

}  // namespace wgcts::cli
