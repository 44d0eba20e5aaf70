#include "suites/programs/reduce.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "suites/programs/given_program.hpp"

namespace wgcts::suites {
namespace {

class Reducer {
 public:
  Reducer(LegalProgram failing, const AskProgram& ask, std::size_t most_experiments,
          const std::function<bool()>& go_on, std::span<const ReductionPass> passes)
      : smallest_(std::move(failing)), ask_(ask), left_(most_experiments), go_on_(go_on), passes_(passes) {
    answers_[content_hash(smallest_)] = Shown::Same;
  }

  Reduction run() {
    // A pass is done when it has found nothing since the last program that failed.
    std::vector<char> done(passes_.size());
    for (bool first_round = true; !ended_ && std::ranges::count(done, 0) != 0; first_round = false)
      for (std::size_t p = 0; p < passes_.size() && !ended_; ++p) {
        if (done[p] != 0) continue;
        if (run(passes_[p], first_round)) std::ranges::fill(done, 0);
        // Whatever it took, one by one it was through to its end.
        done[p] = 1;
      }
    Reduction reduction{smallest_};
    reduction.passing = passing_neighbours();
    reduction.experiments = experiments_;
    reduction.finished = !ended_;
    return reduction;
  }

 private:
  Draft draft() const { return {smallest_.program, smallest_.launch}; }

  /// Whether the pass made the program smaller.
  bool run(const ReductionPass& pass, bool first_round) {
    return pass.together ? run_together(pass, first_round) : run_alone(pass);
  }

  /// Of opportunities that shut each other out the first takes most.
  bool run_alone(const ReductionPass& pass) {
    bool any = false;
    for (std::size_t i = 0, count = opportunities(pass, draft()); i < count && !ended_; ++i)
      if (take(pass, i, i + 1)) {
        any = true;
        count = opportunities(pass, draft());
        i = static_cast<std::size_t>(-1);
      }
    return any;
  }

  bool run_together(const ReductionPass& pass, bool first_round) {
    bool any = false;
    std::size_t count = opportunities(pass, draft());
    constexpr std::size_t part = 4;
    for (std::size_t length = first_round ? count : 1; length > 0;
         length = length == 1 ? 0 : std::max<std::size_t>(1, length / part))
      // Those around others come last, and go first.
      for (std::size_t end = count; end > 0 && !ended_;) {
        const std::size_t first = end - std::min(length, end);
        if (!take(pass, first, end)) {
          end = first;
          continue;
        }
        any = true;
        const std::size_t behind = count - end;  // tried already
        count = opportunities(pass, draft());
        end = count - std::min(behind, count);
      }
    return any;
  }

  /// Takes the opportunities if the program that is left fails in the same way.
  bool take(const ReductionPass& pass, std::size_t first, std::size_t end) {
    auto smaller = candidate(pass, first, end);
    if (!smaller || shown(*smaller) != Shown::Same) return false;
    smallest_ = std::move(*smaller);
    return true;
  }

  /// A legal program that meets a collective, or nothing.
  std::optional<LegalProgram> candidate(const ReductionPass& pass, std::size_t first, std::size_t end) const {
    try {
      Draft smaller = taken(pass, draft(), first, end);
      auto legal = proved(std::move(smaller.program), std::move(smaller.launch));
      if (legal && legal->expected.collectives != 0) return legal;
    } catch (const IllegalProgram&) {
    }
    return std::nullopt;
  }

  Shown shown(const LegalProgram& program) {
    const std::uint64_t content = content_hash(program);
    if (const auto known = answers_.find(content); known != answers_.end())
      // What failed before and is no part of the way here is as small as this, or larger.
      return known->second == Shown::Same ? Shown::Other : known->second;
    if (left_ == 0 || !go_on_()) {
      ended_ = true;
      return Shown::Other;
    }
    --left_;
    ++experiments_;
    return answers_[content] = ask_(program);
  }

  std::vector<LegalProgram> passing_neighbours() const {
    std::vector<LegalProgram> passing;
    std::set<std::uint64_t> listed;
    for (const ReductionPass& pass : passes_)
      for (std::size_t i = 0, count = opportunities(pass, draft()); i < count; ++i) {
        auto neighbour = candidate(pass, i, i + 1);
        // A program that stores nothing passes where others give wrong results, and says nothing by that.
        if (!neighbour || (neighbour->program.outputs.empty() && !smallest_.program.outputs.empty()))
          continue;
        const auto known = answers_.find(content_hash(*neighbour));
        if (known != answers_.end() && known->second == Shown::Passes && listed.insert(known->first).second)
          passing.push_back(std::move(*neighbour));
      }
    return passing;
  }

  LegalProgram smallest_;
  const AskProgram& ask_;
  std::size_t left_, experiments_ = 0;
  const std::function<bool()>& go_on_;
  std::span<const ReductionPass> passes_;
  bool ended_ = false;
  std::map<std::uint64_t, Shown> answers_;  ///< by content
};

}  // namespace

Reduction reduce(LegalProgram failing, const AskProgram& ask, std::size_t most_experiments,
                 const std::function<bool()>& go_on, std::span<const ReductionPass> passes) {
  return Reducer(std::move(failing), ask, most_experiments, go_on, passes).run();
}

}  // namespace wgcts::suites
