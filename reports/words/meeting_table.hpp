// Which values of a plan's parameters meet: for people, for programs and for the documentation.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "layers.hpp"

namespace wgcts::reports {

/// The shares of pairs and triples that each profile meets, and what no case can have, and why.
std::string meetings_text();
std::string meetings_markdown();
nlohmann::ordered_json meetings_json();

}  // namespace wgcts::reports
