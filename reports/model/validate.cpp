#include "reports/model/validate.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reports/model/bugs.hpp"
#include "reports/model/json.hpp"
#include "reports/model/schema.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::json;

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

}  // namespace

ReportDocument validated_report(const std::string& path) {
  ReportDocument document = read_report_document(path);
  const json& rest = document.rest;
  auto error = schema_error(report_schema(), report_schema(), rest, "");
  if (error.empty()) error = difference(json(derived_json(document.report)), rest, "");
  if (error.empty()) error = bugs_error(document.report);
  if (!error.empty()) throw std::runtime_error(fmt::format("{}: {}", display_name(path), error));
  return document;
}

}  // namespace wgcts::reports
