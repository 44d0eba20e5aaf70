#include "harness/blame.hpp"

#include <gtest/gtest.h>

#include <set>

namespace wgcts {
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
  const Sentence sentence = blame.judge(crash(Phase::Launch, {c}), {{c}, true, {}, {}});
  ASSERT_EQ(sentence.guilty.size(), 1U);
  EXPECT_TRUE(sentence.remark.empty());
  EXPECT_TRUE(sentence.retries.empty() && sentence.later.empty());
}

TEST(Blame, NobodyIsGuiltyOfASharedLaunchAtFirst) {
  Blame blame(60);
  const auto cases = all_at("1d.1.chain");
  EXPECT_TRUE(blame.judge(crash(Phase::Launch, cases), {cases, false, {}, {}}).guilty.empty());
}

// Only reduce_min falls: nobody else may be blamed, whichever phase it is.
TEST(Blame, FindsTheOneThatFalls) {
  for (const Phase phase : {Phase::Build, Phase::Launch})
    for (const Builtin& culprit : builtins) {
      if (is_predicate(culprit.collective.family)) continue;
      Blame blame(60);
      const auto cases = all_at("1d.1.chain");
      const auto played = play(blame, {{cases, false, {}, {}}}, phase,
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
    for (const char* size : {"1d.1.chain", "2d.1x1.chain"})
      jobs.push_back({all_at(size, type), false, {}, {}});
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

// PoCL 6.0 again, with all launches of its two bad sizes in flight: a few alone for each size, then a death for
// each batch.
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
      const auto played =
          play(blame, {{tiny()}}, Phase::Launch, [&](const Builtin& b, const Case& c) {
            return &b == &culprit && volume(c.local.extents) == bad;
          });
      EXPECT_EQ(played.guilty, names_where(tiny(), is_bad)) << culprit.name << ' ' << bad;
    }
  }
}

// A hang is told apart launch by launch, not case by case: each may take the whole of the time.
TEST(Blame, PartsTheLaunchesOfABatchThatHangs) {
  Blame blame(60);
  const auto sentence = blame.judge({Verdict::Timeout, Phase::Launch, tiny()}, {tiny()});
  EXPECT_EQ(sentence.retries.size(), 5U);
  for (const Job& job : sentence.retries) EXPECT_FALSE(job.alone);
}

// A selection of few families, beside a size at which everything passes: it must come to an end all the same.
TEST(Blame, BelievesASizeOfTwoFamilies) {
  Blame blame(60);
  std::vector<Case> scans;
  for (const Case& c : all_at("1d.1.chain"))
    if (c.builtin->family.starts_with("scan")) scans.push_back(c);
  blame.note_success(named("reduce_add.float.1d.33.chain"), false);
  const auto played =
      play(blame, {{scans, false, {}, {}}}, Phase::Launch, [](const Builtin&, const Case&) { return true; });
  EXPECT_EQ(played.guilty.size(), scans.size());
  EXPECT_LE(played.deaths, 5U);
}

// The few that are tried alone may be skipped, or end otherwise: nothing is put off for ever.
TEST(Blame, DoesNotWaitForEverForASize) {
  Blame blame(60);
  const auto cases = all_at("1d.1.chain");
  std::size_t puts_off = 0;
  while (!blame.judge(crash(Phase::Launch, cases), {cases, false, {}, {}}).later.empty()) {
    ASSERT_LT(++puts_off, 20U);
  }
  EXPECT_EQ(blame.judge(crash(Phase::Launch, cases), {cases, false, {}, {}}).retries.size(), cases.size());
}

// One that came through speaks against the size being at fault.
TEST(Blame, DoesNotBelieveASizeAtWhichSomethingPassed) {
  Blame blame(60);
  const auto dies = [](const Builtin& b, const Case&) { return b.collective.family != Family::Broadcast; };
  const auto cases = all_at("1d.1.chain");
  const auto played = play(blame, {{cases, false, {}, {}}}, Phase::Launch, dies);
  EXPECT_EQ(played.passed, (std::set<std::string>{"broadcast.float.1d.1.chain"}));
  EXPECT_EQ(played.guilty.size(), cases.size() - 1);
}

// Intel's runtimes: the compiler falls over one builtin of a type. The others stay together, as what they
// are.
TEST(Blame, HalvesAProgramThatDoesNotBuild) {
  Blame blame(60);
  const auto cases = all_at("1d.33.chain", GenType::Half);
  const Sentence sentence = blame.judge(crash(Phase::Build, cases), {cases, false, {}, {}});
  ASSERT_EQ(sentence.retries.size(), 2U);
  std::size_t members = 0;
  for (const Job& job : sentence.retries) {
    ASSERT_EQ(kernels_of(job).size(), 1U);
    members += kernels_of(job).front().members.size();
  }
  EXPECT_EQ(members, cases.size());
}

TEST(Blame, SetsAsideWhatTakesTheCompilerDown) {
  Blame blame(60);
  const Case a = named("broadcast.half.1d.33.chain"), b = named("broadcast.half.2d.7x5.chain");
  EXPECT_FALSE(blame.better_alone(a));
  for (const Case& c : {a, b}) (void)blame.judge(crash(Phase::Build, {c}), {{c}, true, {}, {}});
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
  EXPECT_EQ(blame.time_limit({{c}, true, {}, {}}), 60);
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(blame.given_up(c).empty());
    (void)blame.judge({Verdict::Timeout, Phase::Launch, {c}}, {{c}, true, {}, {}});
  }
  EXPECT_LT(blame.time_limit({{c}, true, {}, {}}), 60);
  EXPECT_FALSE(blame.given_up(c).empty());
  EXPECT_TRUE(blame.given_up(named("scan_inclusive_add.uint.1d.33.chain")).empty());
}

}  // namespace
}  // namespace wgcts
