#include "harness/diagnose/picture.hpp"

#include <algorithm>

#include "harness/program/ndrange.hpp"

namespace wgcts::harness {
namespace {

/// The output whose values are the input's, element by element, and that input; of a kernel run of calls
/// there is one of each.
struct Streams {
  const KernelArgument& in;
  const KernelArgument& out;
};

Streams streams_of(const KernelRun& run) { return {run.arguments.front(), run.arguments.at(1)}; }

}  // namespace

Value text_of(const Expected& expected, Type type) {
  Value low = value_of_bits(type, expected.low);
  if (!expected.judged) return {"anything", low.bits};
  if (expected.untouched) return {"nothing", ""};
  if (expected.rule == Rule::Truth) return {expected.low != 0 ? "non-zero" : "0", low.bits};
  if (expected.high != expected.low) low.text += " to " + value_of_bits(type, expected.high).text;
  return low;
}

MinimalCase picture_of(const Specimen& specimen) {
  const auto [in, out] = streams_of(specimen.run);
  const Type type = out.type;
  const Grid grid(specimen.run.range);
  MinimalCase picture;
  picture.groups = grid.groups.size();
  picture.message = specimen.outcome.message;
  const auto is_wrong = [&](std::size_t element) {
    return std::ranges::binary_search(specimen.wrong, WrongElement{0, element});
  };
  std::size_t call = 0, group = 0;
  if (!specimen.wrong.empty()) {
    const std::size_t item = specimen.wrong.front().element % grid.items();
    call = specimen.wrong.front().element / grid.items();
    while (std::ranges::find(grid.lanes[group], item) == grid.lanes[group].end()) ++group;
  }
  picture.local_size = grid.groups[group].size;
  const std::uint64_t poison = element_of(out.bytes, type, 0);
  for (std::size_t lane = 0; lane < grid.lanes[group].size(); ++lane) {
    const std::size_t element = call * grid.items() + grid.lanes[group][lane];
    WrongLane row{lane,
                  value_of_bits(type, element_of(in.bytes, type, element)),
                  text_of(out.expected[element], type),
                  {}};
    if (!specimen.outcome.outputs.empty()) {
      const std::uint64_t got = element_of(specimen.outcome.outputs.front(), type, element);
      row.got = value_of_bits(type, got);
      if (got == poison) row.got.text = "unwritten";
    }
    picture.lanes.push_back(std::move(row));
    if (!is_wrong(element)) continue;
    if (!picture.wrong.empty() && picture.wrong.back().last + 1 == lane)
      picture.wrong.back().last = lane;
    else
      picture.wrong.push_back({lane, lane});
  }
  return picture;
}

MinimalCase picture_of(const IsolatedRun& run) {
  MinimalCase picture;
  picture.message = run.result.message;
  if (const auto& failure = run.result.failure) {
    picture.local_size = failure->local_size;
    picture.lanes = failure->lanes;
    picture.wrong = failure->wrong_runs;
  } else {
    picture.local_size = run.result.the_case.local.extents;
  }
  if (run.output) picture.groups = run.output->groups;
  return picture;
}

}  // namespace wgcts::harness
