#include "reports/model/json.hpp"
#include "tests/reports/folder.hpp"
#include "tests/reports/refusals.hpp"
#include "tests/reports/sample.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::json;

class ReadReport : public FolderTest {
 protected:
  /// The error message for the file, without the file's name.
  std::string refusal(const std::string& text) const {
    put(path("r.json"), text);
    const auto sentence = refusal_of([&] { (void)read_report(path("r.json")); });
    if (sentence.empty()) return "";
    EXPECT_TRUE(sentence.starts_with(path("r.json") + ": ")) << sentence;
    return sentence.substr(std::min(sentence.size(), path("r.json").size() + 2));
  }

  const std::string good = text_of(sample_report());
};

TEST_F(ReadReport, AReportSurvivesARoundTrip) {
  put(path("r.json"), good);
  EXPECT_EQ(text_of(read_report(path("r.json"))), good);
  Report rich = sample_report();
  rich.run.shard = "2/3";
  rich.run.drawn = 17;
  rich.run.draws = 4;
  rich.cases[0].known = Known{Verdict::Crash, "dies", "#1"};
  rich.run.complete = false;
  rich.run.segments.emplace_back();
  rich.run.segments[0].command = {"wgcts", "run", "--op", "all any"};
  rich.run.segments[0].environment = {{"POCL_DEVICES", "cpu"}};
  rich.run.segments[0].kit = "pocl";
  rich.run.segments[0].jobs = 2;
  rich.run.segments[0].driver_cache = true;
  rich.device.kind = "GPU";
  rich.device.driver_sha256 = "ab";
  rich.cases[0].failure->broken = {{"walk", {"WGC.PR.1", "WGC.PR.3"}, 31, 32}};
  rich.cases[0].attempts = {Verdict::Fail, Verdict::Pass};
  rich.worker_failures = {{"at its end", 11, 0, "its log"}, {"while idle", 0, 99, ""}};
  put(path("rich.json"), text_of(rich));
  EXPECT_EQ(text_of(read_report(path("rich.json"))), text_of(rich));
  put(path("empty.json"), text_of(Report{}));
  EXPECT_EQ(text_of(read_report(path("empty.json"))), text_of(Report{}));
}

TEST_F(ReadReport, AcceptsNewerMembersAndMinorVersions) {
  json newer = json::parse(good);
  newer["schema"]["version"] = "2.17";
  newer["weather"] = {{"cases", {1, 2}}};
  newer["run"]["temperature"] = 20;
  newer["cases"][0]["failure"]["pattern"] = "inverted";
  put(path("r.json"), newer.dump());
  EXPECT_EQ(text_of(read_report(path("r.json"))), good);
}

TEST_F(ReadReport, RejectsEveryTruncation) {
  for (std::size_t size = 0; size + 2 < good.size(); size += 53)
    EXPECT_NE(refusal(good.substr(0, size)), "") << size;
}

TEST_F(ReadReport, RejectsOtherFiles) {
  for (const char* text :
       {"", "\n", "null", "7", "[]", "{}", R"({"cases": []})", R"({"cases": [7]})", R"({"schema": {}})",
        R"({"schema": "wgcts-report"})", R"({"schema": {"name": "junit", "version": "1.0"}, "cases": []})"})
    EXPECT_NE(refusal(text), "") << text;
  EXPECT_EQ(refusal("[]"), "this is not a wgcts report: schema.name is not \"wgcts-report\"");
  EXPECT_EQ(refusal(""), "line 1: the file is empty");
  EXPECT_EQ(refusal("all is well"), "this is not JSON: line 1, column 1: invalid literal");
  EXPECT_NE(refusal(good + "{}"), "") << "text after the end";
  EXPECT_NE(refusal(std::string("{\"a\": \"\xff\"}")), "") << "not UTF-8";
}

// The version error comes first, as the other members may have another meaning.
TEST_F(ReadReport, RejectsOtherMajorVersions) {
  for (const json& version :
       {json("3.0"), json("1.0"), json("10.0"), json("20.0"), json(""), json(1.0), json()}) {
    json other = json::parse(good);
    other["schema"]["version"] = version;
    other["cases"][0] = "of a new kind";
    EXPECT_EQ(refusal(other.dump()),
              "schema.version is " + version.dump() + ", but this version of wgcts reads 2.x");
  }
}

TEST_F(ReadReport, ErrorsNameMemberAndValue) {
  const std::initializer_list<std::tuple<const char*, json, const char*>> breaks{
      {"/run/seed", -1, "run.seed must be at least 0, but is -1"},
      {"/run/seed", "1", "run.seed must be an integer, but is \"1\""},
      {"/run/complete", 1, "run.complete must be true or false, but is 1"},
      {"/run/seconds", -0.5, "run.seconds must be at least 0, but is -0.5"},
      {"/timing/workers", {{"start", 0}}, "timing.workers must be a list, but is {\"start\":0}"},
      {"/timing/workers/0/idle", "long", "timing.workers[0].idle must be a number, but is \"long\""},
      {"/device/opencl/number", "three",
       R"(device.opencl.number must match ^[0-9]{1,4}\.[0-9]$, but is "three")"},
      {"/device/support", json::object(), "device.support has no member \"collectives\""},
      {"/cases", 3, "cases must be a list, but is 3"},
      {"/cases/1", 3, "line 1: cases[1] must be an object, but is 3"},
      {"/cases/0/failure/lane", 0.5, "line 1: cases[0].failure.lane must be an integer, but is 0.5"},
      {"/cases/0/failure/group", {1, 2}, "line 1: cases[0]: group does not have a number for each dimension"},
      {"/cases/0/id", "all.int.1d.0.chain", "line 1: cases[0].id must match"},
      {"/cases/0/id", "all.int.1d.64.run", "line 1: cases[0]: not a case: all.int.1d.64.run"},
      {"/cases/0/dim", 2, "line 1: cases[0]: builtin, type or dim contradict the id all.int.1d.64.chain"},
      {"/cases/0/verdict", "good", "line 1: cases[0].verdict must be one of \"pass\", \"fail\", "},
  };
  for (const auto& [where, wrong, sentence] : breaks) {
    json broken = json::parse(good);
    broken[json::json_pointer(where)] = wrong;
    EXPECT_TRUE(refusal(broken.dump()).starts_with(sentence)) << refusal(broken.dump());
  }
  for (const char* key : {"run", "timing", "device", "cases"}) {
    json broken = json::parse(good);
    broken.erase(key);
    EXPECT_EQ(refusal(broken.dump()), std::string("the member \"") + key + "\" is missing");
  }
}

// The schema does not require the lanes of a failure, but one that counts wrong lanes must have them.
TEST_F(ReadReport, ErrorsNameMissingMembers) {
  json broken = json::parse(good);
  broken["cases"][0]["failure"]["wrong"] = 1;
  EXPECT_EQ(refusal(broken.dump()), "line 1: cases[0]: the member \"wrong_runs\" is missing");
}

TEST_F(ReadReport, ErrorsNameTheLineOfACase) {
  std::string text = good;
  const auto at = text.find("{\"id\":\"scan_inclusive_add.double.1d.1.chain\"");
  text.replace(text.find("crash", at), 5, "hurt");
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  EXPECT_TRUE(refusal(text).starts_with("line " + std::to_string(line) + ": cases[6].verdict must be one of"))
      << refusal(text);
}

TEST_F(ReadReport, RejectsDuplicates) {
  json twice = json::parse(good);
  twice["cases"].push_back(twice["cases"][2]);
  EXPECT_EQ(refusal(twice.dump()), "line 1: the case all.int.2d.5x3.chain is listed twice");
  EXPECT_NE(refusal("{\"run\": {}, " + good.substr(1)).find("has the member \"run\" twice"),
            std::string::npos);
  EXPECT_NE(refusal(good.substr(0, good.size() - 3) + ", \"cases\": []}").find("\"cases\" twice"),
            std::string::npos);
}

TEST_F(ReadReport, LimitsDepthAndNumbers) {
  for (const char* piece : {"[", "{\"a\":", "{\"cases\":["}) {
    std::string deep;
    for (int i = 0; i < 100000; ++i) deep += piece;
    EXPECT_NE(refusal(deep).find("deeper than 128 levels"), std::string::npos) << piece;
  }
  for (const char* number : {"1e999", "18446744073709551616", "-18446744073709551616", "1e300"}) {
    std::string text = good;
    text.replace(text.find("\"seed\": 7") + 8, 1, number);
    EXPECT_NE(refusal(text), "") << number;
  }
}

TEST_F(ReadReport, ErrorsAreShortAndPrintable) {
  const auto sentence = refusal("\"\x1b[31m" + std::string(100000, 'x'));
  EXPECT_NE(sentence, "");
  EXPECT_LT(sentence.size(), 400U);
  EXPECT_EQ(sentence.find('\x1b'), std::string::npos);
}

// An escaped NUL in a member's name could truncate the message.
TEST_F(ReadReport, ANulInAMemberNameDoesNotTruncateTheError) {
  const auto sentence = refusal(R"({"a\u0000b": 1, "a\u0000b": 2})");
  EXPECT_TRUE(sentence.ends_with("has the member \"a b\" twice")) << sentence;
}

TEST_F(ReadReport, RejectsUnreadableFiles) {
  for (const std::string& name :
       {path("nothing_there"), folder_.string(), std::string(), path("r.json") + "/x"})
    EXPECT_TRUE(refusal_of([&] { (void)read_report(name); }).starts_with("cannot read ")) << name;
}

}  // namespace
}  // namespace wgcts::reports
