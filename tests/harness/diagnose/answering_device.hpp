// A device that answers a diagnosis's questions by a few lines of a test.
#pragma once

#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/check/explanation.hpp"
#include "harness/diagnose/oracle.hpp"
#include "results/bug.hpp"
#include "tests/harness/able_device.hpp"

namespace wgcts::harness {

/// A device that gives every case a verdict, and every trial an outcome; each answer takes a tenth of a
/// second.
struct FakeDevice {
  std::function<CaseResult(const Question&)> of_case;
  std::function<TrialRun(const Trial&)> of_trial;
  std::function<RawOutput(const Question&)> output = {};  ///< what a case wrote; empty: nothing comes back
  double now = 0, patience = 60;
  int asked = 0, renewed = 0;

  Oracle oracle() {
    Oracle o{[this](const Question& q) {
               now += 0.1;
               ++asked;
               CaseResult result = of_case(q);
               result.the_case = q.the_case;
               return IsolatedRun{result, q.outputs && output ? std::optional(output(q)) : std::nullopt};
             },
             [this](const Trial& trial) {
               now += 0.1;
               ++asked;
               return of_trial(trial);
             }};
    o.renew = [this] { ++renewed; };
    o.allow = [this](double seconds) { patience = seconds; };
    o.clock = [this] { return now; };
    o.device = able_device();
    o.seed = 1;
    return o;
  }
};

inline CaseResult crash(Stage stage = Stage::Launch) {
  CaseResult result;
  result.verdict = Verdict::Crash;
  result.stage = stage;
  result.message = "the worker was killed by SIGABRT";
  return result;
}
inline CaseResult verdict(Verdict v) {
  CaseResult result;
  result.verdict = v;
  return result;
}
inline TrialRun lost(const CaseResult& like) { return {like.verdict, like.stage, like.message, "", {}}; }

inline std::size_t lanes(const Question& q) { return volume(q.the_case.local.extents); }

/// What a right device writes for a trial of work_group_all, of whose values it looks at these bits.
inline TrialRun all_of_bits(const Trial& trial, std::int32_t mask) {
  std::vector<std::int32_t> x(trial.input.size() / 4);
  std::memcpy(x.data(), trial.input.data(), trial.input.size());
  const std::size_t local = volume(trial.range.local);
  for (std::size_t g = 0; g < x.size(); g += local) {
    std::int32_t all = 1;
    for (std::size_t i = g; i < g + local; ++i) all &= (x[i] & mask) != 0 ? 1 : 0;
    for (std::size_t i = g; i < g + local; ++i) x[i] = all;
  }
  TrialRun run{.verdict = Verdict::Pass, .output = std::vector<std::byte>(trial.input.size())};
  std::memcpy(run.output.data(), x.data(), run.output.size());
  return run;
}

/// The same for a case, of whose work-groups it has all that they would be given.
inline RawOutput all_of_bits(const Case& c, std::uint64_t mask) {
  const Explanation on_paper = explain(c, able_device(), 1, std::nullopt);
  RawOutput output{on_paper.range.local, on_paper.groups, {}};
  for (const SiteRecord& site : on_paper.sites) {
    std::vector<std::int32_t> written(volume(on_paper.range.global));
    for (const GroupRecord& group : site.groups) {
      const bool all = std::ranges::all_of(group.lanes, [&](const LaneRecord& lane) {
        return (std::stoull(lane.input.bits, nullptr, 16) & mask) != 0;
      });
      for (const LaneRecord& lane : group.lanes) written[lane.item] = all ? 1 : 0;
    }
    const auto bytes = std::as_bytes(std::span(written));
    output.sites.emplace_back(bytes.begin(), bytes.end());
  }
  return output;
}

inline Bug bug(const char* code, std::vector<std::string> cases, Where where = {}) {
  Bug b;
  b.what.code = code;
  b.where = std::move(where);
  b.example = cases.front();
  b.cases = std::move(cases);
  return b;
}

}  // namespace wgcts::harness
