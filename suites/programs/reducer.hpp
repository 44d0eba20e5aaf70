// Reduces a failing program, or another kind of failing test, to the smallest one that fails in the same way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "layers.hpp"

namespace wgcts::suites {

/// The result of a smaller candidate.
enum class Shown : std::uint8_t {
  Same,    ///< the same failure
  Passes,  ///< its outputs are correct
  Other    ///< another failure, or no result
};

/// The opportunities that a pass takes: those with the numbers `first` .. `end`-1.
class Chosen {
 public:
  Chosen(std::size_t first, std::size_t end) : first_(first), end_(end) {}
  /// Whether the pass takes this opportunity. Each opportunity calls it once.
  bool take() {
    const std::size_t number = seen_++;
    return number >= first_ && number < end_;
  }
  /// The number of opportunities so far.
  std::size_t seen() const { return seen_; }

 private:
  std::size_t first_, end_, seen_ = 0;
};

/// A pass finds opportunities of one kind, as the passes of SPIRV-Tools' source/reduce do, and takes the
/// chosen ones.
template <class Draft>
struct ReductionPass {
  std::string_view name;
  /// Must find the same opportunities in the same order, because they are identified by their numbers. The
  /// opportunities that it takes must not change this.
  std::function<void(Draft&, Chosen&)> visit;
  /// Whether several opportunities can be taken at a time.
  bool together = true;
  /// For programs: whether it leaves collectives unchanged, and their arguments remain inputs.
  bool keeps_calls = false;
};

template <class Draft>
std::size_t opportunities(const ReductionPass<Draft>& pass, Draft draft) {
  Chosen none(0, 0);
  pass.visit(draft, none);
  return none.seen();
}

/// The passes and functions for a kind of test. A draft may be illegal. Legal converts to Draft.
template <class Draft, class Legal, class Key>
struct Reducible {
  std::span<const ReductionPass<Draft>> passes;
  /// The draft after these opportunities of a pass. Nothing if it is not legal.
  std::function<std::optional<Legal>(const ReductionPass<Draft>&, Draft, Chosen)> taken;
  std::function<Key(const Legal&)> key;  ///< equal for equal tests
};

/// First takes all opportunities of a pass at once, then a quarter of them at a time, and so on down to one.
/// Tries only legal candidates, and none twice. Ends if no smaller candidate is left, after
/// `most_experiments`, or if `go_on` returns false.
template <class Draft, class Legal, class Key>
class Reducer {
 public:
  using Pass = ReductionPass<Draft>;

  Reducer(const Reducible<Draft, Legal, Key>& kind, Legal failing,
          const std::function<Shown(const Legal&)>& ask, std::size_t most_experiments,
          const std::function<bool()>& go_on)
      : kind_(kind), smallest_(std::move(failing)), ask_(ask), left_(most_experiments), go_on_(go_on) {
    answers_[kind_.key(smallest_)] = Shown::Same;
  }

  /// Returns the smallest candidate that fails.
  const Legal& run() {
    // A pass is done if it has taken nothing since the test last became smaller.
    std::vector<char> done(kind_.passes.size());
    for (bool first_round = true; !ended_ && std::ranges::count(done, 0) != 0; first_round = false)
      for (std::size_t p = 0; p < done.size() && !ended_; ++p) {
        if (done[p] != 0) continue;
        const Pass& pass = kind_.passes[p];
        if (pass.together ? run_together(pass, first_round) : run_alone(pass)) std::ranges::fill(done, 0);
        // A pass ends with single opportunities, so it is done until another pass takes one.
        done[p] = 1;
      }
    return smallest_;
  }

  /// Candidates that are one opportunity smaller than the smallest, and pass. Each occurs once.
  std::vector<Legal> passing() const {
    std::vector<Legal> found;
    std::set<Key> listed;
    for (const Pass& pass : kind_.passes)
      for (std::size_t i = 0, count = opportunities<Draft>(pass, smallest_); i < count; ++i) {
        auto smaller = kind_.taken(pass, smallest_, {i, i + 1});
        if (!smaller) continue;
        const auto known = answers_.find(kind_.key(*smaller));
        if (known != answers_.end() && known->second == Shown::Passes && listed.insert(known->first).second)
          found.push_back(std::move(*smaller));
      }
    return found;
  }

  std::size_t experiments() const { return experiments_; }
  /// Whether all candidates that are one opportunity smaller were tried. False if a limit ended run().
  bool finished() const { return !ended_; }

 private:
  /// For opportunities that exclude each other; the first removes most. Returns whether it took any.
  bool run_alone(const Pass& pass) {
    bool any = false;
    for (std::size_t i = 0; i < opportunities<Draft>(pass, smallest_) && !ended_;)
      if (take(pass, i, i + 1)) {
        any = true;
        i = 0;
      } else {
        ++i;
      }
    return any;
  }

  bool run_together(const Pass& pass, bool first_round) {
    bool any = false;
    std::size_t count = opportunities<Draft>(pass, smallest_);
    constexpr std::size_t part = 4;
    for (std::size_t length = first_round ? count : 1; length > 0;
         length = length == 1 ? 0 : std::max<std::size_t>(1, length / part))
      // Outer opportunities have the highest numbers and are tried first.
      for (std::size_t end = count; end > 0 && !ended_;) {
        const std::size_t first = end - std::min(length, end);
        if (!take(pass, first, end)) {
          end = first;
          continue;
        }
        any = true;
        const std::size_t behind = count - end;  // tried before
        count = opportunities<Draft>(pass, smallest_);
        end = count - std::min(behind, count);
      }
    return any;
  }

  /// Takes the opportunities if the candidate still fails in the same way.
  bool take(const Pass& pass, std::size_t first, std::size_t end) {
    auto smaller = kind_.taken(pass, smallest_, {first, end});
    if (!smaller || shown(*smaller) != Shown::Same) return false;
    smallest_ = std::move(*smaller);
    return true;
  }

  Shown shown(const Legal& candidate) {
    const Key key = kind_.key(candidate);
    if (const auto known = answers_.find(key); known != answers_.end())
      // A candidate that failed earlier is not smaller than the present one.
      return known->second == Shown::Same ? Shown::Other : known->second;
    if (left_ == 0 || !go_on_()) {
      ended_ = true;
      return Shown::Other;
    }
    --left_;
    ++experiments_;
    return answers_[key] = ask_(candidate);
  }

  const Reducible<Draft, Legal, Key>& kind_;
  Legal smallest_;
  const std::function<Shown(const Legal&)>& ask_;
  std::size_t left_, experiments_ = 0;
  const std::function<bool()>& go_on_;
  bool ended_ = false;
  std::map<Key, Shown> answers_;
};

}  // namespace wgcts::suites
