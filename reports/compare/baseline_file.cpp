#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <map>
#include <stdexcept>

#include "reference/clauses.hpp"
#include "reports/compare/baseline.hpp"
#include "reports/model/json_input.hpp"
#include "reports/model/read_json.hpp"
#include "reports/model/text.hpp"
#include "results/json_values.hpp"
#include "suites/plan.hpp"
#include "system/output_file.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::array<std::string_view, 4> file_members{"schema", "about", "driver", "known"};
constexpr std::array<std::string_view, 2> driver_members{"platform", "version"};
constexpr std::array<std::string_view, 9> line_members{"cases",   "signature", "verdicts", "reason", "bug",
                                                       "clauses", "checks",    "driver",   "expires"};

// The verdicts that a line may expect.
constexpr std::array listed{Verdict::Fail,        Verdict::Crash, Verdict::Timeout, Verdict::BuildError,
                            Verdict::LaunchError, Verdict::Flake, Verdict::Pass};

/// All of them except pass.
std::vector<Verdict> verdicts_of_bugs() { return {listed.begin(), listed.end() - 1}; }

// fnmatch() is too slow for globs with more stars. Names have at most six parts.
constexpr std::ptrdiff_t most_stars = 6;

void require_members(const json& object, std::span<const std::string_view> valid) {
  for (const auto& [key, value] : object.items())
    if (std::ranges::find(valid, key) == valid.end())
      refuse(fmt::format("unknown member \"{}\"; the members are {}", excerpt(key), fmt::join(valid, ", ")));
}

/// The member's text. People edit these files, so the messages use the words of the file.
std::string filled_text(const json& object, const char* key) {
  if (!object.contains(key)) refuse(fmt::format("the member \"{}\" is missing", key));
  const json& value = object[key];
  if (!value.is_string() || value.get_ref<const std::string&>().empty())
    refuse(fmt::format("\"{}\" must be a non-empty string", key));
  return value.get<std::string>();
}

std::vector<Verdict> verdicts_from(const json& line) {
  std::vector<std::string_view> words;
  for (const Verdict verdict : listed) words.push_back(info(verdict).name);
  const json list = line.value("verdicts", json());
  if (!list.is_array() || list.empty())
    refuse(fmt::format("\"verdicts\" must be a list of at least one of {}", fmt::join(words, ", ")));
  std::vector<Verdict> verdicts;
  for (const json& word : list) {
    const auto place =
        word.is_string() ? std::ranges::find(words, word.get_ref<const std::string&>()) : words.end();
    if (place == words.end())
      refuse(fmt::format("a baseline cannot expect the verdict {}; the verdicts are {}", excerpt(word.dump()),
                         fmt::join(words, ", ")));
    verdicts.push_back(listed[static_cast<std::size_t>(place - words.begin())]);
  }
  return verdicts;
}

std::vector<std::string> texts_from(const json& object, const char* key) {
  const json& list = object[key];
  const auto is_filled = [](const json& word) {
    return word.is_string() && !word.get_ref<const std::string&>().empty();
  };
  if (!list.is_array() || list.empty() || !std::ranges::all_of(list, is_filled))
    refuse(fmt::format("\"{}\" must be a list of at least one string", key));
  return list.get<std::vector<std::string>>();
}

std::vector<std::string> clauses_from(const json& object) {
  auto ids = texts_from(object, "clauses");
  for (const std::string& id : ids)
    if (find_clause(id) == clauses.end())
      refuse(fmt::format("there is no clause \"{}\"; `wgcts coverage` lists all", excerpt(id)));
  return ids;
}

/// Checks the format of a date. Dates are compared as text, so another format would never or always have
/// expired.
void require_day(const std::string& text) {
  std::tm parsed{};
  const bool parses = strptime(text.c_str(), "%Y-%m-%d", &parsed) != nullptr;
  const int year = parsed.tm_year + 1900, month = parsed.tm_mon + 1, day = parsed.tm_mday;
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!parses || !date.ok() || text != fmt::format("{:04}-{:02}-{:02}", year, month, day))
    refuse(fmt::format("\"expires\" must be a date such as \"2027-01-31\", not \"{}\"", excerpt(text)));
}

/// A signature as reports and `wgcts bugs` write it.
std::string signature_from(const json& line) {
  std::string signature = filled_text(line, "signature");
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (signature.size() != 8 || !std::ranges::all_of(signature, is_digit))
    refuse(fmt::format("\"signature\" must be a bug's signature such as \"1a2b3c4d\", not \"{}\"",
                       excerpt(signature)));
  if (line.contains("cases")) refuse("a line has either \"cases\" or a bug's \"signature\", not both");
  return signature;
}

DriverPattern driver_from(const json& object) {
  if (!object.is_object())
    refuse(
        "\"driver\" must be an object such as {\"platform\": \"Portable Computing Language\", \"version\": "
        "\"6.0*\"}");
  require_members(object, driver_members);
  return {filled_text(object, "platform"), filled_text(object, "version")};
}

/// The names of all cases of the plan, also those of --il, to reject lines that match no case.
class Plan {
 public:
  Plan() {
    for (const Case& c : with_il_twins(plan(Profile::Full))) names_.push_back(name(c));
  }

  void require_case(const KnownFailure& line) const {
    // Drawn cases, and cases that were selected by name, are valid even if they are not in the plan.
    if (parse_case(line.cases)) return;
    if (std::ranges::count(line.cases, '*') > most_stars)
      refuse(fmt::format("\"{}\" has more than {} wildcards", excerpt(line.cases), most_stars));
    if (std::ranges::any_of(names_, [&](const std::string& id) { return is_about(line, id); })) return;
    refuse(fmt::format("\"{}\" matches no case of the full plan; `wgcts list --profile full` lists them",
                       excerpt(line.cases)));
  }

 private:
  std::vector<std::string> names_;
};

KnownFailure line_from(const json& object, const Plan& plan) {
  if (!object.is_object())
    refuse("a line must be an object such as {\"cases\": ..., \"verdicts\": [...], \"reason\": ...}");
  require_members(object, line_members);
  KnownFailure line;
  if (object.contains("signature"))
    line.signature = signature_from(object);
  else
    line.cases = filled_text(object, "cases");
  // A line about a bug expects every bad verdict by default.
  const bool says = line.signature.empty() || object.contains("verdicts");
  line.verdicts = says ? verdicts_from(object) : verdicts_of_bugs();
  line.reason = filled_text(object, "reason");
  for (const auto& [key, member] :
       {std::pair("bug", &KnownFailure::bug), std::pair("driver", &KnownFailure::driver),
        std::pair("expires", &KnownFailure::expires)})
    if (object.contains(key)) line.*member = filled_text(object, key);
  if (object.contains("clauses")) line.clauses = clauses_from(object);
  if (object.contains("checks")) line.checks = texts_from(object, "checks");
  if (!line.expires.empty()) require_day(line.expires);
  if (line.signature.empty()) plan.require_case(line);
  return line;
}

// Checks that the file is a baseline, before its members are checked.
void require_baseline(const json& document) {
  const json schema = document.is_object() ? document.value("schema", json()) : json();
  if (!schema.is_object() || schema.value("name", json()) != "wgcts-baseline")
    refuse("this is not a wgcts baseline: schema.name is not \"wgcts-baseline\"");
  const json version = schema.value("version", json());
  if (!version.is_string() || !version.get_ref<const std::string&>().starts_with("1."))
    refuse(fmt::format("schema.version is {}, but this version of wgcts reads 1.x", version.dump()));
}

std::string line_text(const KnownFailure& line) {
  ordered_json object;
  if (line.signature.empty())
    object["cases"] = line.cases;
  else
    object["signature"] = line.signature;
  if (line.signature.empty() || line.verdicts != verdicts_of_bugs())
    for (const Verdict verdict : line.verdicts) object["verdicts"].push_back(info(verdict).name);
  object["reason"] = line.reason;
  if (!line.bug.empty()) object["bug"] = line.bug;
  if (!line.clauses.empty()) object["clauses"] = line.clauses;
  if (!line.checks.empty()) object["checks"] = line.checks;
  if (!line.driver.empty()) object["driver"] = line.driver;
  if (!line.expires.empty()) object["expires"] = line.expires;
  return utf8_dump(object);
}

}  // namespace

Baseline read_baseline(const std::string& path) {
  static const Plan plan;
  Baseline baseline;
  std::map<std::string, std::size_t> seen;  // from `cases` to the line number
  std::string bad_line;                     // reported only if the file is a baseline at all
  const json document = read_json_file(path, "known", [&](json&& element, std::size_t number) {
    if (!bad_line.empty()) return;
    try {
      KnownFailure line = line_from(element, plan);
      const auto [place, is_new] = seen.emplace(line.cases + line.signature, number);
      if (!is_new) refuse(fmt::format("\"{}\" is already in line {}", excerpt(place->first), place->second));
      baseline.lines.push_back(std::move(line));
    } catch (const std::exception& error) {
      bad_line = fmt::format("line {}: {}", number, error.what());
    }
  });
  try {
    require_baseline(document);
    if (!bad_line.empty()) refuse(bad_line);
    require_members(document, file_members);
    if (!document.contains("known") || !document["known"].is_array())
      refuse("\"known\" must be a list of lines");
    if (document.contains("driver")) baseline.driver = driver_from(document["driver"]);
    if (document.contains("about")) baseline.about = filled_text(document, "about");
  } catch (const std::exception& error) {
    refuse(fmt::format("{}: {}", display_name(path), error.what()));
  }
  return baseline;
}

KnownFailure line_about(const Bug& bug) {
  KnownFailure line{"", verdicts_of_bugs(), bug.sentence.empty() ? to_string(bug.what) : bug.sentence, ""};
  line.signature = bug.signature;
  return line;
}

void write_baseline(const Baseline& baseline, const std::string& path) {
  system::OutputFile file(path);
  file.write("{\n\"schema\": {\"name\": \"wgcts-baseline\", \"version\": \"1.0\"},\n");
  if (!baseline.about.empty()) file.write(fmt::format("\"about\": {},\n", utf8_dump(json(baseline.about))));
  if (baseline.driver != DriverPattern{})
    file.write(
        fmt::format("\"driver\": {},\n", utf8_dump(ordered_json{{"platform", baseline.driver.platform},
                                                                {"version", baseline.driver.version}})));
  file.write("\"known\": [");
  const char* separator = "\n";
  for (const KnownFailure& line : baseline.lines) {
    file.write(separator);
    file.write(line_text(line));
    separator = ",\n";
  }
  file.write("\n]\n}\n");
  file.commit();
}

}  // namespace wgcts::reports
