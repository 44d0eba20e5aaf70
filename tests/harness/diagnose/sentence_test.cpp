#include <gtest/gtest.h>

#include "harness/diagnose/diagnose.hpp"

namespace wgcts::harness {
namespace {

Bug told(CauseWord what, std::set<std::string> builtins, Where where = {}) {
  Bug bug;
  bug.what = std::move(what);
  bug.builtins = std::move(builtins);
  bug.where = std::move(where);
  return bug;
}

TEST(Sentence, SaysWhoWhatAndWhere) {
  EXPECT_EQ(
      sentence_of(told({"inverted"}, {"all"}, {predicate_from("size", {">", "32"})}), ""),
      "work_group_all returns the opposite of the correct result, in work-groups of more than 32 work-items");
  EXPECT_EQ(sentence_of(told({"hang", {{"stage", "launch"}}}, {"any"}), ""),
            "work_group_any gives no answer within the time limit (stage: launch), always");
  EXPECT_EQ(
      sentence_of(told({"hang", {{"stage", "launch"}}}, {"any", "all"}),
                  time_limit_in("no answer within 60 s while launching a kernel; --timeout allows more")),
      "work_group_all and work_group_any give no answer within 60 s (stage: launch), always");
}

TEST(Sentence, NamesOfAConditionAreAlternativesAndExceptionsComeLast) {
  const auto sentence_with = [](const Parameter& variants, const Parameter& sizes) {
    return sentence_of(
        told({"crash"}, {"any", "all"}, {predicate_from("variant", variants), predicate_from("size", sizes)}),
        "");
  };
  EXPECT_EQ(
      sentence_with({"=", "offset"}, {"=", "3"}),
      "work_group_all and work_group_any crash, with the variant offset, in work-groups of 3 work-items");
  EXPECT_EQ(
      sentence_with({"=", "offset|cloned|reqd"}, {"=", "3|5"}),
      "work_group_all and work_group_any crash, with the variant offset, cloned or reqd, in work-groups of "
      "3 or 5 work-items");
  EXPECT_EQ(
      sentence_with({"!=", "offset|cloned"}, {"<", "3"}),
      "work_group_all and work_group_any crash, in work-groups of one or two work-items, except with the "
      "variant offset or cloned");
}

TEST(Sentence, AProgramIsNoBuiltin) {
  EXPECT_EQ(
      sentence_of(
          told({"crash", {{"stage", "build"}}}, {"program"}, {predicate_from("form", {"=", "program"})}), ""),
      "a whole program crashes (stage: build)");
}

TEST(Sentence, SeveralDoWhatOneDoes) {
  const CauseWord crash{"crash", {{"stage", "launch"}, {"signal", "SIGABRT"}}};
  EXPECT_EQ(sentence_of(told(crash, {"all"}), ""),
            "work_group_all crashes with SIGABRT (stage: launch), always");
  EXPECT_EQ(sentence_of(told(crash, {"all", "any"}), ""),
            "work_group_all and work_group_any crash with SIGABRT (stage: launch), always");
  EXPECT_EQ(sentence_of(told({"build"}, {"all", "any"}), ""),
            "work_group_all and work_group_any do not build, always");
  EXPECT_EQ(sentence_of(told({"build", {{"stage", "build"}, {"error", "CL_OUT_OF_RESOURCES"}}}, {"all"}), ""),
            "work_group_all does not build (CL_OUT_OF_RESOURCES), always");
  EXPECT_EQ(
      sentence_of(told({"launch", {{"stage", "launch"}, {"error", "CL_OUT_OF_RESOURCES"}}}, {"all"}), ""),
      "work_group_all cannot be launched (CL_OUT_OF_RESOURCES), always");
  EXPECT_EQ(
      sentence_of(told({"build", {{"stage", "create"}, {"error", "CL_OUT_OF_RESOURCES"}}}, {"all"}), ""),
      "work_group_all does not build (CL_OUT_OF_RESOURCES, stage: create), always");
  EXPECT_EQ(sentence_of(told({"unknown"}, {"all", "any"}), "7 of 9 lanes"),
            "work_group_all and work_group_any fail a check: 7 of 9 lanes, always");
}

TEST(Sentence, AReducedProgramIsSaidByItsIngredients) {
  Bug bug = told({"unknown"}, {"program"});
  EXPECT_EQ(sentence_of(bug, ""), "a whole program writes wrong results");
  bug.ingredients = {{"a break", "x"}, {"an else", "y"}};
  EXPECT_EQ(sentence_of(bug, "7 of 9 lanes"),
            "a whole program writes wrong results if it has a break and an else");
  bug.what = {"crash", {{"stage", "launch"}, {"signal", "SIGABRT"}}};
  EXPECT_EQ(sentence_of(bug, ""),
            "a whole program crashes with SIGABRT (stage: launch) if it has a break and an else");
}

}  // namespace
}  // namespace wgcts::harness
