// What the environment orders the layer to get wrong.
#pragma once

#include <string>
#include <vector>

namespace wgfault {

// A faulty builtin: where `when` holds, its result is `gives` in place of the driver's right answer.
// The expressions are OpenCL C over the names of snippets.cpp.
struct Spell {
  std::vector<std::string> builtins;  // "reduce_add", ...
  std::vector<std::string> types;     // empty: all
  std::string arity;                  // broadcast only: how many coordinates; empty: any
  std::string when = "1";
  std::string let;      // statements ahead of `when`
  std::string feeds;    // what the driver's builtin is given, to make `fed`
  std::string gives;    // default: fed
  std::string missing;  // "compile" or "link": the builtin is not there at all
};

// A changed answer of a clGet...Info call.
struct Report {
  std::string query;
  std::string operation;
  std::string value;
};

struct Condition {
  std::string fact;
  std::string comparison;
  std::string value;
};

// A misbehaving entry point.
struct Call {
  std::vector<std::string> entries;
  std::string action;
  std::string argument;
  std::vector<Condition> conditions;
};

struct Order {
  std::vector<Spell> spells;
  std::vector<std::string> prelude;  // lines put above every program
  std::vector<Report> reports;
  std::vector<Call> calls;
};

// Text of lines `key: value`; each `builtin` starts a new spell, and of two that strike the same call the
// later one lies above the other. Throws std::invalid_argument.
Order parse_order(const std::string& text);

// The one in the environment: WGFAULT holds its text. Without it, only the repairs are made.
const Order& order();

// Another in its place, for a process that goes through many. Throws std::invalid_argument, and keeps the old
// one.
void take_order(const std::string& text);

std::vector<std::string> words(const std::string& text);

}  // namespace wgfault
