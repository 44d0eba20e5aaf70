// The coverage of pairs and triples of parameter values, as text, JSON and Markdown.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "layers.hpp"

namespace wgcts::reports {

/// The share of pairs and triples that each profile covers, and the pairs that no case can have, with
/// reasons.
std::string pairs_text();
std::string pairs_markdown();
nlohmann::ordered_json pairs_json();

}  // namespace wgcts::reports
