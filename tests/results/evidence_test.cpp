#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "results/case_result.hpp"

namespace wgcts::results {
namespace {

std::vector<std::byte> bytes(std::initializer_list<int> values) {
  std::vector<std::byte> list;
  for (const int v : values) list.push_back(static_cast<std::byte>(v));
  return list;
}

TEST(Evidence, SurvivesARoundTrip) {
  Evidence evidence{{4, 2, 1}, 3, bytes({0xa5}), {"all", "any"}, {}};
  evidence.sites.push_back({"010", {{1, bytes({1, 2, 255})}}});
  evidence.outputs.push_back({bytes({7, 8}), bytes({0, 1, 2, 3})});
  const Evidence back = evidence_from_json(to_json(evidence));
  EXPECT_EQ(back.local, evidence.local);
  EXPECT_EQ(back.groups, 3U);
  EXPECT_EQ(back.poison, evidence.poison);
  EXPECT_EQ(back.members, evidence.members);
  ASSERT_EQ(back.sites.size(), 1U);
  EXPECT_EQ(back.sites[0].wrong, evidence.sites[0].wrong);
  ASSERT_EQ(back.sites[0].outputs.size(), 1U);
  EXPECT_EQ(back.sites[0].outputs[0].group, 1U);
  EXPECT_EQ(back.sites[0].outputs[0].bytes, evidence.sites[0].outputs[0].bytes);
  ASSERT_EQ(back.outputs.size(), 1U);
  EXPECT_EQ(back.outputs[0].poison, evidence.outputs[0].poison);
  EXPECT_EQ(back.outputs[0].bytes, evidence.outputs[0].bytes);
}

// A driver that prints to the worker's output, or an edited journal, must not exhaust the memory.
TEST(Evidence, RejectsHugeSizes) {
  const auto json = to_json(Evidence{{4, 2, 1}, 3, {}, {}, {}});
  for (const auto& [key, value] :
       {std::pair("local", nlohmann::json({0, 1, 1})), std::pair("local", nlohmann::json({60000, 60000, 1})),
        std::pair("groups", nlohmann::json(std::uint64_t{1} << 40))}) {
    auto edited = json;
    edited[key] = value;
    EXPECT_THROW(evidence_from_json(edited), std::exception) << edited.dump();
  }
}

}  // namespace
}  // namespace wgcts::results
