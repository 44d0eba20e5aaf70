// A case's inputs, made again as they were when it ran, to be held against wrong models.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "harness/diagnose/place.hpp"
#include "reference/causes/cause.hpp"
#include "results/evidence.hpp"

namespace wgcts::harness {

class Replay {
 public:
  virtual ~Replay() = default;
  virtual std::size_t sites() const = 0;
  virtual std::size_t groups() const = 0;
  /// Whether it is one of the smaller work-groups at an NDRange's end.
  virtual bool is_smaller(std::size_t group) const = 0;
  /// Whether the work-group's results are judged at all.
  virtual bool judged(std::size_t site, std::size_t group) const = 0;
  /// Whether the data leaves no room for rounding.
  virtual bool is_exact(std::size_t site, std::size_t group) const = 0;
  virtual Place place(std::size_t site, std::size_t group) const = 0;
  /// The causes that give these results, in bytes by local linear id.
  virtual std::vector<Cause> causes(std::size_t site, std::size_t group,
                                    std::span<const std::byte> got) const = 0;
  virtual bool explains(const Cause& cause, std::size_t site, std::size_t group,
                        std::span<const std::byte> got) const = 0;
  /// Whether a device with that fault would get the work-group wrong.
  virtual bool spoils(const Cause& cause, std::size_t site, std::size_t group) const = 0;
  /// Whether devices with the one fault and with the other would return different results.
  virtual bool part(const Cause& one, const Cause& other, std::size_t site, std::size_t group) const = 0;
};

/// A sample of about `most` elements, the last one included. Elements for which `is_rare` holds are sampled
/// separately, as many of them as of the others, and come first.
template <class T>
std::vector<T> stratified_sample(std::vector<T> all, std::size_t most, auto is_rare) {
  std::vector<T> some;
  const auto usual = std::stable_partition(all.begin(), all.end(), is_rare);
  for (const auto part : {std::span(all.begin(), usual), std::span(usual, all.end())}) {
    const std::size_t step = std::max<std::size_t>(1, part.size() / most);
    for (std::size_t i = 0; i < part.size(); i += step) some.push_back(part[i]);
    if (!part.empty() && some.back() != part.back()) some.push_back(part.back());
  }
  return some;
}

/// A sample of about `most` of its work-groups, the last one of full size first.
std::vector<std::size_t> some_groups(const Replay& replay, std::size_t most);

/// A case with what is known of its launch; without, what a device with these facts would have been given.
std::unique_ptr<Replay> make_replay(const Case& c, const Evidence* evidence, const DeviceFacts& facts,
                                    std::uint64_t seed);

}  // namespace wgcts::harness
