#include "cli/run/files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "cli/run/resume.hpp"
#include "harness/program/il_library.hpp"
#include "reference/lists.hpp"
#include "reports/formats.hpp"
#include "reports/html/page.hpp"
#include "reports/model/json.hpp"
#include "reports/model/json_file.hpp"
#include "results/file_hash.hpp"
#include "results/program_json.hpp"
#include "suites/parse.hpp"
#include "suites/plan.hpp"
#include "suites/selection.hpp"
#include "system/error_words.hpp"
#include "system/output_file.hpp"
#include "system/signals.hpp"

namespace wgcts::cli {
namespace {

/// A limit against endless files such as /dev/zero. It is far above the size of a library of builtins.
constexpr std::size_t largest_implementation = std::size_t{16} << 20;

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  wrong_usage("--implementation {}: {}", file, why);
}

std::string all_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text(largest_implementation + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!stream.is_open() || stream.bad())
    refuse(file, fmt::format("it cannot be read: {}", system::error_words(errno)));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > largest_implementation)
    refuse(file, fmt::format("it is larger than {} MiB", largest_implementation >> 20));
  return text;
}

constexpr std::string_view include_option = "-I";

std::vector<std::string> include_folders(const std::string& build_options) {
  std::vector<std::string> folders;
  const auto words = split(build_options, ' ');
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i] == include_option) folders.emplace_back(words[i + 1]);
  return folders;
}

std::string digests_below(const std::string& file, const std::vector<std::string>& folders) {
  namespace fs = std::filesystem;
  std::string all;
  for (const std::string& folder : folders) {
    std::vector<std::string> paths;
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
      if (at->is_regular_file(error)) paths.push_back(at->path().string());
    if (error) refuse(file, fmt::format("the include folder {} cannot be read: {}", folder, error.message()));
    std::ranges::sort(paths);
    for (const std::string& path : paths)
      all.append(path.substr(folder.size())).append(" ").append(sha256_of(path)).append("\n");
  }
  return all;
}

/// "1a2b3c4d" for a bare program hash, "1a2b3c4d" or "x1a2b3c4d"; otherwise empty.
std::string hash_in(const std::string& text) {
  const std::string digits = text.starts_with('x') ? text.substr(1) : text;
  return is_hash(digits) ? digits : "";
}

void add(std::vector<Case>& cases, const Case& c) {
  if (c.given.program && !is_in(name(c), cases, [](const Case& other) { return name(other); }))
    cases.push_back(c);
}

struct Output {
  const char* option;
  std::string Options::*path;
  void (*text)(const Report& report, const TextSink& sink);
  const char* help;
};

constexpr Output output_table[] = {
    {"--json", &Options::json, json_text,
     "write the report to this JSON file; - is standard output, which only one output can use"},
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

/// The reduced programs in the report's cases and bugs, each once.
std::vector<Case> programs_of(const Report& report) {
  std::vector<Case> cases = programs_of_cases(report);
  // The variant is part of the name, and not of the program's content.
  for (const Bug& bug : report.bugs) {
    std::vector<std::string> names;
    if (bug.minimal) names.push_back(bug.minimal->name);
    if (bug.neighbour) names.push_back(bug.neighbour->name);
    for (const Ingredient& i : bug.ingredients) names.push_back(i.without);
    for (const std::string& text : names)
      if (const auto c = case_in(bug, text)) add(cases, *c);
  }
  return cases;
}

}  // namespace

std::string implementation_build_options(const Options& options) {
  std::vector<std::string> words;
  for (const std::string& folder : options.implementation_includes) {
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error))
      wrong_usage("--implementation-include {}: not a folder", folder);
    const std::string path = std::filesystem::absolute(folder).lexically_normal().string();
    if (path.find(' ') != std::string::npos)
      wrong_usage(
          "--implementation-include {}: the path has a space, which OpenCL build options cannot contain",
          folder);
    words.emplace_back(include_option);
    words.push_back(path);
  }
  words.insert(words.end(), options.implementation_options.begin(), options.implementation_options.end());
  return fmt::format("{}", fmt::join(words, " "));
}

harness::Implementation read_implementation(const std::string& file, const std::string& build_options) {
  std::error_code unseen;
  if (std::filesystem::is_directory(file, unseen))
    refuse(file, "this is a folder; expected an OpenCL C file or a SPIR-V module");
  std::string text = all_of(file);
  if (text.empty()) refuse(file, "the file is empty");
  std::string digest = sha256_of_text(text);
  if (!build_options.empty())
    digest = sha256_of_text(digest + "\n" + build_options + "\n" +
                            digests_below(file, include_folders(build_options)));
  try {
    if (auto module = harness::spirv_words(text)) {
      harness::require_sound_library(*module);
      return {file, std::move(digest), "", *std::move(module)};
    }
  } catch (const std::invalid_argument& error) {
    refuse(file, error.what());
  }
  // A driver would take the NUL byte for the end of the source.
  if (text.find('\0') != std::string::npos)
    refuse(file,
           "the file is neither OpenCL C, as it contains a NUL byte, nor a SPIR-V module, as it lacks the "
           "magic number");
  try {
    harness::Implementation implementation{file, std::move(digest), std::move(text), {}, build_options};
    read_local_memory_request(implementation);
    return implementation;
  } catch (const std::invalid_argument& error) {
    refuse(file, error.what());
  }
}

void require_modules(const DeviceFacts& device, std::span<const Case> selected) {
  if (!device.implementation || !device.implementation->is_module || selected.empty()) return;
  if (std::ranges::any_of(selected, is_module)) return;
  refuse(device.implementation->file,
         "this is a SPIR-V module, which needs cases in SPIR-V (names that end in .il), but none is "
         "selected: add --il");
}

std::vector<Case> programs_of_cases(const Report& report) {
  std::vector<Case> cases;
  for (const CaseResult& result : report.cases) add(cases, result.the_case);
  return cases;
}

std::vector<Case> read_programs(const std::string& path) {
  const nlohmann::json document =
      reports::read_json_file(path, "cases", [](nlohmann::json&&, std::size_t) {});
  const nlohmann::json& schema = report_schema()["$defs"]["program"];
  if (document.is_object() && document.contains("program")) try {
      require_schema(report_schema(), schema, document, "");
      return {given_case_from_json(document)};
    } catch (const std::exception& error) {
      wrong_usage("{} is not a valid program: {}", display_name(path), reports::json_message(error.what()));
    }
  if (!document.is_object() || !document.contains("schema"))
    wrong_usage(
        "{} is neither a report nor a program; a program is one element of a report's list `programs`: an "
        "object with the members {}",
        display_name(path),
        joined(schema["required"], ", ", [](const nlohmann::json& key) { return key.get<std::string>(); }));
  if (path == "-") wrong_usage("--program - reads a single program; pass a report by its path");
  auto cases = programs_of(read_report(path));
  if (cases.empty())
    wrong_usage(
        "{} contains no reduced program: all its bugs show in single collectives, or the run had no "
        "diagnosis",
        display_name(path));
  return cases;
}

Case named_case(const std::string& text, const std::optional<Report>& report) {
  const std::string hash = hash_in(text);
  if (hash.empty()) {
    const std::optional<Case> c = !report ? case_named(text) : parse_case(text);
    if (report && (!c || !c->given.hash))
      wrong_usage(
          "--report needs a bug's signature or a reduced program, and '{:.60}' is neither: leave out "
          "--report to name a case",
          text);
    if (!c->given.hash) return *c;
  }
  if (!report)
    wrong_usage(
        "{} is a reduced program or a bug's signature: add --report FILE, the report that contains it", text);
  if (const Bug* bug = find_bug(*report, text))
    if (const auto shown = case_in(*bug, bug->minimal ? bug->minimal->name : bug->example)) return *shown;
  const auto cases = programs_of(*report);
  const auto found = std::ranges::find_if(
      cases, [&](const Case& c) { return name(c) == text || program_word(c) == "x" + hash; });
  if (found != cases.end()) return *found;
  auto all = mapped(report->bugs, &Bug::signature);
  for (const Case& c : cases) all.push_back(name(c));
  wrong_usage("the report has no bug and no program {}: {}", text,
              all.empty() ? "it contains neither" : "it has " + joined(all, ", "));
}

void add_outputs(CLI::App& command, Options& to) {
  for (const Output& output : output_table)
    add_to(command, "Output", output.option, to.*output.path, output.help);
}

void take_over_outputs(const RunInfo& run, const std::string& json, Options& options) {
  for (const RunSegment& segment : run.segments) {
    if (!same_file(typed_value(segment, "--json"), json)) continue;
    for (const Output& output : output_table) {
      const std::filesystem::path path = typed_value(segment, output.option);
      std::error_code error;
      // The run before may have been in another folder.
      const bool is_there =
          !path.has_parent_path() || std::filesystem::is_directory(path.parent_path(), error);
      if ((options.*output.path).empty() && is_there) options.*output.path = path;
    }
  }
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
  // A signal must not end the program between two files. But a pipe may wait for a reader that never comes.
  std::error_code unseen;
  const bool to_pipe =
      takes_standard_output(options) || std::ranges::any_of(output_table, [&](const Output& output) {
        return std::filesystem::is_fifo(options.*output.path, unseen);
      });
  std::optional<system::HeldSignals> held;
  if (!to_pipe) held.emplace();
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
