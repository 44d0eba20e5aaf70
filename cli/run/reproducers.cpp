#include "cli/run/reproducers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "reports/model/text.hpp"
#include "reports/reproducer/reproducer.hpp"
#include "reports/words/bug_words.hpp"
#include "reports/words/failure_words.hpp"
#include "system/output_file.hpp"

namespace wgcts::cli {

namespace {

/// How the last run segment of the report ran the case.
RunAgain run_again_of(const Report& report, const Case& c) {
  RunAgain run_again{replay_command(report, c), ""};
  if (report.run.segments.empty()) return run_again;
  const RunSegment& segment = report.run.segments.back();
  if (!segment.kit.empty()) {
    // A path that is valid in the folder where the run was started.
    const auto folder = std::filesystem::path(program_as_called(report)).parent_path();
    run_again.launch = shell_line({(folder / "kits" / segment.kit / "launch").string()});
  } else if (!segment.driver.empty()) {
    // Debian's loader reads the driver's path from the first variable, Khronos' loader from the second.
    run_again.launch =
        shell_line({"env", "OCL_ICD_VENDORS=" + segment.driver, "OCL_ICD_FILENAMES=" + segment.driver});
  }
  return run_again;
}

}  // namespace

Reproducer reproducer_of(const Bug& bug, const Minimised& found, const Report& report) {
  if (const auto& judged = report.device.implementation)
    return {"", fmt::format("a C program would call the driver's own builtins, and not those of {}",
                            judged->file)};
  if (!found.experiment) return {"", "the failure did not show again within the time limit", true};
  if (!found.failing_run && is_program(found.experiment->the_case))
    return {"", fmt::format("{} fails, but not if its kernel is the only one in the source",
                            found.minimal->name)};
  if (!found.failing_run)
    return {"",
            fmt::format("{} fails, but no short kernel that fails was found within the time limit",
                        found.minimal->name),
            true};
  std::string text = reproducer_text(bug, *found.failing_run, report.device,
                                     run_again_of(report, found.experiment->the_case));
  if (std::ranges::count(text, '\n') >= most_reproducer_lines)
    return {"",
            fmt::format("with its data, the program would have more than {} lines", most_reproducer_lines)};
  return {std::move(text), ""};
}

std::string why_none(const Reproducer& none, const Bug& bug, const Report& report) {
  const std::string command = none.time_may_help ? reproduce_command(report, bug) : "";
  return command.empty() ? none.why_not : fmt::format("{}; to search longer: {}", none.why_not, command);
}

void complete_bugs(Report& report, WorkerConnection& connection, double seconds, const std::string& folder) {
  std::vector<Bug>& bugs = report.bugs;
  const auto all = complete(bugs, oracle_of(connection), seconds);
  if (folder.empty()) return;
  for (std::size_t i = 0; i < bugs.size(); ++i) {
    const Reproducer reproducer = reproducer_of(bugs[i], all[i], report);
    if (reproducer.text.empty()) {
      bugs[i].no_reproducer = why_none(reproducer, bugs[i], report);
      continue;
    }
    bugs[i].reproducer = (std::filesystem::path(folder) / (bugs[i].signature + ".c")).string();
    system::write_file(bugs[i].reproducer, reproducer.text);
  }
}

}  // namespace wgcts::cli
