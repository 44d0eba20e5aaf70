// The options of the command line, and those that several commands share.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/planning/planning.hpp"
#include "suites/plan.hpp"
#include "suites/selection.hpp"
#include "system/machine.hpp"

namespace wgcts::cli {

/// The options of all commands; each command sets those that it takes.
struct Options {
  Profile profile = Profile::Standard;
  Selection selection;
  std::optional<Shard> shard;  ///< empty: from the environment
  std::string device;          ///< index, or part of a name; empty for the first with collectives
  std::string kit;             ///< a folder of build/kits
  std::string driver;          ///< a driver's library, an .icd file or a folder of them
  std::string launcher;        ///< a command that workers are started through
  std::string worker;          ///< this program's path where the launcher starts it; empty for program
  std::vector<std::string> implementation_includes;  ///< folders that it includes files from
  std::vector<std::string> implementation_options;   ///< build options that it needs
  std::string implementation_log;  ///< file for the compiler's log if the implementation does not compile
  std::string implementation;  ///< a file that defines the builtins under test; empty for the driver's own
  bool driver_cache = false;   ///< drivers may reuse programs that earlier processes compiled
  std::string scratch;  ///< worker: a folder for files that drivers leave behind; the caller removes it
  std::string json, junit, html, markdown;  ///< output files; "-" for standard output, empty for none
  std::string report;                       ///< a report to read; "-" for standard input
  std::string resume;           ///< report or journal of an interrupted run, "-" for standard input
  std::set<std::string> given;  ///< options that were typed, by their long names
  double timeout = 60;
  std::size_t memory = 256;        ///< limit for all buffers of a worker, in MiB
  double time_budget = 0;          ///< seconds; 0 for none
  std::optional<double> diagnose;  ///< time limit of the diagnosis in seconds; 0 disables it
  unsigned retries = 2;            ///< further runs of a failing case
  unsigned repeat = 0;             ///< runs of the whole selection; 0: one, or with until_fail unlimited
  bool until_fail = false;         ///< repeat until something fails
  bool fail_fast = false;          ///< start no further case after a failure
  std::uint64_t seed = 1;
  bool counts = false;                 ///< list: only counts
  bool timing = false;                 ///< print the time of each activity
  unsigned jobs = 0;                   ///< number of workers; 0: one for each core, but few on a GPU
  std::string case_name;               ///< of explain
  bool all = false;                    ///< explain: show all work-groups and work-items
  bool causes = false;                 ///< of coverage
  bool run = false;                    ///< explain by running
  std::vector<std::string> reports;    ///< reports to read; "-" for standard input
  std::string output;                  ///< the file that merge and baseline write, "-" for standard output
  bool allow_gaps = false;             ///< merge: missing cases become not_run instead of an error
  std::string baseline;                ///< run: the file of known failures
  bool allow_unexpected_pass = false;  ///< run: known failures may pass
  bool baseline_any_device = false;    ///< run: accept a baseline for another driver
  bool allow_empty_filter = false;     ///< run, list: a filter may match nothing
  bool require_same_cases = false;     ///< diff: reports of different cases are an error
  std::string update;                  ///< baseline: the baseline to update
  bool by_bug = false;                 ///< baseline: one line for each bug
  std::string reasons;                 ///< baseline: a baseline to copy reasons from
  std::string reason = "not looked into yet";  ///< baseline: reason of entries without one
  std::string programs;                   ///< run: a file of reduced programs, tested instead of the plan
  std::string reproducers;                ///< run: folder for the C programs; empty for none
  std::string issues;                     ///< report: folder for the issue texts; empty for none
  std::string cc = "cc";                  ///< run: the C compiler, with its options
  bool quiet = false;                     ///< run: print nothing but the verdict of a failed run
  bool verbose = false;                   ///< run: print a line for each case
  std::string shell;                      ///< completion: the shell
  std::vector<std::string> words;         ///< complete: the words so far
  std::vector<std::string> command_line;  ///< all arguments as typed, with the program's name
  std::string program;                    ///< this program's own path, for starting workers
};

/// A command that had nothing to test, for example because there is no device; the exit code is 3.
struct NothingTested : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A wrong command line or file; the exit code is 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class... Args>
[[noreturn]] void wrong_usage(fmt::format_string<Args...> sentence, Args&&... args) {
  throw UsageError(fmt::format(sentence, std::forward<Args>(args)...));
}

/// Adds an option, or for a bool a flag, to a group of the help.
template <class Value>
CLI::Option* add_to(CLI::App& command, const char* group, const char* option, Value& to, const char* help) {
  if constexpr (std::is_same_v<Value, bool>)
    return command.add_flag(option, to, help)->group(group);
  else
    return command.add_option(option, to, help)->group(group);
}

/// Each function adds the options of its name.
/// `soak`: whether the help offers this profile. Only `run` can test it.
void add_profile(CLI::App& command, Options& to, bool soak);
void add_selection(CLI::App& command, Options& to, bool soak);  ///< with --profile
void add_driver_cache(CLI::App& command, Options& to);
void add_implementation(CLI::App& command, Options& to);
void add_driver(CLI::App& command, Options& to);  ///< with --driver-cache
void add_device(CLI::App& command, Options& to);  ///< with --timeout
void add_timeout(CLI::App& command, Options& to, const char* help);
void add_seed(CLI::App& command, Options& to, const std::string& help);
void add_shard(CLI::App& command, Options& to);

/// Removes leading zeros of a number, because CLI11 reads 010 as octal 8.
std::string decimal(std::string text);

/// Accepts integers in this range, which the help prints.
CLI::Validator integer_between(std::uint64_t least, std::uint64_t most);

template <class Number>
CLI::Option* add_integer(CLI::App& command, const char* option, Number& to, const char* help,
                         std::uint64_t least, std::uint64_t most) {
  return command.add_option(option, to, help)->check(integer_between(least, most))->transform(decimal);
}

/// For CLI::Option::check: accepts numbers in this range. It rejects nan, which CLI::Range accepts.
std::function<std::string(const std::string&)> seconds_between(double least, double most);

/// The cases of the profile that match the selection. Throws std::invalid_argument like select(). Without
/// --allow-empty-filter, throws UsageError if a filter or the whole selection matches no case.
std::vector<Case> selected_cases(const Options& options);

struct ChosenShard {
  Shard shard;
  std::string source;                     ///< "--shard", "GTEST_SHARD_INDEX", ...; empty for the default
  std::vector<std::string> status_files;  ///< the runner detects support of sharding by these files
};

/// The shard of --shard, or of the variables of GoogleTest, Bazel or Slurm, or the whole selection. Reports a
/// shard from variables on standard error, unless the run is quiet. Throws UsageError if the variables are
/// incomplete, malformed, or contradict each other.
ChosenShard choose_shard(const Options& options,
                         const std::map<std::string, std::string>& environment = system::environment());

/// Throws std::runtime_error if a file cannot be created.
void touch_status_files(const ChosenShard& chosen);

/// The names of the kits beside this program, sorted: drivers that scripts/setup installed into the folder
/// kits/ beside the built program.
std::vector<std::string> kits_beside(const std::filesystem::path& program);

/// The kit's launcher, a program that starts another one with the kit's driver. Throws UsageError, with the
/// names of the existing kits, if this one does not exist.
std::filesystem::path kit_launcher(const std::filesystem::path& program, const std::string& kit);

}  // namespace wgcts::cli
