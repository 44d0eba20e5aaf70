// Values and lanes in JSON, as failures and bugs hold them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "results/case_result.hpp"

namespace wgcts::results {

/// {"text": ..., "bits": ...}, and its inverse; this and all below throw std::exception for anything else.
nlohmann::json to_json(const Value& value);
Value value_from_json(const nlohmann::json& object);

/// A list of {"lane", "input", "expected", "got"}.
nlohmann::json to_json(const std::vector<WrongLane>& lanes);
std::vector<WrongLane> lanes_from(const nlohmann::json& list);

/// A list of [first, last]. Runs that are not in order, or longer than any work-group, are refused, because
/// readers draw and count them.
nlohmann::json to_json(const std::vector<LaneRun>& runs);
std::vector<LaneRun> lane_runs_from(const nlohmann::json& list);

}  // namespace wgcts::results
