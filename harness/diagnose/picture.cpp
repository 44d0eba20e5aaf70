#include "harness/diagnose/picture.hpp"

#include <algorithm>

#include "harness/program/ndrange.hpp"

namespace wgcts::harness {
namespace {

bool is_poison(std::span<const std::byte> output, GenType type, std::size_t element) {
  const std::size_t bytes = info(type).bytes;
  return std::ranges::all_of(output.subspan(element * bytes, bytes),
                             [](std::byte b) { return b == Trial{}.poison; });
}

}  // namespace

Value text_of(const Expected& expected, GenType type) {
  Value low = value_of_bits(type, expected.low);
  if (!expected.judged) return {"anything", low.bits};
  if (expected.rule == Rule::Truth) return {expected.low != 0 ? "non-zero" : "0", low.bits};
  if (expected.high != expected.low) low.text += " to " + value_of_bits(type, expected.high).text;
  return low;
}

MinimalCase picture_of(const Specimen& specimen, const DeviceFacts& device) {
  const LiteralCase& literal = specimen.literal;
  const GenType type = literal.the_case.type;
  const Grid grid(literal.range);
  MinimalCase picture;
  picture.groups = grid.groups.size();
  picture.message = specimen.run.message;
  const auto is_wrong = [&](std::size_t element) {
    return std::ranges::binary_search(specimen.wrong, element);
  };
  std::size_t call = 0, group = 0;
  if (!specimen.wrong.empty()) {
    const std::size_t item = specimen.wrong.front() % grid.items();
    call = specimen.wrong.front() / grid.items();
    while (std::ranges::find(grid.lanes[group], item) == grid.lanes[group].end()) ++group;
  }
  picture.local_size = grid.groups[group].size;
  const auto expected = expected_of(literal, device);
  for (std::size_t lane = 0; lane < grid.lanes[group].size(); ++lane) {
    const std::size_t element = call * grid.items() + grid.lanes[group][lane];
    WrongLane row{
        lane, value_of_bits(type, literal.data[call][group].x[lane]), text_of(expected[element], type), {}};
    if (!specimen.run.output.empty()) {
      row.got = value_of_bits(type, element_of(specimen.run.output, type, element));
      if (is_poison(specimen.run.output, type, element)) row.got.text = "unwritten";
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
