// Who is at fault when a driver crashes, hangs or refuses: pure policy, without processes.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/program/job.hpp"
#include "results/case_result.hpp"
#include "results/phase.hpp"

namespace wgcts::harness {

/// A fault: what befell the cases of the phase that a worker had begun.
struct Fault {
  Verdict verdict{};  ///< Crash, Timeout, BuildError or LaunchError
  Phase phase{};
  std::vector<Case> cases;
};

/// What follows from a fault.
struct Sentence {
  std::vector<Case> guilty;  ///< these get the fault's verdict
  std::string remark;        ///< for their message; empty where each was alone
  std::vector<Job> retries;  ///< these are tried again at once, further apart
  std::vector<Job> later;    ///< these are tried again when everything else has been
};

/// Splits shared programs and launches until the guilty stand alone, and remembers who was. What has been at
/// fault alone again and again, and never came through, is believed without being split off each time: a
/// builtin, or with whatever builtin a size of work-group, a dimension or a variant of launches. PoCL 6.0
/// aborts on every work-group of one or two, and a process for each builtin would cost minutes.
class Blame {
 public:
  explicit Blame(double timeout) : timeout_(timeout) {}

  Sentence judge(const Fault& fault, const Job& job);

  /// A case came through.
  void note_success(const Case& c, bool alone);

  /// Whether shared programs should do without this case, since its builtin hangs, takes the compiler down,
  /// or has felled launches alone and never come through one: it is tried alone.
  bool better_alone(const Case& c) const;

  /// Whether a case should not be tried at all: its builtin and type have hung too often, or everything has.
  /// The reason, for its message; empty for "go on".
  std::string given_up(const Case& c) const;

  /// Seconds that a job of these cases may stay silent: much less for a builtin that has already hung.
  double time_limit(const Job& job) const;

 private:
  /// How often something was at fault alone, how often it came through, and how often a launch with it fell.
  struct Record {
    std::size_t guilty = 0, innocent = 0, falls = 0;
    bool believed(std::size_t enough) const { return guilty >= enough && innocent == 0; }
  };
  /// What a record is about: a builtin, a builtin at a size, or whatever the builtin a size (in
  /// a dimension), a dimension or a variant of the launch.
  enum class Subject : std::uint8_t { Builtin, BuiltinAtSize, Size, SizeInDimension, Dimension, Variant };
  static constexpr Subject whatever_the_builtin[] = {Subject::Size, Subject::SizeInDimension,
                                                     Subject::Dimension, Subject::Variant};
  static std::vector<Subject> kinds_of(const Case& c);
  static std::string key(Verdict verdict, Phase phase, const Case& c, Subject subject);
  Sentence split_launch(const Fault& fault, const Job& job, bool company);
  Record record(const std::string& key) const;
  bool believed(Verdict verdict, Phase phase, const Case& c) const;
  bool believed_in_company(Verdict verdict, const Case& c) const;
  bool hangs(const Case& c) const;

  double timeout_;
  std::map<std::string, Record> records_;
  std::map<std::string, std::size_t>
      questioned_;  ///< how often a launch of the size fell while it was in question
  std::map<const Builtin*, std::size_t> hung_;
  std::map<std::pair<const Builtin*, GenType>, std::size_t> hung_type_;
  std::set<const Builtin*> came_through_;
  std::set<const Builtin*> suspects_;  ///< were in a launch or a program that hung
  std::size_t faults_ = 0, timeouts_ = 0, successes_ = 0;
};

}  // namespace wgcts::harness
