// What a report and a journal say of their run.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// The report's `run` object, and its inverse, which throws std::exception for anything else.
nlohmann::ordered_json to_json(const RunInfo& run);
RunInfo run_from_json(const nlohmann::json& object);

}  // namespace wgcts::reports
