#include "results/worker_failure.hpp"

#include "results/json_values.hpp"
#include "system/signals.hpp"

namespace wgcts::results {

using nlohmann::json;

std::string describe(const WorkerFailure& failure) {
  if (failure.signal == 0)
    return "a worker ended with exit code " + std::to_string(failure.exit_code) + " " + failure.stage;
  return "a worker was killed by " + system::signal_name(failure.signal) + " " + failure.stage;
}

json to_json(const WorkerFailure& failure) {
  json object{{"stage", failure.stage}};
  if (failure.signal != 0)
    object["signal"] = failure.signal;
  else
    object["exit_code"] = failure.exit_code;
  if (!failure.log.empty()) object["log"] = failure.log;
  return with_valid_utf8(object);
}

WorkerFailure worker_failure_from_json(const json& object) {
  WorkerFailure failure;
  failure.stage = text_from(object, "stage");
  failure.log = optional_text_from(object, "log");
  if (object.contains("signal"))
    failure.signal = static_cast<int>(number_from<unsigned>(object["signal"]));
  else if (const json& code = object.at("exit_code"); code.is_number_integer())
    failure.exit_code = code.get<std::int64_t>();
  else
    throw std::invalid_argument("exit_code is not an integer");
  return failure;
}

}  // namespace wgcts::results
