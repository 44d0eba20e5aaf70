#include "harness/process/case_listener.hpp"

namespace wgcts::harness {

void CaseListener::handle_event(const Event& event) {
  if (const auto* written = std::get_if<Written>(&event)) keep(*written);
  if (const auto* judged = std::get_if<Judged>(&event)) settle(judged->result);
  if (const auto* refused = std::get_if<Refused>(&event)) {
    CaseResult result{run_.result.the_case, refused->verdict};
    result.message = refused->message;
    result.log = refused->log;
    result.stage = refused->stage;
    settle(std::move(result));
  }
  if (const auto* found = std::get_if<Defect>(&event)) defect_ = found->message;
}

void CaseListener::keep(const Written& piece) {
  if (!run_.output) run_.output = RawOutput{piece.local, piece.groups, {}};
  auto& sites = run_.output->sites;
  // Pieces come in order. Anything else was not sent by the suite.
  if (piece.site > sites.size()) return;
  if (piece.site == sites.size()) sites.emplace_back();
  sites[piece.site].insert(sites[piece.site].end(), piece.bytes.begin(), piece.bytes.end());
}

void CaseListener::settle(CaseResult result) {
  settled_ = true;
  result.the_case = run_.result.the_case;
  run_.result = std::move(result);
}

void CaseListener::end(const Ending& ending) {
  if (settled_) return;
  run_.result.verdict = ending.timed_out ? Verdict::Timeout : Verdict::Crash;
  run_.result.message = ending.describe();
  run_.result.stage = ending.stage;
  run_.result.log = ending.log;
}

}  // namespace wgcts::harness
