// Reads JSON from untrusted files, and a report from JSON: the inverse of reports/model/json.hpp.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// Receives an element of a list as soon as it is read, and the line where it ends.
using TakeElement = std::function<void(nlohmann::json&& element, std::size_t line)>;

/// Reads the JSON in a file; "-" is standard input. Passes the elements of the top object's list `list` to
/// `take` and does not keep them, so that the whole is never in memory. Throws std::runtime_error, with file
/// and line, if the file cannot be read, is larger than 512 MiB, is not JSON, is nested deeper than 128
/// levels, or has an object with a duplicate member.
nlohmann::json read_json_file(const std::string& path, const std::string& list, const TakeElement& take);

/// A message of the JSON library without its numbers and context: "line 1, column 7: unexpected '}'; expected
/// '[', '{', or a literal". Other messages are unchanged.
std::string json_message(std::string_view what);

/// Reads a report; "-" is standard input. Throws std::runtime_error if the file is not a valid report.
/// Unknown members, which newer minor versions may have added, are ignored.
Report read_report(const std::string& path);

/// The name of a file in messages: its path, or "standard input".
std::string display_name(const std::string& path);

/// Reads a report and checks it against its schema. Also checks summary, matrix, profile, bugs and sum of
/// times against the cases. Throws std::runtime_error with the first error.
Report validated_report(const std::string& path);

}  // namespace wgcts::reports
