#include <fmt/format.h>

#include "reports/compare/baseline.hpp"
#include "tests/reports/folder.hpp"
#include "tests/reports/refusals.hpp"

namespace wgcts::reports {
namespace {

class BaselineFile : public FolderTest {
 protected:
  static std::string with(const std::string& lines) {
    return "{\n\"schema\": {\"name\": \"wgcts-baseline\", \"version\": \"1.0\"},\n\"known\": [\n" + lines +
           "\n]\n}\n";
  }
  std::string refusal(const std::string& text) const {
    put(path("b.json"), text);
    const auto sentence = refusal_of([&] { (void)read_baseline(path("b.json")); });
    if (sentence.empty()) return "";
    EXPECT_TRUE(sentence.starts_with(path("b.json") + ": ")) << sentence;
    return sentence.substr(path("b.json").size() + 2);
  }

  const std::string line =
      R"({"cases": "all.int.*", "verdicts": ["fail", "crash"], "reason": "inverted", "bug": "#1"})";
};

TEST_F(BaselineFile, SurvivesARoundTrip) {
  put(path("b.json"),
      with(line + ",\n" + R"({"cases": "any.int.1d.33.chain", "verdicts": ["pass"], "reason": "é"})"));
  const Baseline baseline = read_baseline(path("b.json"));
  ASSERT_EQ(baseline.lines.size(), 2U);
  EXPECT_EQ(baseline.lines[0].cases, "all.int.*");
  EXPECT_EQ(baseline.lines[0].verdicts, (std::vector{Verdict::Fail, Verdict::Crash}));
  EXPECT_EQ(baseline.lines[0].reason, "inverted");
  EXPECT_EQ(baseline.lines[0].bug, "#1");
  write_baseline(baseline, path("c.json"));
  write_baseline(read_baseline(path("c.json")), path("d.json"));
  EXPECT_EQ(content(path("c.json")), content(path("d.json")));
  EXPECT_EQ(refusal(content(path("c.json"))), "");
  EXPECT_NE(content(path("c.json")).find("\n{\"cases\":\"any.int.1d.33.chain\","), std::string::npos);
}

TEST_F(BaselineFile, ALineCanNameABug) {
  put(path("b.json"), with(R"({"signature": "1a2b3c4d", "reason": "restarts", "bug": "#2"},
{"signature": "00000000", "verdicts": ["crash"], "reason": "dies"})"));
  const Baseline baseline = read_baseline(path("b.json"));
  ASSERT_EQ(baseline.lines.size(), 2U);
  EXPECT_EQ(baseline.lines[0].signature, "1a2b3c4d");
  EXPECT_EQ(baseline.lines[0].cases, "");
  EXPECT_EQ(std::ranges::count(baseline.lines[0].verdicts, Verdict::Pass), 0);
  EXPECT_EQ(std::ranges::count(baseline.lines[0].verdicts, Verdict::Timeout), 1);
  EXPECT_EQ(baseline.lines[1].verdicts, std::vector{Verdict::Crash});
  write_baseline(baseline, path("c.json"));
  EXPECT_EQ(read_baseline(path("c.json")).lines, baseline.lines);
  EXPECT_NE(
      content(path("c.json")).find("\n{\"signature\":\"1a2b3c4d\",\"reason\":\"restarts\",\"bug\":\"#2\"}"),
      std::string::npos);
  const auto second = [&](const std::string& other) { return refusal(with(line + ",\n" + other)); };
  EXPECT_EQ(second(R"({"signature": "1A2B3C4D", "reason": "x"})"),
            "line 5: entry.signature must match ^[0-9a-f]{8}$, but is \"1A2B3C4D\"");
  EXPECT_EQ(second(R"({"signature": "1a2b3c4d", "cases": "all.int.*", "reason": "x"})"),
            "line 5: an entry has either \"cases\" or a bug's \"signature\"");
  EXPECT_EQ(refusal(with(R"({"signature": "1a2b3c4d", "reason": "x"},
{"signature": "1a2b3c4d", "reason": "y"})")),
            "line 5: \"1a2b3c4d\" is already in line 4");
}

// A run with --il, or with the name of a case, can test cases that are in no profile.
TEST_F(BaselineFile, AcceptsCasesOutsideOfProfiles) {
  for (const char* cases : {"reduce_add.int.1d.64.chain.il", "reduce_add.int.*.il", "all.int.1d.77.solo"})
    EXPECT_EQ(refusal(with(fmt::format(R"({{"cases": "{}", "verdicts": ["fail"], "reason": "x"}})", cases))),
              "");
  EXPECT_NE(refusal(with(R"({"cases": "all.int.1d.77.sloo", "verdicts": ["fail"], "reason": "x"})")), "");
}

TEST_F(BaselineFile, ErrorsNameTheLineAndTheNearestWord) {
  const auto second = [&](const std::string& other) { return refusal(with(line + ",\n" + other)); };
  EXPECT_TRUE(second(R"({"cases": "any.int.*", "verdicts": ["fail"], "reson": "x"})")
                  .starts_with("line 5: entry has the unknown member \"reson\"; the members are "));
  EXPECT_TRUE(second(R"({"cases": "any.int.*", "verdicts": ["crahs"], "reason": "x"})")
                  .starts_with("line 5: entry.verdicts[0] must be one of \"fail\", \"crash\""));
  EXPECT_TRUE(
      second(R"({"cases": "any.itn.1d.33.chain", "verdicts": ["fail"], "reason": "x"})")
          .starts_with("line 5: \"any.itn.1d.33.chain\" matches no case of the full plan; `wgcts list"));
  EXPECT_EQ(second(line), "line 5: \"all.int.*\" is already in line 4");
  for (const char* bad : {"[]", "{}", R"({"cases": "any.int.*", "verdicts": ["fail"]})",
                          R"({"cases": "any.int.*", "reason": "x"})",
                          R"({"cases": "any.int.*", "verdicts": "fail", "reason": "x"})",
                          R"({"cases": "any.int.*", "verdicts": [], "reason": "x"})",
                          R"({"verdicts": ["fail"], "reason": "x"})",
                          R"({"cases": "any.int.*", "verdicts": ["fail"], "reason": "x", "clauses": []})",
                          R"({"cases": "any.int.*", "verdicts": ["fail"], "reason": ""})",
                          R"({"cases": "any.int.*", "verdicts": ["fail"], "reason": 7})",
                          R"({"cases": "any.int.*", "verdicts": ["fail"], "reason": "x", "bug": 7})",
                          R"({"cases": 7, "verdicts": ["fail"], "reason": "x"})",
                          R"({"cases": "a*y*.*i*n*t*.*", "verdicts": ["fail"], "reason": "x"})",
                          R"({"cases": "any.half.*", "verdicts": ["fail"], "reason": "any takes int alone"})",
                          R"({"cases": "any.int.*", "verdicts": ["skip"], "reason": "x"})",
                          R"({"cases": "any.int.*", "verdicts": ["expected_fail"], "reason": "x"})"})
    EXPECT_TRUE(second(bad).starts_with("line 5: ")) << bad << second(bad);
}

// Such a member or glob would have no effect.
TEST_F(BaselineFile, RejectsMisspeltMembersAndBrokenGlobs) {
  const auto entry = [&](const std::string& member) {
    return refusal(with(R"({"cases": "all.int.*", "verdicts": ["fail"], "reason": "x", )" + member + "}"));
  };
  EXPECT_TRUE(
      entry(R"("cheks": ["walk"])")
          .starts_with("line 4: entry has the unknown member \"cheks\"; the members are bug, cases, "));
  for (const char* glob : {"[", "6.[", "6.[]", "6.[!]", "6.[^]", "6.\\", "[\\"}) {
    const std::string json = nlohmann::json(glob).dump();
    const auto sentence = [&](const char* member) {
      return fmt::format("{} is not a glob: \"{}\"; a [ needs a ], and a \\ the character that it quotes",
                         member, glob);
    };
    EXPECT_EQ(entry(R"("driver": )" + json), "line 4: " + sentence("entry.driver"));
    EXPECT_EQ(entry(R"("checks": ["walk", )" + json + "]"), "line 4: " + sentence("entry.checks"));
    const std::string start = with("").substr(0, with("").size() - 2) + R"(, "driver": {"platform": )";
    EXPECT_EQ(refusal(start + json + R"(, "version": "*"}})"), sentence("driver.platform"));
    EXPECT_EQ(refusal(start + R"("*", "version": )" + json + "}}"), sentence("driver.version"));
  }
  for (const char* glob : {"6.*", "[ab]", "[]]", "[!]a]", "\\[", "\\\\[a]", "a]"})
    EXPECT_EQ(entry(R"("driver": )" + nlohmann::json(glob).dump()), "") << glob;
}

TEST_F(BaselineFile, ErrorsQuoteLongTextsOnlyInPart) {
  const std::string large(5000, 'x');
  for (const std::string& bad :
       {fmt::format(R"({{"{}": 1}})", large),
        fmt::format(R"({{"cases": "{}", "verdicts": ["fail"], "reason": "x"}})", large),
        fmt::format(R"({{"cases": "all.int.*", "verdicts": ["{}"], "reason": "x"}})", large),
        fmt::format(R"({{"cases": "all.int.*", "verdicts": ["fail"], "clauses": ["{}"], "reason": "x"}})",
                    large),
        fmt::format(R"({{"signature": "{}", "reason": "x"}})", large)}) {
    const std::string said = refusal(with(bad));
    EXPECT_NE(said.find("xxx..."), std::string::npos) << said.substr(0, 300);
    EXPECT_LT(said.size(), 400U);
  }
}

TEST_F(BaselineFile, TheExpiryDateMustBeValid) {
  const auto expiring = [&](const std::string& day) {
    return refusal(
        with(R"({"cases": "all.int.*", "verdicts": ["fail"], "reason": "x", "expires": ")" + day + "\"}"));
  };
  for (const char* day : {"2027-01-31", "2028-02-29", "2026-12-31"}) EXPECT_EQ(expiring(day), "") << day;
  for (const char* day : {"never", "2026-02-31", "2027-02-29", "2026-04-31", "2026-13-01", "2026-00-01",
                          "2026-01-00", "2026-1-1", "2026- 1-01", "2026-01-31x", "31-01-2027"})
    EXPECT_EQ(expiring(day),
              fmt::format("line 4: \"expires\" must be a date such as \"2027-01-31\", not \"{}\"", day));
}

TEST_F(BaselineFile, RejectsOtherFiles) {
  EXPECT_EQ(refusal(with("")), "");
  for (const std::string& text :
       {std::string(), std::string("[]"), std::string("{}"), std::string("{\"known\": []}"),
        with(line).substr(0, 90),
        std::string(R"({"schema": {"name": "wgcts-report", "version": "1.0"}, "known": []})"),
        std::string(R"({"schema": {"name": "wgcts-baseline", "version": "2.0"}, "known": []})"),
        std::string(R"({"schema": {"name": "wgcts-baseline", "version": "1.0"}})"),
        std::string(R"({"schema": {"name": "wgcts-baseline", "version": "1.0"}, "known": {}})"),
        std::string(R"({"schema": {"name": "wgcts-baseline", "version": "1.0"}, "knwon": [], "known": []})")})
    EXPECT_NE(refusal(text), "") << text;
}

}  // namespace
}  // namespace wgcts::reports
