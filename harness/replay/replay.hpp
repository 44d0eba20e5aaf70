// Regenerates a case's inputs as in its run, and compares results with wrong models. Compares failing whole
// programs with bugs of single collectives: runs a program as on a device with such a bug.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <ranges>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "harness/check/site_checker.hpp"
#include "harness/replay/conditions.hpp"
#include "reference/causes/cause.hpp"
#include "results/case_result.hpp"
#include "suites/programs/wrong_run.hpp"

namespace wgcts::harness {

/// The sub-groups of a work-group of the case, if their layout is known.
std::optional<SubGroups> sub_groups_of(const Case& c, const DeviceFacts& facts, const Extents& size);

/// The place of a case as a whole, on a device with these facts.
Place place_of(const Case& c, const DeviceFacts& facts);
Place place_of(const Case&& c, const DeviceFacts& facts) = delete;

/// A call by one work-group: the index of the call's site, and the linear group id.
struct CallAt {
  std::size_t site = 0, group = 0;
  auto operator<=>(const CallAt&) const = default;
};

/// The results of a wrong work-group, as bytes by local linear id.
struct WrongOutput {
  CallAt at;
  std::span<const std::byte> got;
};

/// Generates a work-group's inputs on demand and caches only the last work-group. So callers should handle
/// one work-group after the other.
class Replay {
 public:
  /// See make_replay(). `launch` and `layout` belong to the case. The case and the evidence must outlive this
  /// object.
  Replay(const Case& c, const Launch& launch, const Layout& layout, const Evidence* evidence,
         const DeviceFacts& facts, std::uint64_t seed);
  Replay(const Replay&) = delete;
  virtual ~Replay() = default;

  const Case& the_case() const { return case_; }
  const Grid& grid() const { return grid_; }
  std::size_t sites() const { return checkers_.size(); }
  std::size_t groups() const { return grid_.groups; }
  GroupData data(CallAt at) const { return checkers_[at.site]->data(at.group); }
  /// The wrong work-groups with results in the evidence. The order is the first of each call, then the
  /// second, so that the first few cover all calls.
  std::vector<WrongOutput> wrong_outputs() const;
  /// Whether one of the faults would change results of a sample of work-groups.
  bool may_show(std::span<const Cause> causes) const;
  /// Whether it is a smaller work-group at the end of an NDRange.
  bool is_smaller(std::size_t group) const { return grid_.group(group).size != grid_.range.local; }
  /// Whether the work-group's results are judged.
  bool judged(CallAt at) const { return checkers_[at.site]->rule(at.group) != Rule::Observed; }
  /// Whether the data allows no rounding differences.
  bool is_exact(CallAt at) const { return !leaves_room(checkers_[at.site]->rule(at.group)); }
  /// The reference is valid as long as this object.
  const Place& place(CallAt at) const;
  /// The causes that reproduce these results, given as bytes by local linear id.
  virtual std::vector<Cause> causes(CallAt at, std::span<const std::byte> got) const = 0;
  virtual bool explains(const Cause& cause, CallAt at, std::span<const std::byte> got) const = 0;
  /// Whether a device with that fault would return wrong results for the work-group.
  virtual bool changes(const Cause& cause, CallAt at) const = 0;
  /// Whether the two faults give different results.
  virtual bool differ(const Cause& one, const Cause& other, CallAt at) const = 0;

 protected:
  virtual Place made_place(CallAt at) const = 0;
  std::unique_ptr<SiteChecker> checker_of(const Builtin* builtin, unsigned site) const;

  const Case& case_;
  const DeviceFacts& facts_;
  const std::vector<const Builtin*> members_;  ///< of the kernel

 private:
  const Evidence* evidence_;
  std::uint64_t seed_;
  std::size_t walk_;  ///< as in groups_wanted
  Grid grid_;
  std::vector<std::unique_ptr<SiteChecker>> checkers_;
  mutable std::map<CallAt, Place> places_;
};

/// A sample of about `most` elements that includes the last one. Elements with `is_rare` have a separate
/// sample of that size, which comes first.
template <std::ranges::forward_range Range>
auto stratified_sample(const Range& all, std::size_t most, auto is_rare) {
  std::vector<std::ranges::range_value_t<Range>> some;
  for (const bool rare : {true, false}) {
    const auto is_of_part = [&](const auto& element) { return is_rare(element) == rare; };
    const auto count = static_cast<std::size_t>(std::ranges::count_if(all, is_of_part));
    const std::size_t step = std::max<std::size_t>(1, count / most);
    std::size_t i = 0;
    for (const auto& element : all) {
      if (!is_of_part(element)) continue;
      if (i % step == 0 || i + 1 == count) some.push_back(element);
      ++i;
    }
  }
  return some;
}

/// A sample of about `most` full-size work-groups, the last one first, and of as many smaller ones.
std::vector<std::size_t> some_groups(const Replay& replay, std::size_t most);

/// All judged calls of the work-groups of some_groups().
std::vector<CallAt> some_judged(const Replay& replay, std::size_t most);

/// The replay of a case. Without evidence, assumes the launch that a device with these facts would get.
std::unique_ptr<Replay> make_replay(const Case& c, const Evidence* evidence, const DeviceFacts& facts,
                                    std::uint64_t seed);
std::unique_ptr<Replay> make_replay(const Case&& c, const Evidence* evidence, const DeviceFacts& facts,
                                    std::uint64_t seed) = delete;

/// A fault's models for each type, most likely first. On one device they may differ between values.
using ModelsByType = std::map<GenType, std::vector<Cause>>;

/// A bug that may affect a program.
struct KnownBug {
  const Boundary* boundary = nullptr;
  const ModelsByType* models = nullptr;  ///< empty if the bug has no model
  std::set<Subject> subjects{};          ///< builtins and types that it may affect
};

/// How well a bug explains the outputs of a program.
enum class Match : std::uint8_t {
  None,      ///< the program does not execute the bug's calls, or nothing changes
  Possible,  ///< the bug affects the program, but the outputs are unknown or different
  Exact      ///< with the bug, the program writes exactly what the device wrote
};

/// Runs one failing program in the interpreter with bugs applied.
class ProgramReplay {
 public:
  /// Without evidence, no match is Exact. The evidence and the facts must outlive this object.
  ProgramReplay(const Case& c, const Evidence* evidence, const DeviceFacts& facts);
  ProgramReplay(const ProgramReplay&) = delete;

  /// The collectives in its text, each with the program's case changed to that subject.
  const std::map<Subject, Case>& subjects() const { return subjects_; }

  /// For wrong results. `anywhere`: the bug also acts outside its boundary and its subjects.
  Match match(const KnownBug& bug, bool anywhere = false) const;
  /// Whether a bug that is a termination may affect the program.
  bool may_be_terminated_by(const KnownBug& bug) const;
  /// Whether the bug makes the program's behaviour undefined: work-items diverge, or it does not end.
  bool is_undefined_with(const KnownBug& bug) const;

 private:
  WrongRun run_with(const KnownBug& bug, std::size_t model, bool anywhere) const;
  Place place_of(const CollectiveCall& collective_call) const;
  bool is_what_device_wrote(const std::vector<OutputBuffer>& outputs) const;

  Case case_;
  const DeviceFacts& facts_;
  const Evidence* evidence_;
  LegalProgram program_;
  WrongRuns runs_{program_};
  std::map<Subject, Case> subjects_;
  std::vector<std::pair<Subject, Place>> executed_;
};

}  // namespace wgcts::harness
