// A device that answers a diagnosis's experiments by a few lines of a test.
#pragma once

#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/experiments/experiments.hpp"
#include "results/bug.hpp"
#include "tests/harness/able_device.hpp"

namespace wgcts::harness {

/// A device that gives every case a verdict, and every kernel run an outcome; each answer takes a tenth of a
/// second.
struct FakeDevice {
  std::function<CaseResult(const Experiment&)> of_case;
  std::function<RunOutcome(const KernelRun&)> of_run;
  double now = 0, patience = 60;
  int asked = 0, renewed = 0;

  Oracle oracle() {
    Oracle o{[this](const Experiment& q) {
               now += 0.1;
               ++asked;
               CaseResult result = of_case(q);
               result.the_case = q.the_case;
               return result;
             },
             [this](const KernelRun& run) {
               now += 0.1;
               ++asked;
               return of_run(run);
             }};
    o.restart_worker = [this] { ++renewed; };
    o.set_time_limit = [this](double seconds) { patience = seconds; };
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
inline RunOutcome lost(const CaseResult& like) { return {{like.verdict, like.message, "", like.stage}}; }

inline std::size_t lanes(const Experiment& q) { return volume(q.the_case.local.extents); }

/// The input of a run of calls of int collectives.
inline std::vector<std::int32_t> ints_of(const KernelRun& run) {
  const auto& bytes = run.arguments.front().bytes;
  std::vector<std::int32_t> x(bytes.size() / sizeof(std::int32_t));
  std::memcpy(x.data(), bytes.data(), bytes.size());
  return x;
}

/// A run that wrote those.
inline RunOutcome wrote(const std::vector<std::int32_t>& x) {
  const auto bytes = std::as_bytes(std::span(x));
  return {{Verdict::Pass}, {{bytes.begin(), bytes.end()}}};
}

/// What a right device writes for a run of work_group_all, of whose values it looks at these bits.
inline RunOutcome all_of_bits(const KernelRun& run, std::int32_t mask) {
  std::vector<std::int32_t> x = ints_of(run);
  const std::size_t local = volume(run.range.local);
  for (std::size_t g = 0; g < x.size(); g += local) {
    std::int32_t all = 1;
    for (std::size_t i = g; i < g + local; ++i) all &= (x[i] & mask) != 0 ? 1 : 0;
    for (std::size_t i = g; i < g + local; ++i) x[i] = all;
  }
  return wrote(x);
}

inline Bug bug(const char* code, std::vector<std::string> cases, Where where = {}) {
  Bug b;
  b.what.code = code;
  b.where = std::move(where);
  b.example = cases.front();
  b.cases = std::move(cases);
  return b;
}

/// The bug after the search, and what else it found.
struct FoundBug : Minimised {
  Bug bug;
};
inline FoundBug minimised(Bug known, const Oracle& oracle, double seconds, std::span<const Bug> others = {}) {
  Minimised found = minimise(known, oracle, seconds, others);
  return {std::move(found), std::move(known)};
}

}  // namespace wgcts::harness
