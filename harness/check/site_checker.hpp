// One site of a launch: the input of each work-group, its legal results, and the judgement. The data that a
// failing case keeps for its diagnosis.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <vector>

#include "harness/program/job.hpp"
#include "harness/program/kernel.hpp"
#include "harness/program/kernel_run.hpp"
#include "reference/geometry.hpp"
#include "reference/judge.hpp"
#include "results/case_result.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// A check accepts a result that it should reject, so all verdicts are invalid.
struct SuiteDefect : std::logic_error {
  using std::logic_error::logic_error;
};

struct Judgement {
  std::size_t checks = 0;
  std::vector<std::size_t> wrong_groups;  ///< their linear ids
  /// The first wrong lane of the first wrong work-group, without `broken`.
  std::optional<Failure> failure;
  std::vector<BrokenCheck> broken;  ///< the failed checks
  std::set<std::string> clauses;
  std::optional<double> smallest_error_seen;
  std::set<std::string> observations;  ///< unjudged behaviour, such as "nan: ignored"
};

/// A work-group: its data, its legal results and, if the kernel ran, its results.
struct GroupRecord {
  std::string check;  ///< the data class, the form that computes its input, or a program's output
  std::string plan;   ///< the purpose of the check
  std::set<std::string> clauses;
  Rule rule{};
  WorkGroup group;
  std::size_t source = 0;            ///< the linear id of a broadcast's source
  std::vector<LaneRow> lanes;        ///< all lanes, by local linear id; `got` is empty if nothing ran
  std::vector<std::size_t> wrong{};  ///< the wrong lanes, in order
};

/// A work-group's input and its legal results as bytes, by local linear id.
struct GroupData {
  std::string_view check;
  Rule rule{};
  std::size_t source = 0;
  std::vector<std::byte> x, truth, low, high;
};

/// Const functions generate and cache data, so only one thread at a time may use it. The worker passes it to
/// the judging thread.
class SiteChecker {
 public:
  virtual ~SiteChecker() = default;
  /// Writes the input of every work-item, by global linear id. Forms that compute their values do not read
  /// it.
  virtual void write_input(std::span<std::byte> stream) const = 0;
  /// Writes x, y and z of each work-group's broadcast source, by linear group id. Coordinates that the call
  /// does not pass are not zero.
  virtual void write_sources(std::span<std::uint32_t> from) const = 0;
  /// Throws SuiteDefect unless the checks reject every wrong model, as judge() requires. Needs no output.
  virtual void require_sensitive() const = 0;
  /// Judges the output, by global linear id. Throws SuiteDefect.
  virtual Judgement judge(std::span<const std::byte> stream, std::span<const std::byte> poison) const = 0;
  /// The clauses that judging cites for any results.
  virtual std::set<std::string> clauses() const = 0;
  /// The record of a work-group. Arguments as in judge(); `stream` is empty if nothing ran.
  virtual GroupRecord record(std::size_t group, std::span<const std::byte> stream,
                             std::span<const std::byte> poison) const = 0;
  /// How the work-group's results are judged. Needs no data.
  virtual Rule rule(std::size_t group) const = 0;
  /// The work-group's data and its legal results as bytes.
  virtual GroupData data(std::size_t group) const = 0;
};

/// The checker of the case's site `site`. `walk` as in groups_wanted. The grid must outlive it.
std::unique_ptr<SiteChecker> make_site_checker(const Case& c, unsigned site, const Grid& grid,
                                               const FloatRules& rules, std::size_t walk, std::uint64_t seed);

/// The checkers of the kernel's sites, member by member. The grid must outlive them.
std::vector<std::unique_ptr<SiteChecker>> site_checkers_of(const Layout& layout, const Grid& grid,
                                                           const FloatRules& rules, std::uint64_t seed);

/// The failure of a work-group with wrong lanes, without its clause.
Failure failure_of(const GroupRecord& record);

/// A call of the builtin with its output and its wrong work-groups.
struct JudgedSite {
  const SiteChecker* checker;
  std::span<const std::byte> stream;  ///< as in SiteChecker::judge
  std::vector<std::size_t> wrong;     ///< linear group ids
};

/// Marks all work-groups as correct or wrong, and stores the results of some wrong ones up to the limit of
/// Evidence: first one for each site, data class and size, then a second one for each.
Evidence evidence_of(const Grid& grid, std::size_t groups, std::size_t element,
                     std::span<const std::byte> poison, std::span<const Builtin* const> members,
                     std::span<const JudgedSite> sites);

/// The output of a failing program with this number of work-groups, without canaries.
Evidence evidence_of(const KernelRun& run, std::size_t groups,
                     std::span<const std::vector<std::byte>> written);

}  // namespace wgcts::harness
