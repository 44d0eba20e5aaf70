#include "reports/model/read_json.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <unordered_set>

#include "reports/model/bugs.hpp"
#include "reports/model/json.hpp"
#include "reports/model/schema.hpp"
#include "reports/model/text.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::json;

constexpr std::size_t largest_file = std::size_t{512} << 20;
constexpr int deepest = 128;
constexpr std::size_t longest_sentence = 300;  // the parser quotes text of any length

/// A file that is read byte by byte, and counts its lines.
struct Source {
  std::string name;
  std::FILE* file;
  std::size_t line = 1, bytes = 0;
  int byte = 0;

  void next() {
    if (byte == '\n') ++line;
    byte = std::getc(file);
    if (byte == EOF && std::ferror(file) != 0) refuse("cannot read the file: " + error_words(errno));
    if (byte == '\0') refuse("the file contains a NUL byte");  // which the parser would take for the end
    if (++bytes > largest_file) refuse(fmt::format("the file is larger than {} MiB", largest_file >> 20));
  }
};

/// An input iterator for the parser. All copies share the source.
struct Cursor {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  Source* source = nullptr;  // nullptr at the end
  char operator*() const { return static_cast<char>(source->byte); }
  Cursor& operator++() {
    source->next();
    return *this;
  }
  Cursor operator++(int) { return ++*this; }
  bool at_end() const { return source == nullptr || source->byte == EOF; }
  bool operator==(const Cursor& other) const { return at_end() == other.at_end(); }
};

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File open_file(const std::string& path) {
  if (path == "-") return {stdin, [](std::FILE*) { return 0; }};
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) refuse(fmt::format("cannot read {}: it is a folder", path));
  File file(std::fopen(path.c_str(), "rbe"), std::fclose);
  if (!file)
    refuse(
        fmt::format("cannot read {}: {}", path.empty() ? "a file without a name" : path, error_words(errno)));
  return file;
}

constexpr const char* needed[] = {"run", "timing", "device", "cases"};

Timing timing_from(const json& object) {
  Timing timing;
  for (const ActivityInfo& a : activities) timing[a.activity] = object[std::string(a.name)].get<double>();
  return timing;
}

// The schema is checked before values are read, as it gives the best messages.
CaseResult case_from(const json& element, const std::string& name) {
  require_schema(report_schema(), report_schema()["$defs"]["case"], element, name);
  try {
    return result_from_json(element);
  } catch (const std::exception& error) {
    refuse(fmt::format("{}: {}", name, json_message(error.what())));
  }
}

std::vector<Bug> bugs_from(const json& list) {
  std::vector<Bug> bugs;
  std::unordered_set<std::string> signatures;
  for (const json& object : list) {
    bugs.push_back(bug_from_json(object));
    if (!signatures.insert(bugs.back().signature).second)
      refuse(fmt::format("the bug {} is listed twice", bugs.back().signature));
  }
  return bugs;
}

// Tolerance for sums of seconds, which depend on the order of addition.
constexpr double relative_slack = 1e-6;

bool same_value(const json& expected, const json& found) {
  if (!expected.is_number_float() || !found.is_number()) return expected == found;
  const double sum = expected.get<double>();
  return std::abs(sum - found.get<double>()) <= relative_slack * std::max(1.0, std::abs(sum));
}

/// The first difference, or nothing. Members that are only in `found` are ignored: a newer version may have
/// added them.
std::string difference(const json& expected, const json& found, const std::string& name) {
  if (expected.is_object() && found.is_object()) {
    for (const auto& [key, member] : expected.items()) {
      const auto other = found.find(key);
      const auto member_name = name.empty() ? key : name + "." + key;
      if (other == found.end()) return member_name + " is missing";
      if (auto text = difference(member, *other, member_name); !text.empty()) return text;
    }
    return "";
  }
  if (expected.is_array() && found.is_array() && expected.size() == found.size()) {
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (auto text = difference(expected[i], found[i], fmt::format("{}[{}]", name, i)); !text.empty())
        return text;
    return "";
  }
  if (expected.is_array() && found.is_array())
    return fmt::format("{} has {} elements, but the cases give {}", name, found.size(), expected.size());
  if (same_value(expected, found)) return "";
  return fmt::format("{} is {}, but the cases give {}", name, found.dump(), expected.dump());
}

/// Reads a report. `rest` becomes the JSON of its file without the cases, whose members match the schema.
Report report_from(const std::string& path, json& rest) {
  Report report;
  std::unordered_set<std::string> ids;
  std::string bad_case;  // reported only if the file is a report of this version
  rest = read_json_file(path, "cases", [&](json&& element, std::size_t line) {
    if (!bad_case.empty()) return;
    try {
      report.cases.push_back(case_from(element, fmt::format("cases[{}]", report.cases.size())));
      const auto id = name(report.cases.back().the_case);
      if (!ids.insert(id).second) refuse(fmt::format("the case {} is listed twice", id));
    } catch (const std::exception& error) {
      bad_case = fmt::format("line {}: {}", line, error.what());
    }
  });
  try {
    require_kind(rest, "report", report_version);
    if (!bad_case.empty()) refuse(bad_case);
    for (const char* key : needed)
      if (!rest.contains(key)) refuse(fmt::format("the member \"{}\" is missing", key));
    require_schema(report_schema(), {{"properties", report_schema()["properties"]}}, rest, "");
    report.run = run_from_json(rest["run"]);
    report.device = facts_from_json(rest["device"]);
    if (rest.contains("bugs")) report.bugs = bugs_from(rest["bugs"]);
  } catch (const std::exception& error) {
    refuse(fmt::format("{}: {}", display_name(path), json_message(error.what())));
  }
  for (const json& worker : rest["timing"]["workers"]) report.workers.push_back(timing_from(worker));
  if (rest.contains("tool"))
    report.tool =
        fmt::format("{} ({})", text_from(rest["tool"], "version"), text_from(rest["tool"], "commit"));
  if (rest.contains("defects")) report.defects = rest["defects"].get<std::vector<std::string>>();
  if (rest.contains("worker_failures"))
    for (const json& failure : rest["worker_failures"])
      report.worker_failures.push_back(worker_failure_from_json(failure));
  return report;
}

}  // namespace

std::string json_message(std::string_view what) {
  if (const auto id = what.find("] "); what.starts_with("[json.exception.") && id != what.npos)
    what.remove_prefix(id + 2);
  // The parser quotes the last token, which can be long.
  what = what.substr(0, what.find("; last read"));
  constexpr std::string_view prefix = "parse error at ", context = "syntax error while parsing ";
  if (what.starts_with(prefix)) what.remove_prefix(prefix.size());
  std::string text(what);
  if (const auto at = text.find(context), end = text.find(" - ", at); end != text.npos)
    text.erase(at, end + 3 - at);
  return text;
}

json read_json_file(const std::string& path, const std::string& list, const TakeElement& take) {
  const File file = open_file(path);
  Source source{display_name(path), file.get()};
  const auto refusal = [&](std::string_view where, std::string_view what) {
    return std::runtime_error(
        shortened(printable(fmt::format("{}: {}{}", source.name, where, what)), longest_sentence));
  };
  std::vector<std::set<std::string>> keys;  // of the enclosing objects
  std::string top_key;                      // of the top object
  bool in_list = false;
  // Passes on and discards the elements of the list, and checks nesting and keys.
  const auto filter = [&](int depth, json::parse_event_t event, json& read) {
    using enum json::parse_event_t;
    if (depth > deepest) refuse(fmt::format("the nesting is deeper than {} levels", deepest));
    if (event == object_start) keys.emplace_back();
    if (event == object_end) keys.pop_back();
    if (event == key) {
      const auto& member = read.get_ref<const std::string&>();
      if (!keys.back().insert(member).second)
        refuse(fmt::format("an object has the member \"{}\" twice", excerpt(member)));
      if (depth == 1) top_key = member;
    }
    if (depth == 1 && event == array_start) in_list = top_key == list;
    if (depth == 1 && event == array_end) in_list = false;
    const bool whole = event == object_end || event == array_end || event == value;
    if (!in_list || depth != 2 || !whole) return true;
    take(std::move(read), source.line);
    return false;
  };
  try {
    source.next();
    return json::parse(Cursor{&source}, Cursor{}, filter);
  } catch (const json::parse_error& error) {
    throw refusal("this is not JSON: ", json_message(error.what()));
  } catch (const json::exception& error) {
    throw refusal(fmt::format("line {}: ", source.line), json_message(error.what()));
  } catch (const std::exception& error) {
    throw refusal(fmt::format("line {}: ", source.line), error.what());
  }
}

std::string display_name(const std::string& path) { return path == "-" ? "standard input" : path; }

Report read_report(const std::string& path) {
  json rest;
  return report_from(path, rest);
}

Report validated_report(const std::string& path) {
  json rest;
  Report report = report_from(path, rest);
  auto error = schema_error(report_schema(), report_schema(), rest, "");
  if (error.empty()) error = difference(json(derived_json(report)), rest, "");
  if (error.empty()) error = bugs_error(report);
  if (!error.empty()) throw std::runtime_error(fmt::format("{}: {}", display_name(path), error));
  return report;
}

}  // namespace wgcts::reports
