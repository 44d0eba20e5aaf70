// The faults that every check must detect. A fault that leaves the table must fail a test.
#include <gtest/gtest.h>

#include <algorithm>

#include "reference/causes/wrong_model.hpp"

namespace wgcts::reference {
namespace {

using Int = std::int32_t;

Scene<Int> scene_of(Collective c, std::vector<Int> x, std::size_t source = 1) {
  Scene<Int> s{.collective = c, .x = std::move(x), .source = source};
  s.truth = s.low = s.high = answers<Int>(c, s.x, source);
  s.size = {s.x.size(), 1, 1};
  s.groups = {{99, 98, 97}};
  return s;
}

/// The results of the guarding fault with that phrase.
Results<Int> answer_like(std::string_view phrase, const Scene<Int>& scene) {
  for (const Cause& guard : guarding_causes())
    if (phrase_of(guard) == phrase) return answer_of<Int>(guard, scene);
  ADD_FAILURE() << "no fault that guards " << phrase;
  return std::nullopt;
}

TEST(GuardingCauses, AreThese) {
  std::vector<std::string> phrases;
  for (const Cause& guard : guarding_causes()) phrases.push_back(phrase_of(guard));
  EXPECT_EQ(phrases, (std::vector<std::string>{
                         "returns 0 for every input", "returns 1 for every input",
                         "returns nan for every input", "returns the opposite of the correct result",
                         "returns the identity instead of the result", "returns each work-item's own value",
                         "computes an inclusive scan instead", "computes an exclusive scan instead",
                         "computes a reduce instead", "computes the other predicate instead",
                         "returns the value of the first lane instead of the selected one",
                         "ignores the value of one lane", "returns the result of the next work-group"}));
}

TEST(GuardingCauses, GiveWhatTheyAreCalled) {
  using Values = std::vector<Int>;
  const auto sum = scene_of({Family::Reduce, Op::Add}, {3, -7, 11, 20});
  EXPECT_EQ(answer_like("returns 0 for every input", sum), Values(4, 0));
  EXPECT_EQ(answer_like("returns 1 for every input", sum), Values(4, 1));
  EXPECT_EQ(answer_like("returns nan for every input", sum), std::nullopt);
  EXPECT_EQ(answer_like("returns the identity instead of the result", sum), Values(4, 0));
  EXPECT_EQ(answer_like("returns each work-item's own value", sum), sum.x);
  EXPECT_EQ(answer_like("computes an inclusive scan instead", sum), (Values{3, -4, 7, 27}));
  EXPECT_EQ(answer_like("computes an exclusive scan instead", sum), (Values{0, 3, -4, 7}));
  EXPECT_EQ(answer_like("computes a reduce instead", sum), std::nullopt) << "it is one";
  EXPECT_EQ(answer_like("returns the result of the next work-group", sum), (Values{99, 98, 97, 99}));
  const auto scan = scene_of({Family::ScanInclusive, Op::Add}, {3, -7, 11, 20});
  EXPECT_EQ(answer_like("computes a reduce instead", scan), Values(4, 27));
  const auto broadcast = scene_of({Family::Broadcast}, {3, -7, 11, 20});
  EXPECT_EQ(answer_like("returns the value of the first lane instead of the selected one", broadcast),
            Values(4, 3));
  EXPECT_EQ(answer_like("returns the value of the first lane instead of the selected one", sum), std::nullopt)
      << "of a minimum it may be right";
  const Scene<float> real{.collective = {Family::Reduce, Op::Add}, .x = {1, 2}, .truth = {3, 3}};
  EXPECT_TRUE(is_nan(answer_of<float>(guarding_causes()[2], real)->at(0)));
}

TEST(GuardingCauses, TurnPredicates) {
  const auto mixed_all = scene_of({Family::All}, {1, 0, 1}), mixed_any = scene_of({Family::Any}, {1, 0, 1});
  const auto opposite = "returns the opposite of the correct result",
             other = "computes the other predicate instead";
  EXPECT_EQ(answer_like(opposite, mixed_all), std::vector<Int>(3, 1));
  EXPECT_EQ(answer_like(opposite, mixed_any), std::vector<Int>(3, 0));
  EXPECT_EQ(answer_like(other, mixed_all), std::vector<Int>(3, 1));
  EXPECT_EQ(answer_like(other, mixed_any), std::vector<Int>(3, 0));
}

// The lane is chosen from the values, so that its absence changes the result.
TEST(GuardingCauses, LeaveOutALaneThatCounts) {
  const auto left_out = [](Collective c, std::vector<Int> x) {
    return answer_like("ignores the value of one lane", scene_of(c, std::move(x)));
  };
  EXPECT_EQ(left_out({Family::Reduce, Op::Add}, {3, -7, 11, 20}), std::vector<Int>(4, 16));
  EXPECT_EQ(left_out({Family::Reduce, Op::Min}, {3, -7, 11, 20}), std::vector<Int>(4, 3));
  EXPECT_EQ(left_out({Family::Reduce, Op::Max}, {3, -7, 11, 20}), std::vector<Int>(4, 11));
  EXPECT_EQ(left_out({Family::Reduce, Op::Mul}, {1, 5, 7}), std::vector<Int>(3, 7));
  EXPECT_EQ(left_out({Family::Reduce, Op::LogicalOr}, {0, 5, 0}), std::vector<Int>(3, 0));
  EXPECT_EQ(left_out({Family::All}, {1, 0, 1}), std::vector<Int>(3, 1));
  EXPECT_EQ(left_out({Family::Any}, {0, 4, 0}), std::vector<Int>(3, 0));
  EXPECT_EQ(left_out({Family::Broadcast}, {1, 2}), std::nullopt);
  EXPECT_EQ(left_out({Family::Reduce, Op::Add}, {3}), std::nullopt) << "nobody is left";
}

// Forms that no results distinguish from a reported form have no name in the vocabulary.
TEST(GuardingCauses, TheGuardsOwnFormsAreNotReported) {
  EXPECT_TRUE(causes_named("other_builtin", {}).empty());
  EXPECT_TRUE(causes_named("lanes_ignored", {}).empty());
  const auto scene = scene_of({Family::All}, {1, 0, 1});
  for (const Cause& cause : causes_of<Int>(scene, std::vector<Int>(3, 1)))
    EXPECT_FALSE(parameters_of(cause).empty() && cause.what == What::OtherBuiltin);
}

}  // namespace
}  // namespace wgcts::reference
