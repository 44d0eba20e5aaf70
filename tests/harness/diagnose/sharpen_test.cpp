#include "harness/diagnose/sharpen.hpp"

#include <gtest/gtest.h>

namespace wgcts::harness {
namespace {

struct Asked {
  std::string where;
  int questions = 0;
};

/// What becomes of `where` on a device that is wrong at those sizes, from a case of so many work-items.
Asked sharpened_by(Where where, std::size_t from, const std::function<bool(std::size_t)>& wrong,
                   int most = 1000) {
  Asked asked;
  const Question showing{.the_case =
                             parse_case("reduce_add.int.1d." + std::to_string(from) + ".solo").value()};
  const Shows<Question> shows = [&](const Question& q) {
    ++asked.questions;
    return wrong(volume(q.the_case.local.extents));
  };
  asked.where =
      to_string(sharpened(std::move(where), showing, shows, [&] { return asked.questions < most; }));
  return asked;
}

Where size(const char* relation, const char* n) { return {{"size", {{relation, n}}}}; }

TEST(Sharpened, MovesTheNumberToWhereTheBugBegins) {
  EXPECT_EQ(sharpened_by(size(">", "128"), 300, [](auto n) { return n > 200; }).where, "size>200");
  EXPECT_EQ(sharpened_by(size(">", "128"), 300, [](auto n) { return n > 37; }).where, "size>37");
  EXPECT_EQ(sharpened_by(size("<", "16"), 2, [](auto n) { return n < 9; }).where, "size<9");
  EXPECT_EQ(sharpened_by(size("<", "16"), 2, [](auto n) { return n < 40; }).where, "size<40");
}

TEST(Sharpened, AsksLittleWhereTheNumberIsRight) {
  const Asked asked = sharpened_by(size(">", "128"), 300, [](auto n) { return n > 128; });
  EXPECT_EQ(asked.where, "size>128");
  EXPECT_LE(asked.questions, 3);
}

TEST(Sharpened, LeavesWhatTheAnswersContradict) {
  EXPECT_EQ(sharpened_by(size(">", "128"), 300, [](auto n) { return n <= 128; }).where, "size>128");
  EXPECT_EQ(sharpened_by(size(">", "128"), 300, [](auto) { return true; }).where, "size>128");
  EXPECT_EQ(sharpened_by(
                size(">", "128"), 300, [](auto n) { return n > 200; }, 2)
                .where,
            "size>128")
      << "no time";
}

TEST(Sharpened, LeavesOtherConditionsAlone) {
  const Where where{{"type", {{"=", "int"}}}, {"size", {{"%8", "!=0"}}}};
  const Asked asked = sharpened_by(where, 300, [](auto) { return true; });
  EXPECT_EQ(asked.where, to_string(where));
  EXPECT_EQ(asked.questions, 0);
}

}  // namespace
}  // namespace wgcts::harness
