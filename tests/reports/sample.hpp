// Short functions that make results for tests.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "reports/model/report.hpp"

namespace wgcts::reports {

inline CaseResult result_of(std::string_view id, Verdict verdict, std::string message = {}) {
  CaseResult result;
  result.the_case = parse_case(id).value();
  result.verdict = verdict;
  result.message = std::move(message);
  return result;
}

inline CaseResult skip_of(std::string_view id, std::string query, std::string answer) {
  auto result = result_of(id, Verdict::Skip);
  result.reason = Reason{std::move(query), std::move(answer)};
  return result;
}

inline CaseResult failure_of(std::string_view id, Failure failure, Verdict verdict = Verdict::Fail) {
  auto result = result_of(id, verdict);
  result.clauses = {failure.clause};
  result.failure = std::move(failure);
  return result;
}

/// A small run on a device like PoCL 6.0.
inline Report sample_report() {
  Report report;
  report.device.name = "cpu-haswell";
  report.device.platform = "Portable Computing Language";
  report.device.driver = "6.0";
  report.device.version = "OpenCL 3.0 PoCL";
  report.device.opencl = 30;
  report.run = {7, "standard", "--op all,scan_inclusive_add", "", "2025-11-21T01:26:00Z", 45.25, true};
  report.workers.emplace_back()[Activity::Build] = 2.5;
  const Failure inverted{"true",
                         "WGC.PR.1",
                         {1, 0, 0},
                         0,
                         {0, 0, 0},
                         {64, 1, 1},
                         {"1", "00000001"},
                         {"non-zero", "00000001"},
                         {"0", "00000000"},
                         "64 of 64 lanes are wrong"};
  Failure inverted_2d = inverted;
  inverted_2d.local_size = {5, 3, 1};
  auto crash = result_of("all.int.1d.1.chain", Verdict::Crash, "killed by signal 6");
  crash.log = "compiling\nundefined symbol: __pocl_work_group_alloca\n\n";
  report.cases = {
      failure_of("all.int.1d.64.chain", inverted),
      crash,
      failure_of("all.int.2d.5x3.chain", inverted_2d),
      skip_of("scan_inclusive_add.half.1d.64.chain", "CL_DEVICE_EXTENSIONS", "no cl_khr_fp16"),
      skip_of("scan_inclusive_add.half.2d.5x3.chain", "CL_DEVICE_EXTENSIONS", "no cl_khr_fp16"),
      result_of("scan_inclusive_add.double.1d.64.chain", Verdict::Pass),
      result_of("scan_inclusive_add.double.1d.1.chain", Verdict::Crash, "killed by signal 6"),
      failure_of("scan_inclusive_add.double.3d.4x3x5.solo.offset",
                 Failure{"rounding",
                         "WGC.FP.2",
                         {1, 0, 2},
                         59,
                         {3, 2, 4},
                         {4, 3, 5},
                         {"0.1", "3fb999999999999a"},
                         {"5.8999999999999 to 5.9000000000001", "4017999999999999"},
                         {"nan", "7ff8000000000000"},
                         "60 of 60 lanes are wrong: answers like NaN"}),
  };
  return report;
}

}  // namespace wgcts::reports
