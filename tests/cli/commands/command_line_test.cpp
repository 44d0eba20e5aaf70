// Errors in the command line: each gives a message and UsageError, which main() turns into exit code 2.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/commands/commands.hpp"
#include "cli/options/options.hpp"
#include "suites/plan.hpp"

namespace wgcts::cli {
namespace {

Parsed parse(std::vector<const char*> words) {
  words.insert(words.begin(), "./wgcts");
  return parse_command_line(static_cast<int>(words.size()), words.data());
}

std::string refusal_of(const Selection& selection) {
  try {
    (void)select(plan(Profile::Standard), selection);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(CommandLine, ParsesTheOptionsOfRun) {
  const auto parsed =
      parse({"run", "--op", "reduce_add,scan_exclusive", "--op", "any", "--type=float", "--dim", "3",
             "--timeout", "5", "--seed", "7", "--jobs", "2", "--json", "-", "--kit", "pocl"});
  ASSERT_EQ(parsed.command, &run_command);
  EXPECT_EQ(parsed.options.selection.ops, (std::vector<std::string>{"reduce_add,scan_exclusive", "any"}));
  EXPECT_EQ(parsed.options.seed, 7U);
  EXPECT_EQ(parsed.options.timeout, 5.0);
  EXPECT_EQ(parsed.options.profile, Profile::Standard);
  EXPECT_EQ(parse({"list", "--profile", "smoke"}).options.profile, Profile::Smoke);
}

// --resume and reproduce take the other options from the earlier run.
TEST(CommandLine, RecordsTheTypedOptions) {
  EXPECT_EQ(parse({"run", "--seed", "1", "--kit", "pocl"}).options.given,
            (std::set<std::string>{"--kit", "--seed"}));
  EXPECT_EQ(parse({"reproduce", "all.int.1d.3.solo", "-o", "a.c", "--launcher", "x"}).options.given,
            (std::set<std::string>{"--launcher", "--output"}));
}

TEST(CommandLine, ParsesRetriesAndRepeats) {
  EXPECT_EQ(parse({"run"}).options.retries, 2U);
  const auto parsed = parse({"run", "--retries", "0", "--repeat", "5", "--until-fail"});
  EXPECT_EQ(parsed.options.retries, 0U);
  EXPECT_EQ(parsed.options.repeat, 5U);
  EXPECT_TRUE(parsed.options.until_fail);
  EXPECT_TRUE(parse({"run", "--fail-fast"}).options.fail_fast);
  EXPECT_THROW(parse({"run", "--retries", "-1"}), UsageError);
  EXPECT_THROW(parse({"run", "--repeat", "0"}), UsageError);
}

TEST(CommandLine, ParsesTheOptionsOfExplain) {
  EXPECT_EQ(parse({"explain", "any.int.1d.33.chain", "--seed", "3"}).options.case_name,
            "any.int.1d.33.chain");
  EXPECT_THROW(parse({"explain"}), UsageError);
  EXPECT_THROW(parse({"explain", "any.int.1d.33.chain", "--device", "0"}), UsageError) << "without --run";
}

TEST(CommandLine, RejectsInvalidWords) {
  EXPECT_THROW(parse({}), UsageError);
  EXPECT_THROW(parse({"jump"}), UsageError);
  EXPECT_THROW(parse({"run", "--timeout", "soon"}), UsageError);
  EXPECT_THROW(parse({"run", "--timeout", "0"}), UsageError);
  EXPECT_THROW(parse({"run", "--jobs", "0"}), UsageError);
  EXPECT_THROW(parse({"run", "--profile", "huge"}), UsageError);
  EXPECT_THROW(parse({"list", "--profile", ""}), UsageError);
  EXPECT_THROW(parse({"run", "--seed", "-1"}), UsageError);
  EXPECT_THROW(parse({"run", "--shard", "4/3"}), UsageError);
  for (const char* memory : {"0", "-1", "64M", "1.5", "2000000"})
    EXPECT_THROW(parse({"run", "--memory", memory}), UsageError) << memory;
  for (const char* seconds : {"0", "-1", "soon"})
    EXPECT_THROW(parse({"run", "--time-budget", seconds}), UsageError) << seconds;
  EXPECT_THROW(parse({"list", "--shard", "x"}), UsageError);
  EXPECT_THROW(parse({"run", "--kit", "pocl", "--launcher", "valgrind"}), UsageError);
}

TEST(CommandLine, SeedsAreDecimal) {
  EXPECT_EQ(parse({"run", "--seed", "010"}).options.seed, 10U);
  EXPECT_EQ(parse({"list"}).options.seed, 1U);
  EXPECT_EQ(parse({"explain", "x", "--seed", "18446744073709551615"}).options.seed, 18446744073709551615U);
  for (const char* seed : {"", "0x10", "1.5", "+1", "18446744073709551616"})
    EXPECT_THROW(parse({"run", "--seed", seed}), UsageError) << seed;
}

std::string refusal_of_words(std::vector<const char*> words) {
  try {
    parse(std::move(words));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(CommandLine, RejectsEmptyValues) {
  for (const char* option : {"--json", "--html", "--device", "--kit", "--filter", "--launcher"})
    for (const char* value : {"", "  ", "\t"})
      EXPECT_EQ(refusal_of_words({"run", option, value}),
                fmt::format("{} has an empty value: give it a value, or leave it out", option));
}

// CLI11 alone would take "--filter" for the device.
TEST(CommandLine, AnEmptyValueAfterEqualsDoesNotTakeTheNextWord) {
  for (const std::vector<const char*>& words :
       {std::vector{"run", "--device=", "--filter", "all.*"}, {"run", "--filter", "all.*", "--device="}})
    EXPECT_EQ(refusal_of_words(words), "--device has an empty value: give it a value, or leave it out");
  EXPECT_NE(refusal_of_words({"run", "--devcie=", "x"}).find("--devcie"), std::string::npos);
  EXPECT_EQ(refusal_of_words({"complete", "--", "run", "--device="}), "");
}

TEST(CommandLine, AnOptionIsNotAValue) {
  EXPECT_EQ(refusal_of_words({"run", "--json", "--html", "x"}),
            "--json needs a value, and --html is an option; see wgcts run --help");
  EXPECT_EQ(refusal_of_words({"reproduce", "x", "-o", "--report", "r"}),
            "-o needs a value, and --report is an option; see wgcts reproduce --help");
  EXPECT_EQ(refusal_of_words({"run", "--quiet", "--filter", "-*.noopt", "--json=--x"}), "");
}

TEST(CommandLine, AnOptionWithOneValueIsGivenOnce) {
  EXPECT_EQ(refusal_of_words({"run", "--seed", "1", "--seed=1"}),
            "--seed can be given only once; see wgcts run --help");
}

TEST(CommandLine, TheErrorForASeedNamesTheLargest) {
  EXPECT_NE(refusal_of_words({"run", "--seed", "18446744073709551616"})
                .find("from 0 to 18446744073709551615, not '18446744073709551616'"),
            std::string::npos);
}

TEST(CommandLine, TheErrorForAnOptionNamesTheHelpOfTheCommand) {
  EXPECT_NE(refusal_of_words({"run", "--sed", "7"}).find("wgcts run --help"), std::string::npos);
  EXPECT_NE(refusal_of_words({"diff"}).find("wgcts diff --help"), std::string::npos);
  EXPECT_NE(refusal_of_words({"--sed"}).find("wgcts --help"), std::string::npos);
  EXPECT_EQ(refusal_of_words({"explain"}), "the argument CASE|BUG is missing; see wgcts explain --help");
  EXPECT_EQ(refusal_of_words({"merge", "a"}), "the option --output is missing; see wgcts merge --help");
}

TEST(CommandLine, TheErrorForAnUnknownOptionNamesTheNearest) {
  for (const auto& words :
       {std::vector{"run", "--sed", "7"}, {"run", "--sed=7"}, {"run", "--jobs", "2", "--sed"}})
    EXPECT_EQ(refusal_of_words(words), "run has no option '--sed'; see wgcts run --help");
  EXPECT_EQ(refusal_of_words({"run", "all.int.1d.33.chain"}),
            "run does not take the argument 'all.int.1d.33.chain'; see wgcts run --help");
}

TEST(CommandLine, AcceptsBuiltinsByTheirOpenClNames) {
  EXPECT_EQ(parse({"run", "--op", "work_group_all,work_group_reduce_add"}).options.selection.ops,
            (std::vector<std::string>{"all,reduce_add"}));
}

TEST(CommandLine, DriverCachesAreOffByDefault) {
  EXPECT_FALSE(parse({"run"}).options.driver_cache);
  EXPECT_TRUE(parse({"run", "--driver-cache"}).options.driver_cache);
  EXPECT_TRUE(parse({"worker", "--driver-cache"}).options.driver_cache);
}

TEST(CommandLine, AFilterThatMatchesNothingIsAnErrorEvenIfAnotherMatches) {
  const auto selected = [](std::vector<const char*> words) { return selected_cases(parse(words).options); };
  EXPECT_FALSE(selected({"list", "--filter", "all.int.*,any.int.*"}).empty());
  EXPECT_THROW(selected({"list", "--filter", "no_such_case"}), UsageError);
  EXPECT_TRUE(selected({"list", "--filter", "no_such_case", "--allow-empty-filter"}).empty());
  EXPECT_THROW(selected({"list", "--filter", "all.int.*,amy.int.*"}), UsageError);
  EXPECT_THROW(selected({"list", "--filter", "all.int.*", "--filter", "amy.int.*"}), UsageError);
  EXPECT_FALSE(selected({"list", "--filter", "all.int.*,amy.int.*", "--allow-empty-filter"}).empty());
}

// work_group_all has no float version, so --op all --type float is an error.
TEST(CommandLine, AnEmptySelectionIsAnError) {
  const auto selected = [](std::vector<const char*> words) { return selected_cases(parse(words).options); };
  for (const char* command : {"list", "run"}) {
    EXPECT_THROW(selected({command, "--op", "all", "--type", "float"}), UsageError) << command;
    EXPECT_TRUE(selected({command, "--op", "all", "--type", "float", "--allow-empty-filter"}).empty())
        << command;
  }
  EXPECT_TRUE(selected({"run", "--profile", "soak", "--filter", "all.*"}).empty())
      << "a soak draws its cases later";
}

// The misspelt "-reduec_*" would exclude nothing.
TEST(CommandLine, AnExclusionThatMatchesNothingIsAnError) {
  for (const char* filter : {"all.int.*,-amy.*", "-amy.*"}) {
    EXPECT_THROW((void)selected_cases(parse({"list", "--filter", filter}).options), UsageError) << filter;
    EXPECT_FALSE(selected_cases(parse({"list", "--filter", filter, "--allow-empty-filter"}).options).empty());
  }
  EXPECT_FALSE(selected_cases(parse({"list", "--filter", "-all.*"}).options).empty());
}

TEST(CommandLine, TheErrorForAnUnknownCommandListsTheCommands) {
  const std::string there_are = "; the commands are run, reproduce, report, ";
  for (const auto& [words, sentence] :
       {std::pair{std::vector{"bogus"}, "there is no command 'bogus'"},
        std::pair{std::vector{"--nonsense"}, "there is no option '--nonsense' before a command"},
        std::pair{std::vector{"--json", "r.json", "run"}, "there is no option '--json' before a command"},
        std::pair{std::vector{"-x=1"}, "there is no option '-x=1' before a command"},
        std::pair{std::vector<const char*>{}, "a command is missing"},
        std::pair{std::vector{""}, "a command is missing"}}) {
    const std::string said = refusal_of_words(words);
    EXPECT_TRUE(said.starts_with(sentence + there_are)) << said;
    EXPECT_EQ(said.find("worker"), std::string::npos) << "it is hidden";
  }
}

TEST(CommandLine, CountsAreDecimal) {
  const Options options = parse({"run", "--jobs", "010", "--retries", "08", "--memory", "0100"}).options;
  EXPECT_EQ(options.jobs, 10U);
  EXPECT_EQ(options.retries, 8U);
  EXPECT_EQ(options.memory, 100U);
  for (const char* jobs : {"", "0", "-1", "x", "1025", "1.5"})
    EXPECT_THROW(parse({"run", "--jobs", jobs}), UsageError) << jobs;
}

TEST(CommandLine, RejectsInvalidTimes) {
  for (const char* option : {"--timeout", "--time-budget"})
    for (const char* seconds : {"nan", "-nan", "inf", "1e300", ""})
      EXPECT_THROW(parse({"run", option, seconds}), UsageError) << option << " " << seconds;
  EXPECT_EQ(parse({"run", "--time-budget", "0.5"}).options.time_budget, 0.5);
}

TEST(Selection, ErrorsListTheValidWords) {
  EXPECT_NE(refusal_of({.ops = {"nonsense"}}).find("reduce_add"), std::string::npos);
  EXPECT_NE(refusal_of({.types = {"char"}}).find("ulong"), std::string::npos);
  EXPECT_NE(refusal_of({.dims = {"4"}}).find("1, 2, 3"), std::string::npos);
  EXPECT_NE(refusal_of({.ops = {"any,"}}), "");
  for (const char* filter : {"", "-", "a b", "[abc", "*.Float.*"})
    EXPECT_NE(refusal_of({.filters = {filter}}), "") << filter;
}

TEST(Selection, SelectsTheMatchingCases) {
  const auto only =
      select(plan(Profile::Standard), {.ops = {"scan_exclusive_max"}, .types = {"float"}, .dims = {"3d"}});
  ASSERT_FALSE(only.empty());
  for (const Case& c : only) EXPECT_TRUE(name(c).starts_with("scan_exclusive_max.float.3d.")) << name(c);
  const auto family = select(plan(Profile::Standard), {.ops = {"reduce"}});
  EXPECT_EQ(family.size(),
            select(plan(Profile::Standard),
                   {.ops = {"reduce_add,reduce_min", "reduce_max,reduce_mul,reduce_and,reduce_or",
                            "reduce_xor,reduce_logical_and,reduce_logical_or", "reduce_logical_xor"}})
                .size());
  const auto globbed = select(plan(Profile::Standard), {.filters = {"*.double.2d.*", "-*.max.*"}});
  ASSERT_FALSE(globbed.empty());
  for (const Case& c : globbed) EXPECT_TRUE(c.type == GenType::Double && c.dim == 2 && !c.local.is_max());
  EXPECT_TRUE(select(plan(Profile::Standard), {.filters = {"no_such_case"}}).empty());
  EXPECT_EQ(select(plan(Profile::Standard), {.filters = {"-*.int.*"}}).size() +
                select(plan(Profile::Standard), {.filters = {"*.int.*"}}).size(),
            plan(Profile::Standard).size());
}

}  // namespace
}  // namespace wgcts::cli
