#include "reports/model/selected.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "suites/plan.hpp"

namespace wgcts::reports {

std::vector<Case> cases_asked_for(const RunInfo& run) {
  const auto* profile = std::ranges::find(profiles, run.profile, &ProfileInfo::name);
  if (profile == profiles.end())
    throw std::invalid_argument(fmt::format("this version of wgcts has no profile '{}'", run.profile));
  if (profile->profile == Profile::Soak) throw std::invalid_argument("a soak has no list of cases");
  const Selection selection = selection_from(run.selection);
  return select(candidates(plan(profile->profile), selection), selection);
}

}  // namespace wgcts::reports
