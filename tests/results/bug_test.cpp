#include "results/bug.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace wgcts::results {
namespace {

using nlohmann::json;

Bug restart() {
  Bug bug;
  bug.what = {"restarts", {{"every", "32"}}};
  bug.where = {predicate_from("size", {">", "32"}), predicate_from("type", {"=", "uint|ulong"})};
  bug.builtins = {"scan_inclusive_add"};
  bug.types = {"uint", "ulong"};
  bug.dimensions = {"1d"};
  bug.forms = {"chain"};
  bug.signature = signature_of(bug.what, bug.builtins);
  bug.sentence = "scans restart every 32 work-items";
  bug.cases = {"scan_inclusive_add.uint.1d.33.chain", "scan_inclusive_add.ulong.1d.33.chain"};
  bug.example = bug.cases.front();
  MinimalCase minimal{bug.example, {3, 1, 1}, 1, {}, {{1, 2}}, ""};
  for (std::size_t lane = 0; lane < 3; ++lane)
    minimal.lanes.push_back({lane, {"1", "0x1"}, {"2", "0x2"}, {"3", "0x3"}});
  bug.minimal = minimal;
  bug.neighbour = PassingNeighbour{"scan_inclusive_add.uint.1d.32.chain", "local size 32 instead of 33"};
  bug.reproducer = "bugs/restarts.c";
  bug.reproduced = true;
  bug.fit = 0.5;
  bug.clauses = {"WGC.SC.1"};
  return bug;
}

TEST(Bug, TextOfAFault) {
  EXPECT_EQ(to_string(CauseWord{"inverted"}), "inverted");
  EXPECT_EQ(to_string(CauseWord{"restarts", {{"every", "32"}}}), "restarts every=32");
  EXPECT_EQ(to_string(CauseWord{"order", {{"", "reversed"}}}), "order reversed");
  EXPECT_EQ(to_string(CauseWord{"narrowed", {{"bits", "16"}, {"saturates", ""}}}),
            "narrowed bits=16 saturates");
  EXPECT_EQ(to_string(restart().where), "size>32 and type=uint|ulong");
  EXPECT_EQ(to_string(Where{}), "always");
}

TEST(Bug, TextOfTheCompilerSide) {
  Bug bug = restart();
  EXPECT_EQ(compiler_text(bug), "");
  bug.compiler = "opencl_c";
  EXPECT_EQ(compiler_text(bug), "the same calls pass as SPIR-V modules");
}

// The signature must not change, since reports are compared with old ones.
TEST(Bug, TheSignatureDependsOnFaultAndBuiltinsOnly) {
  const Bug bug = restart();
  EXPECT_EQ(bug.signature, "91325efd");
  EXPECT_NE(signature_of({"restarts", {{"every", "64"}}}, bug.builtins), bug.signature);
  EXPECT_NE(signature_of(bug.what, {"reduce_add", "scan_inclusive_add"}), bug.signature);
}

// A compiler's message can change in its next version.
TEST(Bug, TheSignatureIgnoresTheDriversMessages) {
  const CauseWord silent{"crash", {{"stage", "build"}, {"signal", "SIGABRT"}}};
  CauseWord said = silent;
  said.parameters.emplace_back(words_of_driver, "Assertion `N' failed");
  EXPECT_EQ(signature_of(said, {"all"}), signature_of(silent, {"all"}));
  EXPECT_NE(signature_of({"crash", {{"stage", "launch"}}}, {"all"}), signature_of(silent, {"all"}));
  // A run may miss that results vary.
  EXPECT_EQ(signature_of({"nondeterministic"}, {"all"}), signature_of({"unknown"}, {"all"}));
  EXPECT_NE(signature_of({"inverted"}, {"all"}), signature_of({"unknown"}, {"all"}));
  EXPECT_EQ(without_words(said), silent);
}

TEST(Bug, AMergedBugHasTheCommonConditions) {
  const auto where = [](const char* code, const char* relation, const char* value) {
    return predicate_from(code, {relation, value});
  };
  const Where a{where("size", ">", "32"), where("type", "=", "int"), where("form", "=", "loop")},
      b{where("type", "=", "half|uint"), where("size", ">", "8")};
  EXPECT_EQ(to_string(common_conditions(a, b)), "size>8 and type=half|int|uint");
  EXPECT_EQ(to_string(common_conditions(a, {})), "always");
  Bug one = restart(), other = restart();
  other.where.clear();
  other.cases = {"scan_inclusive_add.int.1d.33.chain"};
  std::vector<Bug> bugs{one, other};
  unite_by_signature(bugs);
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_TRUE(bugs[0].where.empty());
  EXPECT_EQ(bugs[0].cases.size(), 3U);
}

TEST(Bug, AConditionSurvivesARoundTrip) {
  for (const char* text :
       {"size>32",     "size<8",     "size%8=0",      "size%8!=0",       "size=power2", "size!=power2",
        "size=3|5",    "extent.y>1", "dimension=2|3", "type=uint|ulong", "form!=loop",  "group!=first",
        "group=last",  "group=odd",  "group>=8",      "group.x!=0",      "source=last", "call>=2",
        "remainder.x", "offset",     "value=nan",     "company",         "load"}) {
    const std::string_view all = text;
    const std::size_t end = all.find_first_of("<>=!%"),
                      split = all.starts_with("size%") ? 6 : all.find_last_of("<>=") + 1;
    const Parameter parts =
        end == all.npos ? Parameter{} : Parameter{all.substr(end, split - end), all.substr(split)};
    EXPECT_EQ(to_string(predicate_from(all.substr(0, end), parts)), text);
  }
  for (const auto& [code, relation, value] : {std::array{"sizes", ">", "3"},
                                              {"size", ">", "x"},
                                              {"size", "", ""},
                                              {"offset", "=", "1"},
                                              {"size", "%0", "=0"}})
    EXPECT_THROW(predicate_from(code, {relation, value}), std::invalid_argument) << code << relation << value;
}

TEST(BugJson, ContainsTheReasonForAMissingProgram) {
  Bug bug = restart();
  bug.reproducer.clear();
  bug.no_reproducer = "it did not show again";
  EXPECT_EQ(to_json(bug)["no_reproducer"], "it did not show again");
  EXPECT_EQ(bug_from_json(to_json(bug)), bug);
}

TEST(BugJson, ContainsEverything) {
  EXPECT_EQ(to_json(restart()), json::parse(R"({
    "signature": "91325efd",
    "what": {"code": "restarts", "parameters": [{"name": "every", "value": "32"}]},
    "where": [{"code": "size", "parameters": [{"name": ">", "value": "32"}]},
              {"code": "type", "parameters": [{"name": "=", "value": "uint|ulong"}]}],
    "sentence": "scans restart every 32 work-items",
    "builtins": ["scan_inclusive_add"], "types": ["uint", "ulong"], "dimensions": ["1d"], "forms": ["chain"],
    "cases": ["scan_inclusive_add.uint.1d.33.chain", "scan_inclusive_add.ulong.1d.33.chain"],
    "example": "scan_inclusive_add.uint.1d.33.chain",
    "minimal": {"name": "scan_inclusive_add.uint.1d.33.chain", "local_size": [3, 1, 1], "groups": 1,
      "lanes": [{"lane": 0, "input": {"text": "1", "bits": "0x1"}, "expected": {"text": "2", "bits": "0x2"},
                 "got": {"text": "3", "bits": "0x3"}},
                {"lane": 1, "input": {"text": "1", "bits": "0x1"}, "expected": {"text": "2", "bits": "0x2"},
                 "got": {"text": "3", "bits": "0x3"}},
                {"lane": 2, "input": {"text": "1", "bits": "0x1"}, "expected": {"text": "2", "bits": "0x2"},
                 "got": {"text": "3", "bits": "0x3"}}],
      "wrong": [[1, 2]]},
    "neighbour": {"name": "scan_inclusive_add.uint.1d.32.chain", "differs": "local size 32 instead of 33"},
    "reproducer": "bugs/restarts.c", "reproduced": true, "fit": 0.5, "clauses": ["WGC.SC.1"]})"));
}

TEST(BugJson, SurvivesARoundTrip) {
  Bug bare;
  bare.what = {"unknown", {{"share", "0.25"}}};
  bare.signature = signature_of(bare.what, bare.builtins);
  Bug crash = restart();
  crash.minimal = MinimalCase{"all.int.1d.1.chain", {1, 1, 1}, 1, {}, {}, "killed by SIGABRT \xff"};
  crash.neighbour.reset();
  crash.reproducer.clear();
  Bug front = restart();
  front.compiler = "opencl_c";
  for (const Bug& bug : {bare, restart(), front})
    EXPECT_EQ(bug_from_json(json::parse(to_json(bug).dump())), bug) << bug.sentence;
  const Bug back = bug_from_json(to_json(crash));
  EXPECT_EQ(back.minimal->message, "killed by SIGABRT \xEF\xBF\xBD");
  EXPECT_FALSE(back.neighbour);
}

TEST(BugJson, RejectsInvalidJson) {
  const json good = to_json(restart());
  for (const char* key : {"signature", "what", "where", "sentence", "builtins", "types", "dimensions",
                          "forms", "cases", "example", "reproduced", "fit", "clauses"}) {
    json broken = good;
    broken.erase(key);
    EXPECT_ANY_THROW(bug_from_json(broken)) << key;
  }
  const std::initializer_list<std::pair<const char*, json>> breaks{
      {"/signature", 7},
      {"/what", "restarts"},
      {"/what/parameters", {{"every", "32"}}},
      {"/what/parameters/0/value", 32},
      {"/where", json::object()},
      {"/cases", {1}},
      {"/builtins", "all"},
      {"/reproduced", 1},
      {"/fit", "all"},
      {"/neighbour/differs", nullptr},
      {"/compiler", "the back"},
      {"/minimal", json::array()},
      {"/minimal/local_size", {3, 1}},
      {"/minimal/local_size", {65537, 1, 1}},
      {"/minimal/local_size", {18446744073709551615U, 2, 1}},
      {"/minimal/local_size", {2, 1, 1}},
      {"/minimal/groups", -1},
      {"/minimal/lanes/2/lane", 3},
      {"/minimal/wrong", {{0, 3}}},
      {"/minimal/wrong", {{2, 1}}},
      {"/minimal/wrong", {{1, 2}, {0, 0}}},
  };
  for (const auto& [where, wrong] : breaks) {
    json broken = good;
    broken[json::json_pointer(where)] = wrong;
    EXPECT_ANY_THROW(bug_from_json(broken)) << where << " " << wrong;
  }
}

}  // namespace
}  // namespace wgcts::results
