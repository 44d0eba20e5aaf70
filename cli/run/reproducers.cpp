#include "cli/run/reproducers.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "reports/model/output_file.hpp"
#include "reports/reproducer/reproducer.hpp"

namespace wgcts::cli {

Reproducer reproducer_of(const Bug& bug, const Minimised& found, const DeviceFacts& device) {
  if (!found.question) return {"", "it did not show again in the time that there was"};
  if (is_program(found.question->the_case))
    return {"", fmt::format("it shows in whole programs alone: `wgcts explain {}` prints one",
                            found.minimal->name)};
  if (!found.specimen)
    return {"", fmt::format("it shows in {}, and in no kernel of a few lines that was tried",
                            found.minimal->name)};
  auto text = reproducer_text(bug, *found.specimen, device);
  if (!text)
    return {"", fmt::format("its data makes a program of more than {} lines", most_reproducer_lines)};
  return {std::move(*text), ""};
}

void check_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!std::filesystem::is_directory(folder))
    throw UsageError(fmt::format("--reproducers {}: no folder can be there: {}", folder,
                                 error ? error.message() : "it is a file"));
}

void complete_bugs(std::vector<Bug>& bugs, Lab& lab, double seconds, const std::string& folder) {
  const auto all = complete(bugs, oracle_of(lab), seconds);
  if (folder.empty()) return;
  for (std::size_t i = 0; i < bugs.size(); ++i) {
    const Reproducer reproducer = reproducer_of(bugs[i], all[i], lab.device());
    bugs[i].no_reproducer = reproducer.why_not;
    if (reproducer.text.empty()) continue;
    bugs[i].reproducer = (std::filesystem::path(folder) / (bugs[i].signature + ".c")).string();
    OutputFile file(bugs[i].reproducer);
    file.write(reproducer.text);
    file.commit();
  }
}

}  // namespace wgcts::cli
