#include "reports/model/bugs.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>

#include "reference/lists.hpp"
#include "reports/model/text.hpp"

namespace wgcts::reports {

bool is_same_bug(const Bug& a, const Bug& b) {
  if (a.signature == b.signature) return true;
  return a.what.code != "unknown" && a.what == b.what;
}

void add_bugs(std::vector<Bug>& bugs, std::vector<Bug> more) {
  const std::size_t before = bugs.size();  // the diagnosis made the bugs of one part distinct
  for (Bug& bug : more) {
    const auto known = std::span(bugs).first(before);
    const auto same = std::ranges::find_if(known, [&](const Bug& b) { return is_same_bug(b, bug); });
    if (same == known.end()) {
      bugs.push_back(std::move(bug));
      continue;
    }
    const bool more_builtins = bug.builtins != same->builtins;
    unite(*same, std::move(bug));
    if (more_builtins) same->signature = signature_of(same->what, same->builtins);
  }
  // A merged bug has more builtins and a new signature, which can equal that of another bug.
  unite_by_signature(bugs);
}

void link_bugs(Report& report) {
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < report.cases.size(); ++i) {
    places.emplace(name(report.cases[i].the_case), i);
    report.cases[i].bugs.clear();
  }
  for (Bug& bug : report.bugs) {
    std::set<std::size_t> held;
    for (const std::string& id : bug.cases)
      if (const auto place = places.find(id); place != places.end()) held.insert(place->second);
    bug.cases.clear();
    for (const std::size_t place : held) {
      bug.cases.push_back(name(report.cases[place].the_case));
      report.cases[place].bugs.push_back(bug.signature);
    }
    bug.example = bug.cases.empty() ? "" : bug.cases.front();
  }
  std::erase_if(report.bugs, [](const Bug& bug) { return bug.cases.empty(); });
}

void require_linked_bugs(const Report& report) {
  std::unordered_map<std::string, std::set<std::string>> named;  // signatures by case name
  for (const Bug& bug : report.bugs)
    for (const std::string& id : bug.cases) named[id].insert(bug.signature);
  for (const CaseResult& result : report.cases) {
    const std::string id = name(result.the_case);
    const std::set<std::string> by_bugs = named[id];
    for (const std::string& signature : result.bugs)
      if (!by_bugs.contains(signature))
        refuse("the case {} lists the bug {}, which does not list the case", id, signature);
    for (const std::string& signature : by_bugs)
      if (!is_in(signature, result.bugs))
        refuse("the bug {} lists the case {}, which does not list the bug", signature, id);
    named.erase(id);
  }
  for (const Bug& bug : report.bugs)
    for (const std::string& id : bug.cases)
      if (named.contains(id))
        refuse("the bug {} lists the case {}, which is not in the report", bug.signature, id);
}

bool lists_bugs(const Report& report) {
  if (!report.bugs.empty()) return true;
  return std::ranges::none_of(
      report.cases, [](const CaseResult& result) { return is_device_failure(judged_verdict(result)); });
}

const Bug* find_bug(const Report& report, std::string_view signature) {
  return find_row(report.bugs, signature, &Bug::signature);
}

std::vector<const Bug*> bugs_of(const Report& report, const CaseResult& result) {
  std::vector<const Bug*> bugs;
  for (const std::string& signature : result.bugs)
    if (const Bug* bug = find_bug(report, signature)) bugs.push_back(bug);
  return bugs;
}

}  // namespace wgcts::reports
