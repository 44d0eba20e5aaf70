#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <pugixml.hpp>

#include "reference/clauses.hpp"
#include "reference/lists.hpp"
#include "reports/formats.hpp"
#include "reports/model/json.hpp"
#include "reports/words/bug_words.hpp"
#include "reports/words/failure_words.hpp"
#include "reports/words/verdict_style.hpp"

namespace wgcts::reports {
namespace {

// CI systems reject files of tens of megabytes. The end of a log is the most useful part.
constexpr std::size_t longest_log = 2048;
/// CI systems show the message in lists. The element's text has the full message.
constexpr std::size_t longest_message = 500;

std::string end_of_log(std::string_view log) {
  if (log.size() <= longest_log) return std::string(log);
  return "[the JSON report has the full log]\n" + std::string(log.substr(log.size() - longest_log));
}

void set(pugi::xml_node node, const char* attribute, std::string_view value) {
  node.append_attribute(attribute).set_value(allowed_characters(value).c_str());
}
void set_text(pugi::xml_node node, std::string_view text) {
  node.text().set(allowed_characters(text).c_str());
}

std::string headline(const Report& report, const CaseResult& result) {
  if (result.verdict == Verdict::Skip) {
    const Reason reason = skip_reason(result);
    return fmt::format("{}: {}", reason.query, reason.answer);
  }
  if (result.known) {
    const Known& known = *result.known;
    return printable(fmt::format("{}, expected by the baseline: {}{}{}", info(known.judged).name,
                                 known.reason, known.bug.empty() ? "" : ", ", known.bug));
  }
  std::string bugs;
  for (const Bug* bug : bugs_of(report, result)) bugs += bug_headline(*bug) + "; ";
  const std::string sentence = printable(sentence_of(result));
  if (sentence.empty()) return bugs + std::string(info(result.verdict).meaning);
  return bugs + (result.failure ? fmt::format("{}: {}", result.failure->clause, sentence) : sentence);
}

/// The verdict and the bugs: CI systems group failures by this type.
std::string type_of(const Report& report, const CaseResult& result) {
  std::string type(info(result.verdict).name);
  if (info(result.verdict).good) return type;
  for (const Bug* bug : bugs_of(report, result)) type += fmt::format(", bug {}", bug->signature);
  return type;
}

std::string lanes_text(const Failure& f) {
  std::string text;
  for (const WrongLane& w : f.lanes)
    text += fmt::format("  lane {}: {}\n", w.lane, lane_values_text(w.input, w.expected, w.got));
  if (f.wrong > f.lanes.size() && !f.lanes.empty())
    text += fmt::format("  and {} more\n", f.wrong - f.lanes.size());
  return text;
}

std::string body(const Report& report, const CaseResult& result) {
  std::string text;
  if (const auto& f = result.failure) {
    const Clause* clause = find_clause(f->clause);
    text = fmt::format("{}: {}\n{}\n{}\n{}\n{}", f->clause, clause == nullptr ? "" : clause->text,
                       clause == nullptr ? "" : citation(*clause), lane_text(*f, result.the_case.dim),
                       printable(f->message), lanes_text(*f));
    if (const auto broken = broken_text(*f); !broken.empty()) text += "broken: " + broken + "\n";
  } else {
    text = fmt::format("{}\n", printable(sentence_of(result)));
  }
  for (const Bug* bug : bugs_of(report, result)) {
    text += fmt::format("{}\n{}\n", bug_headline(*bug), cause_text(*bug));
    if (const auto minimal = minimal_text(*bug); !minimal.empty()) text += "smallest: " + minimal + "\n";
    if (const auto program = reproducer_text(*bug); !program.empty()) text += "program: " + program + "\n";
  }
  return text + "rerun: " + replay_command(report, result.the_case) + "\n";
}

void add_case(pugi::xml_node suite, const Report& report, const CaseResult& result) {
  const Case& c = result.the_case;
  pugi::xml_node node = suite.append_child("testcase");
  set(node, "classname", fmt::format("{}.{}", c.builtin->name, info(c.type).name));
  set(node, "name", name(c));
  set(node, "time", fmt::format("{:.6f}", result.seconds));
  const std::string_view element = style_of(result.verdict).junit;
  if (element.empty()) return;
  pugi::xml_node outcome = node.append_child(std::string(element).c_str());
  set(outcome, "message", shortened(headline(report, result), longest_message));
  set(outcome, "type", type_of(report, result));
  if (element == "skipped") return;
  set_text(outcome, body(report, result));
  if (!result.log.empty()) set_text(node.append_child("system-out"), end_of_log(result.log));
}

/// The attributes with the number of tests for each outcome, of a suite or of the whole file.
struct Tally {
  std::map<std::string_view, std::size_t> outcomes;
  std::size_t tests = 0;
  double seconds = 0;

  void add(std::string_view element, double time) {
    ++outcomes[element];
    ++tests;
    seconds += time;
  }
  void write(pugi::xml_node node) {
    node.append_attribute("tests").set_value(tests);
    node.append_attribute("failures").set_value(outcomes["failure"]);
    node.append_attribute("errors").set_value(outcomes["error"]);
    node.append_attribute("skipped").set_value(outcomes["skipped"]);
    set(node, "time", fmt::format("{:.6f}", seconds));
  }
};

/// An error that belongs to no case.
struct RunError {
  std::string name, type, message, text;
};

void add_errors(pugi::xml_node root, const char* suite_name, const std::vector<RunError>& errors) {
  if (errors.empty()) return;
  pugi::xml_node suite = root.append_child("testsuite");
  set(suite, "name", suite_name);
  Tally tally;
  for (const RunError& error : errors) {
    pugi::xml_node node = suite.append_child("testcase");
    set(node, "classname", "wgcts");
    set(node, "name", error.name);
    pugi::xml_node element = node.append_child("error");
    set(element, "type", error.type);
    set(element, "message", error.message);
    set_text(element, error.text);
    tally.add("error", 0);
  }
  tally.write(suite);
}

/// A run without a device is one error; thousands of skips would look like success.
RunError missing_device(const Report& report) {
  const Reason reason = skip_reason(report.cases.front());
  return {"device", std::string(name(Outcome::NothingJudged)), meaning(report),
          fmt::format("{}: {}\nselected: {}\n", reason.query, reason.answer,
                      counted(report.cases.size(), "case"))};
}

void add_properties(pugi::xml_node suite, const Report& report) {
  const std::pair<const char*, std::string> properties[] = {
      {"device", report.device.name},
      {"platform", report.device.platform},
      {"driver", report.device.driver},
      {"opencl", report.device.version},
      {"seed", std::to_string(report.run.seed)},
      {"profile", report.run.profile},
      {"selection", report.run.selection},
      {"complete", report.run.complete ? "true" : "false"},
      {"driver_file", report.device.driver_file},
      {"driver_sha256", report.device.driver_sha256},
      {"implementation", judged_file(report.device)},
      {"command", shell_line(last_segment(report).command)},
      {"tool", version_text()},
  };
  pugi::xml_node list = suite.append_child("properties");
  for (const auto& [name, value] : properties) {
    pugi::xml_node property = list.append_child("property");
    set(property, "name", name);
    set(property, "value", value);
  }
}

/// A suite for each family. Builtins of an extension are not beside their family in the report.
void add_families(pugi::xml_node root, const Report& report, Tally& all) {
  std::vector<std::string_view> families;
  for (const Builtin* subject : subjects) add_once(families, subject->family);
  for (const std::string_view family : families) {
    pugi::xml_node suite;
    Tally tally;
    for (const CaseResult& result : report.cases) {
      if (result.the_case.builtin->family != family) continue;
      if (!suite) {
        suite = root.append_child("testsuite");
        set(suite, "name", family);
        set(suite, "timestamp", std::string_view(report.run.started).substr(0, 19));
        add_properties(suite, report);
      }
      add_case(suite, report, result);
      tally.add(style_of(result.verdict).junit, result.seconds);
      all.add(style_of(result.verdict).junit, result.seconds);
    }
    if (suite) tally.write(suite);
  }
}

struct Writer final : pugi::xml_writer {
  explicit Writer(const TextSink& to) : sink(to) {}
  void write(const void* data, std::size_t size) override { sink({static_cast<const char*>(data), size}); }
  const TextSink& sink;
};

}  // namespace

void junit_text(const Report& report, const TextSink& sink) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  set(declaration, "version", "1.0");
  set(declaration, "encoding", "UTF-8");
  pugi::xml_node root = document.append_child("testsuites");
  set(root, "name", "wgcts");
  Writer writer(sink);
  Tally all;
  if (without_device(report)) {
    add_errors(root, "device", {missing_device(report)});
    all.add("error", 0);
  } else {
    add_families(root, report, all);
    std::vector<RunError> errors;
    for (const RunFailure& failure : run_failures(report))
      errors.push_back({failure.kind, failure.kind, failure.sentence, failure.log});
    add_errors(root, "run", errors);
  }
  all.seconds = report.run.seconds;
  all.write(root);
  document.save(writer, " ", pugi::format_indent, pugi::encoding_utf8);
}

}  // namespace wgcts::reports
