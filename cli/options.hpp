// What a command line asks for.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/shard.hpp"
#include "suites/plan.hpp"
#include "suites/selection.hpp"

namespace wgcts {

/// The options of all commands; each command sets those that it takes.
struct Options {
  Profile profile = Profile::Standard;
  Selection selection;
  std::optional<Shard> shard;  ///< nothing: as the environment says
  std::string device;          ///< index, or part of a name; empty for the first with collectives
  std::string kit;             ///< a folder of build/kits
  std::string launcher;        ///< a command that workers are started through
  std::string json;            ///< file, "-" for standard output, empty for none
  double timeout = 60;
  std::uint64_t seed = 1;
  bool timing = false;  ///< print where the time went
  unsigned jobs = 0;    ///< 0: one a core

  /// Reports that a command reads, "-" for standard input.
  std::vector<std::string> reports;
  /// The file that merge and baseline write, "-" for standard output.
  std::string output;
  /// The file that diff writes its summary to, "-" for standard output, empty for none.
  std::string markdown;
  /// Of merge: cases that no report holds are not_run instead of an error.
  bool allow_gaps = false;
  /// Of run: what is known to fail, and whether what is known may pass.
  std::string baseline;
  bool allow_unexpected_pass = false;
  /// Of baseline: an older baseline that knows reasons, and the reason of what it does not know.
  std::string reasons, reason = "not looked into yet";

  std::string program;  ///< this program's own path, for starting workers
};

/// A wrong command line or file: one sentence for the user, exit code 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace wgcts
