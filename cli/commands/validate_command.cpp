// `wgcts validate`: checks reports against the schema and their own totals.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/commands/commands.hpp"
#include "reports/model/read_json.hpp"
#include "reports/model/text.hpp"

namespace wgcts::cli {
namespace {

void declare_validate(CLI::App& command, Options& to) {
  command.add_option("FILE", to.reports, "reports; - is standard input")->required();
}

/// Checks all files, also after an invalid one.
int execute_validate(const Options& options) {
  int exit_code = 0;
  for (const std::string& path : options.reports) try {
      const Report report = validated_report(path).report;
      if (std::ranges::find(profiles, report.run.profile, &ProfileInfo::name) == profiles.end())
        throw UsageError(fmt::format("{}: this version of wgcts has no profile '{}'", display_name(path),
                                     report.run.profile));
      fmt::print("{}: valid, a report of {}: {}\n", display_name(path), counted(report.cases.size(), "case"),
                 name(outcome_of(report)));
    } catch (const std::runtime_error& error) {
      fmt::print(stderr, "wgcts: {}\n", printable(error.what()));
      exit_code = 2;
    }
  return exit_code;
}

}  // namespace

const Command validate_command{"validate", "Check reports against their schema and totals", declare_validate,
                               execute_validate};

}  // namespace wgcts::cli
