// The JSON of the types that case results, bugs and devices share.
#pragma once

#include "results/case_result.hpp"
#include "results/fields.hpp"

namespace wgcts::results {

template <>
inline constexpr auto fields<Reason> = std::tuple(Field{"query", &Reason::query},
                                                  Field{"answer", &Reason::answer});

template <>
inline constexpr auto fields<Value> = std::tuple(Field{"text", &Value::text}, Field{"bits", &Value::bits});

template <>
inline constexpr auto fields<WrongLane> = std::tuple(Field{"lane", &WrongLane::lane},
                                                     Field{"input", &WrongLane::input},
                                                     Field{"expected", &WrongLane::expected},
                                                     Field{"got", &WrongLane::got});

template <class Json>
void to_json(Json& list, const LaneRun& run) {
  list = {run.first, run.last};
}

/// Runs must be in order and not longer than any work-group, as readers draw and count their lanes.
inline void read(const nlohmann::json& list, std::vector<LaneRun>& runs) {
  constexpr std::size_t largest_lane = 0x7fffffff;  // larger than any, and small enough for sums in 32 bits
  std::size_t next = 0;
  for (const nlohmann::json& pair : array_from(list)) {
    std::array<std::size_t, 2> ends{};
    read(pair, ends);
    if (ends[0] < next || ends[1] < ends[0] || ends[1] > largest_lane)
      throw std::invalid_argument("the runs of wrong lanes are not in order");
    next = ends[1] + 1;
    runs.push_back({ends[0], ends[1]});
  }
}

/// Verdicts and stages are written as their names.
template <class Json>
void to_json(Json& text, Verdict verdict) {
  text = info(verdict).name;
}
template <class Json>
void to_json(Json& text, Stage stage) {
  text = info(stage).name;
}
inline void read(const nlohmann::json& text, Verdict& to) { to = verdict_named(text_from(text)); }
inline void read(const nlohmann::json& text, Stage& to) { to = stage_from(text_from(text)); }

/// Shortens these members, texts of a driver, if the object has them.
inline void bound(nlohmann::json& object, std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (object.contains(key)) object[key] = bounded(text_from(object, key));
}

}  // namespace wgcts::results
