// A report with three bugs, like those of PoCL 6.0. tests/reports/bugs.json has the same content.
#pragma once

#include <utility>

#include "reports/model/report.hpp"
#include "tests/reports/sample.hpp"

namespace wgcts::reports {

inline Bug bug_of(CauseWord what, Where where, std::string sentence, std::vector<std::string> cases) {
  Bug bug;
  bug.what = std::move(what);
  bug.where = std::move(where);
  bug.sentence = std::move(sentence);
  bug.cases = std::move(cases);
  bug.example = bug.cases.front();
  for (const std::string& id : bug.cases) {
    const Case c = parse_case(id).value();
    bug.builtins.emplace(c.builtin->name);
    bug.types.emplace(info(c.type).name);
    bug.dimensions.insert(std::to_string(c.dim) + "d");
    bug.forms.emplace(c.form->name);
  }
  bug.signature = signature_of(bug.what, bug.builtins);
  bug.fit = 1;
  return bug;
}

/// `all` is inverted, work-groups of one or two work-items crash, and a reduction in a branch counts every
/// lane twice. One failing case has none of these bugs, and one has two.
inline Report report_with_bugs() {
  Report report = sample_report();
  const Failure inverted = *report.cases[0].failure;
  Failure doubled{"exact",           "WGC.RD.1",
                  {0, 0, 0},         0,
                  {0, 0, 0},         {4, 1, 1},
                  {"1", "00000001"}, {"4", "00000004"},
                  {"8", "00000008"}, "4 of 4 lanes are wrong"};
  doubled.wrong = 4;
  doubled.wrong_runs = {{0, 3}};
  for (std::size_t lane = 0; lane < 4; ++lane)
    doubled.lanes.push_back({lane, doubled.input, doubled.expected, doubled.got});
  report.run.selection.clear();
  report.cases.push_back(failure_of("reduce_add.int.1d.4.branch", doubled));
  report.cases.push_back(failure_of("reduce_add.long.1d.4.branch", doubled));
  report.cases.push_back(result_of("reduce_add.long.1d.4.chain", Verdict::Pass));
  report.cases.push_back(failure_of("all.int.1d.33.branch", inverted));

  Bug crash =
      bug_of({"crash", {{"stage", "launch"}, {"signal", "SIGABRT"}}}, {predicate_from("size", {"<", "3"})},
             "the driver aborts when it launches work-groups of one or two work-items",
             {"all.int.1d.1.chain", "scan_inclusive_add.double.1d.1.chain"});
  crash.minimal = MinimalCase{"all.int.1d.1.chain",
                              {1, 1, 1},
                              1,
                              {},
                              {},
                              "the worker was killed by SIGABRT while launching a kernel"};
  Bug all = bug_of({"inverted"}, {predicate_from("builtin", {"=", "all"})},
                   "work_group_all answers the opposite of what it should",
                   {"all.int.1d.64.chain", "all.int.2d.5x3.chain", "all.int.1d.33.branch"});
  all.clauses = {"WGC.PR.1"};
  Bug twice = bug_of({"lanes_doubled", {{"set", "all"}}}, {predicate_from("form", {"=", "branch"})},
                     "every lane counts twice in a reduction inside a branch",
                     {"reduce_add.int.1d.4.branch", "reduce_add.long.1d.4.branch", "all.int.1d.33.branch"});
  twice.clauses = {"WGC.RD.1"};
  twice.minimal = MinimalCase{"reduce_add.int.1d.4.branch", {4, 1, 1}, 1, doubled.lanes, {{0, 3}}, ""};
  twice.neighbour = PassingNeighbour{"reduce_add.int.1d.4.chain", "form chain instead of branch"};
  twice.reproducer = "bugs/lanes_doubled.c";
  twice.reproduced = true;
  report.bugs = {twice, all, crash};
  link_bugs(report);
  return report;
}

}  // namespace wgcts::reports
