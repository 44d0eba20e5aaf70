// Reads JSON from untrusted files, and checks it against a JSON Schema.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "layers.hpp"

namespace wgcts::reports {

/// Receives an element of a list as soon as it is read, and the line where it ends.
using TakeElement = std::function<void(nlohmann::json&& element, std::size_t line)>;

/// Reads the JSON in a file; "-" is standard input. Passes the elements of the top object's list `list` to
/// `take` and does not keep them, so that memory never holds the whole document. Throws std::runtime_error,
/// with file and line, if the file cannot be read, is larger than 512 MiB, is not JSON, is nested deeper than
/// 128 levels, or has an object with a duplicate member.
nlohmann::json read_json_file(const std::string& path, const std::string& list, const TakeElement& take);

/// The same for a document of this kind, such as "report", and of this major version. An exception of `take`
/// is thrown with the line of the element, after the document's kind has been checked.
nlohmann::json read_document(const std::string& path, std::string_view kind, int version,
                             const std::string& list, const TakeElement& take);

/// A message of the JSON library without its numbers and context: "line 1, column 7: unexpected '}'; expected
/// '[', '{', or a literal". Other messages are unchanged.
std::string json_message(std::string_view what);

/// The name of a file in messages: its path, or "standard input".
inline std::string display_name(const std::string& path) { return path == "-" ? "standard input" : path; }

/// Throws std::runtime_error with the first error in `value`, which the message calls `name`
/// ("cases[3].lane must be ..."), or "the file" if that is empty. `schema` is a part of `root`. Supports the
/// keywords of JSON Schema 2020-12 that our schemas use: $ref into $defs, type, const, enum, properties,
/// additionalProperties, required, items, minItems, maxItems, minimum, maximum, minLength, maxLength,
/// pattern. An integer must be written without a fraction. Throws std::logic_error for other keywords.
void require_schema(const nlohmann::json& root, const nlohmann::json& schema, const nlohmann::json& value,
                    const std::string& name);

}  // namespace wgcts::reports
