// Checks JSON against a JSON Schema, with messages that name the wrong and the expected value.
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

/// The first error in `value`, which the message calls `name` ("cases[3].lane must be ..."); empty if there
/// is none. `schema` is a part of `root`. Supports the keywords of JSON Schema 2020-12 that our schemas use:
/// $ref into $defs, type, const, enum, properties, additionalProperties, required, items, minItems, maxItems,
/// minimum, maximum, maxLength, pattern. An integer must be written without a fraction. Throws
/// std::logic_error for other keywords.
std::string schema_error(const nlohmann::json& root, const nlohmann::json& schema,
                         const nlohmann::json& value, const std::string& name);

}  // namespace wgcts::reports
