#include "reports/model/run_json.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace wgcts::reports {
namespace {

using nlohmann::json;

// get_ref takes a value of exactly that kind, where get would make 1 of true.
const std::string& text_from(const json& object, const char* key) {
  return object.at(key).get_ref<const std::string&>();
}

}  // namespace

nlohmann::ordered_json to_json(const RunInfo& run) {
  nlohmann::ordered_json object{
      {"seed", run.seed},       {"profile", run.profile}, {"selection", run.selection}, {"shard", run.shard},
      {"started", run.started}, {"seconds", run.seconds}, {"complete", run.complete}};
  if (run.drawn != 0) object["drawn"] = run.drawn;
  if (run.draws != 0) object["draws"] = run.draws;
  return object;
}

RunInfo run_from_json(const json& object) {
  RunInfo run;
  run.seed = object.at("seed").get_ref<const json::number_unsigned_t&>();
  run.profile = text_from(object, "profile");
  run.selection = text_from(object, "selection");
  if (object.contains("shard")) run.shard = text_from(object, "shard");  // older reports have none
  run.started = text_from(object, "started");
  if (!object.at("seconds").is_number()) throw std::invalid_argument("seconds are a number");
  run.seconds = object.at("seconds").get<double>();
  if (object.contains("drawn")) run.drawn = object["drawn"].get_ref<const json::number_unsigned_t&>();
  if (object.contains("draws")) run.draws = object["draws"].get_ref<const json::number_unsigned_t&>();
  run.complete = object.at("complete").get_ref<const json::boolean_t&>();
  return run;
}

}  // namespace wgcts::reports
