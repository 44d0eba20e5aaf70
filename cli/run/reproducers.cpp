#include "cli/run/reproducers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/diagnose/complete.hpp"
#include "reports/model/shell.hpp"
#include "reports/reproducer/reproducer.hpp"
#include "reports/words/bug_words.hpp"
#include "reports/words/failure_words.hpp"
#include "system/output_file.hpp"

namespace wgcts::cli {

namespace {

/// How the report's last leg met the case.
Replay replay_of(const Report& report, const Case& c) {
  Replay replay{replay_command(report, c), ""};
  if (report.run.legs.empty()) return replay;
  const Leg& leg = report.run.legs.back();
  if (!leg.kit.empty()) {
    // As a shell finds it from where the command worked.
    const auto folder = std::filesystem::path(program_as_called(report)).parent_path();
    replay.launch = shell_line({(folder / "kits" / leg.kit / "launch").string()});
  } else if (!leg.driver.empty()) {
    // Debian's loader takes a driver's library by the first variable, Khronos' by the second.
    replay.launch = shell_line({"env", "OCL_ICD_VENDORS=" + leg.driver, "OCL_ICD_FILENAMES=" + leg.driver});
  }
  return replay;
}

}  // namespace

Reproducer reproducer_of(const Bug& bug, const Minimised& found, const Report& report) {
  if (const auto& judged = report.device.implementation)
    return {"", fmt::format("a C program would call the driver's own builtins, and what was judged is {}",
                            judged->file)};
  if (!found.question) return {"", "it did not show again in the time that there was", true};
  if (!found.specimen && is_program(found.question->the_case))
    return {"", fmt::format("it shows in {}, but not where that kernel is alone in its source",
                            found.minimal->name)};
  if (!found.specimen)
    return {
        "",
        fmt::format(
            "it shows in {}, and no kernel of a few lines that shows it was found in the time that there was",
            found.minimal->name),
        true};
  auto text =
      reproducer_text(bug, *found.specimen, report.device, replay_of(report, found.question->the_case));
  if (!text)
    return {"", fmt::format("its data makes a program of more than {} lines", most_reproducer_lines)};
  return {std::move(*text), ""};
}

std::string why_none(const Reproducer& none, const Bug& bug, const Report& report) {
  const std::string command = none.time_may_help ? reproduce_command(report, bug) : "";
  return command.empty() ? none.why_not : fmt::format("{}; to search longer: {}", none.why_not, command);
}

std::vector<NamedPath> folders_of_reproducers(const std::string& folder) {
  std::vector<NamedPath> folders;
  for (std::filesystem::path path = folder; !path.empty() && path != path.parent_path();
       path = path.parent_path())
    folders.push_back({"a folder that --reproducers names", path.string()});
  return folders;
}

void check_folder(const std::string& folder, const std::string& option) {
  std::error_code error, unseen;
  std::filesystem::create_directories(folder, error);
  if (!std::filesystem::is_directory(folder, unseen))
    throw UsageError(fmt::format("{} {}: no folder can be there: {}", option, folder,
                                 error ? error.message() : "it is a file"));
}

void complete_bugs(Report& report, Lab& lab, double seconds, const std::string& folder) {
  std::vector<Bug>& bugs = report.bugs;
  const auto all = complete(bugs, oracle_of(lab), seconds);
  if (folder.empty()) return;
  for (std::size_t i = 0; i < bugs.size(); ++i) {
    const Reproducer reproducer = reproducer_of(bugs[i], all[i], report);
    if (reproducer.text.empty()) {
      bugs[i].no_reproducer = why_none(reproducer, bugs[i], report);
      continue;
    }
    bugs[i].reproducer = (std::filesystem::path(folder) / (bugs[i].signature + ".c")).string();
    system::OutputFile file(bugs[i].reproducer);
    file.write(reproducer.text);
    file.commit();
  }
}

}  // namespace wgcts::cli
