#include <csignal>
#include <cstdio>
#include <exception>

#include "cli/commands.hpp"
#include "harness/trial.hpp"
#include "harness/worker.hpp"

namespace {

/// What failed is said in one sentence; 2 is the user's to mend, 4 is ours.
int say(const std::exception& error, int exit_code) {
  std::fprintf(stderr, "wgcts: %s\n", error.what());
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  // A closed pipe or a full quota is an error to be told, not a death.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    const auto parsed = wgcts::parse_command_line(argc, argv);
    if (!parsed.options) return parsed.exit_code;
    switch (parsed.options->command) {
      case wgcts::Command::Devices:
        return wgcts::devices_command(*parsed.options);
      case wgcts::Command::List:
        return wgcts::list_command(*parsed.options);
      case wgcts::Command::Run:
        return wgcts::run_command(*parsed.options);
      case wgcts::Command::Worker:
        return wgcts::worker_main();
    }
  } catch (const wgcts::SuiteDefect& defect) {
    std::fprintf(stderr, "wgcts: a defect of the suite, not of the device; no verdict counts:\n");
    return say(defect, 4);
  } catch (const std::exception& error) {
    return say(error, 2);
  }
  return 2;
}
