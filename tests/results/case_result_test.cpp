#include "results/case_result.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace wgcts::results {
namespace {

using nlohmann::json;

CaseResult result_of(std::string_view id, Verdict verdict) {
  CaseResult result;
  result.the_case = parse_case(id).value();
  result.verdict = verdict;
  return result;
}

CaseResult failing() {
  auto result = result_of("scan_exclusive_add.float.3d.4x3x5.solo.offset", Verdict::Fail);
  result.seconds = 0.1;
  result.clauses = {"WGC.SC.3", "WGC.SC.4"};
  result.checks = 18446744073709551615U;
  result.smallest_error_seen = 0x1.fffffffffffffp-24;
  result.failure = Failure{"exact@2",
                           "WGC.SC.4",
                           {1, 0, 7},
                           59,
                           {3, 2, 4},
                           {4, 3, 5},
                           {"nan", "7fc00001"},
                           {"-0", "80000000"},
                           {"-inf", "ff800000"},
                           "3 of 60 lanes are wrong",
                           3,
                           {{4, 5}, {59, 59}},
                           {{4, {"1", "3f800000"}, {"0.5 to 0.75", "3f000000"}, {"-inf", "ff800000"}}}};
  return result;
}

/// The JSON after a round trip through text.
json sent(const CaseResult& result) { return json::parse(to_json(result).dump()); }

TEST(ResultJson, AFailureIsComplete) {
  EXPECT_EQ(sent(failing()), json::parse(R"({
    "id": "scan_exclusive_add.float.3d.4x3x5.solo.offset",
    "builtin": "scan_exclusive_add", "type": "float", "dim": 3,
    "verdict": "fail", "seconds": 0.1, "clauses": ["WGC.SC.3", "WGC.SC.4"], "checks": 18446744073709551615,
    "smallest_error_seen": 1.1920928955078124e-07,
    "failure": {
      "check": "exact@2", "clause": "WGC.SC.4", "group": [1, 0, 7], "lane": 59, "local_id": [3, 2, 4],
      "local_size": [4, 3, 5], "input": {"text": "nan", "bits": "7fc00001"},
      "expected": {"text": "-0", "bits": "80000000"}, "got": {"text": "-inf", "bits": "ff800000"},
      "message": "3 of 60 lanes are wrong", "wrong": 3, "wrong_runs": [[4, 5], [59, 59]],
      "lanes": [{"lane": 4, "input": {"text": "1", "bits": "3f800000"},
                 "expected": {"text": "0.5 to 0.75", "bits": "3f000000"},
                 "got": {"text": "-inf", "bits": "ff800000"}}]}})"));
}

TEST(ResultJson, AttemptsSurviveARoundTrip) {
  auto result = result_of("all.int.1d.64.chain", Verdict::Flake);
  result.attempts = {Verdict::Crash, Verdict::Pass};
  EXPECT_EQ(sent(result)["attempts"], json::parse(R"(["crash", "pass"])"));
  EXPECT_EQ(result_from_json(sent(result)).attempts, result.attempts);
  for (const char* wrong : {R"("pass")", R"([1])", R"(["passed"])"}) {
    auto object = sent(result);
    object["attempts"] = json::parse(wrong);
    EXPECT_ANY_THROW(result_from_json(object)) << wrong;
  }
}

TEST(ResultJson, StageAndReducedDataSurviveARoundTrip) {
  auto result = result_of("all.int.1d.64.chain", Verdict::LaunchError);
  result.stage = Stage::Buffers;
  result.data_reduced = 4096;
  EXPECT_EQ(sent(result)["stage"], "buffers");
  EXPECT_EQ(sent(result)["data_reduced"], 4096);
  EXPECT_EQ(result_from_json(sent(result)).stage, Stage::Buffers);
  EXPECT_EQ(result_from_json(sent(result)).data_reduced, 4096U);
  auto object = sent(result);
  object["stage"] = "lunch";
  EXPECT_ANY_THROW(result_from_json(object));
}

TEST(ResultJson, BugsSurviveARoundTrip) {
  auto result = result_of("all.int.1d.64.chain", Verdict::Fail);
  result.bugs = {"1a2b3c4d", "00000000"};
  EXPECT_EQ(sent(result)["bugs"], json::parse(R"(["1a2b3c4d", "00000000"])"));
  EXPECT_EQ(result_from_json(sent(result)).bugs, result.bugs);
  auto object = sent(result);
  object["bugs"] = "1a2b3c4d";
  EXPECT_ANY_THROW(result_from_json(object));
}

TEST(ResultJson, OptionalMembersAreLeftOut) {
  const auto object = sent(result_of("all.int.1d.64.chain", Verdict::Pass));
  EXPECT_EQ(object, json::parse(R"({"id": "all.int.1d.64.chain", "builtin": "all", "type": "int", "dim": 1,
                                    "verdict": "pass", "seconds": 0.0, "clauses": [], "checks": 0})"));
}

TEST(ResultJson, RoundTripIsExact) {
  auto skipped = result_of("reduce_min.half.1d.max.chain", Verdict::Skip);
  skipped.reason = Reason{"CL_DEVICE_EXTENSIONS", ""};
  auto crashed = result_of("any.int.2d.2x1.chain", Verdict::Crash);
  crashed.message = "killed by signal 6";
  crashed.killed = true;
  crashed.log = std::string("line\n\ttab \x1b[1m \"quoted\" \\ \xE2\x82\xAC zero\0 end", 40);
  auto one_dimension = result_of("broadcast.ulong.1d.7.twice.noopt", Verdict::Flake);
  one_dimension.failure = Failure{"walk", "WGC.BC.1", {3, 0, 0}, 5, {5, 0, 0}, {7, 1, 1}, {}, {}, {}, ""};
  for (const auto& result : {failing(), skipped, crashed, one_dimension}) {
    const auto object = sent(result);
    const CaseResult back = result_from_json(object);
    EXPECT_EQ(to_json(back), object);
    EXPECT_EQ(back.the_case, result.the_case);
    EXPECT_EQ(back.verdict, result.verdict);
    EXPECT_EQ(back.seconds, result.seconds);
    EXPECT_EQ(back.clauses, result.clauses);
    EXPECT_EQ(back.checks, result.checks);
    EXPECT_EQ(back.smallest_error_seen, result.smallest_error_seen);
    EXPECT_EQ(back.reason.has_value(), result.reason.has_value());
    EXPECT_EQ(back.message, result.message);
    EXPECT_EQ(back.killed, result.killed);
    EXPECT_EQ(back.log, result.log);
    ASSERT_EQ(back.failure.has_value(), result.failure.has_value());
    if (!result.failure) continue;
    EXPECT_EQ(back.failure->group, result.failure->group);
    EXPECT_EQ(back.failure->lane, result.failure->lane);
    EXPECT_EQ(back.failure->local_id, result.failure->local_id);
    EXPECT_EQ(back.failure->local_size, result.failure->local_size);
    EXPECT_EQ(back.failure->got.text, result.failure->got.text);
    EXPECT_EQ(back.failure->got.bits, result.failure->got.bits);
    EXPECT_EQ(back.failure->wrong, result.failure->wrong);
    EXPECT_EQ(back.failure->wrong_runs, result.failure->wrong_runs);
    EXPECT_EQ(back.failure->lanes.size(), result.failure->lanes.size());
  }
}

TEST(ResultJson, EveryVerdict) {
  for (const auto& verdict : verdicts) {
    EXPECT_EQ(&info(verdict.verdict), &verdict) << "the table is not in the order of the enumeration";
    EXPECT_EQ(result_from_json(sent(result_of("all.int.1d.1.chain", verdict.verdict))).verdict,
              verdict.verdict);
  }
}

TEST(ResultJson, InfinityAndNan) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  auto result = result_of("reduce_add.double.1d.1.chain", Verdict::Pass);
  for (const auto& [value, text] : {std::pair{infinity, "inf"}, {-infinity, "-inf"}, {std::nan(""), "nan"}}) {
    result.smallest_error_seen = value;
    const auto object = sent(result);
    EXPECT_EQ(object["smallest_error_seen"], text);
    const double back = result_from_json(object).smallest_error_seen.value();
    EXPECT_TRUE(back == value || (std::isnan(back) && std::isnan(value))) << text;
  }
}

TEST(ResultJson, AnyBytesBecomeUtf8) {
  auto result = failing();
  const std::string bad = "ok \xff\xfe \xc3( \xe2\x82 \xed\xa0\x80 \xf8 end\xc3";
  result.log = result.message = result.failure->message = result.failure->got.text = bad;
  result.reason = Reason{bad, bad};
  result.clauses = {bad};
  const auto object = to_json(result);
  std::string text;
  ASSERT_NO_THROW(text = object.dump());
  EXPECT_EQ(json::parse(text), object);
  EXPECT_TRUE(object["log"].get<std::string>().starts_with("ok \xEF\xBF\xBD\xEF\xBF\xBD "));
  EXPECT_EQ(to_json(result_from_json(object)), object);
}

TEST(ResultJson, LongLogsKeepBothEnds) {
  auto result = result_of("all.int.1d.1.chain", Verdict::Crash);
  result.log = "first words ";
  for (int i = 0; i < 100000; ++i)
    result.log += "\xE2\x82\xAC";  // three bytes each, so that a cut inside a character shows
  result.log += " last words";
  const auto object = to_json(result);
  const auto log = object["log"].get<std::string>();
  EXPECT_LE(log.size(), 8192U);
  EXPECT_GT(log.size(), 8000U);
  EXPECT_TRUE(log.starts_with("first words "));
  EXPECT_TRUE(log.ends_with(" last words"));
  EXPECT_NE(log.find(" bytes left out]"), std::string::npos);
  EXPECT_EQ(log.find("\xEF\xBF\xBD"), std::string::npos);
  EXPECT_EQ(to_json(result_from_json(object)), object) << "the text was shortened twice";

  result.log.assign(100000, '\xff');  // each becomes three bytes
  EXPECT_LE(to_json(result)["log"].get<std::string>().size(), 8192U);
  result.log.assign(8192, 'x');
  EXPECT_EQ(to_json(result)["log"], result.log);
}

TEST(ResultJson, RejectsInvalidJson) {
  const json good = sent(failing());
  ASSERT_NO_THROW(result_from_json(good));
  for (const auto& no_object : {json(), json(1), json("id"), json::array({1}), json::object()})
    EXPECT_THROW(result_from_json(no_object), std::exception) << no_object;
  for (const char* key : {"id", "builtin", "type", "dim", "verdict", "seconds", "clauses", "checks"}) {
    auto object = good;
    object.erase(key);
    EXPECT_THROW(result_from_json(object), std::exception) << key;
  }
  for (const auto& [path, value] :
       std::initializer_list<std::pair<const char*, json>>{{"/id", "nonsense"},
                                                           {"/id", "scan_exclusive_add.float.3d.4x3.solo"},
                                                           {"/id", 3},
                                                           {"/builtin", "all"},
                                                           {"/type", "double"},
                                                           {"/dim", 1},
                                                           {"/dim", "3d"},
                                                           {"/verdict", "passed"},
                                                           {"/verdict", 0},
                                                           {"/seconds", "soon"},
                                                           {"/seconds", true},
                                                           {"/seconds", nullptr},
                                                           {"/checks", -1},
                                                           {"/checks", 1.5},
                                                           {"/clauses", "WGC.SC.3"},
                                                           {"/clauses/0", 3},
                                                           {"/smallest_error_seen", "small"},
                                                           {"/reason", "none"},
                                                           {"/message", 3},
                                                           {"/log", json::array()},
                                                           {"/failure", nullptr},
                                                           {"/failure/group", json::array({1, 2})},
                                                           {"/failure/group", json::array({1, 2, 3, 4})},
                                                           {"/failure/group/0", -1},
                                                           {"/failure/lane", 1.0},
                                                           {"/failure/local_id", 3},
                                                           {"/failure/got", "1"},
                                                           {"/failure/got/bits", 7},
                                                           {"/failure/wrong", "all"},
                                                           {"/failure/wrong", 2},
                                                           {"/failure/wrong_runs", nullptr},
                                                           {"/failure/wrong_runs/0", json::array({4})},
                                                           {"/failure/wrong_runs/0", json::array({4, 5, 6})},
                                                           {"/failure/wrong_runs/0", json::array({5, 4})},
                                                           {"/failure/wrong_runs/1", json::array({5, 5})},
                                                           {"/failure/wrong_runs/1/1", UINT64_MAX},
                                                           {"/failure/wrong_runs/1", "59"},
                                                           {"/failure/lanes", 3},
                                                           {"/failure/lanes/0/lane", -4},
                                                           {"/failure/lanes/0/got", "1"}}) {
    auto object = good;
    object[json::json_pointer(path)] = value;
    EXPECT_THROW(result_from_json(object), std::exception) << path << " = " << value;
  }
}

TEST(ResultJson, RejectsTooManyWrongLanes) {
  auto result = failing();
  result.failure->wrong = 100000;
  result.failure->wrong_runs.clear();
  for (std::size_t run = 0; run < most_lane_runs; ++run)
    result.failure->wrong_runs.push_back({2 * run, 2 * run});
  result.failure->lanes.resize(most_wrong_lanes);
  const json most = sent(result);
  EXPECT_NO_THROW(result_from_json(most));
  auto more = most;
  more["failure"]["wrong_runs"].push_back({600, 600});
  EXPECT_THROW(result_from_json(more), std::exception);
  more = most;
  more["failure"]["lanes"].push_back(most["failure"]["lanes"][0]);
  EXPECT_THROW(result_from_json(more), std::exception);
}

TEST(ResultJson, AcceptsNewerMembers) {
  auto object = sent(failing());
  object["outcomes"] = {"fail", "pass"};
  object["failure"]["pattern"] = "inverted";
  EXPECT_EQ(to_json(result_from_json(object)), sent(failing()));
}

}  // namespace
}  // namespace wgcts::results
