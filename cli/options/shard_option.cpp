#include "cli/options/shard_option.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <system_error>

#include "reports/terminal/stream.hpp"
#include "suites/parse.hpp"

namespace wgcts::cli {
namespace {

/// The environment variables by which a test runner assigns a shard to each process. Sources: GoogleTest's
/// advanced guide, Bazel's Test Encyclopedia, sbatch(1).
struct Runner {
  const char *count, *index;
  const char *first, *step;  ///< of the indices; null if they are 0, 1, 2, ...
  const char* status_file;   ///< variable with a file that the process must touch; null for none
};
constexpr std::array<Runner, 3> runners{{
    {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX", nullptr, nullptr, "GTEST_SHARD_STATUS_FILE"},
    {"TEST_TOTAL_SHARDS", "TEST_SHARD_INDEX", nullptr, nullptr, "TEST_SHARD_STATUS_FILE"},
    {"SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_STEP",
     nullptr},
}};

/// The variable's value. An empty variable counts as not set.
std::string text_of(const Environment& environment, const char* variable) {
  const char* value = variable != nullptr ? environment(variable) : nullptr;
  return value != nullptr ? value : "";
}

std::size_t number_of(const std::string& text, const char* variable) {
  if (const auto number = whole_number<std::size_t>(text)) return *number;
  throw UsageError(
      fmt::format("{} must be an integer of at least 0, not '{}'; --shard K/N overrides it", variable, text));
}

std::optional<Shard> shard_from(const Runner& runner, const Environment& environment) {
  const std::string count_text = text_of(environment, runner.count),
                    index_text = text_of(environment, runner.index);
  if (count_text.empty() && index_text.empty()) return std::nullopt;
  if (count_text.empty() || index_text.empty())
    throw UsageError(fmt::format("{} is set, but {} is not; --shard K/N overrides both",
                                 count_text.empty() ? runner.index : runner.count,
                                 count_text.empty() ? runner.count : runner.index));
  const auto or_else = [&](const char* variable, std::size_t usual) {
    const std::string text = text_of(environment, variable);
    return text.empty() ? usual : number_of(text, variable);
  };
  const std::size_t count = number_of(count_text, runner.count), index = number_of(index_text, runner.index);
  const std::size_t first = or_else(runner.first, 0), step = or_else(runner.step, 1);
  const bool even =
      step != 0 && index >= first && (index - first) % step == 0 && (index - first) / step < count;
  if (!even || count > most_shards)
    throw UsageError(fmt::format(
        "{}={} selects no shard: expected one of {}={} evenly spaced numbers from {} on{}; --shard K/N "
        "overrides them",
        runner.index, index, runner.count, count, first,
        runner.first != nullptr ? ", such as those of --array=0-2" : ""));
  return Shard{(index - first) / step + 1, count};
}

}  // namespace

void add_shard(CLI::App& command, Options& to) {
  command
      .add_option_function<std::string>(
          "--shard", [&to](const std::string& text) { to.shard = parse_shard(text); },
          "K/N: test the K-th of N parts of equal cost; default: from the environment variables of "
          "GoogleTest, Bazel or a Slurm array. The exit code of an empty part is 0 if another part has cases")
      ->check([](const std::string& text) -> std::string {
        try {
          (void)parse_shard(text);
        } catch (const std::invalid_argument& error) {
          return error.what();
        }
        return "";
      })
      ->group("Selection");
}

ChosenShard choose_shard(const Options& options, const Environment& environment) {
  if (options.shard) return {*options.shard, "--shard", {}};
  ChosenShard chosen;
  for (const Runner& runner : runners) {
    if (const std::string file = text_of(environment, runner.status_file); !file.empty())
      chosen.status_files.push_back(file);
    const auto shard = shard_from(runner, environment);
    if (!shard) continue;
    if (!chosen.source.empty() && chosen.shard != *shard)
      throw UsageError(fmt::format("{} selects shard {}, but {} selects {}: unset one, or pass --shard K/N",
                                   chosen.source, to_string(chosen.shard), runner.index, to_string(*shard)));
    chosen.shard = *shard;
    if (chosen.source.empty()) chosen.source = runner.index;
  }
  return chosen;
}

ChosenShard choose_shard(const Options& options) {
  ChosenShard chosen = choose_shard(options, [](const char* variable) { return std::getenv(variable); });
  if (!options.shard && !chosen.shard.whole())
    print_now(stderr,
              fmt::format("wgcts: testing shard {}, from {}\n", to_string(chosen.shard), chosen.source));
  return chosen;
}

void touch_status_files(const ChosenShard& chosen) {
  for (const std::string& path : chosen.status_files) {
    std::FILE* file = std::fopen(path.c_str(), "a");
    if (file == nullptr)
      throw std::runtime_error(fmt::format("cannot create the shard status file {}: {}", path,
                                           std::generic_category().message(errno)));
    std::fclose(file);
  }
}

}  // namespace wgcts::cli
