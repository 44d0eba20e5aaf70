#include "harness/driver/definitions.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "harness/driver/program_build.hpp"
#include "harness/driver/refusal.hpp"
#include "harness/program/build_options.hpp"

namespace wgcts::harness {
namespace {

/// Finds out which functions a file defines, with one device's compiler.
class DefinitionSearch {
 public:
  DefinitionSearch(const cl::Device& device, const DeviceFacts& facts, const Implementation& implementation,
                   const cl::Context& context, Progress& progress)
      : session_{.device = device, .context = context() != nullptr ? context : cl::Context(device)},
        options_(usual_options(with_implementation(facts, implementation))),
        implementation_(implementation),
        progress_(progress) {}

  /// The compiler's refusal of a probe that needs all of these functions. Nothing if it compiles.
  std::optional<Refusal> objection(std::span<const Prototype> all) const {
    try {
      build_program({definition_probe(implementation_, all)}, Situation::None, options_, session_, progress_);
    } catch (const Refusal& refusal) {
      return refusal;
    }
    return std::nullopt;
  }

  /// Adds those of `asked` that are defined. If the log names the missing functions, one more build is
  /// enough; otherwise a binary search finds them. On the `first` call, throws the refusal of a file that
  /// does not compile at all.
  void run(std::vector<Prototype> asked, std::vector<std::string>& defined, bool first = false) const {
    if (asked.empty()) return;
    const auto refusal = objection(asked);
    if (!refusal) {
      for (const Prototype& p : asked) defined.push_back(text_of(p));
      return;
    }
    if (first)
      if (auto of_the_file = objection({})) throw Refusal(*of_the_file);
    if (asked.size() == 1) return;
    const auto missing = undefined_in(refusal->log, asked.size());
    if (missing.empty()) {
      const auto middle = asked.begin() + static_cast<std::ptrdiff_t>(asked.size() / 2);
      run({asked.begin(), middle}, defined);
      run({middle, asked.end()}, defined);
      return;
    }
    std::vector<Prototype> rest;
    for (std::size_t i = 0; i < asked.size(); ++i)
      if (!std::ranges::binary_search(missing, i)) rest.push_back(asked[i]);
    run(std::move(rest), defined);
  }

 private:
  DeviceSession session_;
  std::string options_;
  const Implementation& implementation_;
  Progress& progress_;
};

}  // namespace

std::vector<std::string> definitions(const cl::Device& device, const DeviceFacts& facts,
                                     const Implementation& implementation, const cl::Context& context,
                                     Progress& progress) {
  std::vector<std::string> defined;
  refusing(Verdict::NotRun, [&] {
    const DefinitionSearch search(device, facts, implementation, context, progress);
    search.run(prototypes(facts), defined, true);
  });
  return defined;
}

}  // namespace wgcts::harness
