// The program: finds the command, and turns what it throws into a sentence and an exit code.
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <system_error>

#include "cli/commands/command_line.hpp"
#include "cli/run/driver.hpp"
#include "harness/check/suite_defect.hpp"
#include "harness/process/ask.hpp"
#include "reports/model/printable.hpp"
#include "system/processes.hpp"
#include "system/signals.hpp"

namespace {

/// What failed is said in one sentence, whatever bytes of a file it quotes; 2 is the user's to mend, 4 is
/// ours.
int say(const std::exception& error, int exit_code) {
  std::fprintf(stderr, "wgcts: %s\n", wgcts::reports::printable(error.what()).c_str());
  return exit_code;
}

int say_unwritten(int error) {
  const std::string why = error == 0 ? "" : fmt::format(": {}", std::strerror(error));
  return say(std::runtime_error("cannot write to the standard output" + why), 2);
}

/// What was printed and could not be written is lost: that is no success.
int end(int exit_code) {
  errno = 0;
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? exit_code : say_unwritten(errno);
}

/// Where printing gives up in the middle, fmt says "cannot write to file", of whichever stream.
bool is_of_printing(const std::system_error& error) {
  return std::ferror(stdout) != 0 && std::string_view(error.what()).starts_with("cannot write to file");
}

}  // namespace

int main(int argc, char** argv) {
  wgcts::system::occupy_closed_streams();  // libuv wants none of its pipes there
  // A closed pipe or a full quota is an error to be told, not a death.
  wgcts::system::ignore_unwritable_files();
  try {
    const auto parsed = wgcts::cli::parse_command_line(argc, argv);
    return end(parsed.command == nullptr ? parsed.exit_code : parsed.command->run(parsed.options));
  } catch (const wgcts::harness::SuiteDefect& defect) {
    std::fprintf(stderr, "wgcts: a defect of the suite, not of the device; no verdict counts:\n");
    return say(defect, 4);
  } catch (const wgcts::harness::Interrupted& interrupted) {
    return say(interrupted, 130);
  } catch (const wgcts::cli::UsageError& error) {
    say(error, 2);
    for (const std::string& line : error.quoted_lines)
      std::fprintf(stderr, "  %s\n", wgcts::reports::printable_columns(line).c_str());
    return 2;
  } catch (const wgcts::cli::NoDevice& none) {
    return say(none, 3);
  } catch (const std::system_error& error) {
    return is_of_printing(error) ? say_unwritten(error.code().value()) : say(error, 2);
  } catch (const std::exception& error) {
    return say(error, 2);
  }
}
