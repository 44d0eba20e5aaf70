// A case's inputs, made again as they were when it ran, to be held against wrong models.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <ranges>
#include <span>
#include <vector>

#include "harness/check/site_checker.hpp"
#include "harness/replay/place.hpp"
#include "reference/causes/cause.hpp"
#include "results/evidence.hpp"

namespace wgcts::harness {

/// One call by one work-group: which of the case's calls, and the linear group id.
struct GroupAt {
  std::size_t site = 0, group = 0;
  auto operator<=>(const GroupAt&) const = default;
};

/// What a wrong work-group returned, in bytes by local linear id.
struct WrongOutput {
  GroupAt at;
  std::span<const std::byte> got;
};

/// A work-group's inputs are made when they are asked for. Only those of the last one are kept: ask all about
/// one work-group before the next.
class Replay {
 public:
  /// As make_replay(); launch and layout are the case's. The case and the evidence must outlive it.
  Replay(const Case& c, const Launch& launch, const Layout& layout, const Evidence* evidence,
         const DeviceFacts& facts, std::uint64_t seed);
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;
  virtual ~Replay() = default;

  const Grid& grid() const { return grid_; }
  std::size_t sites() const { return checkers_.size(); }
  std::size_t groups() const { return grid_.groups; }
  GroupData data(GroupAt at) const { return checkers_[at.site]->data(at.group); }
  /// The wrong work-groups whose results are in the evidence: the first of each call, then the second of
  /// each, so that the first few are of all calls.
  std::vector<WrongOutput> wrong_outputs() const;
  /// Whether one of the faults would get one of the first work-groups wrong.
  bool may_show(std::span<const Cause> causes) const;
  /// Whether it is one of the smaller work-groups at an NDRange's end.
  bool is_smaller(std::size_t group) const { return grid_.group(group).size != grid_.range.local; }
  /// Whether the work-group's results are judged at all.
  bool judged(GroupAt at) const { return checkers_[at.site]->rule(at.group) != Rule::Observed; }
  /// Whether the data leaves no room for rounding.
  bool is_exact(GroupAt at) const { return !leaves_room(checkers_[at.site]->rule(at.group)); }
  /// It stays where it is as long as this object does.
  const Place& place(GroupAt at) const;
  /// The causes that give these results, in bytes by local linear id.
  virtual std::vector<Cause> causes(GroupAt at, std::span<const std::byte> got) const = 0;
  virtual bool explains(const Cause& cause, GroupAt at, std::span<const std::byte> got) const = 0;
  /// Whether a device with that fault would get the work-group wrong.
  virtual bool spoils(const Cause& cause, GroupAt at) const = 0;
  /// Whether devices with the one fault and with the other would return different results.
  virtual bool part(const Cause& one, const Cause& other, GroupAt at) const = 0;

 protected:
  virtual Place made_place(GroupAt at) const = 0;
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
  mutable std::map<GroupAt, Place> places_;
};

/// A sample of about `most` elements, the last one included. Elements for which `is_rare` holds are sampled
/// separately, as many of them as of the others, and come first.
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

/// A sample of about `most` of its work-groups, the last one of full size first.
std::vector<std::size_t> some_groups(const Replay& replay, std::size_t most);

/// All calls that are judged by those work-groups.
std::vector<GroupAt> some_judged(const Replay& replay, std::size_t most);

/// A case with what is known of its launch; without, what a device with these facts would have been given.
std::unique_ptr<Replay> make_replay(const Case& c, const Evidence* evidence, const DeviceFacts& facts,
                                    std::uint64_t seed);
std::unique_ptr<Replay> make_replay(const Case&& c, const Evidence* evidence, const DeviceFacts& facts,
                                    std::uint64_t seed) = delete;

}  // namespace wgcts::harness
