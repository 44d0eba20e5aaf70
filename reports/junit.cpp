#include <fmt/format.h>

#include <pugixml.hpp>
#include <sstream>

#include "reference/clauses.hpp"
#include "reference/lists.hpp"
#include "reports/formats.hpp"
#include "reports/model/json.hpp"
#include "reports/words/words.hpp"

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
    const std::string how = result.verdict == Verdict::UnexpectedPass
                                ? "passes, but the baseline expects a failure"
                                : fmt::format("{}, expected by the baseline", info(known.judged).name);
    return printable(fmt::format("{}: {}{}{}", how, known.reason, known.bug.empty() ? "" : ", ", known.bug));
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
  for (const LaneRow& w : f.lanes)
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
void set_totals(pugi::xml_node node, double seconds) {
  constexpr std::pair<const char*, const char*> totals[] = {{"tests", ".//testcase"},
                                                            {"failures", ".//failure"},
                                                            {"errors", ".//error"},
                                                            {"skipped", ".//skipped"}};
  for (const auto& [attribute, elements] : totals)
    node.append_attribute(attribute).set_value(node.select_nodes(elements).size());
  set(node, "time", fmt::format("{:.6f}", seconds));
}

pugi::xml_node add_suite(pugi::xml_node root, std::string_view name) {
  pugi::xml_node suite = root.append_child("testsuite");
  set(suite, "name", name);
  return suite;
}

/// An error that belongs to no case.
void add_error(pugi::xml_node suite, std::string_view name, std::string_view type, std::string_view message,
               std::string_view text) {
  pugi::xml_node node = suite.append_child("testcase");
  set(node, "classname", "wgcts");
  set(node, "name", name);
  pugi::xml_node element = node.append_child("error");
  set(element, "type", type);
  set(element, "message", message);
  set_text(element, text);
}

/// A run without a device is one error; thousands of skips would look like success.
void add_missing_device(pugi::xml_node root, const Report& report) {
  const Reason reason = skip_reason(report.cases.front());
  pugi::xml_node suite = add_suite(root, "device");
  add_error(suite, "device", name(Outcome::NothingJudged), meaning(report),
            fmt::format("{}: {}\nselected: {}\n", reason.query, reason.answer,
                        counted(report.cases.size(), "case")));
  set_totals(suite, 0);
}

void add_run_failures(pugi::xml_node root, const Report& report) {
  const auto failures = run_failures(report);
  if (failures.empty()) return;
  pugi::xml_node suite = add_suite(root, "run");
  for (const RunFailure& failure : failures)
    add_error(suite, failure.kind, failure.kind, failure.sentence, failure.log);
  set_totals(suite, 0);
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

/// A suite for each family. In the report, builtins of an extension are not adjacent to the others of their
/// family.
void add_families(pugi::xml_node root, const Report& report) {
  std::vector<std::string_view> families;
  for (const Builtin* subject : subjects) add_once(families, subject->family);
  for (const std::string_view family : families) {
    pugi::xml_node suite;
    double seconds = 0;
    for (const CaseResult& result : report.cases) {
      if (result.the_case.builtin->family != family) continue;
      if (!suite) {
        suite = add_suite(root, family);
        set(suite, "timestamp", std::string_view(report.run.started).substr(0, 19));
        add_properties(suite, report);
      }
      add_case(suite, report, result);
      seconds += result.seconds;
    }
    if (suite) set_totals(suite, seconds);
  }
}

}  // namespace

void junit_text(const Report& report, const TextSink& sink) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  set(declaration, "version", "1.0");
  set(declaration, "encoding", "UTF-8");
  pugi::xml_node root = document.append_child("testsuites");
  set(root, "name", "wgcts");
  if (without_device(report)) {
    add_missing_device(root, report);
  } else {
    add_families(root, report);
    add_run_failures(root, report);
  }
  set_totals(root, report.run.seconds);
  std::ostringstream text;
  document.save(text, " ", pugi::format_indent, pugi::encoding_utf8);
  sink(text.view());
}

}  // namespace wgcts::reports
