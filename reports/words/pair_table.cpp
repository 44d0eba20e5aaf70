#include "reports/words/pair_table.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "suites/pairs.hpp"
#include "suites/plan.hpp"

namespace wgcts::reports {
namespace {

struct ProfileShares {
  std::string_view profile;
  Share pairs, with_families, form_row_dimension;
};

std::vector<ProfileShares> shares() {
  std::vector<ProfileShares> all;
  for (const auto& profile : std::span(profiles).first<3>()) {
    const auto cases = plan(profile.profile);
    const PairTable met = covered_pairs(cases);
    all.push_back(
        {profile.name, share_of_pairs(met), share_with_families(met), share_of_form_row_dimension(cases)});
  }
  return all;
}

/// A percentage, rounded down so that 100 means all.
std::string percent(const Share& share) {
  const std::size_t tenths = share.legal == 0 ? 1000 : 1000 * share.met / share.legal;
  return fmt::format("{}.{} % of {}", tenths / 10, tenths % 10, share.legal);
}

std::string value_name(ValueId id) {
  const ParameterValue& value = all_values()[id];
  return fmt::format("{}: {}", parameter_name(value.parameter), value.name);
}

/// The pairs that no case can have, by reason.
std::map<std::string_view, std::vector<std::string>> impossible_pairs() {
  std::map<std::string_view, std::vector<std::string>> by_reason;
  for_each_pair([&](ValueId a, ValueId b) {
    if (const auto reason = why_not(a, b); !reason.empty())
      by_reason[reason].push_back(fmt::format("{} and {}", value_name(a), value_name(b)));
  });
  return by_reason;
}

constexpr std::string_view introduction =
    "A pair has values of two parameters: type, shape and size of a work-group, form, and the axes of a "
    "variant. A triple is such a pair with a family, or a form, a variant and a dimension. Values that many "
    "devices lack count only in cases without other such values.";

}  // namespace

std::string pairs_text() {
  std::string text = fmt::format("\npairs and triples that a profile covers\n{:<10}{:>20}{:>24}{:>24}\n", "",
                                 "pairs", "pairs with a family", "form, row, dimension");
  for (const ProfileShares& row : shares())
    text += fmt::format("{:<10}{:>20}{:>24}{:>24}\n", row.profile, percent(row.pairs),
                        percent(row.with_families), percent(row.form_row_dimension));
  text += "\npairs that no case can have\n";
  for (const auto& [reason, pairs] : impossible_pairs()) {
    text += fmt::format("  {}\n", reason);
    for (const std::string& pair : pairs) text += fmt::format("    {}\n", pair);
  }
  text += "\nnot combined\n";
  for (const LeftOut& row : left_out()) text += fmt::format("  {:<14} {}\n", row.name, row.reason);
  return text;
}

std::string pairs_markdown() {
  std::string text = fmt::format(
      "\n## Pairs and triples\n\n{}\n\n| profile | pairs | pairs with a family | form, row, dimension |\n"
      "|---|---:|---:|---:|\n",
      introduction);
  for (const ProfileShares& row : shares())
    text += fmt::format("| {} | {} | {} | {} |\n", row.profile, percent(row.pairs),
                        percent(row.with_families), percent(row.form_row_dimension));
  text += "\nPairs that no case can have:\n\n| why | how many | such as |\n|---|---:|---|\n";
  for (const auto& [reason, pairs] : impossible_pairs())
    text += fmt::format("| {} | {} | {} |\n", reason, pairs.size(), pairs.front());
  text += "\nNot combined with others:\n\n| what | why |\n|---|---|\n";
  for (const LeftOut& row : left_out()) text += fmt::format("| `{}` | {} |\n", row.name, row.reason);
  return text;
}

nlohmann::ordered_json pairs_json() {
  const auto json_of = [](const Share& share) {
    return nlohmann::ordered_json{{"met", share.met}, {"legal", share.legal}};
  };
  nlohmann::ordered_json json;
  for (const ProfileShares& row : shares())
    json["profiles"].push_back({{"profile", row.profile},
                                {"pairs", json_of(row.pairs)},
                                {"pairs_with_families", json_of(row.with_families)},
                                {"form_row_dimension", json_of(row.form_row_dimension)}});
  for (const auto& [reason, pairs] : impossible_pairs())
    json["impossible"].push_back({{"reason", reason}, {"pairs", pairs}});
  return json;
}

}  // namespace wgcts::reports
