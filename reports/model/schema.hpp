// JSON against a JSON Schema, for sentences that say what is wrong and what would be right.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "layers.hpp"

namespace wgcts::reports {

/// The major version of the reports that this program writes and reads.
inline constexpr int report_version = 2;

/// reports/model/report-2.schema.json.
const nlohmann::json& report_schema();

/// What is wrong with `value`, called `name` in the sentence ("cases[3].lane must be ..."), or nothing.
/// `schema` is a part of `root`. Of JSON Schema 2020-12 this knows what our schemas use: $ref into $defs,
/// type, const, enum, properties, additionalProperties, required, items, minItems, maxItems, minimum,
/// maximum, maxLength, pattern. An integer must be written as one. Throws std::logic_error for any other
/// keyword.
std::string schema_error(const nlohmann::json& root, const nlohmann::json& schema,
                         const nlohmann::json& value, const std::string& name);

}  // namespace wgcts::reports
