#include "reports/model/run_json.hpp"

#include <stdexcept>

#include "results/json_values.hpp"

namespace wgcts::reports {

using nlohmann::json;

nlohmann::ordered_json to_json(const RunInfo& run) {
  nlohmann::ordered_json object{
      {"seed", run.seed},       {"profile", run.profile}, {"selection", run.selection}, {"shard", run.shard},
      {"started", run.started}, {"seconds", run.seconds}, {"complete", run.complete}};
  if (run.drawn != 0) object["drawn"] = run.drawn;
  if (run.draws != 0) object["draws"] = run.draws;
  if (!run.complete) object["interrupted"] = run.interrupted;
  for (const RunSegment& segment : run.segments) object["legs"].push_back(to_json(segment));
  return object;
}

RunInfo run_from_json(const json& object) {
  RunInfo run;
  run.seed = wide_from(object.at("seed"));
  run.profile = text_from(object, "profile");
  run.selection = text_from(object, "selection");
  if (object.contains("shard")) run.shard = text_from(object, "shard");
  run.started = text_from(object, "started");
  if (!object.at("seconds").is_number()) throw std::invalid_argument("seconds are a number");
  run.seconds = object.at("seconds").get<double>();
  if (object.contains("drawn")) run.drawn = size_from(object["drawn"]);
  if (object.contains("draws")) run.draws = size_from(object["draws"]);
  run.complete = bool_from(object.at("complete"));
  run.interrupted = object.contains("interrupted") && bool_from(object["interrupted"]);
  if (object.contains("legs"))
    for (const json& segment : object["legs"].get_ref<const json::array_t&>())
      run.segments.push_back(segment_from_json(segment));
  return run;
}

}  // namespace wgcts::reports
