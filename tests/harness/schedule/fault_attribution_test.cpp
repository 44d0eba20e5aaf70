#include "harness/schedule/fault_attribution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace wgcts::harness {
namespace {

Case named(std::string_view text) { return parse_case(text).value(); }

std::vector<Case> all_at(std::string_view rest, GenType type = GenType::Float) {
  std::vector<Case> cases;
  for (const Builtin& b : builtins)
    if (takes(b, type))
      cases.push_back(
          named(std::string(b.name) + "." + std::string(info(type).name) + "." + std::string(rest)));
  return cases;
}

Fault crash(Phase phase, std::vector<Case> cases) { return {Verdict::Crash, phase, std::move(cases)}; }

/// What becomes of every case of a launch when the driver dies of those for which `deadly` holds; counts
/// deaths.
struct Played {
  std::set<std::string> guilty, passed;
  std::size_t deaths = 0;
};
template <class Deadly>
Played play(Blame& blame, std::vector<Job> queue, Phase phase, Deadly deadly) {
  Played played;
  while (!queue.empty() && played.deaths < 500) {
    const Job job = queue.front();
    queue.erase(queue.begin());
    const bool dies = std::ranges::any_of(job.cases, [&](const Case& c) {
      const Kernel kernel = kernel_of(c, job.alone, job.without);
      return std::ranges::any_of(kernel.members, [&](const Builtin* b) { return deadly(*b, c); });
    });
    if (!dies) {
      for (const Case& c : job.cases) blame.note_success(c, job.alone), played.passed.insert(name(c));
      continue;
    }
    ++played.deaths;
    Sentence sentence = blame.judge(crash(phase, job.cases), job);
    for (const Case& c : sentence.guilty) played.guilty.insert(name(c));
    queue.insert(queue.begin(), sentence.retries.begin(), sentence.retries.end());
    queue.insert(queue.end(), sentence.later.begin(), sentence.later.end());
  }
  return played;
}

TEST(Blame, OneAloneIsGuilty) {
  Blame blame(60);
  const Case c = named("reduce_add.int.1d.64.solo");
  const Sentence sentence = blame.judge(crash(Phase::Launch, {c}), {{c}, true, {}});
  ASSERT_EQ(sentence.guilty.size(), 1U);
  EXPECT_TRUE(sentence.remark.empty());
  EXPECT_TRUE(sentence.retries.empty() && sentence.later.empty());
}

TEST(Blame, NobodyIsGuiltyOfASharedLaunchAtFirst) {
  Blame blame(60);
  const auto cases = all_at("1d.1.chain");
  EXPECT_TRUE(blame.judge(crash(Phase::Launch, cases), {cases, false, {}}).guilty.empty());
}

// Only reduce_min falls: nobody else may be blamed, whichever phase it is.
TEST(Blame, FindsTheOneThatFalls) {
  for (const Phase phase : {Phase::Build, Phase::Launch})
    for (const Builtin& culprit : builtins) {
      if (is_predicate(culprit.collective.family)) continue;
      Blame blame(60);
      const auto cases = all_at("1d.1.chain");
      const auto played = play(blame, {{cases, false, {}}}, phase,
                               [&](const Builtin& b, const Case&) { return &b == &culprit; });
      EXPECT_EQ(played.guilty, (std::set<std::string>{std::string(culprit.name) + ".float.1d.1.chain"}));
      EXPECT_EQ(played.passed.size(), cases.size() - 1);
    }
}

// PoCL 6.0: whatever is launched in a work-group of one falls. A few alone, and the rest is believed.
TEST(Blame, BelievesASizeAfterAFewBuiltins) {
  Blame blame(60);
  std::vector<Job> jobs;
  for (const GenType type : {GenType::Float, GenType::Long, GenType::UInt})
    for (const char* size : {"1d.1.chain", "2d.1x1.chain"}) jobs.push_back({all_at(size, type), false, {}});
  std::size_t cases = 0;
  for (const Job& job : jobs) cases += job.cases.size();
  const auto played = play(blame, jobs, Phase::Launch, [](const Builtin&, const Case&) { return true; });
  EXPECT_EQ(played.guilty.size(), cases);
  EXPECT_LE(played.deaths, jobs.size() + 4);
}

/// The launches of a type's tiny work-groups, which are in flight together.
std::vector<Case> tiny(GenType type = GenType::Float) {
  std::vector<Case> cases;
  for (const char* size : {"1d.2.chain", "1d.1.chain", "2d.2x1.chain", "2d.1x1.chain", "3d.1x1x1.chain"})
    for (const Case& c : all_at(size, type)) cases.push_back(c);
  return cases;
}

std::set<std::string> names_where(const std::vector<Case>& cases, auto holds) {
  std::set<std::string> names;
  for (const Case& c : cases)
    if (holds(c)) names.insert(name(c));
  return names;
}

// PoCL 6.0 again, with all launches of its two bad sizes in flight: a few alone for each size, then a death
// for each batch.
TEST(Blame, BelievesTheSizesOfABatch) {
  Blame blame(60);
  std::vector<Job> jobs;
  std::set<std::string> all;
  for (const GenType type : {GenType::Float, GenType::Long, GenType::UInt, GenType::Int}) {
    jobs.push_back({tiny(type)});
    all.merge(names_where(tiny(type), [](const Case&) { return true; }));
  }
  const auto played = play(blame, jobs, Phase::Launch, [](const Builtin&, const Case&) { return true; });
  EXPECT_EQ(played.guilty, all);
  EXPECT_LE(played.deaths, 2 * jobs.size() + 6);
}

TEST(Blame, FindsTheBadSizeInABatch) {
  for (const std::size_t bad : {1U, 2U}) {
    Blame blame(60);
    const auto is_bad = [&](const Case& c) { return volume(c.local.extents) == bad; };
    std::vector<Job> jobs{{tiny()}, {tiny(GenType::Int)}};
    const auto played =
        play(blame, jobs, Phase::Launch, [&](const Builtin&, const Case& c) { return is_bad(c); });
    auto expected = names_where(tiny(), is_bad);
    expected.merge(names_where(tiny(GenType::Int), is_bad));
    EXPECT_EQ(played.guilty, expected);
    EXPECT_EQ(played.passed.size(), tiny().size() + tiny(GenType::Int).size() - expected.size());
  }
}

TEST(Blame, FindsTheBadBuiltinInABatch) {
  for (const Builtin& culprit : builtins) {
    if (is_predicate(culprit.collective.family)) continue;
    for (const std::size_t bad : {1U, 2U}) {
      Blame blame(60);
      const auto is_bad = [&](const Case& c) {
        return c.builtin == &culprit && volume(c.local.extents) == bad;
      };
      const auto played = play(blame, {{tiny()}}, Phase::Launch, [&](const Builtin& b, const Case& c) {
        return &b == &culprit && volume(c.local.extents) == bad;
      });
      EXPECT_EQ(played.guilty, names_where(tiny(), is_bad)) << culprit.name << ' ' << bad;
    }
  }
}

// Three dimensions fall, wherever and whatever: what is in flight with them is innocent.
TEST(Blame, FindsTheBadDimensionInABatch) {
  Blame blame(60);
  std::vector<Job> jobs;
  std::set<std::string> expected;
  for (const GenType type : {GenType::Float, GenType::Long, GenType::UInt, GenType::Int}) {
    for (const char* size : {"3d.4x3x5.chain", "3d.max.chain"}) jobs.push_back({all_at(size, type)});
    jobs.push_back({tiny(type)});
    for (const Job& job : jobs)
      expected.merge(names_where(job.cases, [](const Case& c) { return c.dim == 3; }));
  }
  const auto played =
      play(blame, jobs, Phase::Launch, [](const Builtin&, const Case& c) { return c.dim == 3; });
  EXPECT_EQ(played.guilty, expected);
}

// A hang is told apart launch by launch, not case by case: each may take the whole of the time.
TEST(Blame, PartsTheLaunchesOfABatchThatHangs) {
  Blame blame(60);
  const auto sentence = blame.judge({Verdict::Timeout, Phase::Launch, tiny()}, {tiny()});
  EXPECT_EQ(sentence.retries.size(), 5U);
  for (const Job& job : sentence.retries) EXPECT_FALSE(job.alone);
}

// A driver that cannot take three dimensions: it need not die of every one of a thousand cases.
TEST(Blame, GivesUpADimensionThatNeverCameThrough) {
  const auto is_3d = [](const Builtin&, const Case& c) { return c.dim == 3; };
  const auto in_3d = [](std::size_t n) { return all_at("3d." + std::to_string(n) + "x3x2.chain"); };
  Blame blame(60);
  blame.note_success(named("reduce_add.float.1d.33.chain"), false);
  std::size_t deaths = 0, sizes = 0;
  for (; blame.given_up(in_3d(1).front()).empty(); ++sizes) {
    ASSERT_LT(sizes, 30U);
    deaths += play(blame, {{in_3d(sizes + 3)}}, Phase::Launch, is_3d).deaths;
  }
  EXPECT_LE(deaths, 30U);
  EXPECT_GE(sizes, 5U);
  EXPECT_EQ(blame.given_up(in_3d(1).front()), "not run: 24 launches in 3d failed and none ever came through");
  EXPECT_TRUE(blame.given_up(named("reduce_add.float.1d.33.chain")).empty());
  // One that comes through, whatever its builtin, and all are tried.
  blame.note_success(named("reduce_add.float.3d.4x3x5.solo"), true);
  EXPECT_TRUE(blame.given_up(in_3d(1).front()).empty());
}

TEST(Blame, GivesUpABuiltinThatNeverCameThrough) {
  Blame blame(60);
  blame.note_success(named("reduce_min.float.1d.33.chain"), false);
  const auto at = [](std::size_t n) {
    return named("reduce_max.float." + std::to_string(n % 3 + 1) + "d.max.solo");
  };
  for (std::size_t n = 0; n < 24; ++n) {
    EXPECT_TRUE(blame.given_up(at(n)).empty()) << n;
    (void)blame.judge(crash(Phase::Launch, {at(n)}), {{at(n)}, true});
  }
  EXPECT_EQ(blame.given_up(at(1)), "not run: 24 launches of reduce_max failed and none ever came through");
  EXPECT_TRUE(blame.given_up(named("reduce_min.float.1d.64.chain")).empty());
  blame.note_success(named("reduce_max.int.1d.33.chain"), false);
  EXPECT_TRUE(blame.given_up(at(1)).empty());
}

TEST(Blame, BelievesAVariantAfterAFewBuiltins) {
  Blame blame(60);
  blame.note_success(named("reduce_add.float.1d.33.chain"), false);
  const auto has_offset = [](const Builtin&, const Case& c) { return c.variant->name == "offset"; };
  play(blame, {{all_at("1d.129.chain.offset")}, {all_at("2d.6x5.chain.offset")}}, Phase::Launch, has_offset);
  const auto cases = all_at("3d.4x3x5.chain.offset");
  EXPECT_EQ(blame.judge(crash(Phase::Launch, cases), {cases}).guilty.size(), cases.size());
}

// A selection of few families, beside a size at which everything passes: it must come to an end all the same.
TEST(Blame, BelievesASizeOfTwoFamilies) {
  Blame blame(60);
  std::vector<Case> scans;
  for (const Case& c : all_at("1d.1.chain"))
    if (c.builtin->family.starts_with("scan")) scans.push_back(c);
  blame.note_success(named("reduce_add.float.1d.33.chain"), false);
  const auto played =
      play(blame, {{scans, false, {}}}, Phase::Launch, [](const Builtin&, const Case&) { return true; });
  EXPECT_EQ(played.guilty.size(), scans.size());
  EXPECT_LE(played.deaths, 5U);
}

// The few that are tried alone may be skipped, or end otherwise: nothing is put off for ever.
TEST(Blame, DoesNotWaitForEverForASize) {
  Blame blame(60);
  const auto cases = all_at("1d.1.chain");
  std::size_t puts_off = 0;
  while (!blame.judge(crash(Phase::Launch, cases), {cases, false, {}}).later.empty()) {
    ASSERT_LT(++puts_off, 20U);
  }
  EXPECT_EQ(blame.judge(crash(Phase::Launch, cases), {cases, false, {}}).retries.size(), cases.size());
}

// One that came through speaks against the size being at fault.
TEST(Blame, DoesNotBelieveASizeAtWhichSomethingPassed) {
  Blame blame(60);
  const auto dies = [](const Builtin& b, const Case&) { return b.collective.family != Family::Broadcast; };
  const auto cases = all_at("1d.1.chain");
  const auto played = play(blame, {{cases, false, {}}}, Phase::Launch, dies);
  EXPECT_EQ(played.passed, (std::set<std::string>{"broadcast.float.1d.1.chain"}));
  EXPECT_EQ(played.guilty.size(), cases.size() - 1);
}

// Intel's runtimes: the compiler falls over one builtin of a type. The others stay together, as what they
// are.
TEST(Blame, HalvesAProgramThatDoesNotBuild) {
  Blame blame(60);
  const auto cases = all_at("1d.33.chain", GenType::Half);
  const Sentence sentence = blame.judge(crash(Phase::Build, cases), {cases, false, {}});
  ASSERT_EQ(sentence.retries.size(), 2U);
  std::size_t members = 0;
  for (const Job& job : sentence.retries) {
    ASSERT_EQ(kernels_of(job).size(), 1U);
    members += kernels_of(job).front().members.size();
  }
  EXPECT_EQ(members, cases.size());
}

// Each death costs a process and its first build: three kernels of a builtin are felled one by one, more of
// them are believed.
TEST(Blame, FindsTheBroadcastThatTakesTheCompilerDown) {
  const auto deadly = [](const Builtin& b, const Case&) { return b.name == "broadcast"; };
  std::vector<Case> cases;
  for (const char* rest : {"1d.33.chain", "2d.7x5.chain", "3d.3x5x7.chain"})
    std::ranges::copy(all_at(rest, GenType::Half), std::back_inserter(cases));
  Blame blame(60);
  const Played played = play(blame, {{cases}}, Phase::Build, deadly);
  EXPECT_EQ(played.guilty.size(), 3U);
  EXPECT_EQ(played.passed.size(), 27U);
  EXPECT_EQ(played.deaths, 4U);
}

TEST(Blame, BelievesTheKernelsOfABuiltinAfterTwo) {
  const auto deadly = [](const Builtin& b, const Case&) { return b.name == "reduce_min"; };
  std::vector<Case> cases;
  for (const char* form : {"chain", "solo", "twice", "branch", "nested", "constant"})
    cases.push_back(named("reduce_min.half.1d.33." + std::string(form)));
  Blame blame(60);
  const Played played = play(blame, {{cases, true, {}}}, Phase::Build, deadly);
  EXPECT_EQ(played.guilty.size(), cases.size());
  EXPECT_EQ(played.deaths, 4U) << "all, two, and the rest together";
}

TEST(Blame, SetsAsideWhatTakesTheCompilerDown) {
  Blame blame(60);
  const Case a = named("broadcast.half.1d.33.chain"), b = named("broadcast.half.2d.7x5.chain");
  EXPECT_FALSE(blame.better_alone(a));
  for (const Case& c : {a, b}) (void)blame.judge(crash(Phase::Build, {c}), {{c}, true, {}});
  EXPECT_TRUE(blame.better_alone(named("broadcast.half.3d.4x3x5.solo")));
  EXPECT_FALSE(blame.better_alone(named("broadcast.float.1d.33.chain")));
  EXPECT_FALSE(blame.better_alone(named("reduce_add.half.1d.33.chain")));
}

// To split every launch of the suite for one builtin's sake would take minutes.
TEST(Blame, SetsAsideWhatFellsEveryLaunch) {
  const auto deadly = [](const Builtin& b, const Case&) { return b.name == "reduce_min"; };
  const Case victim = named("reduce_min.float.1d.64.chain");
  Blame blame(60);
  for (const char* size : {"1d.33.chain", "2d.7x5.chain", "3d.3x5x7.chain"}) {
    play(blame, {{all_at(size)}}, Phase::Launch, deadly);
    EXPECT_FALSE(blame.better_alone(victim));
  }
  play(blame, {{all_at("1d.7.chain")}}, Phase::Launch, deadly);
  EXPECT_TRUE(blame.better_alone(victim));
  EXPECT_FALSE(blame.better_alone(named("reduce_max.float.1d.64.chain")));
  // One success anywhere, and it is not the builtin that is to blame.
  blame.note_success(victim, false);
  EXPECT_FALSE(blame.better_alone(victim));
}

TEST(Blame, IsShortWithWhatHung) {
  Blame blame(60);
  const Case c = named("scan_inclusive_add.int.1d.33.chain");
  EXPECT_EQ(blame.time_limit({{c}, true, {}}), 60);
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(blame.given_up(c).empty());
    (void)blame.judge({Verdict::Timeout, Phase::Launch, {c}}, {{c}, true, {}});
  }
  EXPECT_LT(blame.time_limit({{c}, true, {}}), 60);
  EXPECT_FALSE(blame.given_up(c).empty());
  EXPECT_TRUE(blame.given_up(named("scan_inclusive_add.uint.1d.33.chain")).empty());
}

}  // namespace
}  // namespace wgcts::harness
