// Help and completion are generated from the declared commands and options, and must contain all of them.
#include <gtest/gtest.h>

#include "cli/commands/commands.hpp"
#include "cli/help/help.hpp"
#include "suites/parse.hpp"

namespace wgcts::cli {
namespace {

struct Declared {
  Declared() { declare_all(app, parsed); }
  CLI::App app;
  Parsed parsed;
};

TEST(Help, FitsAScreen) {
  Declared declared;
  const std::string help = help_text(declared.app);
  EXPECT_LE(split(help, '\n').size() - 1, 24U);
  for (const auto line : split(help, '\n')) EXPECT_LE(line.size(), 80U) << line;
}

TEST(Help, NamesEveryVisibleCommand) {
  Declared declared;
  const std::string help = help_text(declared.app);
  for (const CLI::App* command : visible_commands(declared.app))
    EXPECT_NE(help.find(" " + command->get_name()), std::string::npos) << command->get_name();
  EXPECT_EQ(help.find("worker"), std::string::npos);
}

TEST(Help, ListsEveryExitCode) {
  Declared declared;
  const std::string help = help_text(declared.app);
  for (const char* code :
       {" 0 passed", "1 something", "2 wrong", "3 no pass", "4 a defect", "5 some cases", "130 "})
    EXPECT_NE(help.find(code), std::string::npos) << code;
}

TEST(Help, TheHelpOfACommandListsItsOwnExitCodes) {
  Declared declared;
  for (const auto& [command, code] : {std::pair{"run", "5 some cases"},
                                      {"merge", "5 some cases"},
                                      {"diff", "1 a case got worse"},
                                      {"devices", "3 none has"},
                                      {"reproduce", "3 no program"},
                                      {"bugs", "0 done; 2 wrong usage."}}) {
    const std::string help = command_named(declared.app, command)->help();
    EXPECT_NE(help.find(code), std::string::npos) << help;
    EXPECT_EQ(help.find("5 some cases") != std::string::npos, std::string_view(code).starts_with("5"))
        << help;
  }
}

std::vector<std::string> after(const std::vector<std::string>& words) {
  Declared declared;
  return candidates(declared.app, words);
}

using Words = std::vector<std::string>;

TEST(Candidates, IncludeEveryOptionOfEveryCommand) {
  Declared declared;
  for (const CLI::App* command : visible_commands(declared.app)) {
    const Words offered = candidates(declared.app, {command->get_name(), "--"});
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames())
        EXPECT_NE(std::ranges::find(offered, "--" + name), offered.end())
            << command->get_name() << " " << name;
  }
}

TEST(Candidates, MatchTheTypedPrefix) {
  EXPECT_EQ(after({"expl"}), Words{"explain"});
  EXPECT_EQ(after({"run", "--op", "broad"}), Words{"broadcast"});
  EXPECT_EQ(after({"run", "--op", "all,broad"}), Words{"all,broadcast"});
  EXPECT_EQ(after({"run", "--type=dou"}), Words{"--type=double"});
  EXPECT_EQ(after({"run", "--type", "=", "dou"}), Words{"double"});
  EXPECT_EQ(after({"run", "--type", "="}).size(), 7U);
  EXPECT_EQ(after({"list", "--profile", "sm"}), Words{"smoke"});
  EXPECT_EQ(after({"run", "--filter", "-all.int.1d.511."}), Words{"-all.int.1d.511.chain"});
  EXPECT_EQ(after({"explain", "reduce_max.ul"}), Words{"reduce_max.ulong."});
  EXPECT_EQ(after({"completion", ""}), (Words{"bash", "zsh", "fish"}));
}

TEST(Candidates, AreEmptyForFilesAndIfNothingMatches) {
  for (const Words& words : {Words{"run", "--json", ""}, Words{"nonsense", ""}, Words{"run", "--op", "xyz"},
                             Words{"explain", "no.such"}, Words{"work"}, Words{"run", "--seed", "1"}})
    EXPECT_EQ(after(words), Words{}) << words.front();
  EXPECT_FALSE(after({}).empty());
}

}  // namespace
}  // namespace wgcts::cli
