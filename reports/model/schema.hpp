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

/// The first error in `value`, which the message calls `name` ("cases[3].lane must be ..."), "the file"
/// if that is empty; empty if there is none. `schema` is a part of `root`. Supports the keywords of JSON
/// Schema 2020-12 that our schemas use: $ref into $defs, type, const, enum, properties, additionalProperties,
/// required, items, minItems, maxItems, minimum, maximum, minLength, maxLength, pattern. An integer must be
/// written without a fraction. Throws std::logic_error for other keywords.
std::string schema_error(const nlohmann::json& root, const nlohmann::json& schema,
                         const nlohmann::json& value, const std::string& name);

/// Throws std::runtime_error with the first error.
void require_schema(const nlohmann::json& root, const nlohmann::json& schema, const nlohmann::json& value,
                    const std::string& name);

/// Throws std::runtime_error unless the document is of this kind, such as "report", and of this major
/// version. This comes before its members are checked.
void require_kind(const nlohmann::json& document, std::string_view kind, int version);

}  // namespace wgcts::reports
