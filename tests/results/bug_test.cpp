#include "results/bug.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace wgcts::results {
namespace {

using nlohmann::json;

Bug restart() {
  Bug bug;
  bug.what = {"restarts", {{"every", "32"}}};
  bug.where = {{"size", {{">", "32"}}}, {"type", {{"=", "uint|ulong"}}}};
  bug.builtins = {"scan_inclusive_add"};
  bug.types = {"uint", "ulong"};
  bug.dimensions = {"1d"};
  bug.forms = {"chain"};
  bug.signature = signature_of(bug.what, bug.where, bug.builtins);
  bug.sentence = "scans begin anew every 32 work-items";
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

TEST(Bug, WordsAsReportsHoldThem) {
  EXPECT_EQ(to_string(CauseWord{"inverted"}), "inverted");
  EXPECT_EQ(to_string(CauseWord{"restarts", {{"every", "32"}}}), "restarts every=32");
  EXPECT_EQ(to_string(CauseWord{"order", {{"", "reversed"}}}), "order reversed");
  EXPECT_EQ(to_string(CauseWord{"narrowed", {{"bits", "16"}, {"saturates", ""}}}),
            "narrowed bits=16 saturates");
  EXPECT_EQ(to_string(CauseWord{"extent", {{"of", "x"}, {">", "8"}}}), "extent of=x>8");
  EXPECT_EQ(to_string(restart().where), "size>32 and type=uint|ulong");
  EXPECT_EQ(to_string(Where{}), "always");
}

TEST(Bug, TheSideOfTheCompilerInWords) {
  Bug bug = restart();
  EXPECT_EQ(compiler_text(bug), "");
  bug.compiler = "opencl_c";
  EXPECT_EQ(compiler_text(bug), "the same calls pass as SPIR-V modules");
}

// Reports that are years old are compared by it: that it stays the same is what it is for.
TEST(Bug, SignatureIsOfWhatWhereAndBuiltinsAlone) {
  const Bug bug = restart();
  EXPECT_EQ(bug.signature, "8fb4af79");
  EXPECT_EQ(signature_of(bug.what, {bug.where[1], bug.where[0]}, bug.builtins), bug.signature);
  EXPECT_NE(signature_of({"restarts", {{"every", "64"}}}, bug.where, bug.builtins), bug.signature);
  EXPECT_NE(signature_of(bug.what, {}, bug.builtins), bug.signature);
  EXPECT_NE(signature_of(bug.what, bug.where, {"reduce_add", "scan_inclusive_add"}), bug.signature);
  EXPECT_NE(signature_of({"a b"}, {}, {}), signature_of({"a"}, {{"b"}}, {}));
}

// What a compiler prints of the same bug is another text in its next version.
TEST(Bug, SignatureIsWithoutTheDriversWords) {
  const CauseWord silent{"crash", {{"stage", "build"}, {"signal", "SIGABRT"}}};
  CauseWord said = silent;
  said.parameters.emplace_back(words_of_driver, "Assertion `N' failed");
  EXPECT_EQ(signature_of(said, {}, {"all"}), signature_of(silent, {}, {"all"}));
  EXPECT_NE(signature_of({"crash", {{"stage", "launch"}}}, {}, {"all"}), signature_of(silent, {}, {"all"}));
  EXPECT_EQ(without_words(said), silent);
}

TEST(BugJson, SaysWhyThereIsNoProgram) {
  Bug bug = restart();
  bug.reproducer.clear();
  bug.no_reproducer = "it did not show again";
  EXPECT_EQ(to_json(bug)["no_reproducer"], "it did not show again");
  EXPECT_EQ(bug_from_json(to_json(bug)), bug);
}

TEST(BugJson, HoldsEverything) {
  EXPECT_EQ(to_json(restart()), json::parse(R"({
    "signature": "8fb4af79",
    "what": {"code": "restarts", "parameters": [{"name": "every", "value": "32"}]},
    "where": [{"code": "size", "parameters": [{"name": ">", "value": "32"}]},
              {"code": "type", "parameters": [{"name": "=", "value": "uint|ulong"}]}],
    "sentence": "scans begin anew every 32 work-items",
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

TEST(BugJson, ComesBack) {
  Bug bare;
  bare.what = {"unknown", {{"share", "0.25"}}};
  bare.signature = signature_of(bare.what, bare.where, bare.builtins);
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

TEST(BugJson, RefusesAnythingElse) {
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
