#include <gtest/gtest.h>

#include "harness/diagnose/diagnose.hpp"
#include "tests/harness/faulty_device.hpp"
#include "tests/harness/text.hpp"

namespace wgcts::harness {
namespace {

class Observe : public testing::Test {
 protected:
  Observations observed() { return observe({results_, device_, 1, results_.size()}); }
  void run(const std::vector<const char*>& names, const FaultOnPaper& fault) {
    std::vector<Case> cases;
    for (const char* name : names) cases.push_back(named(name));
    results_ = results_on_paper(cases, {fault}, [](const Case&) { return true; });
  }

  DeviceFacts device_ = device_on_paper();
  std::vector<CaseResult> results_;
};

const Cause inverted{.what = What::Inverted};

TEST_F(Observe, TakesFailingCasesAlone) {
  run({"all.int.1d.33.solo", "any.int.1d.33.solo", "all.int.1d.64.solo"},
      {inverted, [](const Place& p) { return p.the_case.builtin->name == "all"; }});
  const Observations found = observed();
  ASSERT_EQ(found.failing.size(), 2U);
  EXPECT_EQ(found.failing[0].result, 0U);
  EXPECT_EQ(found.failing[1].result, 2U);
  ASSERT_FALSE(found.wrong.empty());
  const auto is_named = [&](const WrongGroup& w) {
    return std::ranges::any_of(w.candidates,
                               [&](std::size_t c) { return found.candidates[c].word.code == "inverted"; });
  };
  EXPECT_TRUE(is_named(found.wrong.front()));
  for (const WrongGroup& w : found.wrong) {
    EXPECT_FALSE(w.clustered);
    EXPECT_EQ(w.place.the_case, results_[found.failing[w.failing].result].the_case);
  }
}

TEST_F(Observe, TheRightOnesBesideTheWrongAreAmongTheContrasts) {
  run({"all.int.1d.33.solo"}, {inverted, [](const Place& p) { return p.index >= 21 && p.index < 40; }});
  const Observations found = observed();
  ASSERT_EQ(found.failing.size(), 1U);
  const auto& right = found.failing[0].right;
  const auto& wrong = results_[0].evidence->sites[0].wrong;
  const auto first = static_cast<std::size_t>(std::ranges::find(wrong, '1') - wrong.begin());
  EXPECT_NE(std::ranges::find(right, CallAt{0, first - 1}), right.end());
  for (const auto& [site, g] : right) EXPECT_EQ(wrong[g], '0');
}

TEST_F(Observe, FurtherRightOnesAreNoneOfTheSample) {
  run({"all.int.1d.33.solo"}, {inverted, [](const Place& p) { return p.index >= 21 && p.index < 40; }});
  const Observations found = observed();
  ASSERT_EQ(found.failing.size(), 1U);
  const auto& [result, replay, right, more_right] = found.failing[0];
  EXPECT_GT(more_right.size(), right.size());
  for (const CallAt& at : more_right) {
    EXPECT_EQ(std::ranges::find(right, at), right.end());
    EXPECT_EQ(results_[result].evidence->sites[0].wrong[at.group], '0');
  }
}

TEST_F(Observe, AModelThatGivesItExplainsAWitness) {
  run({"reduce_add.int.1d.33.solo"},
      {{.what = What::LanesIgnored, .lanes = {LaneSet::Kind::Last}}, [](const Place&) { return true; }});
  const Observations found = observed();
  const auto named_last = std::ranges::find_if(
      found.candidates, [](const Candidate& c) { return to_string(c.word) == "lanes_ignored set=last"; });
  ASSERT_NE(named_last, found.candidates.end());
  for (const WrongGroup& w : found.wrong) EXPECT_TRUE(found.explains(*named_last, w));
  EXPECT_EQ(named_last->usual().what, What::LanesIgnored);
  EXPECT_TRUE(named_last->by_type().contains(GenType::Int));
}

// Similar cases beyond the limit are not diagnosed.
TEST_F(Observe, OfManyCasesSomeAreNotLookedInto) {
  const FaultOnPaper everywhere{inverted, [](const Place&) { return true; }};
  std::vector<Case> cases;
  for (std::size_t n = 1; n <= 244; ++n)
    cases.push_back(named(("all.int.1d." + std::to_string(n) + ".solo").c_str()));
  results_ = results_on_paper(cases, {everywhere}, [](const Case&) { return true; });
  EXPECT_EQ(observed().failing.size(), most_cases);
}

// Otherwise the builtin would be reported as a separate bug, because no hypothesis covers it.
TEST_F(Observe, OfManyCasesOneOfEachBuiltinAndTypeIsLookedInto) {
  const FaultOnPaper everywhere{{.what = What::LanesIgnored, .lanes = {LaneSet::Kind::Last}},
                                [](const Place&) { return true; }};
  std::vector<Case> cases;
  for (std::size_t n = 2; n <= 246; ++n)
    cases.push_back(named(("reduce_add.int.1d." + std::to_string(n) + ".solo").c_str()));
  // Cases similar to earlier ones in size and family, which the limit would exclude.
  for (const char* name : {"reduce_max.int.1d.2.solo", "reduce_add.uint.1d.2.solo"})
    cases.push_back(named(name));
  results_ = results_on_paper(cases, {everywhere}, [](const Case&) { return true; });
  std::set<Subject> subjects;
  for (const FailingCase& f : observed().failing)
    subjects.emplace(results_[f.result].the_case.builtin, results_[f.result].the_case.type);
  EXPECT_EQ(subjects.size(), 3U);
}

// "Anything but the result" fits wherever the identity fits, and contradicts more correct work-groups.
TEST_F(Observe, TheUsualModelSaysWhatWrongLanesReturn) {
  const Cause zeros{.what = What::ResultMissingOn,
                    .choice = choice_of(Missing::Identity),
                    .lanes = {LaneSet::Kind::From, 16}};
  run({"reduce_add.int.1d.33.solo"}, {zeros, [](const Place&) { return true; }});
  const Observations found = observed();
  const auto named = std::ranges::find(found.candidates, word_of(zeros), &Candidate::word);
  ASSERT_NE(named, found.candidates.end());
  EXPECT_EQ(named->usual(), zeros);
}

}  // namespace
}  // namespace wgcts::harness
