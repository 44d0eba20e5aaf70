// Describes a wrong work-group as a failure.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/check/site_checker.hpp"
#include "harness/planning/contradictions.hpp"
#include "reference/clauses.hpp"
#include "reference/geometry.hpp"
#include "reference/judge.hpp"
#include "results/case_result.hpp"
#include "suites/case.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {

template <class T>
bool equal_bits(T a, T b) {
  return std::bit_cast<bits_of<T>>(a) == std::bit_cast<bits_of<T>>(b);
}

/// The expected result of a lane as text: one value, "low to high", "non-zero" or "anything".
template <class T>
Value expected_value(const Expectation<T>& expected, std::size_t lane) {
  // The sign of INF - INF depends on the machine that computes it.
  Value value = value_of(is_nan(expected.low[lane]) ? Limits<T>::nan() : expected.low[lane]);
  if (is_unjudged(expected.low[lane], expected.high[lane])) return {"anything", value.bits};
  if (!equal_bits(expected.low[lane], expected.high[lane]))
    value.text += " to " + value_of(expected.high[lane]).text;
  if (expected.rule == Rule::Truth && expected.low[lane] != T{0}) value.text = "non-zero";
  if (expected.rule == Rule::Observed) value.text = "anything";
  return value;
}

/// A work-group with at least one wrong lane.
template <class T>
struct WrongGroup {
  const Case& the_case;
  WorkGroup group;
  std::span<const T> x;  ///< by local linear id, like the next ones
  std::size_t source = 0;
  const Expectation<T>& expected;
  std::span<const T> got;
  const std::vector<std::size_t>& wrong;  ///< lanes, in order
  T unwritten;                            ///< initial content of the output
  std::string check;
  std::string_view clause;     ///< that the first wrong lane breaks
  std::string matching_model;  ///< a sentence; empty for none
};

/// Leaves `broken` empty.
template <class T>
Failure failure_of(const WrongGroup<T>& of) {
  const std::size_t lane = of.wrong.front();
  Failure f;
  f.check = of.check;
  f.clause = of.clause;
  f.group = of.group.id;
  f.lane = lane;
  f.local_id = unlinear(lane, of.group.size);
  f.local_size = of.group.size;
  f.input = value_of(of.x[lane]);
  f.expected = expected_value(of.expected, lane);
  f.got = value_of(of.got[lane]);
  f.wrong = of.wrong.size();
  f.wrong_runs = runs_of(of.wrong);
  for (const std::size_t l : std::span(of.wrong).first(std::min(of.wrong.size(), most_wrong_lanes)))
    f.lanes.push_back({l, value_of(of.x[l]), expected_value(of.expected, l), value_of(of.got[l])});
  f.message = fmt::format("{} of {} lanes are wrong", of.wrong.size(), of.got.size());
  if (equal_bits(of.got[lane], of.unwritten)) {
    f.message += ": the output was never written";
    // Without the macro no work-item stores anything.
    if (calls_under_macro(of.the_case) && of.wrong.size() == of.got.size()) {
      f.clause = cite("WGC.AV.3");
      f.message += "; is __opencl_c_work_group_collective_functions 1?";
    }
    if (!is_core(*of.the_case.builtin) && !is_module(of.the_case) && of.wrong.size() == of.got.size()) {
      f.check = "extension";
      f.clause = cite("WGC.AV.11");
      f.message = fmt::format(
          "the output was never written: {} is listed, but no macro of that name "
          "is defined, or its functions do nothing",
          of.the_case.builtin->extension);
    }
  } else if (!of.matching_model.empty()) {
    f.message += ": " + of.matching_model;
  }
  if (of.the_case.builtin->collective.family == Family::Broadcast)
    f.message += fmt::format("; the source is lane {}", of.source);
  return f;
}

}  // namespace wgcts::harness
