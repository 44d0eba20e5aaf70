// The JSON of RunInfo, in reports and journals.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// The report's `run` object, and its inverse, which throws std::exception for invalid JSON.
nlohmann::ordered_json to_json(const RunInfo& run);
RunInfo run_from_json(const nlohmann::json& object);

}  // namespace wgcts::reports
