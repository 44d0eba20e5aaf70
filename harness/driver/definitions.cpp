#include "harness/driver/definitions.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "harness/driver/error_name.hpp"
#include "harness/driver/program_build.hpp"
#include "harness/driver/refusal.hpp"
#include "harness/program/build_options.hpp"

namespace wgcts::harness {
namespace {

/// Asks one compiler about one file.
class Examiner {
 public:
  Examiner(const cl::Device& device, const DeviceFacts& facts, const Implementation& implementation,
           const cl::Context& context, Progress& progress)
      : session_{.device = device, .context = context() != nullptr ? context : cl::Context(device)},
        options_(usual_options(with_implementation(facts, implementation))),
        implementation_(implementation),
        progress_(progress) {}

  /// What the compiler says against a file that should define all of these; nothing if it does.
  std::optional<Refusal> objection(std::span<const Prototype> all) const {
    try {
      build_program({definition_probe(implementation_, all)}, Situation::None, options_, session_, progress_);
    } catch (const Refusal& refusal) {
      return refusal;
    }
    return std::nullopt;
  }

  /// Adds those that are defined, of `asked`, which are not all. A log that names those that are not costs a
  /// build for the rest; one that cannot be read, a search by halves.
  /// Throws the objection to a file that does not compile at all, which is asked for `first` of all.
  void search(std::vector<Prototype> asked, std::vector<std::string>& defined, bool first = false) const {
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
      search({asked.begin(), middle}, defined);
      search({middle, asked.end()}, defined);
      return;
    }
    std::vector<Prototype> rest;
    for (std::size_t i = 0; i < asked.size(); ++i)
      if (!std::ranges::binary_search(missing, i)) rest.push_back(asked[i]);
    search(std::move(rest), defined);
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
  try {
    const Examiner examiner(device, facts, implementation, context, progress);
    examiner.search(prototypes(facts), defined, true);
  } catch (const cl::Error& error) {
    throw Refusal(Verdict::LaunchError, std::string(error.what()) + " returned " + error_name(error.err()));
  }
  return defined;
}

}  // namespace wgcts::harness
