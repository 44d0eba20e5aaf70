#include "results/worker_failure.hpp"

#include "results/fields.hpp"
#include "system/signals.hpp"

namespace wgcts::results {

using nlohmann::json;

template <>
inline constexpr auto fields<WorkerFailure> = std::tuple(
    Field{"stage", &WorkerFailure::stage}, optional_field("signal", &WorkerFailure::signal),
    optional_field(
        "exit_code", &WorkerFailure::exit_code, +[](const WorkerFailure& f) { return f.signal == 0; }),
    optional_field("log", &WorkerFailure::log));

std::string describe(const WorkerFailure& failure) {
  if (failure.signal == 0)
    return "a worker ended with exit code " + std::to_string(failure.exit_code) + " " + failure.stage;
  return "a worker was killed by " + system::signal_name(failure.signal) + " " + failure.stage;
}

json to_json(const WorkerFailure& failure) {
  json object;
  write_fields(object, failure, fields<WorkerFailure>);
  return with_valid_utf8(object);
}

WorkerFailure worker_failure_from_json(const json& object) {
  WorkerFailure failure;
  read(object, failure);
  if (failure.signal < 0) throw std::invalid_argument("the signal is negative");
  if (failure.signal == 0 && !object.contains("exit_code"))
    throw std::invalid_argument("neither signal nor exit_code");
  return failure;
}

}  // namespace wgcts::results
