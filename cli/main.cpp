#include <csignal>
#include <cstdio>
#include <exception>

#include "cli/command_line.hpp"
#include "harness/suite_defect.hpp"
#include "reports/text.hpp"

namespace {

/// What failed is said in one sentence, whatever bytes of a file it quotes; 2 is the user's to mend, 4 is
/// ours.
int say(const std::exception& error, int exit_code) {
  std::fprintf(stderr, "wgcts: %s\n", wgcts::printable(error.what()).c_str());
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  // A closed pipe or a full quota is an error to be told, not a death.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    const auto parsed = wgcts::parse_command_line(argc, argv);
    return parsed.command == nullptr ? parsed.exit_code : parsed.command->run(parsed.options);
  } catch (const wgcts::SuiteDefect& defect) {
    std::fprintf(stderr, "wgcts: a defect of the suite, not of the device; no verdict counts:\n");
    return say(defect, 4);
  } catch (const std::exception& error) {
    return say(error, 2);
  }
}
