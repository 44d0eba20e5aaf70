#include "results/lane_json.hpp"

#include <stdexcept>

#include "results/json_values.hpp"

namespace wgcts::results {
namespace {

// Larger than any work-group, and small enough for sums in 32 bits.
constexpr std::size_t largest_lane = 0x7fffffff;

}  // namespace

using nlohmann::json;

json to_json(const Value& value) { return {{"text", value.text}, {"bits", value.bits}}; }
Value value_from_json(const json& object) { return {text_from(object, "text"), text_from(object, "bits")}; }

json to_json(const std::vector<WrongLane>& lanes) {
  json list = json::array();
  for (const WrongLane& w : lanes)
    list.push_back({{"lane", w.lane},
                    {"input", to_json(w.input)},
                    {"expected", to_json(w.expected)},
                    {"got", to_json(w.got)}});
  return list;
}

std::vector<WrongLane> lanes_from(const json& list) {
  std::vector<WrongLane> lanes;
  for (const json& item : list.get_ref<const json::array_t&>())
    lanes.push_back({size_from(item.at("lane")), value_from_json(item.at("input")),
                     value_from_json(item.at("expected")), value_from_json(item.at("got"))});
  return lanes;
}

json to_json(const std::vector<LaneRun>& runs) {
  json list = json::array();
  for (const LaneRun& run : runs) list.push_back({run.first, run.last});
  return list;
}

std::vector<LaneRun> lane_runs_from(const json& list) {
  std::vector<LaneRun> runs;
  std::size_t next = 0;
  for (const json& pair : list.get_ref<const json::array_t&>()) {
    const LaneRun run{size_from(pair.at(0)), size_from(pair.at(1))};
    if (pair.size() != 2 || run.first < next || run.last < run.first || run.last > largest_lane)
      throw std::invalid_argument("the runs of wrong lanes are not in order");
    next = run.last + 1;
    runs.push_back(run);
  }
  return runs;
}

}  // namespace wgcts::results
