// One site of a launch: the input of each work-group, what it may return, and the judgement.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>

#include "harness/program/kernel.hpp"
#include "harness/program/layout.hpp"
#include "harness/program/ndrange.hpp"
#include "reference/geometry.hpp"
#include "reference/judge.hpp"
#include "results/case_result.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// What judging a site came to.
struct Judgement {
  std::size_t checks = 0;
  std::vector<std::size_t> wrong_groups;  ///< their linear ids
  std::optional<Failure>
      failure;  ///< the first wrong lane of the first wrong work-group; `broken` is not set
  std::vector<BrokenCheck> broken;  ///< the checks that did not pass
  std::set<std::string> clauses;
  std::optional<double> smallest_error_seen;
  std::set<std::string> observations;  ///< "nan: ignored": what was seen where nothing is judged
};

/// A work-item on paper.
struct LaneRecord {
  std::size_t item = 0;  ///< global linear id
  Value input;           ///< what the collective gets of it
  Value expected;        ///< one value, "low to high", or "non-zero"
  std::optional<Value> got;
  bool wrong = false;
};

/// A work-group on paper: its data and what it may return.
struct GroupRecord {
  std::string check;  ///< the data class, the form that computes its input, or a program's output
  std::string plan;   ///< what it shows
  std::set<std::string> clauses;
  Rule rule{};
  WorkGroup group;
  std::size_t source = 0;         ///< the linear id that a broadcast names
  std::vector<LaneRecord> lanes;  ///< by local linear id
};

/// A work-group's input and what it may return, as bytes of the type, by local linear id.
struct GroupData {
  std::string_view check;
  Rule rule{};
  std::size_t source = 0;
  std::vector<std::byte> x, truth, low, high;
};

class SiteChecker {
 public:
  virtual ~SiteChecker() = default;
  /// Writes the input of every work-item, by global linear id. Forms that compute their input leave it alone.
  virtual void write_input(std::span<std::byte> stream) const = 0;
  /// Writes x, y and z of each work-group's broadcast source, by linear group id.
  virtual void write_sources(std::span<std::uint32_t> from) const = 0;
  /// Throws SuiteDefect unless the checks tell every guarding fault from a right implementation, as judge()
  /// does before it believes them. Needs no output.
  virtual void require_sensitive() const = 0;
  /// Judges what came back, by global linear id. Throws SuiteDefect.
  virtual Judgement judge(std::span<const std::byte> stream, std::span<const std::byte> poison) const = 0;
  /// The clauses that judging cites, whatever comes back.
  virtual std::set<std::string> clauses() const = 0;
  /// A work-group by its linear id; `stream` as for judge, or empty where nothing ran.
  virtual GroupRecord record(std::size_t group, std::span<const std::byte> stream) const = 0;
  /// The same for those who compute with it.
  virtual GroupData data(std::size_t group) const = 0;
};

/// The trial of the case's site `site`. `walk` as in groups_wanted. The grid must outlive it.
std::unique_ptr<SiteChecker> make_site_checker(const Case& c, unsigned site, const Grid& grid,
                                               const FloatRules& rules, std::size_t walk, std::uint64_t seed);

/// The checkers of the kernel's sites, member by member. The grid must outlive them.
std::vector<std::unique_ptr<SiteChecker>> site_checkers_of(const Layout& layout, const Grid& grid,
                                                           const FloatRules& rules, std::uint64_t seed);

}  // namespace wgcts::harness
