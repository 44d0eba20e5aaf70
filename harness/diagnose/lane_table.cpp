#include "harness/diagnose/lane_table.hpp"

#include <algorithm>

namespace wgcts::harness {

Value text_of(const Expected& expected, Type type) {
  Value low = value_of_bits(type, expected.low);
  if (!expected.judged) return {"anything", low.bits};
  if (expected.untouched) return {"nothing", ""};
  if (expected.rule == Rule::Truth) return {expected.low != 0 ? "non-zero" : "0", low.bits};
  if (expected.high != expected.low) low.text += " to " + value_of_bits(type, expected.high).text;
  return low;
}

MinimalCase lane_table_of(const FailingRun& failing_run) {
  MinimalCase table;
  table.groups = volume(group_counts(failing_run.run.range));
  table.message = failing_run.outcome.message;
  const auto is_wrong = [&](const StoredCall& call, std::size_t element) {
    return std::ranges::binary_search(failing_run.wrong, WrongElement{call.output, element});
  };
  if (failing_run.calls.empty()) return table;
  const auto first = std::ranges::find_if(failing_run.calls, [&](const StoredCall& call) {
    return std::ranges::any_of(call.elements, [&](std::size_t element) { return is_wrong(call, element); });
  });
  const StoredCall& call = first != failing_run.calls.end() ? *first : failing_run.calls.front();
  const KernelArgument& out = failing_run.run.arguments[outputs_of(failing_run.run)[call.output]];
  const Type type = out.type;
  const std::uint64_t poison = element_of(out.bytes, type, 0);
  table.local_size = work_group(failing_run.run.range, call.group).size;
  for (std::size_t lane = 0; lane < call.x.size(); ++lane) {
    const std::size_t element = call.elements[lane];
    WrongLane row{lane, value_of_bits(type, call.x[lane]), text_of(out.expected[element], type), {}};
    if (!failing_run.outcome.outputs.empty()) {
      const std::uint64_t got = element_of(failing_run.outcome.outputs[call.output], type, element);
      row.got = value_of_bits(type, got);
      if (got == poison) row.got.text = "unwritten";
    }
    table.lanes.push_back(std::move(row));
    if (!is_wrong(call, element)) continue;
    if (!table.wrong.empty() && table.wrong.back().last + 1 == lane)
      table.wrong.back().last = lane;
    else
      table.wrong.push_back({lane, lane});
  }
  return table;
}

MinimalCase lane_table_of(const IsolatedRun& run) {
  MinimalCase table;
  table.message = run.result.message;
  if (const auto& failure = run.result.failure) {
    table.local_size = failure->local_size;
    table.lanes = failure->lanes;
    table.wrong = failure->wrong_runs;
  } else {
    table.local_size = run.result.the_case.local.extents;
  }
  if (run.output) table.groups = run.output->groups;
  return table;
}

}  // namespace wgcts::harness
