#include "order.hpp"

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace wgfault {
namespace {

Report parse_report(const std::string& line) {
  std::istringstream in(line);
  Report report;
  in >> report.query >> report.operation >> std::ws;
  std::getline(in, report.value);
  return report;
}

Condition parse_condition(const std::string& text) {
  static const std::regex form(R"((\w+)(!~|~|>=|<=|==|!=|>|<)(.*))");
  std::smatch match;
  if (!std::regex_match(text, match, form)) throw std::invalid_argument("not a condition: " + text);
  return {match[1], match[2], match[3]};
}

// ENTRY|ENTRY ACTION [ARGUMENT] [if CONDITION CONDITION ...]
Call parse_call(const std::string& line) {
  Call call;
  std::istringstream in(line);
  std::string entries, word;
  in >> entries >> call.action;
  std::istringstream names(entries);
  while (std::getline(names, word, '|')) call.entries.push_back(word);
  bool conditions = false;
  while (in >> word) {
    if (conditions)
      call.conditions.push_back(parse_condition(word));
    else if (word == "if")
      conditions = true;
    else
      call.argument += (call.argument.empty() ? "" : " ") + word;
  }
  return call;
}

}  // namespace

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> result;
  for (std::string word; in >> word;) result.push_back(word);
  return result;
}

Order parse_order(const std::string& text) {
  Order order;
  const auto spell = [&order]() -> Spell& {
    if (order.spells.empty()) throw std::invalid_argument("no builtin named yet");
    return order.spells.back();
  };
  const std::map<std::string, std::function<void(const std::string&)>> keys = {
      {"builtin", [&](auto& v) { order.spells.emplace_back().builtins = words(v); }},
      {"type", [&](auto& v) { spell().types = words(v); }},
      {"arity", [&](auto& v) { spell().arity = v; }},
      {"when", [&](auto& v) { spell().when = v; }},
      {"let", [&](auto& v) { spell().let += v + " "; }},
      {"feeds", [&](auto& v) { spell().feeds = v; }},
      {"gives", [&](auto& v) { spell().gives = v; }},
      {"missing", [&](auto& v) { spell().missing = v; }},
      {"prelude", [&](auto& v) { order.prelude.push_back(v); }},
      {"report", [&](auto& v) { order.reports.push_back(parse_report(v)); }},
      {"call", [&](auto& v) { order.calls.push_back(parse_call(v)); }},
  };
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    const auto colon = line.find(':');
    const auto key = keys.find(line.substr(0, colon));
    if (colon == std::string::npos || key == keys.end()) throw std::invalid_argument("not an order: " + line);
    key->second(line.substr(line.find_first_not_of(' ', colon + 1)));
  }
  return order;
}

namespace {

Order& current() {
  static Order parsed = [] {
    const char* text = std::getenv("WGFAULT");
    try {
      return parse_order(text ? text : "");
    } catch (const std::exception& error) {
      std::fprintf(stderr, "wgfault: %s\n", error.what());
      std::_Exit(2);  // a bench that silently runs without its fault would count it as missed
    }
  }();
  return parsed;
}

}  // namespace

const Order& order() { return current(); }

void take_order(const std::string& text) { current() = parse_order(text); }

}  // namespace wgfault
