#include "reports/words/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "reference/clauses.hpp"
#include "reports/words/failure_words.hpp"
#include "suites/parse.hpp"

namespace wgcts::reports {
namespace {

constexpr std::size_t lanes_shown = 8;

/// In the order of the enumeration.
constexpr std::string_view rule_words[] = {"exact, as every order gives the same value",
                                           "within the error bound of every order",
                                           "close to the exact value, as an option leaves the accuracy open",
                                           "zero or non-zero",
                                           "equal bits, any NaN for NaN",
                                           "observed, not judged"};

std::string heading(const Explanation& e, const std::string& rerun) {
  const Case& c = e.the_case;
  const auto row = [](std::string_view name, std::string_view words) {
    return words.empty() ? "" : fmt::format("{:<9}{}\n", name, words);
  };
  std::string text = name(c) + "\n\n";
  text += row("tests", fmt::format("{} of {}: {}", title(*c.builtin), info(c.type).name, c.form->plan));
  text += row("launch", c.given.hash ? "that of the reduced program" : plan_of(*c.variant));
  for (std::string_view title = "clauses"; const std::string& id : e.clauses) {
    text += row(title, fmt::format("{:<9} {}", id, find_clause(id)->text));
    text += row("", fmt::format("{:<9} {}", "", citation(*find_clause(id))));
    title = "";
  }
  text += row("device", printable(e.device.name));
  if (e.missing)
    text += row("skipped", fmt::format("{}: {}", printable(e.missing->query), printable(e.missing->answer)));
  text += row("build", e.the_case.variant->situation == Situation::Module
                           ? "from a SPIR-V module that is equivalent to the text"
                           : e.build_options);
  text += row("ndrange", fmt::format("{}, global {}, local {}, offset {}: {}", counted(c.dim, "dimension"),
                                     to_string(e.range.global, c.dim), to_string(e.range.local, c.dim),
                                     to_string(e.range.offset, c.dim), counted(e.groups, "work-group")));
  text += row("seed", std::to_string(e.seed));
  text += row("rerun", rerun);
  return text;
}

std::string verdict_text(const CaseResult& result) {
  std::string text =
      fmt::format("verdict  {}: {}\n", info(result.verdict).name, info(result.verdict).meaning);
  if (result.reason)
    text +=
        fmt::format("         {}: {}\n", printable(result.reason->query), printable(result.reason->answer));
  if (result.failure)
    text += fmt::format("         {}, {}: {}\n", result.failure->check, result.failure->clause,
                        printable(sentence_of(result)));
  else if (const std::string sentence = sentence_of(result); !sentence.empty())
    text += fmt::format("         {}\n", printable(sentence));
  for (std::string_view title = "log"; const auto line : split(result.log, '\n'))
    if (const auto words = printable(line); !words.empty()) {
      text += fmt::format("{:<9}{}\n", title, words);
      title = "";
    }
  for (const std::string& seen : result.observed) text += fmt::format("observed {}\n", printable(seen));
  return text;
}

bool is_wrong(const LaneRecord& lane) { return lane.wrong; }
bool has_wrong(const GroupRecord& group) { return std::ranges::any_of(group.lanes, is_wrong); }

void table(const Explanation& e, const GroupRecord& g, bool everything, const TextSink& sink) {
  const unsigned dim = e.the_case.dim;
  const bool with_got = !g.lanes.empty() && g.lanes.front().got.has_value();
  const auto wrong = std::ranges::find_if(g.lanes, is_wrong);
  const std::size_t first =
      everything || wrong == g.lanes.end()
          ? 0
          : static_cast<std::size_t>(wrong - g.lanes.begin()) / lanes_shown * lanes_shown;
  const std::size_t end = everything ? g.lanes.size() : std::min(g.lanes.size(), first + lanes_shown);
  sink(fmt::format("    {:>5} {:>12} {:>24} {:>24}{}\n", "lane", "local id", "input", "expected",
                   with_got ? fmt::format(" {:>24}", "got") : ""));
  for (std::size_t lane = first; lane < end; ++lane) {
    const LaneRecord& row = g.lanes[lane];
    sink(fmt::format("    {:>5} {:>12} {:>24} {:>24}{}{}\n", lane,
                     to_string(unlinear(lane, g.group.size), dim), row.input.text, row.expected.text,
                     row.got ? fmt::format(" {:>24}", row.got->text) : "", row.wrong ? "  wrong" : ""));
  }
  if (end - first < g.lanes.size())
    sink(fmt::format("    ... {} of {} work-items\n", end - first, g.lanes.size()));
}

void group_text(const Explanation& e, const GroupRecord& g, std::size_t of_class, bool everything,
                const TextSink& sink) {
  sink(fmt::format("\n  {}: {}; {}\n", g.check, g.plan, rule_words[static_cast<std::size_t>(g.rule)]));
  std::string clauses;
  for (const std::string& id : g.clauses) clauses += " " + id;
  sink(fmt::format(
      "  work-group {} of size {}{}{}{}\n", to_string(g.group.id, e.the_case.dim),
      to_string(g.group.size, e.the_case.dim),
      of_class > 1 && !everything ? fmt::format(", one of {} with this data class", of_class) : "",
      e.the_case.builtin->collective.family == Family::Broadcast ? fmt::format(", source lane {}", g.source)
                                                                 : "",
      clauses.empty() ? "" : fmt::format(";{}", clauses)));
  table(e, g, everything, sink);
}

}  // namespace

void explain_text(const Explanation& e, bool everything, const std::string& rerun, const TextSink& sink) {
  sink(heading(e, rerun));
  if (e.result) sink(verdict_text(*e.result));
  sink(fmt::format("\nkernel {}", e.kernel));
  if (!e.beside.empty()) sink(fmt::format(", shared with {}", counted(e.beside.size(), "more builtin")));
  sink(":\n\n" + e.source);
  for (std::size_t number = 1; const auto& groups : e.sites) {
    sink(fmt::format("call site {} of {}: inputs and expected results\n", number++, e.sites.size()));
    // For each data class, the first wrong work-group. Without one, the first work-group.
    std::map<std::string_view, std::pair<const GroupRecord*, std::size_t>> shown;
    std::vector<std::string_view> order;
    for (const GroupRecord& g : groups) {
      auto [place, is_new] = shown.try_emplace(g.check, &g, 0);
      if (is_new) order.push_back(g.check);
      ++place->second.second;
      if (!has_wrong(*place->second.first) && has_wrong(g)) place->second.first = &g;
    }
    if (everything)
      for (const GroupRecord& g : groups) group_text(e, g, 1, everything, sink);
    else
      for (const std::string_view check : order)
        group_text(e, *shown[check].first, shown[check].second, everything, sink);
  }
  if (!everything) sink("\n--all shows every work-group and work-item.\n");
}

}  // namespace wgcts::reports
