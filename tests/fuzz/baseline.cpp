// A baseline, as run --baseline and baseline --reasons read it. If the input has a report after it, the
// baseline is also applied to that report. The report's own baseline is not: its search over the full plan
// takes seconds here.
#include "reports/compare/baseline.hpp"

#include "reports/model/json.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace {

using namespace wgcts::cli;

void require_same(const Baseline& a, const Baseline& b) {
  const auto same = [](const KnownFailure& x, const KnownFailure& y) {
    return x.cases == y.cases && x.verdicts == y.verdicts && x.reason == y.reason && x.bug == y.bug;
  };
  fuzz::require(a.about == b.about && std::ranges::equal(a.lines, b.lines, same), "another baseline");
}

void write_and_read(const Baseline& baseline, const fuzz::OutputFolder& folder) {
  const std::string path = folder.path("again.json");
  write_baseline(baseline, path);
  require_same(baseline, read_baseline(path));
  folder.clear();
}

void judge_anew(const Baseline& baseline, Report report, const fuzz::OutputFolder& folder) {
  const std::string path = folder.path("report.json");
  apply(baseline, false, report);
  write_json(report, path);
  (void)read_report(path);
  folder.clear();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::OutputFolder folder;
  const auto parts = fuzz::parts_of(fuzz::text_of(data, size), fuzz::next_file);
  const fuzz::InputFile file(parts.front());
  Baseline baseline;
  if (!fuzz::succeeds([&] { baseline = read_baseline(file.path()); })) return 0;
  write_and_read(baseline, folder);
  if (parts.size() == 1) return 0;
  const fuzz::InputFile report_file(parts.back());
  Report report;
  if (!fuzz::succeeds([&] { report = read_report(report_file.path()); })) return 0;
  judge_anew(baseline, report, folder);
  return 0;
}
