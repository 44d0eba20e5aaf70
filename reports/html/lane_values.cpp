// HTML for lane values, rules and commands, shared by failures and bugs.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "reference/clauses.hpp"
#include "reports/html/parts.hpp"
#include "reports/model/text.hpp"
#include "reports/words/failure_words.hpp"

namespace wgcts::reports {
namespace {

constexpr std::size_t longest_value = 60;

std::string_view tier_words(Tier tier) {
  return tier == Tier::Written   ? "written in the specification"
         : tier == Tier::Implied ? "implied by the specification"
                                 : "undefined in the specification";
}

}  // namespace

std::string rule_html(std::string_view id) {
  const auto* clause = find_clause(id);
  if (clause == clauses.end()) return fmt::format("<p class=\"rule\">{}</p>\n", fit(id));
  return fmt::format(
      "<p class=\"rule\"><strong>{}</strong> <span class=\"soft\">({})</span><br>{}<br>"
      "<span class=\"soft\">{}</span></p>\n",
      clause->id, tier_words(clause->tier), escaped(clause->text), escaped(citation(*clause)));
}

std::string replay_html(const std::string& command) {
  return fmt::format("<div class=\"replay\"><code>{}</code></div>\n", escaped(command));
}

std::string_view layout_words(unsigned dim) {
  return dim == 1   ? "By local linear id."
         : dim == 2 ? "x to the right, y down."
                    : "x to the right, y down, one block for each z.";
}

std::string values_html(const Failure& f, unsigned dim, std::size_t rows, std::string_view caption) {
  rows = std::min(rows, f.lanes.size());
  if (rows == 0) return {};
  const auto is_wrong = [&](std::size_t lane) {
    return std::ranges::any_of(f.wrong_runs,
                               [&](const LaneRun& run) { return run.first <= lane && lane <= run.last; });
  };
  std::string text = fmt::format(
      "<div class=\"values\" tabindex=\"0\" role=\"region\" aria-label=\"Values of lanes\"><table>\n"
      "<caption>{}</caption>\n<thead><tr><th scope=col>lane{}<th scope=col>input<th scope=col>expected"
      "<th scope=col>got</thead>\n",
      caption, dim == 1 ? "" : "<th scope=col>at");
  for (const WrongLane& w : std::span(f.lanes).first(rows)) {
    const bool with_bits = w.expected.text == w.got.text;
    const std::string place =
        dim == 1 ? "" : fmt::format("<td>{}", id_text(unlinear(w.lane, f.local_size), dim));
    text += fmt::format(
        "<tr{}><th scope=row>{}{}<td>{}<td>{}<td>{}\n", is_wrong(w.lane) ? "" : " class=right", w.lane, place,
        fit(w.input.text, longest_value), fit(value_text(w.expected, with_bits), longest_value),
        fit(value_text(w.got, with_bits), longest_value));
  }
  return text + "</table></div>\n";
}

}  // namespace wgcts::reports
