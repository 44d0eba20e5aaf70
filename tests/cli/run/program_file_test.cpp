// The file of --program.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/run/files.hpp"
#include "results/program_json.hpp"
#include "suites/programs/draw_program.hpp"
#include "tests/reports/folder.hpp"

namespace wgcts::cli {
namespace {

using nlohmann::json;

class ProgramFile : public FolderTest {
 protected:
  /// The error message for the file, with "FILE" for its name.
  std::string refusal(const json& document) const {
    put(path("p.json"), document.dump());
    try {
      (void)read_programs(path("p.json"));
    } catch (const std::runtime_error& error) {
      std::string sentence = error.what();
      EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
      return sentence.replace(sentence.find(path("p.json")), path("p.json").size(), "FILE");
    }
    return "";
  }

  static json drawn(std::uint64_t number) {
    return results::to_json(
        draw_program({&whole_program, GenType::Int, 2, {{2, 3, 1}}, &program_form, plain_variant, number}));
  }
};

TEST_F(ProgramFile, AcceptsWrittenPrograms) {
  for (std::uint64_t n = 0; n < 50; ++n) {
    EXPECT_EQ(refusal(drawn(n)), "") << n;
    EXPECT_EQ(name(read_programs(path("p.json")).front()), drawn(n)["name"].get<std::string>());
  }
}

TEST_F(ProgramFile, ErrorsNameThePlaceAndWhatIsExpected) {
  const std::initializer_list<std::tuple<const char*, json, const char*>> breaks{
      {"/range/local", "4", R"(range.local must be a list, but is "4")"},
      {"/range/dim", 4, "range.dim must be one of 1, 2, 3, but is 4"},
      {"/arguments", 7, "arguments must be a list, but is 7"},
      {"/inputs/0", 7, "inputs[0] must be a list, but is 7"},
      {"/program", json::array(), "program must be an object, but is []"},
      {"/program/functions/0/body", "x", R"(program.functions[0].body must be a list, but is "x")"},
      {"/program/functions/0/kernel", 1, "program.functions[0].kernel must be true or false, but is 1"},
      {"/program/functions/0/body/0/kind", "goto",
       R"(program.functions[0].body[0].kind must be one of "assign", "assign_element")"},
      {"/program/functions/0/body/0/index", -1,
       "program.functions[0].body[0].index must be at least 0, but is -1"},
  };
  for (const auto& [where, wrong, sentence] : breaks) {
    json broken = drawn(5);
    broken[json::json_pointer(where)] = wrong;
    EXPECT_TRUE(refusal(broken).starts_with("FILE is not a valid program: " + std::string(sentence)))
        << refusal(broken);
  }
}

TEST_F(ProgramFile, ErrorsNameWhatAFileContains) {
  for (const json& other : {json::array({drawn(5)}), json::object(), json(7)})
    EXPECT_EQ(refusal(other),
              "FILE is neither a report nor a program; a program is one element of a report's list "
              "`programs`: an object with the members name, text, range, arguments, inputs, group_inputs, "
              "program");
  json without = drawn(5);
  without.erase("range");
  EXPECT_EQ(refusal(without), "FILE is not a valid program: the file has no member \"range\"");
  EXPECT_EQ(refusal({{"schema", {{"name", "wgcts-baseline"}}}}),
            "FILE: this is not a wgcts report: schema.name is not \"wgcts-report\"");
}

}  // namespace
}  // namespace wgcts::cli
