// A device that is wrong in chosen ways, on paper: judged as a real one's results are, without OpenCL.
#pragma once

#include <cstring>
#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "harness/check/site_checker.hpp"
#include "harness/planning/planning.hpp"
#include "harness/program/job.hpp"
#include "harness/replay/replay.hpp"
#include "reference/causes/wrong_model.hpp"
#include "suites/plan.hpp"
#include "tests/harness/able_device.hpp"

namespace wgcts::harness {

/// A wrong model, and where the device follows it.
struct FaultOnPaper {
  Cause cause;
  std::function<bool(const Place&)> where;
  bool is_never_right = false;  ///< without a model: returns 0, or 1 where 0 is right
};

inline DeviceFacts device_on_paper() {
  DeviceFacts facts = able_device();
  facts.half_rules = facts.float_rules = facts.double_rules = {};
  return facts;
}

/// Whether the place is one of the builtin, and of the type.
inline bool is(const Place& p, std::string_view builtin) { return p.the_case.builtin->name == builtin; }
inline bool is(const Place& p, std::string_view builtin, GenType type) {
  return is(p, builtin) && p.the_case.type == type;
}

template <class Choice>
std::uint8_t choice_of(Choice c) {
  return static_cast<std::uint8_t>(c);
}

/// What the device with those faults makes of the case: the first that stands at the place has its way.
template <class T>
CaseResult judged_on_paper(const Case& c, const std::vector<FaultOnPaper>& faults, const DeviceFacts& facts,
                           std::uint64_t seed) {
  const Launch launch = launches_of({.cases = {c}}).front();
  const FloatRules& rules = rules_of(facts, c.type);
  const Layout layout = layout_of(launch, local_size_of(launch.local, launch.dim, facts), facts);
  const Grid grid(ndrange(c.dim, layout.local, *c.variant, layout.groups));
  const T poison = std::bit_cast<T>(static_cast<bits_of<T>>(0xa5c3a5c3a5c3a5c3ULL));
  const auto poison_bytes = std::as_bytes(std::span(&poison, 1));
  CaseResult result{c, Verdict::Pass};
  std::vector<std::unique_ptr<SiteChecker>> checkers;
  std::vector<std::vector<T>> streams;
  std::vector<JudgedSite> judged;
  const auto replay = make_replay(c, nullptr, facts, seed);
  bool wrong = false;
  for (unsigned site = 0; site < c.form->sites; ++site) {
    checkers.push_back(make_site_checker(c, site, grid, rules, layout.walk, seed));
    auto& stream = streams.emplace_back(grid.items(), poison);
    for (std::size_t g = 0; g < grid.groups; ++g) {
      const GroupData data = checkers.back()->data(g);
      const auto typed = [](const std::vector<std::byte>& bytes) {
        std::vector<T> values(bytes.size() / sizeof(T));
        std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
      };
      const Scene<T> scene{.collective = c.builtin->collective,
                           .rule = data.rule,
                           .x = typed(data.x),
                           .source = data.source,
                           .truth = typed(data.truth),
                           .low = typed(data.low),
                           .high = typed(data.high),
                           .size = grid.group(g).size,
                           .offset = grid.range.offset,
                           .dim = c.dim,
                           .unwritten = poison};
      auto got = scene.truth;
      const Place place = replay->place({site, g});
      for (const FaultOnPaper& fault : faults)
        if (fault.where(place)) {
          if (fault.is_never_right)
            std::ranges::transform(got, got.begin(), [](T right) { return T(right == T{0} ? 1 : 0); });
          else if (const auto answer = answer_of<T>(fault.cause, scene))
            got = *answer;
          break;
        }
      const auto items = grid.lanes(g);
      for (std::size_t lane = 0; lane < got.size(); ++lane) stream[items[lane]] = got[lane];
    }
    const auto bytes = std::as_bytes(std::span(stream));
    Judgement judgement = checkers.back()->judge(bytes, poison_bytes);
    if (!result.failure) result.failure = judgement.failure;
    wrong |= !judgement.wrong_groups.empty();
    judged.push_back({checkers.back().get(), bytes, std::move(judgement.wrong_groups)});
  }
  if (!wrong) return result;
  result.verdict = Verdict::Fail;
  result.evidence = std::make_shared<const Evidence>(
      evidence_of(grid, layout.groups, sizeof(T), poison_bytes, launch.kernel.members, judged));
  return result;
}

/// The cases on that device. Cases where no fault stands in any work-group are right without a look.
inline std::vector<CaseResult> results_on_paper(const std::vector<Case>& cases,
                                                const std::vector<FaultOnPaper>& faults,
                                                const std::function<bool(const Case&)>& concerned,
                                                std::uint64_t seed = 1) {
  const DeviceFacts facts = device_on_paper();
  std::vector<CaseResult> results;
  for (const Case& c : cases) {
    if (!concerned(c)) {
      results.push_back({c, Verdict::Pass});
      continue;
    }
    results.push_back(
        with_gentype(c.type, [&]<class T>() { return judged_on_paper<T>(c, faults, facts, seed); }));
  }
  return results;
}

/// The standard profile, but for what takes long and shows no more.
inline std::vector<Case> cases_on_paper() {
  std::vector<Case> cases = plan(Profile::Standard);
  // Of a builtin and type the standard profile has few cases in a branch, and on paper no others can be asked
  // for.
  const std::set<Case> planned(cases.begin(), cases.end());
  for (const Case& c : cases_of_rows(Profile::Full))
    if (c.form->name == "branch" && c.variant == plain_variant && is_core(*c.builtin) && !planned.contains(c))
      cases.push_back(c);
  std::erase_if(cases, [](const Case& c) {
    return c.local.is_max() || volume(c.local.extents) > 300 || c.variant->groups != 0 ||
           c.type == GenType::Half || c.type == GenType::Long || c.type == GenType::Double;
  });
  return cases;
}

}  // namespace wgcts::harness
