// The JSON of values and lanes in failures and bugs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "results/case_result.hpp"

namespace wgcts::results {

/// {"text": ..., "bits": ...}, and its inverse. This and all functions below throw std::exception for invalid
/// JSON.
nlohmann::json to_json(const Value& value);
Value value_from_json(const nlohmann::json& object);

/// A list of {"lane", "input", "expected", "got"}.
nlohmann::json to_json(const std::vector<WrongLane>& lanes);
std::vector<WrongLane> lanes_from(const nlohmann::json& list);

/// A list of [first, last]. Runs must be in order and not longer than any work-group, as readers draw and
/// count their lanes.
nlohmann::json to_json(const std::vector<LaneRun>& runs);
std::vector<LaneRun> lane_runs_from(const nlohmann::json& list);

}  // namespace wgcts::results
