// Faults that explain a run equally well, and the launches that distinguish them.
#include <gtest/gtest.h>

#include <bit>
#include <stdexcept>

#include "harness/diagnose/diagnose.hpp"
#include "harness/experiments/experiments.hpp"
#include "tests/harness/faulty_device.hpp"

namespace wgcts::harness {
namespace {

/// A simulated device with that fault. Records the experiments.
struct AskedDevice {
  FaultOnPaper fault;
  std::vector<std::string> asked{};
  double now = 0;

  Oracle oracle() {
    Oracle o;
    o.run_case = [this](const Experiment& q) {
      asked.push_back(name(q.the_case));
      now += 0.01;
      return results_on_paper({q.the_case}, {fault}, [](const Case&) { return true; }).front();
    };
    o.clock = [this] { return now; };
    o.device = device_on_paper();
    o.seed = 1;
    return o;
  }
};

std::vector<CaseResult> ran(const FaultOnPaper& fault, std::initializer_list<const char*> names) {
  std::vector<Case> cases;
  for (const char* name : names) cases.push_back(parse_case(name).value());
  return results_on_paper(cases, {fault}, [](const Case&) { return true; });
}

std::string told_of(const std::vector<Bug>& bugs) {
  std::string text;
  for (const Bug& bug : bugs) text += to_string(bug.what) + ", " + to_string(bug.where) + "; ";
  return text;
}

/// The bugs of a run of those cases, after the probes.
std::string told_after_asking(AskedDevice& device, std::initializer_list<const char*> names) {
  auto results = ran(device.fault, names);
  return told_of(diagnose_and_probe(results, device.oracle(), 30));
}

FaultOnPaper lanes_ignored_from(LaneSet set, std::size_t beyond) {
  return {{.what = What::LanesIgnored, .lanes = set},
          [beyond](const Place& p) { return is(p, "reduce_add") && volume(p.size) > beyond; }};
}

// For sizes from 65 to 127, the lanes after the last full 64 equal those beyond the largest power of two.
TEST(Probe, DistinguishesSetsThatCoincideAtAllSizesThatRan) {
  const auto cases = {"reduce_add.int.1d.65.solo", "reduce_add.int.1d.100.solo", "reduce_add.int.1d.64.solo",
                      "reduce_add.int.1d.127.solo", "reduce_add.int.1d.33.solo"};
  AskedDevice of_width{lanes_ignored_from({LaneSet::Kind::Tail, 64}, 64)};
  EXPECT_EQ(told_after_asking(of_width, cases), "lanes_ignored set=tail W=64, size>64; ");
  AskedDevice of_trees{lanes_ignored_from({LaneSet::Kind::BeyondPowerOfTwo}, 0)};
  EXPECT_EQ(told_after_asking(of_trees, cases), "lanes_ignored set=tail_power2, always; ");
  EXPECT_FALSE(of_trees.asked.empty());
}

// The launcher may have lost its machine, or the device may be gone. The report must not be lost.
TEST(Probe, NeedsNoWorker) {
  AskedDevice device{lanes_ignored_from({LaneSet::Kind::Tail, 64}, 64)};
  auto results = ran(device.fault, {"reduce_add.int.1d.65.solo", "reduce_add.int.1d.33.solo"});
  Oracle oracle = device.oracle();
  oracle.run_case = [](const Experiment&) -> CaseResult {
    throw std::runtime_error("no worker could be started");
  };
  EXPECT_FALSE(diagnose_and_probe(results, oracle, 30).empty());
}

// All multiples of 32 that ran are powers of two.
TEST(Probe, AConditionOnSizesIsTriedAtAnotherSize) {
  const FaultOnPaper of_powers{
      {.what = What::LanesIgnored, .lanes = {LaneSet::Kind::Odd}}, [](const Place& p) {
        return is(p, "reduce_max") && volume(p.size) > 16 && std::has_single_bit(volume(p.size));
      }};
  AskedDevice device{of_powers};
  EXPECT_EQ(told_after_asking(device, {"reduce_max.int.1d.32.solo", "reduce_max.int.1d.64.solo",
                                       "reduce_max.int.1d.256.solo", "reduce_max.int.1d.16.solo",
                                       "reduce_max.int.1d.33.solo", "reduce_max.int.1d.100.solo"}),
            "lanes_ignored set=odd, size>31 and size=power2; ");
}

// With one size, "the last lane" cannot be distinguished from "from this lane on".
TEST(Probe, DistinguishesFaultsThatOneSizeCannot) {
  const FaultOnPaper last{{.what = What::ResultMissingOn, .choice = 1, .lanes = {LaneSet::Kind::Last}},
                          [](const Place& p) { return is(p, "reduce_add"); }};
  AskedDevice device{last};
  EXPECT_EQ(told_after_asking(device, {"reduce_add.int.1d.77.solo", "reduce_max.int.1d.77.solo"}),
            "result_missing_on set=last, builtin=reduce_add; ");
}

// The size must not be a condition only because no other size ran.
TEST(Probe, TriesOtherSizesThanTheOneThatRan) {
  const FaultOnPaper flat{{.what = What::Input}, [](const Place& p) {
                            return is(p, "broadcast") && p.size[0] == 1 && p.size[1] > 1;
                          }};
  auto results = ran(flat, {"broadcast.int.2d.1x65.solo", "broadcast.int.2d.10x7.solo",
                            "broadcast.int.2d.5x4.solo", "broadcast.int.1d.33.solo"});
  AskedDevice device{flat};
  const auto bugs = diagnose_and_probe(results, device.oracle(), 30);
  EXPECT_EQ(told_of(bugs), "input, extent.x=1; ");
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(bugs[0].cases, std::vector<std::string>{"broadcast.int.2d.1x65.solo"}) << "no case of the plan";
  for (const CaseResult& r : results) EXPECT_EQ(r.bugs.empty(), r.verdict == Verdict::Pass);
}

// Cases combine forms and variants. Those that always ran together explain the run equally well.
TEST(Probe, SeparatesAFormFromTheVariantsThatRanWithIt) {
  const FaultOnPaper nested{{.what = What::Input}, [](const Place& p) {
                              return is(p, "broadcast") && p.the_case.form->name == "nested";
                            }};
  AskedDevice device{nested};
  EXPECT_EQ(told_after_asking(device, {"broadcast.int.1d.65.nested.typehint.noopt",
                                       "broadcast.int.1d.65.solo", "broadcast.int.1d.64.chain"}),
            "input, form=nested; ");
  const FaultOnPaper unoptimised{{.what = What::Input}, [](const Place& p) {
                                   return is(p, "broadcast") && p.the_case.variant->name.ends_with("noopt");
                                 }};
  AskedDevice other{unoptimised};
  EXPECT_EQ(told_after_asking(other, {"broadcast.int.1d.65.nested.typehint.noopt", "broadcast.int.1d.65.solo",
                                      "broadcast.int.1d.64.chain"}),
            "input, option=-cl-opt-disable; ");
}

// Two rows always ran together where the fault did not show. Each has to run beside the row that shows it.
TEST(Probe, SeparatesRowsThatExcludeTheFault) {
  for (const auto& [hides, told] : {std::pair("library", "input, variant=printing and variant!=library; "),
                                    std::pair("vectors", "input, variant=printing and variant!=vectors; ")}) {
    const FaultOnPaper fault{{.what = What::Input}, [&](const Place& p) {
                               const Variant& v = *p.the_case.variant;
                               return is(p, "broadcast") && contains(v, *variant_named("printing")) &&
                                      !contains(v, *variant_named(hides));
                             }};
    AskedDevice device{fault};
    EXPECT_EQ(
        told_after_asking(device, {"broadcast.int.1d.65.solo.printing", "broadcast.int.1d.65.chain.printing",
                                   "broadcast.int.1d.65.solo.printing.vectors.library",
                                   "broadcast.int.1d.65.solo", "broadcast.int.1d.64.chain"}),
        told);
  }
}

// Another list of rows may cover the cases that ran. Each row of the list has to show the fault alone.
TEST(Probe, TriesEachRowOfAList) {
  const FaultOnPaper fault{{.what = What::Input}, [](const Place& p) {
                             const Variant& v = *p.the_case.variant;
                             return is(p, "broadcast") && (contains(v, *variant_named("printing")) ||
                                                           contains(v, *variant_named("copying")));
                           }};
  AskedDevice device{fault};
  EXPECT_EQ(told_after_asking(device, {"broadcast.int.1d.65.solo.printing.vectors",
                                       "broadcast.int.1d.65.chain.copying.structs",
                                       "broadcast.int.1d.33.solo.printing.structs",
                                       "broadcast.int.1d.65.solo", "broadcast.int.1d.64.chain"}),
            "input, variant=printing|copying; ");
}

TEST(Probe, SeparatesTheConditionsOfTheLargestSize) {
  const FaultOnPaper solo{{.what = What::Input}, [](const Place& p) {
                            return is(p, "broadcast") && p.the_case.form->name == "solo";
                          }};
  AskedDevice device{solo};
  EXPECT_EQ(told_after_asking(device, {"broadcast.int.2d.max.solo.offset.noopt", "broadcast.int.2d.8x4.chain",
                                       "broadcast.int.1d.64.chain"}),
            "input, form=solo; ");
  EXPECT_FALSE(device.asked.empty());
}

// Each form ran only with large or only with small sizes. A launch of one form at another size distinguishes
// form and size.
TEST(Probe, SeparatesConditionsThatExplainTheRunEquallyWell) {
  const FaultOnPaper large{{.what = What::Input},
                           [](const Place& p) { return is(p, "broadcast") && volume(p.size) > 64; }};
  AskedDevice device{large};
  EXPECT_EQ(told_after_asking(device, {"broadcast.int.1d.100.nested", "broadcast.int.1d.129.nested",
                                       "broadcast.int.1d.33.solo", "broadcast.int.1d.64.solo"}),
            "input, size>64; ");
  EXPECT_FALSE(device.asked.empty());
}

TEST(Probe, FindsAWidthThatIsNoPowerOfTwo) {
  const FaultOnPaper thirds{{.what = What::LanesIgnored, .lanes = {LaneSet::Kind::Lane, 1}},
                            [](const Place& p) { return is(p, "reduce_add") && volume(p.size) % 3 == 0; }};
  AskedDevice device{thirds};
  EXPECT_EQ(told_after_asking(device, {"reduce_add.int.1d.33.solo", "reduce_add.int.1d.96.solo",
                                       "reduce_add.int.1d.9.solo", "reduce_add.int.1d.64.solo",
                                       "reduce_add.int.1d.100.solo", "reduce_add.int.1d.7.solo"}),
            "lanes_ignored set=lane n=1, size%3=0; ");
}

// A run has few cases of each form, so other forms may show the bug too.
TEST(Probe, TriesOtherFormsThanTheOneThatRan) {
  const FaultOnPaper in_loops{{.what = What::Input}, [](const Place& p) {
                                return is(p, "broadcast") &&
                                       (p.the_case.form->around == Surroundings::Loop ||
                                        p.the_case.form->around == Surroundings::NestedLoop);
                              }};
  AskedDevice device{in_loops};
  EXPECT_EQ(told_after_asking(device, {"broadcast.int.1d.65.nested", "broadcast.int.1d.65.solo",
                                       "broadcast.int.1d.64.chain"}),
            "input, form=loop|nested; ");
}

TEST(Probe, LaunchesNoCaseThatRanOrThatTheDeviceCannotRun) {
  const FaultOnPaper fault = lanes_ignored_from({LaneSet::Kind::Tail, 64}, 64);
  auto results = ran(fault, {"reduce_add.int.1d.65.solo", "reduce_add.int.1d.64.solo"});
  DeviceFacts small = device_on_paper();
  small.max_work_group_size = 100;
  const auto findings = findings_in(results, small, 1, results.size()).findings;
  const auto cases = cases_to_probe(findings, results, small, 1, 14);
  EXPECT_FALSE(cases.empty());
  for (const Case& c : cases) {
    EXPECT_LE(volume(c.local.extents), 100U);
    for (const CaseResult& r : results) EXPECT_NE(c, r.the_case);
  }
  EXPECT_TRUE(cases_to_probe(findings, results, small, 1, 0).empty());
}

TEST(Probe, LaunchesNothingIfNothingFailed) {
  AskedDevice fine{lanes_ignored_from({LaneSet::Kind::Last}, 4096)};
  EXPECT_EQ(told_after_asking(fine, {"reduce_add.int.1d.65.solo"}), "");
  EXPECT_TRUE(fine.asked.empty());
}

// An interruption keeps the bugs found so far.
TEST(Probe, AnInterruptedRunKeepsTheFirstDiagnosis) {
  const FaultOnPaper fault = lanes_ignored_from({LaneSet::Kind::Last}, 1);
  auto results = ran(fault, {"reduce_add.int.1d.65.solo", "reduce_add.int.1d.64.solo"});
  Oracle oracle = AskedDevice{fault}.oracle();
  oracle.clock = [] { return 0.0; };
  oracle.run_case = [](const Experiment&) -> CaseResult { throw Interrupted("interrupted"); };
  EXPECT_EQ(diagnose_and_probe(results, oracle, 30).size(), 1U);
}

}  // namespace
}  // namespace wgcts::harness
