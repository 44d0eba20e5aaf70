// Cases without results: crashes and refusals.
#include <gtest/gtest.h>

#include "harness/diagnose/diagnose.hpp"
#include "tests/harness/faulty_device.hpp"

namespace wgcts::harness {
namespace {

/// A result without results.
CaseResult lost(const Case& c, Verdict verdict, Stage stage, std::string message, std::string log = {}) {
  CaseResult r{c, verdict};
  r.stage = stage;
  r.message = std::move(message);
  r.log = std::move(log);
  return r;
}

TEST(Diagnose, CrashesArePartedBySize) {
  std::vector<CaseResult> results;
  for (const Case& c : cases_on_paper())
    results.push_back(
        volume(c.local.extents) < 3
            ? lost(c, Verdict::Crash, Stage::Launch, "the worker was killed by SIGABRT while launching",
                   "note 17\nsymbol lookup error: /tmp/x17/k.so: undefined symbol: __pocl_alloca\n")
            : CaseResult{c, Verdict::Pass});
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(to_string(bugs[0].where), "size<3");
  EXPECT_EQ(bugs[0].what.code, "crash");
  EXPECT_NE(bugs[0].sentence.find("in work-groups of one or two work-items"), std::string::npos)
      << bugs[0].sentence;
}

// A variant that also launches other sizes crashes at those. The condition is still the size.
TEST(Diagnose, AVariantThatLaunchesOtherSizesDoesNotHideTheCondition) {
  std::vector<CaseResult> results;
  for (const Case& c : cases_on_paper()) {
    const bool crashes = volume(c.local.extents) < 3 || c.variant->situation == Situation::Relaunched;
    results.push_back(
        crashes ? lost(c, Verdict::Crash, Stage::Launch, "the worker was killed by SIGABRT while launching")
                : CaseResult{c, Verdict::Pass});
  }
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(to_string(bugs[0].where), "size<3");
}

// A variant crashes in some kernels, and no feature states which. That is one bug, although conditions on
// builtins and types would exclude some passing cases.
TEST(Diagnose, ACrashThatNoConditionSeparatesIsOneBug) {
  std::vector<CaseResult> results;
  for (const Case& c : cases_on_paper()) {
    const bool has_offset = c.variant->offset[0] != 0 || c.variant->passed != 0;
    const bool crashes = has_offset && std::hash<std::string>{}(name(c)) % 8 == 0;
    results.push_back(
        crashes ? lost(c, Verdict::Crash, Stage::Launch, "the worker was killed by SIGSEGV while launching")
                : CaseResult{c, Verdict::Pass});
  }
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_TRUE(bugs[0].sentence.ends_with("with a global offset")) << bugs[0].sentence;
}

// Occasional crashes violate no clause about results. The set of affected cases is random, so there are no
// conditions.
TEST(Diagnose, WhatDiesAtTimesIsNotSaidToGiveOtherResults) {
  std::vector<CaseResult> results;
  for (const Case& c : cases_on_paper()) {
    results.emplace_back(c, Verdict::Pass);
    CaseResult& r = results.back();
    r.clauses = {"WGC.RD.1", "WGC.SC.2"};
    if (c.builtin->name != "reduce_add" || volume(c.local.extents) != 33) continue;
    r.verdict = Verdict::Flake;
    r.attempts = {Verdict::Crash, Verdict::Pass};
    r.stage = Stage::Launch;
    r.message = "the worker was killed by SIGSEGV while launching; another run passed";
  }
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(bugs[0].what.code, "nondeterministic");
  EXPECT_TRUE(bugs[0].where.empty()) << to_string(bugs[0].where);
  EXPECT_EQ(bugs[0].clauses, std::set<std::string>{"WGC.LA.2"});
  EXPECT_TRUE(bugs[0].sentence.ends_with("behaves differently in different runs, on the same input"))
      << bugs[0].sentence;
}

TEST(Diagnose, CrashesOfTwoKindsAreTwo) {
  std::vector<CaseResult> results;
  for (const Case& c : cases_on_paper()) {
    const bool one = c.builtin->name == "broadcast" && c.type == GenType::Float, other = c.dim == 3;
    results.push_back(
        one     ? lost(c, Verdict::Crash, Stage::Build, "the worker was killed by SIGSEGV while building")
        : other ? lost(c, Verdict::LaunchError, Stage::Launch, "CL_INVALID_WORK_GROUP_SIZE")
                : CaseResult{c, Verdict::Pass});
  }
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 2U);
  EXPECT_EQ(to_string(bugs[0].where), "dimension=3");
  EXPECT_EQ(to_string(bugs[1].where), "builtin=broadcast and type=float");
}

// A driver message may contain the builtin's name.
TEST(Diagnose, WordsThatDifferFromBuiltinToBuiltinAreOneBug) {
  std::vector<CaseResult> results;
  for (const Case& c : cases_on_paper()) {
    const bool fails = c.builtin->name == "reduce_min" || c.builtin->name == "reduce_max";
    results.push_back(fails ? lost(c, Verdict::BuildError, Stage::Build, "CL_BUILD_PROGRAM_FAILURE",
                                   "error: '__" + std::string(c.builtin->name) + "' is not found")
                            : CaseResult{c, Verdict::Pass});
  }
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(to_string(bugs[0].where), "builtin=reduce_max|reduce_min");
}

// Different messages for different cases are two bugs.
TEST(Diagnose, DifferentWordsAboutDifferentCasesAreTwoBugs) {
  std::vector<CaseResult> results;
  for (const Case& c : cases_on_paper()) {
    const bool one = c.builtin->name == "broadcast" && c.dim == 2,
               other = c.builtin->name == "all" && c.dim == 3;
    results.push_back(one || other
                          ? lost(c, Verdict::Crash, Stage::Launch, "the worker was killed by SIGABRT",
                                 one ? "assertion of rows failed" : "assertion of planes failed")
                          : CaseResult{c, Verdict::Pass});
  }
  EXPECT_EQ(diagnose(results, device_on_paper(), 1).size(), 2U);
}

// Other cases of that form cannot contradict the condition, because the form exists only with that variant.
TEST(Diagnose, AnOptionThatIsRefusedIsNamedAndNotItsForm) {
  std::vector<CaseResult> results;
  for (const Case& c : cases_on_paper()) {
    results.push_back({c, Verdict::Pass});
    if (!c.variant->unversioned) continue;
    results.back().verdict = Verdict::BuildError;
    results.back().stage = Stage::Build;
    results.back().message = "clBuildProgram returned CL_INVALID_BUILD_OPTIONS";
  }
  const auto bugs = diagnose(results, device_on_paper(), 1);
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(to_string(bugs[0].where), "variant=nostd");
}

// PoCL 6.0 names a kernel's library by a hash of its source.
TEST(TerminationWord, HasNoHashes) {
  const Case c = parse_case("all.int.1d.1.solo").value();
  const auto words = [&](const char* log) {
    return termination_word(lost(c, Verdict::Crash, Stage::Launch, "killed by SIGABRT", log));
  };
  EXPECT_EQ(words("dlopen(\"/tmp/LNIBIPFFGKPPALKANMDKJDOCBIFPJONDMP/k.IPFFGKPPALKANMDKJDOC.so\") failed"),
            words("dlopen(\"/tmp/ABIBIPFFGKPPALKANMDKJDOCBIFPJONDMP/k.ABFFGKPPALKANMDKJDOC.so\") failed"));
  EXPECT_NE(words("undefined symbol: one"), words("undefined symbol: two"));
}

TEST(TerminationWord, IsTheSameWhereTheKernelRunsAsLateAsTheRead) {
  const Case c = parse_case("all.int.1d.1.solo").value();
  EXPECT_EQ(termination_word(lost(c, Verdict::Crash, Stage::Read, "killed by SIGABRT")),
            termination_word(lost(c, Verdict::Crash, Stage::Launch, "killed by SIGABRT")));
}

}  // namespace
}  // namespace wgcts::harness
