// The JSON of whole programs.
#include "results/program_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "suites/programs/draw_program.hpp"

using namespace wgcts;
using namespace wgcts::results;
using nlohmann::json;

namespace {

Case key(std::uint64_t n) {
  constexpr GenType of[] = {GenType::Int,  GenType::UInt,  GenType::Long,  GenType::ULong,
                            GenType::Half, GenType::Float, GenType::Double};
  return {&whole_program, of[n % std::size(of)], 2, {{2, 3, 1}}, &program_form, plain_variant, n};
}

TEST(ProgramJson, SurvivesARoundTrip) {
  for (std::uint64_t n = 0; n < 50; ++n) {
    const LegalProgram p = draw_program(key(n));
    const json object = json::parse(to_json(p).dump());
    const LegalProgram again = program_from_json(object);
    EXPECT_EQ(again.program, p.program);
    EXPECT_EQ(again.launch.inputs, p.launch.inputs);
    EXPECT_EQ(again.launch.group_inputs, p.launch.group_inputs);
    EXPECT_EQ(again.launch.arguments, p.launch.arguments);
    EXPECT_EQ(again.expected.outputs, p.expected.outputs);
    EXPECT_EQ(name(given_case_from_json(object)), object["name"].get<std::string>());
  }
}

TEST(ProgramJson, TheOffsetAndRemaindersComeBack) {
  Case with = key(3);
  with.variant = variant_named("offset.remainder");
  const LegalProgram p = draw_program(with);
  const json object = to_json(p);
  const NDRange again = program_from_json(object).launch.range;
  EXPECT_EQ(again.offset, (Extents{37, 11, 0}));
  EXPECT_EQ(again.global, p.launch.range.global);
  EXPECT_TRUE(given_case_from_json(object).variant->remainder);
}

TEST(ProgramJson, TheNameDependsOnTheContent) {
  json object = to_json(draw_program(key(1)));
  object["name"] = "program.uint.2d.2x3.x00000000";
  EXPECT_THROW(given_case_from_json(object), std::invalid_argument);
}

TEST(ProgramJson, RejectsInvalidJson) {
  const json good = to_json(draw_program(key(5)));
  const auto refused = [&](const std::string& pointer, const json& value) {
    json bad = good;
    bad[json::json_pointer(pointer)] = value;
    EXPECT_THROW(program_from_json(bad), std::exception) << pointer << " " << value;
  };
  refused("/range/dim", 4);
  refused("/range/dim", -1);
  refused("/range/local/0", 0);
  refused("/range/global", {1U << 20, 1U << 20, 1U << 20});
  refused("/range/global/0", 3);
  refused("/range/offset", {1, 2});
  refused("/range/offset", {-1, 0, 0});
  refused("/range/offset/2", 1);
  refused("/inputs", json::array());
  refused("/program/outputs/0", "quad");
  refused("/program/functions", json::array());
  refused("/program/functions/0/body/0/kind", "goto");
  refused("/program", nullptr);
  EXPECT_THROW(program_from_json(json::array()), std::exception);
  json deep = "nothing";
  for (int i = 0; i < 1000; ++i)
    deep = {{"kind", "while"}, {"blocks", json::array({json::array({std::move(deep)})})}};
  refused("/program/functions/0/body", json::array({std::move(deep)}));
}

}  // namespace
