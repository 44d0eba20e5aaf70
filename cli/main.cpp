// Runs the command, and turns its exceptions into a message and an exit code.
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "cli/commands/commands.hpp"
#include "harness/check/site_checker.hpp"
#include "harness/process/worker_connection.hpp"
#include "reports/model/text.hpp"
#include "system/processes.hpp"
#include "system/signals.hpp"
#include "system/streams.hpp"

namespace {

/// Prints the message, which may quote arbitrary bytes of a file. Exit code 2 is an error of the user, 4 a
/// defect of wgcts.
int print_error(const std::exception& error, int exit_code) {
  std::fprintf(stderr, "wgcts: %s\n", wgcts::reports::printable(error.what()).c_str());
  return exit_code;
}

/// A reader that stops early, such as `head`, is not an error. The program then ends silently by SIGPIPE.
int print_write_error(int error) {
  if (wgcts::system::is_unread(stdout)) wgcts::system::end_by_closed_pipe();
  const std::string why = error == 0 ? "" : fmt::format(": {}", std::strerror(error));
  return print_error(std::runtime_error("cannot write to standard output" + why), 2);
}

/// A program whose output could not be written must not report success.
int end(int exit_code) {
  errno = 0;
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? exit_code : print_write_error(errno);
}

/// fmt throws "cannot write to file" for every stream, without its name.
bool is_stdout_error(const std::system_error& error) {
  return error.code() == std::errc::broken_pipe ||
         (std::ferror(stdout) != 0 && std::string_view(error.what()).starts_with("cannot write to file"));
}

}  // namespace

int main(int argc, char** argv) {
  wgcts::system::occupy_closed_streams();  // libuv must not open its pipes as file descriptors 0 to 2
  // A closed pipe or a file size limit must not end a run before its report is written.
  wgcts::system::ignore_unwritable_files();
  wgcts::system::receive_ends_of_children();  // otherwise every worker seems to hang at its end
  try {
    const auto parsed = wgcts::cli::parse_command_line(argc, argv);
    return end(parsed.command == nullptr ? parsed.exit_code : parsed.command->run(parsed.options));
  } catch (const wgcts::harness::SuiteDefect& defect) {
    std::fprintf(stderr, "wgcts: this is a defect of wgcts, not of the device; no verdict is valid:\n");
    return print_error(defect, 4);
  } catch (const wgcts::harness::Interrupted& interrupted) {
    return print_error(interrupted, 130);
  } catch (const wgcts::cli::NothingTested& none) {
    return end(print_error(none, 3));
  } catch (const std::system_error& error) {
    return is_stdout_error(error) ? print_write_error(error.code().value()) : print_error(error, 2);
  } catch (const std::exception& error) {
    return print_error(error, 2);
  }
}
