#include "harness/schedule/fault_attribution.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "harness/schedule/fault_attribution.hpp"
#include "tests/harness/text.hpp"

namespace wgcts::harness {
namespace {

std::vector<Case> all_at(std::string_view rest, GenType type = GenType::Float) {
  std::vector<Case> cases;
  for (const Builtin& b : builtins)
    if (takes(b, type))
      cases.push_back(
          named(std::string(b.name) + "." + std::string(info(type).name) + "." + std::string(rest)));
  return cases;
}

Fault crash(Phase phase, std::vector<Case> cases) {
  return {{Verdict::Crash, "the worker was killed by SIGSEGV", "its log"}, phase, std::move(cases)};
}

Ruling lose_alone(FaultAttribution& attribution, const Case& c, Verdict verdict = Verdict::Crash,
                  Phase phase = Phase::Launch) {
  return attribution.attribute({{verdict, "lost"}, phase, {c}}, {{c}, true});
}

/// The cases that review() leaves in a job.
std::vector<Case> kept(FaultAttribution& attribution, std::vector<Case> cases) {
  Job job{std::move(cases)};
  (void)attribution.review(job);
  return job.cases;
}

TEST(FaultAttribution, ACaseThatFailsAloneIsACulprit) {
  FaultAttribution attribution;
  const Case c = named("reduce_add.int.1d.64.chain");
  const Ruling ruling = attribution.attribute(crash(Phase::Launch, {c}), {{c}, true});
  ASSERT_EQ(ruling.verdicts.size(), 1U);
  EXPECT_EQ(ruling.verdicts[0].verdict, Verdict::Crash);
  EXPECT_EQ(ruling.verdicts[0].message, "the worker was killed by SIGSEGV");
  EXPECT_EQ(ruling.verdicts[0].log, "its log");
  EXPECT_TRUE(ruling.next.empty() && ruling.last.empty());
}

// Its kernel never contains another builtin, so running it alone would show nothing new.
TEST(FaultAttribution, ASoloLaunchIsAloneInAnyJob) {
  FaultAttribution attribution;
  const auto cases = all_at("1d.64.solo");
  EXPECT_EQ(attribution.attribute(crash(Phase::Launch, {cases[1]}), {cases}).verdicts.size(), 1U);
}

TEST(FaultAttribution, ASharedLaunchHasNoCulpritYet) {
  FaultAttribution attribution;
  const auto cases = all_at("1d.1.chain");
  const Ruling ruling = attribution.attribute(crash(Phase::Launch, cases), {cases});
  EXPECT_TRUE(ruling.verdicts.empty());
  std::size_t tried = 0;
  for (const Job& job : ruling.next) {
    EXPECT_TRUE(job.alone);
    tried += job.cases.size();
  }
  EXPECT_EQ(tried, cases.size());
}

TEST(FaultAttribution, AFailedDeviceSetUpIsReportedAtOnce) {
  FaultAttribution attribution;
  const auto cases = all_at("1d.1.chain");
  const Ruling ruling = attribution.attribute(crash(Phase::Start, cases), {cases});
  EXPECT_EQ(ruling.verdicts.size(), cases.size());
  EXPECT_NE(ruling.verdicts[0].message.find("set up"), std::string::npos);
  EXPECT_TRUE(ruling.next.empty());
}

// Cases that failed together with others get no verdict, even if many cases of their size failed alone.
TEST(FaultAttribution, NoVerdictFollowsFromTheFailuresOfOthers) {
  for (const Phase phase : {Phase::Build, Phase::Launch}) {
    FaultAttribution attribution;
    const auto cases = all_at("1d.1.chain");
    (void)attribution.attribute(crash(phase, cases), {cases});
    for (std::size_t i = 0; i + 1 < cases.size(); ++i)
      (void)lose_alone(attribution, cases[i], Verdict::Crash, phase);
    Job job{{cases.back()}, true};
    const Ruling ruling = attribution.review(job);
    EXPECT_TRUE(ruling.verdicts.empty());
    EXPECT_EQ(job.cases, std::vector{cases.back()});
  }
}

TEST(FaultAttribution, SetsApartABuiltinThatFailedAloneTwice) {
  for (const Phase phase : {Phase::Build, Phase::Launch}) {
    FaultAttribution attribution;
    const Case victim = named("reduce_max.int.1d.64.chain"), same_type = named("reduce_min.int.1d.64.chain");
    for (const char* id : {"reduce_max.int.1d.33.chain", "reduce_max.int.2d.7x5.chain"}) {
      EXPECT_EQ(kept(attribution, {victim, same_type}).size(), 2U);
      (void)lose_alone(attribution, named(id), Verdict::Crash, phase);
    }
    Job job{{victim, same_type}};
    const Ruling ruling = attribution.review(job);
    EXPECT_EQ(job.cases, std::vector{same_type});
    EXPECT_EQ(job.without, std::vector{victim.builtin});
    ASSERT_EQ(ruling.last.size(), 1U);
    EXPECT_EQ(ruling.last[0].cases, std::vector{victim});
    EXPECT_TRUE(ruling.last[0].alone);
    EXPECT_EQ(kept(attribution, {named("reduce_max.float.1d.64.chain")}).size(), 1U) << "of another type";
    attribution.note_success(named("reduce_max.int.3d.4x3x5.chain"));
    EXPECT_EQ(kept(attribution, {victim}).size(), 1U) << "it is not the builtin that is to blame";
  }
}

// A program is not a builtin, so kernels cannot leave it out.
TEST(FaultAttribution, AProgramIsSetApartButLeftOutOfNoKernel) {
  FaultAttribution attribution;
  for (const char* id : {"program.int.1d.4.1", "program.int.1d.4.1.offset"})
    (void)lose_alone(attribution, named(id), Verdict::Crash, Phase::Build);
  Job job{{named("program.int.1d.4.1.remainder"), named("program.int.1d.4.2")}};
  const Ruling ruling = attribution.review(job);
  EXPECT_EQ(job.cases, std::vector{named("program.int.1d.4.2")});
  EXPECT_TRUE(job.without.empty());
  EXPECT_EQ(ruling.last.size(), 1U);
}

// Slowness is not a failure (U.9). The durations of other cases show whether a longer timeout would help.
TEST(FaultAttribution, ATimeoutReportsSimilarDurations) {
  FaultAttribution attribution;
  const Case slow = named("all.int.1d.1.chain");
  const auto message = [&] { return lose_alone(attribution, slow, Verdict::Timeout).verdicts.at(0).message; };
  EXPECT_EQ(message(), "lost; no launch has completed yet");
  attribution.note_success(named("any.int.1d.1.chain"), 0.5);
  EXPECT_EQ(message(), "lost; 1 launch of 1 work-item in 1d completed, in 0.5 s");
  attribution.note_success(named("reduce_add.int.1d.1.chain"), 2);
  EXPECT_EQ(message(), "lost; 2 launches of 1 work-item in 1d completed, the slowest in 2 s");
}

TEST(FaultAttribution, GivesUpADimensionThatNeverCompletes) {
  FaultAttribution attribution;
  attribution.note_success(named("reduce_add.float.1d.33.chain"));
  const Case deep = named("reduce_add.float.3d.4x3x5.chain");
  for (int i = 0; i < 24; ++i) {
    EXPECT_TRUE(attribution.given_up(deep).empty()) << i;
    constexpr const char* three[] = {"reduce_min", "reduce_max", "any"};
    (void)lose_alone(attribution, named(fmt::format("{}.int.3d.{}x3x2.chain", three[i % 3], i + 2)));
  }
  EXPECT_EQ(attribution.given_up(deep), "not run: 24 launches in 3d failed and none completed");
  EXPECT_TRUE(attribution.given_up(named("reduce_add.float.1d.33.chain")).empty());
  attribution.note_success(named("reduce_min.int.3d.4x3x5.solo"));
  EXPECT_TRUE(attribution.given_up(deep).empty());
}

// Intel's runtime crashes for broadcast of half. The other builtins of half were not run if it came first.
TEST(FaultAttribution, OneBuiltinAndTypeGivesUpNoOther) {
  FaultAttribution attribution;
  for (int i = 0; i < 30; ++i)
    (void)lose_alone(attribution, named("broadcast.half.1d." + std::to_string(i + 2) + ".chain"));
  for (const char* other : {"reduce_add.half.1d.33.chain", "broadcast.int.1d.33.chain"})
    EXPECT_EQ(attribution.given_up(named(other)), "");
  for (const char* another : {"reduce_min.half.1d.33.chain", "reduce_max.half.1d.33.chain"})
    (void)lose_alone(attribution, named(another));
  EXPECT_EQ(attribution.given_up(named("reduce_add.half.1d.33.chain")),
            "not run: 32 launches failed and none completed");
}

TEST(FaultAttribution, GivesUpABuiltinThatNeverCompletes) {
  FaultAttribution attribution;
  for (const char* id : {"reduce_min.float.1d.33.chain", "reduce_min.float.2d.7x5.chain",
                         "reduce_min.float.3d.4x3x5.chain", "reduce_min.float.1d.max.solo"})
    attribution.note_success(named(id));
  const auto at = [](std::size_t n) {
    constexpr const char* sizes[] = {"1d.max", "2d.7x5", "3d.4x3x5"};
    constexpr const char* types[] = {"int", "float", "float", "double"};
    return named(fmt::format("reduce_max.{}.{}.solo", types[n % 4], sizes[n % 3]));
  };
  // Two sizes are not enough.
  for (std::size_t n = 0; n < 48; ++n)
    if (n % 3 != 2) (void)lose_alone(attribution, at(n));
  EXPECT_EQ(attribution.given_up(at(2)), "");
  (void)lose_alone(attribution, at(2));
  EXPECT_EQ(attribution.given_up(at(1)), "not run: 33 launches of reduce_max failed and none completed");
  EXPECT_TRUE(attribution.given_up(named("reduce_min.float.1d.64.chain")).empty());
}

TEST(FaultAttribution, GivesUpABuiltinOfOneType) {
  FaultAttribution attribution;
  attribution.note_success(named("any.int.1d.33.chain"));
  const auto of_size = [](int size) { return named(fmt::format("reduce_logical_and.int.1d.{}.solo", size)); };
  for (int i = 0; i < 24; ++i) (void)lose_alone(attribution, of_size(i + 2));
  EXPECT_EQ(attribution.given_up(of_size(33)),
            "not run: 24 launches of reduce_logical_and failed and none completed");
}

TEST(FaultAttribution, GivesUpABuiltinOfATypeThatHangs) {
  FaultAttribution attribution;
  const Case c = named("scan_inclusive_add.int.1d.33.chain");
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(attribution.given_up(c).empty());
    (void)lose_alone(attribution, c, Verdict::Timeout);
  }
  EXPECT_EQ(attribution.given_up(c), "not run: 2 launches of scan_inclusive_add for int hung");
  EXPECT_TRUE(attribution.given_up(named("scan_inclusive_add.uint.1d.33.chain")).empty());
}

// Cases that hung together never had the whole time limit.
TEST(FaultAttribution, GivesUpASizeThatHangs) {
  FaultAttribution attribution;
  const auto cases = all_at("1d.1.chain");
  (void)attribution.attribute({{Verdict::Timeout}, Phase::Launch, cases}, {cases});
  for (std::size_t i = 0; i < 3; ++i) (void)lose_alone(attribution, cases[i], Verdict::Timeout);
  Job job{{cases.begin() + 3, cases.end()}};
  const Ruling ruling = attribution.review(job);
  ASSERT_EQ(ruling.verdicts.size(), cases.size() - 3);
  for (const CaseResult& result : ruling.verdicts) {
    EXPECT_EQ(result.verdict, Verdict::NotRun);
    EXPECT_EQ(result.message, "not run: 3 launches of 1 work-item hung and none completed");
  }
}

// It fails in launches with an offset, and passes in others. If all builtins of each such launch ran alone,
// each would need a program of its own.
TEST(FaultAttribution, AfterAFailureAloneTheOthersStayTogether) {
  FaultAttribution attribution;
  attribution.note_success(named("any.int.1d.33.chain"));
  (void)lose_alone(attribution, named("any.int.1d.64.chain.offset"));
  auto cases = all_at("1d.7.chain.offset", GenType::Int);
  std::erase_if(cases, [](const Case& c) { return !is_core(*c.builtin); });
  const auto next = attribution.attribute(crash(Phase::Launch, cases), {cases}).next;
  ASSERT_EQ(next.size(), 2U);
  EXPECT_EQ(next[0].cases, std::vector{named("any.int.1d.7.chain.offset")});
  EXPECT_TRUE(next[0].alone);
  EXPECT_EQ(next[1].cases.size(), cases.size() - 1);
  ASSERT_EQ(kernels_of(next[1]).size(), 1U);
  EXPECT_EQ(kernels_of(next[1]).front().members.size(), cases.size() - 1);
  EXPECT_GT(attribution.attribute(crash(Phase::Launch, next[1].cases), next[1]).next.size(), 2U)
      << "another builtin fails, too";
}

TEST(Division, SplitsAProgramIntoFourPartsByBuiltin) {
  auto cases = all_at("1d.33.chain", GenType::Half);
  std::erase_if(
      cases, [](const Case& c) { return !is_core(*c.builtin); });  // extension builtins have their own kernel
  const auto jobs = divide(Phase::Build, {cases});
  ASSERT_EQ(jobs.size(), 4U);
  std::size_t members = 0;
  for (const Job& job : jobs) {
    ASSERT_EQ(kernels_of(job).size(), 1U);
    members += kernels_of(job).front().members.size();
  }
  EXPECT_EQ(members, cases.size());
}

// Repeated division ends in single kernels and keeps every case.
TEST(Division, EndsInSingleKernels) {
  for (const Phase phase : {Phase::Build, Phase::Launch}) {
    std::vector<Case> cases;
    for (const char* rest : {"1d.33.chain", "2d.7x5.chain", "1d.64.solo", "3d.3x5x7.branch", "1d.2.nested"})
      for (const Case& c : all_at(rest, GenType::Int)) cases.push_back(c);
    std::vector<Job> queue{{cases}};
    std::size_t reached = 0, steps = 0;
    while (!queue.empty()) {
      ASSERT_LT(++steps, 1000U);
      const Job job = queue.back();
      queue.pop_back();
      if (stands_alone(phase, job)) {
        reached += job.cases.size();
        continue;
      }
      for (const Job& part : divide(phase, job)) {
        EXPECT_FALSE(part == job);
        queue.push_back(part);
      }
    }
    EXPECT_EQ(reached, cases.size());
  }
}

TEST(Division, TheFirstFewDifferMost) {
  std::vector<Case> cases;
  for (const char* rest : {"1d.2.chain", "1d.1.chain", "2d.2x1.chain", "2d.1x1.chain", "3d.1x1x1.chain"})
    for (const Case& c : all_at(rest)) cases.push_back(c);
  const auto ordered = most_different_first(cases);
  ASSERT_EQ(ordered.size(), cases.size());
  std::set<unsigned> dimensions_of_one;
  std::set<std::string_view> families;
  for (std::size_t i = 0; i < 6; ++i) {
    if (volume(ordered[i].local.extents) != 1) continue;
    dimensions_of_one.insert(ordered[i].dim);
    families.insert(ordered[i].builtin->family);
  }
  EXPECT_EQ(dimensions_of_one.size(), 3U);
  EXPECT_EQ(families.size(), 3U);
}

}  // namespace
}  // namespace wgcts::harness
