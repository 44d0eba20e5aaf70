// JSON from files that anybody may have written.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "layers.hpp"

namespace wgcts::reports {

/// Takes an element of a list as soon as it is read, and the line where it ends.
using TakeElement = std::function<void(nlohmann::json&& element, std::size_t line)>;

/// The JSON in a file, "-" for standard input. The elements of the top object's list `list` go to `take` one
/// by one and are not kept, so that the whole is never in memory. Throws std::runtime_error, with a sentence
/// that names the file, and the line where there is one, for files that cannot be read or are larger than 512
/// MiB, for anything that is no JSON, for nesting deeper than 128, and for an object that has a member twice.
nlohmann::json read_json_file(const std::string& path, const std::string& list, const TakeElement& take);

}  // namespace wgcts::reports
