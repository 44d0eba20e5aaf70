#include "reports/model/selected.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "suites/parse.hpp"
#include "suites/plan.hpp"

namespace wgcts::reports {
namespace {

struct Option {
  std::string_view name;
  std::vector<std::string> Selection::*words;
};
constexpr std::array<Option, 4> options{{{"--op", &Selection::ops},
                                         {"--type", &Selection::types},
                                         {"--dim", &Selection::dims},
                                         {"--filter", &Selection::filters}}};

}  // namespace

// No word of a selection holds a space: options and words alternate.
Selection selection_from(const std::string& spoken) {
  Selection selection;
  if (spoken.empty()) return selection;
  const auto words = split(spoken, ' ');
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const auto* option = std::ranges::find(options, words[i], &Option::name);
    if (option == options.end() || i + 1 == words.size())
      throw std::invalid_argument(fmt::format("the selection '{}' is none that this program writes", spoken));
    (selection.*option->words).emplace_back(words[i + 1]);
  }
  return selection;
}

std::vector<Case> cases_asked_for(const RunInfo& run) {
  const auto* profile = std::ranges::find(profiles, run.profile, &ProfileInfo::name);
  if (profile == profiles.end())
    throw std::invalid_argument(fmt::format("this program's plan has no profile '{}'", run.profile));
  if (profile->profile == Profile::Soak)
    throw std::invalid_argument("a soak draws its cases, so that none is asked for");
  const Selection selection = selection_from(run.selection);
  return select(with_named(plan(profile->profile), selection.filters), selection);
}

}  // namespace wgcts::reports
