#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "reference/clauses.hpp"
#include "reports/marks.hpp"
#include "reports/terminal.hpp"
#include "reports/text.hpp"
#include "suites/text.hpp"

namespace wgcts {
namespace {

// Failures that one line can stand for: wrong lanes of one builtin and type that break the same clause; and
// whatever else went wrong in the same words, because a driver that dies seldom dies of one builtin alone.
struct Group {
  const CaseResult* first;
  std::size_t cases = 0;
  std::set<std::pair<const Builtin*, GenType>> pairs{};
};

auto key_of(const CaseResult& result) {
  const Case& c = result.the_case;
  const Builtin* const builtin = result.failure ? c.builtin : nullptr;
  const int type = result.failure ? static_cast<int>(c.type) : -1;
  return std::tuple(result.verdict, builtin, type,
                    result.failure ? result.failure->clause : printable(result.message));
}

std::vector<Group> groups_of(const Report& report) {
  std::vector<Group> groups;
  std::map<decltype(key_of(report.cases[0])), std::size_t> places;
  for (const auto& result : report.cases) {
    if (info(result.verdict).good) continue;
    const auto [place, is_new] = places.try_emplace(key_of(result), groups.size());
    if (is_new) groups.push_back({&result});
    ++groups[place->second].cases;
    groups[place->second].pairs.emplace(result.the_case.builtin, result.the_case.type);
  }
  std::ranges::stable_sort(groups, worse, [](const Group& group) { return group.first->verdict; });
  return groups;
}

std::string alike(const Group& group) {
  const std::size_t more = group.cases - 1;
  if (more == 0) return {};
  if (group.pairs.size() == 1) return fmt::format(" and {} more", more);
  return fmt::format(" and {} more, over {} pairs of builtin and type", more, group.pairs.size());
}

std::string id_text(const Extents& id, unsigned dim) {
  return dim == 1   ? fmt::format("{}", id[0])
         : dim == 2 ? fmt::format("({},{})", id[0], id[1])
                    : fmt::format("({},{},{})", id[0], id[1], id[2]);
}

// What reads alike and is not (two NaNs, two sums of one shortest text) is told apart by its bits.
std::string value_text(const Value& value, bool with_bits) {
  return with_bits ? fmt::format("{} [{}]", value.text, value.bits) : value.text;
}

std::string lane_text(const Failure& f, unsigned dim) {
  const bool with_bits = f.expected.text == f.got.text;
  const std::string place = dim == 1 ? "" : fmt::format(" at {}", id_text(f.local_id, dim));
  return printable(fmt::format("{}: group {}, lane {}{} of {}: input {}, expected {}, got {}", f.check,
                               id_text(f.group, dim), f.lane, place, to_string(f.local_size, dim),
                               f.input.text, value_text(f.expected, with_bits),
                               value_text(f.got, with_bits)));
}

// The clause, with our paraphrase where the line still holds it.
std::string clause_text(std::string_view id, std::size_t width) {
  const auto* clause = find_clause(id);
  if (clause == clauses.end()) return std::string(id);
  const auto with_words = fmt::format("{}: {}", id, clause->text);
  return with_words.size() <= width ? with_words : std::string(id);
}

// The line of a log that most likely says why: a compiler's first error, a dying process's last words.
std::string telling_line(std::string_view log) {
  std::string last;
  for (const auto line : split(log, '\n')) {
    auto words = printable(line);
    if (words.find("error") != std::string::npos) return words;
    if (!words.empty()) last = std::move(words);
  }
  return last;
}

std::string group_text(const Group& group, const TerminalStyle& style) {
  const CaseResult& result = *group.first;
  const auto& verdict = info(result.verdict);
  const auto id = name(result.the_case) + alike(group);
  std::string text = fmt::format("{}  {}", paint(verdict.name, result.verdict, style.colour), id);
  const auto line = [&](std::string_view words) {
    if (!words.empty()) text += fmt::format("\n    {}", words);
  };
  if (result.failure) {
    const std::size_t used = verdict.name.size() + 2 + id.size() + 2;
    text += "  " + clause_text(result.failure->clause, style.width - std::min(style.width, used));
    const auto lane = lane_text(*result.failure, result.the_case.dim);
    const auto message = printable(result.failure->message);
    const bool one_line = 4 + columns(lane) + 2 + columns(message) <= style.width;
    line(one_line && !message.empty() ? lane + "; " + message : lane);
    if (!one_line) line(shortened(message, style.width - 4));
  } else {
    line(shortened(printable(result.message), style.width - 4));
    line(shortened(telling_line(result.log), style.width - 4));
  }
  return text + "\n";
}

}  // namespace

std::string failures_text(const Report& report, const TerminalStyle& style) {
  const auto groups = groups_of(report);
  std::string text;
  std::size_t hidden = 0;
  for (std::size_t i = 0; i < groups.size(); ++i)
    if (i < style.groups)
      text += group_text(groups[i], style);
    else
      hidden += groups[i].cases;
  if (hidden != 0)
    text += fmt::format("... and {} more kinds of failure, {} cases: the JSON report has them all\n",
                        groups.size() - style.groups, hidden);
  return text;
}

std::string skips_text(const Report& report, const TerminalStyle& style) {
  std::map<std::pair<std::string, std::string>, std::size_t> counts;
  for (const auto& result : report.cases)
    if (result.verdict == Verdict::Skip) {
      const Reason reason = result.reason.value_or(Reason{"no query given", result.message});
      ++counts[{printable(reason.query), printable(reason.answer)}];
    }
  std::vector<std::pair<std::size_t, std::string>> lines;
  for (const auto& [reason, n] : counts)
    lines.emplace_back(n, fmt::format("{}: {}", reason.first, reason.second));
  std::ranges::stable_sort(lines, std::greater{}, &std::pair<std::size_t, std::string>::first);

  std::string text;
  std::size_t hidden = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto& [n, words] = lines[i];
    const auto count = fmt::format("  {} {}: ", n, n == 1 ? "case" : "cases");
    if (i < style.groups)
      text += paint("skip", Verdict::Skip, style.colour) + count +
              shortened(words, style.width - 4 - count.size()) + "\n";
    else
      hidden += n;
  }
  if (hidden != 0)
    text += fmt::format("... and {} more for {} other reasons: the JSON report has them all\n", hidden,
                        lines.size() - style.groups);
  return text;
}

}  // namespace wgcts
