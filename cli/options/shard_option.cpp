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

/// The variables by which an engine tells each process its part. Sources: GoogleTest's advanced guide,
/// Bazel's Test Encyclopedia, sbatch(1).
struct Engine {
  const char *count, *index;
  const char *first, *step;  ///< of the indices; null where they are 0, 1, 2, ...
  const char* status_file;   ///< names a file to be touched; null for none
};
constexpr std::array<Engine, 3> engines{{
    {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX", nullptr, nullptr, "GTEST_SHARD_STATUS_FILE"},
    {"TEST_TOTAL_SHARDS", "TEST_SHARD_INDEX", nullptr, nullptr, "TEST_SHARD_STATUS_FILE"},
    {"SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_STEP",
     nullptr},
}};

/// What is set to nothing is not set.
std::string text_of(const Environment& environment, const char* variable) {
  const char* value = variable != nullptr ? environment(variable) : nullptr;
  return value != nullptr ? value : "";
}

std::size_t number_of(const std::string& text, const char* variable) {
  if (const auto number = whole_number<std::size_t>(text)) return *number;
  throw UsageError(
      fmt::format("{} must be a whole number from 0 up, not '{}'; --shard K/N overrides it", variable, text));
}

std::optional<Shard> asked_by(const Engine& engine, const Environment& environment) {
  const std::string count_text = text_of(environment, engine.count),
                    index_text = text_of(environment, engine.index);
  if (count_text.empty() && index_text.empty()) return std::nullopt;
  if (count_text.empty() || index_text.empty())
    throw UsageError(fmt::format("{} is set, but {} is not; --shard K/N overrides both",
                                 count_text.empty() ? engine.index : engine.count,
                                 count_text.empty() ? engine.count : engine.index));
  const auto or_else = [&](const char* variable, std::size_t usual) {
    const std::string text = text_of(environment, variable);
    return text.empty() ? usual : number_of(text, variable);
  };
  const std::size_t count = number_of(count_text, engine.count), index = number_of(index_text, engine.index);
  const std::size_t first = or_else(engine.first, 0), step = or_else(engine.step, 1);
  const bool even =
      step != 0 && index >= first && (index - first) % step == 0 && (index - first) / step < count;
  if (!even || count > most_shards)
    throw UsageError(fmt::format(
        "{}={} is none of the {}={} evenly spaced numbers from {} up{}; --shard K/N overrides them",
        engine.index, index, engine.count, count, first,
        engine.first != nullptr ? ", as --array=0-2 gives them" : ""));
  return Shard{(index - first) / step + 1, count};
}

}  // namespace

void add_shard(CLI::App& command, Options& to) {
  command
      .add_option_function<std::string>(
          "--shard", [&to](const std::string& text) { to.shard = parse_shard(text); },
          "K/N: test the K-th of N parts of equal cost; default: from the variables of GoogleTest, Bazel "
          "or a Slurm array. An empty part exits with 0 if another part has cases")
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
  for (const Engine& engine : engines) {
    if (const std::string file = text_of(environment, engine.status_file); !file.empty())
      chosen.status_files.push_back(file);
    const auto shard = asked_by(engine, environment);
    if (!shard) continue;
    if (!chosen.said_by.empty() && chosen.shard != *shard)
      throw UsageError(fmt::format("{} asks for shard {}, but {} for {}: unset one, or say --shard K/N",
                                   chosen.said_by, to_string(chosen.shard), engine.index, to_string(*shard)));
    chosen.shard = *shard;
    if (chosen.said_by.empty()) chosen.said_by = engine.index;
  }
  return chosen;
}

ChosenShard choose_shard(const Options& options) {
  ChosenShard chosen = choose_shard(options, [](const char* variable) { return std::getenv(variable); });
  if (!options.shard && !chosen.shard.whole())
    tell(stderr, fmt::format("wgcts: shard {}, as {} asks\n", to_string(chosen.shard), chosen.said_by));
  return chosen;
}

void touch_status_files(const ChosenShard& chosen) {
  for (const std::string& path : chosen.status_files) {
    std::FILE* file = std::fopen(path.c_str(), "a");
    if (file == nullptr)
      throw std::runtime_error(fmt::format("cannot make the shard status file {}: {}", path,
                                           std::generic_category().message(errno)));
    std::fclose(file);
  }
}

}  // namespace wgcts::cli
