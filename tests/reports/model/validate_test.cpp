#include <nlohmann/json.hpp>

#include "reports/model/json.hpp"
#include "tests/reports/folder.hpp"
#include "tests/reports/refusals.hpp"
#include "tests/reports/sample.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::json;

class Validate : public FolderTest {
 protected:
  std::string refusal(const json& report) const {
    put(path("r.json"), report.dump());
    const auto sentence = refusal_of([&] { (void)validated_report(path("r.json")); });
    return sentence.empty() ? "" : sentence.substr(std::min(sentence.size(), path("r.json").size() + 2));
  }

  json good = json::parse(text_of(sample_report()));
};

TEST_F(Validate, AcceptsWrittenReports) { EXPECT_EQ(refusal(good), ""); }

// The schema allows no other members beside those that it lists for twins.
TEST_F(Validate, AcceptsAReportOfTwins) {
  good["device"]["twins"] = {{"place", 0}, {"count", 2}};
  EXPECT_EQ(refusal(good), "");
  good["device"]["twins"]["name"] = "x";
  EXPECT_EQ(refusal(good), "device.twins has the unknown member \"name\"; the members are count, place");
}

TEST_F(Validate, RejectsWrongSums) {
  const std::initializer_list<std::tuple<const char*, json, const char*>> breaks{
      {"/summary/pass", 2, "summary.pass is 2, but the cases give 1"},
      {"/summary/total", 9, "summary.total is 9, but the cases give 8"},
      {"/summary/verdict", "pass", "summary.verdict is \"pass\", but the cases give \"fail\""},
      {"/timing/sum/build", 2.6, "timing.sum.build is 2.6, but the cases give 2.5"},
      {"/matrix/0/cells/0/verdict", "pass",
       "matrix[0].cells[0].verdict is \"pass\", but the cases give \"fail\""},
      {"/matrix/0/cells/0/counts/fail", 2, "matrix[0].cells[0].counts.fail is 2, but the cases give 1"},
      {"/matrix/0/cells", json::array(), "matrix[0].cells has 0 elements, but the cases give 2"},
      {"/cases/5/observed", {"nan: ignored"}, "profile.nan is missing"},
      {"/cases/5/verdict", "skip", "matrix[2].cells[0].counts.skip is missing"},
  };
  for (const auto& [where, wrong, sentence] : breaks) {
    json broken = good;
    broken[json::json_pointer(where)] = wrong;
    EXPECT_EQ(refusal(broken), sentence);
  }
}

// The reader does not need all members, but a valid report has them.
TEST_F(Validate, RejectsMissingMembers) {
  for (const auto& [key, value] : good.items()) {
    json broken = good;
    broken.erase(key);
    // Older reports do not have this list.
    EXPECT_EQ(refusal(broken) == "", key == "clauses") << key;
  }
}

TEST_F(Validate, SumsOfTimesMayBeRounded) {
  good["timing"]["sum"]["build"] = 2.5000000001;
  EXPECT_EQ(refusal(good), "");
}

// JSON would write an infinite sum as null.
TEST_F(Validate, RejectsTimesWithAnInfiniteSum) {
  good["timing"]["workers"][0]["build"] = 1.7e308;
  EXPECT_TRUE(refusal(good).starts_with("timing.workers[0].build must be at most")) << refusal(good);
}

}  // namespace
}  // namespace wgcts::reports
