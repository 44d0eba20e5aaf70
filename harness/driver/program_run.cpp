#include "harness/driver/program_run.hpp"

#include <set>

#include "harness/check/citations.hpp"
#include "harness/check/evidence_of.hpp"
#include "reference/clauses.hpp"
#include "suites/random.hpp"

namespace wgcts::harness {

ProgramRun::ProgramRun(const Launch& launch, const cl::Program& program, const DeviceSession& session,
                       Progress& progress)
    : LaunchStages(launch, session), checker_(launch.cases.front()) {
  run_ = checker_.run();
  run_.situation = launch.variant->situation;
  const std::uint64_t bits = Random(hash("poison", session.seed)).bits();
  for (const std::size_t o : outputs_of(run_))
    poisons_.push_back(run_.arguments[o].bytes = poison_for(run_.arguments[o], bits));
  progress.enter(Stage::Create);
  device_.emplace(run_, program, session);
  lacks_ = device_->lack();
  progress.enter(Stage::Data);
  if (lacks_) return;
  progress.enter(Stage::Buffers);
  device_->transfer();
  progress.enter(Stage::Data);
}

CaseResult ProgramRun::judge(const Case& c, const Outputs& written, RawOutput* raw) const {
  CaseResult result{c, Verdict::Pass};
  Judgement judgement = checker_.judge(written, poisons_);
  std::set<std::string> cited = standing_clauses(c, session_.facts);
  cited.merge(judgement.clauses);
  result.clauses.assign(cited.begin(), cited.end());
  result.checks = judgement.checks;
  result.failure = std::move(judgement.failure);
  for (std::size_t o = 0; o < written.size() && !result.failure; ++o)
    if (!is_filled_with(std::span(written[o]).last(canary_elements * poisons_[o].size()), poisons_[o])) {
      result.failure = Failure{"canary", std::string(cite("WGC.ME.1"))};
      result.failure->message = "memory after an output was written";
    }
  if (raw != nullptr) *raw = {run_.range.local, checker_.grid().groups, written};
  if (!result.failure) return result;
  result.verdict = Verdict::Fail;
  result.evidence = std::make_shared<const Evidence>(evidence_of(run_, checker_.grid().groups, written));
  result.failure->broken = std::move(judgement.broken);
  return result;
}

}  // namespace wgcts::harness
