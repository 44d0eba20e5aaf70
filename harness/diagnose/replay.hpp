// A case's inputs, made again as they were when it ran, to be held against wrong models.
#pragma once

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
  /// The data class.
  virtual std::string_view check(std::size_t site, std::size_t group) const = 0;
};

/// About `most` of its work-groups, spread over them, and the last one first.
std::vector<std::size_t> some_groups(const Replay& replay, std::size_t most);

/// A case with what is known of its launch; without, what a device with these facts would have been given.
std::unique_ptr<Replay> make_replay(const Case& c, const Evidence* evidence, const DeviceFacts& facts,
                                    std::uint64_t seed);

}  // namespace wgcts::harness
