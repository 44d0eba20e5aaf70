#include "reports/words/bug_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "reports/model/text.hpp"
#include "reports/words/bug_words.hpp"

namespace wgcts::reports {
namespace {

/// "a" to "z", then "aa", "ab", ...
std::string column_letter(std::size_t place) {
  const std::string last(1, static_cast<char>('a' + place % 26));
  return place < 26 ? last : column_letter(place / 26 - 1) + last;
}

std::string driver_words(const Report& report) {
  const DeviceFacts& d = report.device;
  if (d.name.empty()) return "no device";
  return fmt::format("{}, driver {}, {}", d.platform, d.driver, d.name);
}

std::string count_cell(const NamedReport& one, std::size_t cases) {
  if (cases != 0) return std::to_string(cases);
  return lists_bugs(one.report) ? "-" : "?";
}

/// The key by which bugs of several reports are matched. Bugs of unknown cause match only within the same
/// platform.
std::string identity_of(const Bug& bug, const Report& report) {
  return bug.what.code == "unknown" ? bug.signature + " of " + report.device.platform : bug.signature;
}

}  // namespace

std::size_t BugRow::reports() const {
  return cases.size() - static_cast<std::size_t>(std::ranges::count(cases, std::size_t{0}));
}

std::vector<BugRow> bug_rows(const std::vector<NamedReport>& reports) {
  std::vector<BugRow> rows;
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < reports.size(); ++i)
    for (const Bug& bug : reports[i].report.bugs) {
      const auto [place, is_new] = places.try_emplace(identity_of(bug, reports[i].report), rows.size());
      if (is_new) rows.push_back({&bug, std::vector<std::size_t>(reports.size())});
      rows[place->second].cases[i] = bug.cases.size();
    }
  std::ranges::stable_sort(rows, [](const BugRow& a, const BugRow& b) {
    if (a.reports() != b.reports()) return a.reports() > b.reports();
    return std::ranges::max(a.cases) > std::ranges::max(b.cases);
  });
  return rows;
}

std::string bug_table_text(const std::vector<NamedReport>& reports, std::size_t width) {
  std::string text;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const std::string words =
        printable(fmt::format("{}: {}", reports[i].file, driver_words(reports[i].report)));
    text += shortened(fmt::format("{:<2} {}", column_letter(i), words), width) + "\n";
  }
  const auto rows = bug_rows(reports);
  if (rows.empty()) return text + "\nno bugs\n";
  text += "\n";
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    std::size_t widest = column_letter(i).size();
    for (const BugRow& row : rows) widest = std::max(widest, count_cell(reports[i], row.cases[i]).size());
    widths.push_back(widest);
    text += fmt::format("{:>{}}  ", column_letter(i), widest);
  }
  text += "bug\n";
  for (const BugRow& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < reports.size(); ++i)
      line += fmt::format("{:>{}}  ", count_cell(reports[i], row.cases[i]), widths[i]);
    const std::string below(line.size() + row.bug->signature.size() + 2, ' ');
    text += shortened(fmt::format("{}{}  {}", line, row.bug->signature, printable(row.bug->sentence)), width);
    text += "\n" + shortened(below + cause_text(*row.bug), width) + "\n";
  }
  return text;
}

nlohmann::ordered_json bug_table_json(const std::vector<NamedReport>& reports) {
  using nlohmann::ordered_json;
  ordered_json table{{"schema", {{"name", "wgcts-bugs"}, {"version", "1.0"}}},
                     {"reports", ordered_json::array()},
                     {"bugs", ordered_json::array()}};
  for (const auto& [file, report] : reports)
    table["reports"].push_back({{"file", file},
                                {"platform", report.device.platform},
                                {"driver", report.device.driver},
                                {"device", report.device.name},
                                {"tells_bugs", lists_bugs(report)}});
  for (const BugRow& row : bug_rows(reports)) {
    const ordered_json whole = ordered_json(to_json(*row.bug));
    ordered_json bug;
    for (const char* key : {"signature", "sentence", "what", "where", "builtins"}) bug[key] = whole[key];
    bug["cases"] = ordered_json::array();
    for (std::size_t i = 0; i < reports.size(); ++i)
      bug["cases"].push_back(lists_bugs(reports[i].report) ? ordered_json(row.cases[i]) : ordered_json());
    table["bugs"].push_back(std::move(bug));
  }
  return table;
}

}  // namespace wgcts::reports
